"""How the tables of `_tables` describe events, and how a record is read by them.

All numbers of an event are big-endian. Offsets count from the code byte, which is offset 0.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from math import floor
from typing import Any, NamedTuple

PORTS = 4
STICK_RANGE = 80
"""Raw units of a stick at full tilt, which the game reads as 1."""

Point = tuple[float, float]


class Field(NamedTuple):
    """A field of an event."""

    name: str
    offset: int
    kind: str
    """A format of `struct` for a number, `bytes` for plain bytes, `str` for text that a zero byte ends."""
    repeat: int
    """How many there are of it; 0 for a number by itself."""
    is_first: bool
    """Whether every recording has it; else only those of a later version."""
    absent: float
    """What reads where the recording is too old."""
    stride: int
    """Bytes from port to port, for a field that each port has; else 0."""
    processed: str = ""
    """The field of the same stick as the game reads it, -1 to 1: what is absent is worked out of that one."""

    @property
    def format(self) -> str:
        if self.kind in ("bytes", "str"):
            return f"{self.repeat}s"
        return f"{self.repeat or ''}{self.kind}"

    @property
    def size(self) -> int:
        return struct.calcsize(">" + self.format)


class Event(NamedTuple):
    """The table of an event. `record` is its class, and `player` that of a port."""

    name: str
    code: int
    record: Callable[..., Any]
    fields: tuple[Field, ...]
    players: tuple[Field, ...]
    player: Callable[..., Any] | None

    def decoder(self, size: int) -> Callable[[bytes, int], Any]:
        """A function that reads the record at an offset of a message. `size` is the event's, its code byte included."""
        own = _reader(self.fields, size, 0)
        record, player = self.record, self.player
        if player is None:
            return lambda data, at: record(*own(data, at))
        ports = [_reader(self.players, size, port) for port in range(PORTS)]
        return lambda data, at: record(*own(data, at), tuple(player(*port(data, at)) for port in ports))


class Stage(NamedTuple):
    """A stage, in world units: y up, the origin at its centre."""

    id: int
    name: str
    edge: float
    """The ground ends, and can be grabbed, at x = -edge and x = edge."""
    ledge_y: float
    ground: tuple[Point, ...]
    """From ledge to ledge: where its slopes meet."""
    platforms: tuple[tuple[float, float, float], ...]
    """Left end, right end and height of each that stays where it is; in a game also of those that move."""
    blast_zone: tuple[float, float, float, float]
    """Left, right, top, bottom."""


def _reader(fields: tuple[Field, ...], size: int, port: int) -> Callable[[bytes, int], tuple[Any, ...]]:
    """Reads the values of fields, in their order; those that end beyond `size` are what the table says."""
    present = [field for field in fields if field.offset + port * field.stride + field.size <= size]
    in_order = sorted(present, key=lambda field: field.offset + port * field.stride)
    parts, end = [">"], 0
    for field in in_order:
        at = field.offset + port * field.stride
        parts.append(f"{at - end}x{field.format}")
        end = at + field.size
    unpack = struct.Struct("".join(parts)).unpack_from
    if in_order == list(fields) and all(field.repeat == 0 for field in fields):
        return unpack
    return lambda data, at: tuple(_values(fields, in_order, unpack(data, at)))


def _values(fields: tuple[Field, ...], in_order: list[Field], raw: tuple[Any, ...]) -> list[Any]:
    found: dict[str, Any] = {}
    taken = 0
    for field in in_order:
        width = field.repeat if field.repeat and field.kind not in ("bytes", "str") else 1
        found[field.name] = _value(field, raw[taken : taken + width])
        taken += width
    return [found[field.name] if field.name in found else _absent(field, found) for field in fields]


def _value(field: Field, raw: tuple[Any, ...]) -> Any:
    if field.kind == "str":
        text: bytes = raw[0].split(b"\0", 1)[0]
        return text.decode("shift_jis", errors="replace")
    return raw if field.repeat and field.kind != "bytes" else raw[0]


def raw_stick(processed: float) -> int:
    """The raw value that a stick's processed one stands for, -1 to 1; 0 for no number."""
    return 0 if processed != processed else max(-0x80, min(0x7F, floor(processed * STICK_RANGE + 0.5)))


def _absent(field: Field, found: dict[str, Any]) -> Any:
    if field.processed:
        return raw_stick(found[field.processed])
    if field.kind == "str":
        return ""
    if field.kind == "bytes":
        return bytes(field.repeat)
    value = field.absent if field.kind == "f" else int(field.absent)
    return (value,) * field.repeat if field.repeat else value
