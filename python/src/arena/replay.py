"""`read`: a replay as NumPy columns, named as the fields of docs/replay-format.md in snake case."""

from __future__ import annotations

import os
import struct
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._tables import EVENT_PAYLOADS, EVENTS, FIRST_FRAME, GameEnd, GameStart, GameStartPlayer
from .describe import described
from .events import EventReader, StreamError, absent_fields
from .layout import PORTS, STICK_RANGE, Event
from .optional import needed
from .ubjson import UbjsonError, read_ubjson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[Any]

HEADER = b"{U\x03raw[$U#l"
RAW = len(HEADER) + 4
METADATA = b"U\x08metadata"
MOST_BYTES = 1 << 30
GAME_START, PRE_FRAME, POST_FRAME, GAME_END, FRAME_START, ITEM_UPDATE, BOOKEND = range(0x36, 0x3D)
_SKIPPED = {GAME_START, GAME_END, 0x10}
"""Events that are no columns: there is one of each, or it is a block of something larger."""
_MOST_MISSING = 3600
"""Frames that a recording may lack in a row."""
_MOST_AGAIN = 8
"""Times that a frame comes in a row; a rollback plays one again with those after it."""
_EMPTY = 3
"""Player type of a port that nobody plays on."""


class ReplayError(ValueError):
    """A file of which nothing can be read: it is no replay, or is cut off or broken before its game starts."""


class ReplayWarning(UserWarning):
    """A file that is cut off, broken, or of a mode that is not supported: what comes before that byte has been read."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A fighter over the game. Each array has N rows, one for each of `Replay.frame`."""

    pre: Column
    """Structured: a column for each field of Pre-Frame Update, `pre["joystick_x"]`."""
    post: Column
    """Structured: a column for each field of Post-Frame Update, `post["percent"]`."""
    exists: NDArray[np.bool_]
    """Whether it is there on the frame; its rows are zero elsewhere, as those of Nana while she is dead."""


@dataclass(frozen=True, slots=True, repr=False)
class Replay:
    """A game. Frames that a rollback played again are as they were played last. `print` shows it in five lines."""

    start: GameStart
    end: GameEnd | None
    """None for a game that was not recorded to its end."""
    metadata: dict[str, Any]
    """Empty for such a game."""
    frame: NDArray[np.int32]
    """The N frames of the game, from -123 on."""
    players: tuple[Fighter | None, ...]
    """By port, 4 of them; None where nobody plays."""
    followers: tuple[Fighter | None, ...]
    """By port: Nana; None for every other fighter."""
    items: Column
    """Structured: a row for each Item Update, in their order. `frame` is a column."""
    events: dict[str, Column]
    """Structured: every event that was recorded, by name, such as `events["fod_platforms"]`. Rollbacks are not taken
    out."""
    absent: dict[str, tuple[str, ...]]
    """The fields that the recording is too old to hold, by event: their columns are no measurements. Raw sticks are
    worked out of the processed ones, the others read as docs/replay-format.md says."""
    names: tuple[str, ...]
    """By port: the display name, else the name of the metadata, else the tag; empty without one."""

    def __repr__(self) -> str:
        return described(self)


