"""`read_pads`: the landed pads of a match. `pad-columns.ts` of the arena's protocol has the layout."""

from __future__ import annotations

import hashlib
import struct
import zlib
from dataclasses import dataclass

_VERSION = 1
_MOST_FRAMES = 0x20000
_FRAMES_END = 1 << 31
_MOST_BYTES = 1 << 23
"""More than the longest columns have."""
_VARINT_BYTES = 3
_PAD_BYTES = 12
_FIELDS = ((4, 2), (6, 1), (7, 1), (8, 1), (9, 1), (10, 1), (11, 1))
"""Where each field lies in a pad, and its bytes."""


class PadsError(ValueError):
    """Bytes that are no landed pads."""


@dataclass(frozen=True, slots=True)
class LandedPads:
    """What one bot's pads were over a match."""

    missed: tuple[tuple[int, int], ...]
    """Runs of frames that were polled without a pad: the first of each, and how many."""
    pads: bytes
    """Every other frame's pad, its 12 bytes as they were sent."""

    @property
    def count(self) -> int:
        return len(self.pads) // _PAD_BYTES

    @property
    def sha256(self) -> str:
        """As receipts and result notes have it."""
        return hashlib.sha256(self.pads).hexdigest()


def read_pads(packed: bytes) -> tuple[LandedPads, LandedPads]:
    """Unpack the landed pads of a match, by port. Raises `PadsError` for anything else."""
    inflater = zlib.decompressobj()
    try:
        columns = inflater.decompress(packed, _MOST_BYTES)
    except zlib.error as error:
        raise PadsError(f"The landed pads cannot be inflated: {error}.") from None
    if not inflater.eof or inflater.unused_data:
        raise PadsError("The landed pads are cut off, too long, or followed by something else.")
    return _Columns(columns).match()


class _Columns:
    def __init__(self, columns: bytes) -> None:
        self._bytes = columns
        self._at = 0

    def match(self) -> tuple[LandedPads, LandedPads]:
        version, first = struct.unpack("<Bi", self._take(5))
        if version != _VERSION:
            raise PadsError(f"The columns of pads are not of version {_VERSION}.")
        frames = self._varint()
        if frames > _MOST_FRAMES:
            raise PadsError(f"The columns hold {frames} frames, more than {_MOST_FRAMES}.")
        if first + frames > _FRAMES_END:
            raise PadsError("The columns hold frames beyond the last number that a frame can have.")
        ports = self._port(first, frames), self._port(first, frames)
        if self._at != len(self._bytes):
            raise PadsError(f"{len(self._bytes) - self._at} bytes follow the columns of pads.")
        return ports

    def _port(self, first: int, frames: int) -> LandedPads:
        missed: list[tuple[int, int]] = []
        landed: list[int] = []
        end = first
        for _ in range(self._varint()):
            frame = end + self._varint()
            count = self._varint()
            if count == 0 or (missed and frame == end) or frame + count > first + frames:
                raise PadsError("The runs of missed frames are not in order.")
            landed.extend(range(end, frame))
            missed.append((frame, count))
            end = frame + count
        landed.extend(range(end, first + frames))
        pads = bytearray(len(landed) * _PAD_BYTES)
        columns = [(0, 4, struct.pack(f"<{len(landed)}i", *landed))]
        columns += [(at, size, self._field(len(landed), size)) for at, size in _FIELDS]
        for at, size, column in columns:
            for i in range(size):
                pads[at + i :: _PAD_BYTES] = column[i::size]
        return LandedPads(tuple(missed), bytes(pads))

    def _field(self, landed: int, size: int) -> bytes:
        runs = self._varint()
        values = self._take(runs * size)
        column = bytearray()
        last = None
        for run in range(runs):
            value = values[run * size : (run + 1) * size]
            if value == last:
                raise PadsError("Two runs of a field are one.")
            length = self._varint()
            if length == 0 or len(column) + length * size > landed * size:
                raise PadsError("The runs of a field are not as many pads as landed.")
            column += value * length
            last = value
        if len(column) != landed * size:
            raise PadsError("The runs of a field are not as many pads as landed.")
        return bytes(column)

    def _varint(self) -> int:
        value = 0
        for i in range(_VARINT_BYTES):
            byte = self._take(1)[0]
            value |= (byte & 0x7F) << (7 * i)
            if byte == 0 and i > 0:
                break
            if byte < 0x80:
                return value
        raise PadsError("A number in the columns of pads is not written as short as it can be, or too large.")

    def _take(self, length: int) -> bytes:
        taken = self._bytes[self._at : self._at + length]
        if len(taken) < length:
            raise PadsError("The columns of pads are cut off.")
        self._at += length
        return taken
