"""What a bot sees of a match: frames with both fighters, items and the stage. Built from the event stream alone.

Fields have the names of the Slippi replay format in snake case; docs/replay-format.md explains each. Positions and
speeds are in world units and units per frame, y up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any

from ._tables import (
    ACTION_NAMES,
    BY_INTERNAL_ID,
    ITEM_NAMES,
    OWN_ACTION_NAMES,
    Character,
    FodPlatforms,
    FrameBookend,
    FrameStart,
    GameEnd,
    GameStart,
    ItemUpdate,
    PostFrame,
    PreFrame,
)
from .debug import NO_DEBUG, Debug
from .layout import PORTS, Stage
from .stages import StageReader


def action_name(internal_character_id: int, action_state_id: int) -> str:
    """The game's name of a fighter's action state, such as `CliffWait` or `SpecialAirHi`."""
    own = action_state_id - len(ACTION_NAMES)
    if 0 <= action_state_id < len(ACTION_NAMES):
        return ACTION_NAMES[action_state_id]
    if 0 <= internal_character_id < len(OWN_ACTION_NAMES) and 0 <= own < len(OWN_ACTION_NAMES[internal_character_id]):
        return OWN_ACTION_NAMES[internal_character_id][own]
    return f"Action{action_state_id}"


@dataclass(frozen=True, slots=True)
class Player(PostFrame):
    """A fighter after a frame: every field of its Post-Frame Update, and what belongs to it."""

    port: int
    """The player index, 0 or 1."""
    character: Character | None
    """The one now played: Zelda and Sheik turn into each other. None for none of the 26."""
    action_name: str
    """The game's name of the action state, such as `CliffWait`."""
    pre: PreFrame | None
    """What was on its controller on this frame."""
    follower: Player | None
    """Nana, as long as she lives; None for every other fighter."""

    @property
    def hitstun(self) -> float:
        """Frames of hitstun left, 0 out of hitstun."""
        return max(0.0, self.misc_action_state) if self.state_bit_flags4 & 0x02 else 0.0

    @property
    def is_fast_falling(self) -> bool:
        return bool(self.state_bit_flags2 & 0x08)

    @property
    def is_shielding(self) -> bool:
        return bool(self.state_bit_flags3 & 0x80)

    @property
    def is_holding(self) -> bool:
        """It holds its opponent."""
        return bool(self.state_bit_flags3 & 0x04)

    @property
    def is_dead(self) -> bool:
        """Its stock is lost, and it has not come back yet."""
        return bool(self.state_bit_flags5 & 0x40)


@dataclass(frozen=True, slots=True)
class Item(ItemUpdate):
    """An item or projectile on a frame: every field of its Item Update, and its name."""

    name: str
    """Such as `FoxLaser`; `Unknown` for a type that the arena's rules do not have."""


@dataclass(frozen=True, slots=True)
class Frame:
    """All of one frame."""

    frame: int
    """-123 is the first; play starts at 0."""
    players: tuple[Player | None, ...]
    """By port, 4 of them; None where nobody plays."""
    items: tuple[Item, ...]
    stage: Stage
    start: FrameStart | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A frame from a bot's side."""

    frame: int
    """-123 is the first; play starts at 0."""
    me: Player
    opponent: Player
    items: tuple[Item, ...]
    stage: Stage
    lead: int
    """Frames between the next one and the first at which the answer to this one is played."""
    start: GameStart
    """Settings of the game."""
    raw: Frame
    skipped: tuple[Frame, ...] = ()
    """Frames since the last answer that came while the bot was busy with it."""
    debug: Debug = field(default=NO_DEBUG, repr=False)
    """Draws what the bot thinks over the replay of a match at home."""


_POST_VALUES: Callable[[PostFrame], tuple[Any, ...]] = attrgetter(*(each.name for each in fields(PostFrame)))
_ITEM_VALUES: Callable[[ItemUpdate], tuple[Any, ...]] = attrgetter(*(each.name for each in fields(ItemUpdate)))


class FrameReader:
    """Turns the records of a stream into frames."""

    def __init__(self) -> None:
        self.start: GameStart | None = None
        self.end: GameEnd | None = None
        self._stage: StageReader | None = None
        self._begin()

    def take(self, records: Iterable[Any]) -> list[Frame]:
        """The frames that these records complete. A repeated Game Start, as after a lost connection, changes nothing
        else."""
        frames = []
        for record in records:
            kind = type(record)
            if kind is PreFrame or kind is PostFrame:
                if record.player_index < PORTS:
                    place = self._pre if kind is PreFrame else self._post
                    place[record.player_index, record.is_follower] = record
            elif kind is ItemUpdate:
                self._items.append(Item(*_ITEM_VALUES(record), name=ITEM_NAMES.get(record.type_id, "Unknown")))
            elif kind is FrameBookend:
                frames.append(self._frame(record.frame))
                self._begin()
            elif kind is FrameStart:
                self._begin(record)
            elif kind is FodPlatforms:
                self._moved.append(record)
            elif kind is GameStart:
                if self.start is None or self.start.stage_id != record.stage_id:
                    self._stage = StageReader(record.stage_id)
                self.start = record
                self._begin()
            elif kind is GameEnd:
                self.end = record
        return frames

    def _begin(self, start: FrameStart | None = None) -> None:
        self._pre: dict[tuple[int, int], PreFrame] = {}
        self._post: dict[tuple[int, int], PostFrame] = {}
        self._items: list[Item] = []
        self._moved: list[FodPlatforms] = []
        self._frame_start = start

    def _frame(self, number: int) -> Frame:
        stage = (self._stage or StageReader(-1)).take(number, self._moved)
        players = tuple(self._player(port, 0, self._player(port, 1, None)) for port in range(PORTS))
        return Frame(number, players, tuple(self._items), stage, self._frame_start)

    def _player(self, port: int, is_follower: int, follower: Player | None) -> Player | None:
        post = self._post.get((port, is_follower))
        if post is None:
            return None
        internal = post.internal_character_id
        return Player(
            *_POST_VALUES(post),
            port=port,
            character=BY_INTERNAL_ID[internal] if internal < len(BY_INTERNAL_ID) else None,
            action_name=action_name(internal, post.action_state_id),
            pre=self._pre.get((port, is_follower)),
            follower=follower,
        )