def read(path: str | os.PathLike[str]) -> Replay:
    """Reads a `.slp` file, of the arena or of another recorder, of any version up to 3.18.

    Warns with `ReplayWarning` where the file is cut off or broken, and gives what comes before. Raises `ImportError`
    without NumPy, `OSError` where the file cannot be read, and `ReplayError` where it is no replay.
    """
    with needed("arena.read"):
        import numpy as np
    with open(path, "rb") as file:
        data = file.read(MOST_BYTES)
    stream = _Stream(data)
    start = stream.start
    if start is None:
        raise ReplayError(stream.fault or "the event stream has no Game Start")
    if stream.fault is not None and not stream.played:
        raise ReplayError(f"no frame can be read: {stream.fault}")
    if stream.mode is not None:
        warnings.warn(
            f"{os.fspath(path)} is of a mode that is not supported: {stream.mode}", ReplayWarning, stacklevel=2
        )
    if stream.fault is not None:
        warnings.warn(f"{os.fspath(path)}: {stream.fault}; what comes before is read", ReplayWarning, stacklevel=2)
    bytes_ = np.frombuffer(stream.raw, np.uint8)
    sizes = stream.reader.sizes
    every = {
        table.name: _columns(np, bytes_, table, sizes.get(code), stream.offsets.get(code, []))
        for code, table in EVENTS.items()
        if code not in _SKIPPED
    }
    # Where a frame was played again, the events of the last time count.
    played = {name: rows[_is_last(np, stream, name)] for name, rows in every.items() if name in _FIGHTERS_AND_ITEMS}
    frame = np.array(sorted(stream.played), np.int32)
    players = tuple(_fighter(np, played, frame, port, 0) for port in range(PORTS))
    followers = tuple(_fighter(np, played, frame, port, 1) for port in range(PORTS))
    names = _names(start, stream.metadata)
    return Replay(
        start,
        stream.end,
        stream.metadata,
        frame,
        players,
        followers,
        played["item_update"],
        every,
        absent_fields(sizes),
        names,
    )


_FIGHTERS_AND_ITEMS = {"pre_frame": PRE_FRAME, "post_frame": POST_FRAME, "item_update": ITEM_UPDATE}
_FRAME_EVENTS = frozenset(code for code, table in EVENTS.items() if table.fields[0].name == "frame")
_FRAME = struct.Struct(">i")


@dataclass(slots=True)
class _Playing:
    """A frame while its events come. A rollback plays a frame again."""

    number: int
    is_started: bool = False
    begun: set[int] = field(default_factory=set)
    """Its fighters that have a Pre-Frame: 2 for each player index, and 1 for a follower."""
    ended: set[int] = field(default_factory=set)
    """Those that have a Post-Frame."""

    def begins_again(self, code: int, fighter: int) -> bool:
        """Whether an event of this number is of another playing: a frame starts once, and a fighter ends once."""
        if code == FRAME_START:
            return self.is_started or bool(self.begun) or bool(self.ended)
        return code == PRE_FRAME and fighter in self.ended

    def take(self, code: int, fighter: int) -> None:
        if code == FRAME_START:
            self.is_started = True
        elif code == PRE_FRAME:
            self.begun.add(fighter)
        elif code == POST_FRAME:
            self.ended.add(fighter)

    @property
    def is_whole(self) -> bool:
        """Whether each fighter that begins the frame also ends it."""
        return bool(self.ended) and self.begun <= self.ended


class _Cut(StreamError):
    """Nothing is wrong with what is there."""


