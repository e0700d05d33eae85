"""`read`: a replay as NumPy columns, named as the fields of docs/replay-format.md in snake case."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._tables import EVENTS, GameEnd, GameStart
from .events import EventReader, StreamError
from .layout import PORTS, Event
from .ubjson import UbjsonError, read_ubjson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[Any]

HEADER = b"{U\x03raw[$U#l"
RAW = len(HEADER) + 4
MOST_BYTES = 1 << 30
GAME_START, GAME_END = 0x36, 0x39
_SKIPPED = {GAME_START, GAME_END, 0x10}
"""Events that are no columns: there is one of each, or it is a block of something larger."""


class ReplayError(ValueError):
    """A file that is no replay, or is broken."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A fighter over the game. Each array has N rows, one for each of `Replay.frame`."""

    pre: Column
    """Structured: a column for each field of Pre-Frame Update, `pre["joystick_x"]`."""
    post: Column
    """Structured: a column for each field of Post-Frame Update, `post["percent"]`."""
    exists: NDArray[np.bool_]
    """Whether it is there on the frame; its rows are zero elsewhere, as those of Nana while she is dead."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game. Frames that a rollback played again are as they were played last."""

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


def read(path: str | os.PathLike[str]) -> Replay:
    """Reads a `.slp` file, of the arena or of another recorder, of any version up to 3.18.

    Raises `ImportError` without NumPy, `OSError` where the file cannot be read, and `ReplayError` where it is no
    replay.
    """
    np = _numpy()
    with open(path, "rb") as file:
        data = file.read(MOST_BYTES)
    raw, metadata, is_whole = _parts(data)
    try:
        offsets, sizes, start, end = _index(raw, is_whole)
    except StreamError as error:
        raise ReplayError(f"the event stream is broken: {error}") from error
    if start is None:
        raise ReplayError("the event stream has no Game Start")
    bytes_ = np.frombuffer(raw, np.uint8)
    events = {
        table.name: _columns(np, bytes_, table, sizes.get(code), offsets.get(code, []))
        for code, table in EVENTS.items()
        if code not in _SKIPPED
    }
    frame = np.unique(events["post_frame"]["frame"])
    players = tuple(_fighter(np, events, frame, port, 0) for port in range(PORTS))
    followers = tuple(_fighter(np, events, frame, port, 1) for port in range(PORTS))
    return Replay(start, end, metadata, frame, players, followers, events["item_update"], events)


def _numpy() -> Any:
    try:
        import numpy
    except ImportError as error:
        raise ImportError("arena.read gives NumPy columns: pip install numpy") from error
    return numpy


def _parts(data: bytes) -> tuple[bytes, dict[str, Any], bool]:
    """The event stream, the metadata, and whether the recording was finished."""
    if not data.startswith(HEADER) or len(data) < RAW:
        raise ReplayError("the file does not begin as a replay does")
    length = int.from_bytes(data[len(HEADER) : RAW], "big")
    if length == 0:
        # A recording that was broken off.
        return data[RAW:], {}, False
    raw, rest = data[RAW : RAW + length], data[RAW + length :]
    if len(raw) < length:
        raise ReplayError(f"the file ends {length - len(raw)} bytes before its event stream does")
    if not rest.startswith(b"U\x08metadata"):
        return raw, {}, True
    try:
        metadata, _ = read_ubjson(rest, len(b"U\x08metadata"))
    except UbjsonError as error:
        raise ReplayError(f"the metadata is broken: {error}") from error
    return raw, metadata if isinstance(metadata, dict) else {}, True


def _index(raw: bytes, is_whole: bool) -> tuple[dict[int, list[int]], dict[int, int], GameStart | None, GameEnd | None]:
    """Offsets of the events by code, their sizes, and the two that there is one of. An event that is cut off is left
    out."""
    reader = EventReader()
    offsets: dict[int, list[int]] = {}
    start: GameStart | None = None
    end: GameEnd | None = None
    try:
        for code, at, size in reader.events(raw):
            offsets.setdefault(code, []).append(at)
            if code == GAME_START:
                start = reader.decode(raw[at : at + size])
            elif code == GAME_END:
                end = reader.decode(raw[at : at + size])
    except StreamError:
        if is_whole or start is None:
            raise
    return offsets, reader.sizes, start, end


def _columns(np: Any, raw: Any, table: Event, size: int | None, offsets: list[int]) -> Column:
    """The events of a kind as rows of native numbers."""
    names = [field.name for field in table.fields]
    rows: Column = np.zeros(len(offsets), [(field.name, _format(field.kind)) for field in table.fields])
    for field in table.fields:
        if field.absent:
            rows[field.name] = field.absent
    if size is None or not offsets:
        return rows
    present = [field for field in table.fields if field.offset + field.size <= size]
    layout = {
        "names": [field.name for field in present],
        "formats": [">" + _format(field.kind) for field in present],
        "offsets": [field.offset for field in present],
        "itemsize": size,
    }
    block = raw[np.asarray(offsets)[:, None] + np.arange(size)]
    recorded = block.view(np.dtype(layout))[:, 0]
    for name in names:
        if name in recorded.dtype.names:
            rows[name] = recorded[name]
    return rows


def _format(kind: str) -> str:
    """NumPy's name of a number of `struct`."""
    return {"B": "u1", "b": "i1", "H": "u2", "I": "u4", "i": "i4", "f": "f4"}[kind]


def _fighter(np: Any, events: dict[str, Column], frame: Any, port: int, is_follower: int) -> Fighter | None:
    exists = np.zeros(len(frame), np.bool_)
    aligned = {}
    for name in ("pre_frame", "post_frame"):
        rows = events[name]
        own = rows[(rows["player_index"] == port) & ((rows["is_follower"] != 0) == bool(is_follower))]
        own = own[np.isin(own["frame"], frame)]
        at = np.searchsorted(frame, own["frame"])
        whole = np.zeros(len(frame), rows.dtype)
        # Of a frame that was played again, the last row stays.
        whole[at] = own
        aligned[name] = whole
        if name == "post_frame":
            exists[at] = True
    return Fighter(aligned["pre_frame"], aligned["post_frame"], exists) if exists.any() else None
