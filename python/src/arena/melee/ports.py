"""Moves the players of a stream to other ports: a bot was written for the port that it was told, and the arena draws
one."""

from __future__ import annotations

from collections.abc import Sequence

from .._tables import EVENTS
from ..layout import PORTS

GAME_START, PRE_FRAME, POST_FRAME, GAME_END, ITEM_UPDATE = 0x36, 0x37, 0x38, 0x39, 0x3B

Seats = tuple[int, ...]
"""The new index of each player, by the index in the stream."""


def seats_of(port: int, seat: int, opponent_seat: int | None) -> Seats:
    """Where each of the four sits when the bot's `port` of the stream becomes `seat`, and its opponent's
    `opponent_seat`."""
    if opponent_seat is None or opponent_seat == seat:
        opponent_seat = next(each for each in range(PORTS) if each != seat)
    taken = {port: seat, 1 - port: opponent_seat}
    free = [each for each in range(PORTS) if each not in taken.values()]
    return tuple(taken[each] if each in taken else free.pop(0) for each in range(PORTS))


def _offset(code: int, name: str) -> int:
    return next(field.offset for field in EVENTS[code].fields if field.name == name)


def _blocks() -> list[tuple[int, int]]:
    """Offset and stride of what Game Start holds for each port."""
    starts: dict[int, int] = {}
    for field in EVENTS[GAME_START].players:
        starts[field.stride] = min(field.offset, starts.get(field.stride, field.offset))
    return [(start, stride) for stride, start in starts.items()]


_INDICES = {
    PRE_FRAME: (_offset(PRE_FRAME, "player_index"),),
    POST_FRAME: (_offset(POST_FRAME, "player_index"), _offset(POST_FRAME, "last_hit_by")),
    ITEM_UPDATE: (_offset(ITEM_UPDATE, "owner"),),
    GAME_END: (_offset(GAME_END, "lras_initiator_index"),),
}
_BLOCKS = {GAME_START: _blocks(), GAME_END: [(_offset(GAME_END, "placements"), 1)]}


def move(event: bytes, seats: Sequence[int]) -> bytes:
    """An event with its players in their seats. What names nobody, such as 6 for "hit by nobody", stays."""
    code = event[0]
    if code not in _INDICES and code not in _BLOCKS:
        return event
    moved = bytearray(event)
    for at in _INDICES.get(code, ()):
        if at < len(event) and event[at] < PORTS:
            moved[at] = seats[event[at]]
    for start, stride in _BLOCKS.get(code, ()):
        for port, seat in enumerate(seats):
            block = event[start + port * stride : start + (port + 1) * stride]
            if len(block) == stride:
                moved[start + seat * stride : start + (seat + 1) * stride] = block
    return bytes(moved)