class _Stream:
    """The event stream of a file, as far as it can be read, by the same rules as the arena's own readers.

    A frame ends at its Frame Bookend, or in a format without one where another frame, the same frame again or Game End
    follows.
    """

    def __init__(self, data: bytes) -> None:
        if not data.startswith(HEADER) or len(data) < RAW:
            raise ReplayError("the file does not begin as a replay does")
        length = int.from_bytes(data[len(HEADER) : RAW], "big")
        # A length of 0 is that of a recording that was broken off.
        self.raw = data[RAW : RAW + length] if length else data[RAW:]
        self.reader = EventReader()
        self.offsets: dict[int, list[int]] = {}
        """The offset of each event, by code."""
        self.playings: dict[int, list[int]] = {}
        """The number of the playing that each event belongs to, by code, beside `offsets`."""
        self.played: dict[int, int] = {}
        """By frame: the number of its last playing that has an end."""
        self.start: GameStart | None = None
        self.end: GameEnd | None = None
        self.metadata: dict[str, Any] = {}
        self.fault: str | None = None
        """What is wrong with the rest."""
        self.mode: str | None = None
        """How frames are counted otherwise than in a game, where they are."""
        self._playing: _Playing | None = None
        self._number = -1
        self._last = FIRST_FRAME - 1
        self._again = 0
        self._newest: int | None = None
        try:
            self._read(data, length)
        except _Cut as error:
            self.fault = str(error)
        except StreamError as error:
            self.fault = f"the event stream is broken: {error}"
        if not self._has_bookends and self._playing is not None and self._playing.is_whole:
            self._close()
        if self.fault is None and length:
            self._read_tail(data, RAW + length)

    @property
    def _has_bookends(self) -> bool:
        return BOOKEND in self.reader.sizes

    def _read(self, data: bytes, length: int) -> None:
        raw = self.raw
        if raw[:1] != bytes([EVENT_PAYLOADS]):
            raise StreamError(f"the event stream does not begin with Event Payloads, at byte {RAW}")
        at = self.reader.announce(raw)
        while at < len(raw):
            code = raw[at]
            size = self.reader.sizes.get(code)
            if _is_filled_up(raw, at, size):
                raise _Cut(f"only zero bytes follow byte {RAW + at}: the recording was cut off and filled up")
            if size is None:
                # A writer that died before it patched the length leaves the file's tail behind the events.
                if length == 0 and METADATA.startswith(raw[at : at + len(METADATA)]):
                    return
                raise StreamError(f"event 0x{code:02x} at byte {RAW + at} was not announced")
            if at + size > len(raw):
                break
            self._take(code, at, size)
            at += size
        if len(raw) < length:
            raise _Cut(f"the file ends {length - len(raw)} bytes before its event stream does, at byte {len(data)}")
        if at < len(raw) and length:
            raise _Cut(f"the event stream ends inside an event, at byte {RAW + at}")

    def _take(self, code: int, at: int, size: int) -> None:
        raw = self.raw
        if code == GAME_START:
            # There is one; a second is no part of the game.
            self.start = self.start or self.reader.decode(raw[at : at + size])
        elif code == GAME_END:
            if not self._has_bookends and self._playing is not None:
                self._close()
            self.end = self.reader.decode(raw[at : at + size])
        elif code in _FRAME_EVENTS:
            self._take_frame(code, at)
        self.offsets.setdefault(code, []).append(at)
        self.playings.setdefault(code, []).append(self._number)

    def _take_frame(self, code: int, at: int) -> None:
        raw = self.raw
        (number,) = _FRAME.unpack_from(raw, at + 1)
        is_fighter = code in (PRE_FRAME, POST_FRAME)
        # One of a player index that no port has is left out.
        fighter = 2 * raw[at + 5] + (raw[at + 6] != 0) if is_fighter else 0
        playing = self._playing
        has_bookends = self._has_bookends
        if playing is None or playing.number != number or (not has_bookends and playing.begins_again(code, fighter)):
            self._check(number, at)
            if playing is not None and not has_bookends:
                self._close()
            playing = self._playing = _Playing(number)
            self._number += 1
        if not is_fighter or fighter < 2 * PORTS:
            playing.take(code, fighter)
        if code == BOOKEND:
            self._close()

    def _close(self) -> None:
        assert self._playing is not None
        self.played[self._playing.number] = self._number
        self._playing = None

    def _check(self, number: int, at: int) -> None:
        """Frames come from the first on, with gaps, and again where a rollback plays them again."""
        if self._newest is None and number > FIRST_FRAME + _MOST_MISSING:
            self.mode = f"its first frame is {number}, not {FIRST_FRAME}, at byte {RAW + at}"
            self._last = number - 1
        if number < FIRST_FRAME or number - self._last > _MOST_MISSING:
            raise StreamError(f"frame {number} does not follow frame {self._last}, at byte {RAW + at}")
        self._again = self._again + 1 if number == self._newest else 1
        if self._again > _MOST_AGAIN and self.mode is None:
            self.mode = f"frame {number} comes again and again, at byte {RAW + at}"
        self._newest = number
        self._last = max(self._last, number)

    def _read_tail(self, data: bytes, at: int) -> None:
        if not data.startswith(METADATA, at):
            return
        try:
            metadata, _ = read_ubjson(data, at + len(METADATA))
        except UbjsonError as error:
            self.fault = f"the metadata is broken: {error}"
            return
        self.metadata = metadata if isinstance(metadata, dict) else {}


