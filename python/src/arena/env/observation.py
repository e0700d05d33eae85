"""States as flat numbers for a network: `Flat`. Whatever has `space` and the same call can be used in its place."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from ..optional import needed
from ._records import ACTION_GROUPS, ACTION_RANGES, FLAT_SCALES
from .config import Stage
from .inputs import BUTTONS, STICK_RANGE, TRIGGER_RANGE, Records

if TYPE_CHECKING:
    from gymnasium import spaces

Floats = npt.NDArray[np.float32]

ITEMS = 4
"""Items that `Flat` shows."""
FIGHTERS = 27
_LIMIT = 10.0
_SHOWN_BUTTONS = ("A", "B", "X", "Y", "Z", "L", "R")
INPUT_NUMBERS = len(_SHOWN_BUTTONS) + 5

GROUPS = ACTION_GROUPS

_GROUP_OF = np.full(1024, GROUPS.index("other"), np.intp)
for _first, _last, _name in ACTION_RANGES:
    _GROUP_OF[_first : _last + 1] = GROUPS.index(_name)
_ONE_GROUP = np.eye(len(GROUPS), dtype=np.float32)
_ONE_FIGHTER = np.eye(FIGHTERS, dtype=np.float32)
_STAGES = np.array([int(stage) for stage in Stage], np.uint32)

FIGHTER_NUMBERS = len(FLAT_SCALES) + len(GROUPS)
ITEM_NUMBERS = 6
STAGE_NUMBERS = len(_STAGES) + 5


class Observation(Protocol):
    """How states become what a policy sees."""

    @property
    def space(self) -> spaces.Box: ...

    def __call__(self, states: Records, inputs: Records, slot: int = 0) -> Floats:
        """What the player of a slot sees in each state. `inputs`: what it has given last, newest first, an axis of
        `memory` behind that of the states."""
        ...

    @property
    def memory(self) -> int:
        """How many of its last inputs the player is shown."""
        ...


class Flat:
    """One row of numbers a state, about -1 to 1, none of them NaN, cut off at -10 and 10:

    - the player, the opponent, and the follower of each: `FIGHTER_NUMBERS` each
    - which fighters the first two are: `FIGHTERS` each, one of them 1
    - the opponent's place from the player's: 2
    - `ITEMS` items, the oldest first, nobody's after all others: exists, is the opponent's, place from the player's,
      velocity
    - the stage: which it is, heights of Fountain's platforms, Randall
    - the player's last `memory` inputs, newest first: `INPUT_NUMBERS` each

    The engine makes the same rows, equal to the bit, for `EnvBatch(observation=Flat())` and the environments.

    With a delay of 2 a player whose `memory` is at least 2 is shown what it has done that does not show yet.
    """

    def __init__(self, memory: int = 3) -> None:
        if memory < 0:
            raise ValueError("memory is a number of inputs")
        self._memory = memory
        self.size = (
            4 * FIGHTER_NUMBERS + 2 * FIGHTERS + 2 + ITEMS * ITEM_NUMBERS + STAGE_NUMBERS + memory * INPUT_NUMBERS
        )
        """Numbers of a row."""

    @cached_property
    def space(self) -> spaces.Box:
        """The space of Gymnasium."""
        with needed("The space of observations"):
            from gymnasium import spaces
        return spaces.Box(-_LIMIT, _LIMIT, (self.size,), np.float32)

    @property
    def memory(self) -> int:
        return self._memory

    def __call__(self, states: Records, inputs: Records, slot: int = 0) -> Floats:
        me, other = states["slots"][:, slot], states["slots"][:, 1 - slot]
        away = np.stack([other["pos_x"] - me["pos_x"], other["pos_y"] - me["pos_y"]], axis=1) / 100
        parts = [
            _fighter(me),
            _fighter(other),
            _fighter(states["followers"][:, slot]),
            _fighter(states["followers"][:, 1 - slot]),
            _ONE_FIGHTER[np.minimum(me["char_id"], FIGHTERS - 1)],
            _ONE_FIGHTER[np.minimum(other["char_id"], FIGHTERS - 1)],
            away,
            _items(states["items"], me),
            _stage(states),
            _inputs(inputs[:, : self._memory]),
        ]
        flat = np.concatenate(parts, axis=1, dtype=np.float32)
        np.nan_to_num(flat, copy=False, nan=0.0, posinf=_LIMIT, neginf=-_LIMIT)
        return np.clip(flat, -_LIMIT, _LIMIT, out=flat)


def _fighter(players: Records) -> Floats:
    numbers = np.empty((len(players), FIGHTER_NUMBERS), np.float32)
    for column, (name, scale) in enumerate(FLAT_SCALES):
        numbers[:, column] = players[name]
        if scale != 1.0:
            numbers[:, column] /= scale
    numbers[:, len(FLAT_SCALES) :] = _ONE_GROUP[_GROUP_OF[np.minimum(players["action_id"], 1023)]]
    numbers[players["present"] == 0] = 0
    return numbers


def _items(items: Records, me: Records) -> Floats:
    is_nobodys = items["owner"] < 0
    if is_nobodys.any():
        # The stage's own items hurt nobody, and may be older than every shot.
        places = np.argsort(is_nobodys | (items["exists"] == 0), axis=1, kind="stable")
        items = np.take_along_axis(items, places, axis=1)
    items = items[:, :ITEMS]
    numbers = np.zeros((*items.shape, ITEM_NUMBERS), np.float32)
    exists = items["exists"] != 0
    numbers[..., 0] = exists
    numbers[..., 1] = (items["owner"] >= 0) & (items["owner"] != me["source_player"][:, None])
    numbers[..., 2] = (items["pos_x"] - me["pos_x"][:, None]) / 100
    numbers[..., 3] = (items["pos_y"] - me["pos_y"][:, None]) / 100
    numbers[..., 4] = items["vel_x"] / 5
    numbers[..., 5] = items["vel_y"] / 5
    numbers[~exists] = 0
    return numbers.reshape(len(items), -1)


def _stage(states: Records) -> Floats:
    numbers = np.zeros((len(states), STAGE_NUMBERS), np.float32)
    count = len(_STAGES)
    numbers[:, :count] = states["stage_id"][:, None] == _STAGES
    stage: Any = states["stage"]
    numbers[:, count] = stage["fod_platforms"]["left"] / 50
    numbers[:, count + 1] = stage["fod_platforms"]["right"] / 50
    exists = stage["randall"]["exists"]
    numbers[:, count + 2] = exists
    numbers[:, count + 3] = stage["randall"]["x"] * exists / 100
    numbers[:, count + 4] = stage["randall"]["y"] * exists / 100
    return numbers


def _inputs(inputs: Records) -> Floats:
    numbers = np.empty((*inputs.shape, INPUT_NUMBERS), np.float32)
    for column, name in enumerate(_SHOWN_BUTTONS):
        numbers[..., column] = (inputs["buttons"] & BUTTONS[name]) != 0
    for column, name in enumerate(("main_x", "main_y", "c_x", "c_y"), len(_SHOWN_BUTTONS)):
        numbers[..., column] = inputs[name] / (STICK_RANGE / 2)
    numbers[..., -1] = np.maximum(inputs["l"], inputs["r"]) / TRIGGER_RANGE
    return numbers.reshape(len(inputs), -1)