def _is_filled_up(raw: bytes, at: int, size: int | None) -> bool:
    """Whether only zero bytes follow on the event, which reach into it: it may be half written."""
    end = at + (size or 1)
    if end > len(raw) or (end == len(raw) and size is not None) or raw[end - 1] != 0:
        return False
    # The next byte first: it is the code of another event, as a rule.
    return not raw[end : end + 1].strip(b"\0") and not raw[end:].strip(b"\0")


def _is_last(np: Any, stream: _Stream, name: str) -> Any:
    """Whether each event of a kind is of its frame's last playing."""
    playings = np.array(stream.playings.get(_FIGHTERS_AND_ITEMS[name], []), np.int64)
    return np.isin(playings, np.fromiter(stream.played.values(), np.int64, len(stream.played)))


def _names(start: GameStart, metadata: dict[str, Any]) -> tuple[str, ...]:
    return tuple(
        "" if player.player_type == _EMPTY else _name(player, port, metadata)
        for port, player in enumerate(start.players)
    )


def _name(player: GameStartPlayer, port: int, metadata: dict[str, Any]) -> str:
    named: Any = metadata
    for key in ("players", str(port), "names", "netplay"):
        named = named.get(key) if isinstance(named, dict) else None
    tag = player.nametag.split(b"\0", 1)[0].decode("shift_jis", errors="replace")
    found = (text.strip() for text in (player.display_name, named if isinstance(named, str) else "", tag))
    return next((text for text in found if text), "")


def _columns(np: Any, raw: Any, table: Event, size: int | None, offsets: list[int]) -> Column:
    """The events of a kind as rows of native numbers."""
    rows: Column = np.zeros(len(offsets), [(each.name, _format(each.kind)) for each in table.fields])
    if size is None or not offsets:
        return rows
    present = [each for each in table.fields if each.offset + each.size <= size]
    layout = {
        "names": [each.name for each in present],
        "formats": [">" + _format(each.kind) for each in present],
        "offsets": [each.offset for each in present],
        "itemsize": size,
    }
    block = raw[np.asarray(offsets)[:, None] + np.arange(size)]
    recorded = block.view(np.dtype(layout))[:, 0]
    for each in table.fields:
        if each in present:
            rows[each.name] = recorded[each.name]
        elif each.processed:
            rows[each.name] = _raw_sticks(np, recorded[each.processed])
        else:
            rows[each.name] = each.absent
    return rows


def _raw_sticks(np: Any, processed: Any) -> Any:
    """The raw values that a stick's processed ones stand for; 0 for no number."""
    raw = np.floor(processed.astype(np.float64) * STICK_RANGE + 0.5)
    return np.clip(np.nan_to_num(raw, nan=0.0), -0x80, 0x7F)


def _format(kind: str) -> str:
    """NumPy's name of a number of `struct`."""
    return {"B": "u1", "b": "i1", "H": "u2", "I": "u4", "i": "i4", "f": "f4"}[kind]


def _fighter(np: Any, played: dict[str, Column], frame: Any, port: int, is_follower: int) -> Fighter | None:
    is_there = np.zeros(len(frame), np.bool_)
    aligned = {}
    for name in ("pre_frame", "post_frame"):
        rows = played[name]
        own = rows[(rows["player_index"] == port) & ((rows["is_follower"] != 0) == bool(is_follower))]
        at = np.searchsorted(frame, own["frame"])
        whole = np.zeros(len(frame), rows.dtype)
        whole[at] = own
        aligned[name] = whole
        if name == "post_frame":
            is_there[at] = True
    return Fighter(aligned["pre_frame"], aligned["post_frame"], is_there) if is_there.any() else None
