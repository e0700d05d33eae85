"""A policy of `arena.env` as a UMI bot: from frames to what it was trained to see, from what it chooses to rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..env.actions import Actions, Choices
from ..env.config import Stage
from ..env.dtypes import GAMESTATE, INPUT_PLAYER
from ..env.inputs import Records
from ..env.observation import Flat, Floats, Observation
from .frame import FIGHTER_FIELDS, ITEM_FIELDS, STAGE_IDS, rows_of_inputs

_STAGE_OF_ID = np.zeros(256, np.uint32)
for _stage, _id in STAGE_IDS.items():
    _STAGE_OF_ID[_id] = _stage


def states_of(frames: Records) -> Records:
    """The records of `arena.env` that frames can fill, seen by player 0. What frames do not have is zero, and items
    stand in the order of their age."""
    states: Records = np.zeros(len(frames), GAMESTATE)
    states["frame_id"] = frames["frame"]
    states["stage_id"] = _STAGE_OF_ID[frames["stage"]]
    states["num_players"] = 2
    parts: Any = states["stage"]
    parts["randall"]["exists"] = states["stage_id"] == Stage.YOSHIS_STORY
    for axis in "xy":
        parts["randall"][axis] = frames[f"randall_{axis}"]
    for side in ("left", "right"):
        parts["fod_platforms"][side] = frames[f"fod_{side}"]
    states["slots"]["source_player"] = 255
    for place, ours in (("slots", "players"), ("followers", "nana")):
        fighters: Any = states[place][:, :2]
        fighters["present"] = frames[ours]["exists"]
        fighters["source_player"] = (0, 1)
        for name, field in FIGHTER_FIELDS.items():
            fighters[field] = frames[ours][name]
    items = frames["items"]
    ages = np.where(items["exists"] != 0, items["spawn_id"].astype(np.int64), 1 << 32)
    items = np.take_along_axis(items, ages.argsort(axis=1, kind="stable"), axis=1)
    for name, field in {"exists": "exists", "owner": "owner", **ITEM_FIELDS}.items():
        states["items"][field] = items[name]
    return states


class Learned:
    """Plays a policy in many games, with the observations and actions that it was trained with.

        learned = Learned(lambda seen: model.predict(seen)[0], frame_skip=3)

        class Bot(umi.Bot):
            def act(self, batch):
                return umi.Actions(ctrl=learned(batch.frames, batch.slots, batch.first))

    An action is held for `frame_skip` frames, as in training. A policy that is trained for a delay is told nothing of
    it: what it sees last of its own inputs is what it has given last.
    """

    def __init__(
        self,
        policy: Callable[[Floats], npt.NDArray[Any]],
        *,
        observation: Observation | None = None,
        actions: Actions | None = None,
        frame_skip: int = 1,
    ) -> None:
        self._policy = policy
        self._observation = observation or Flat()
        self._actions = actions or Choices()
        self._frame_skip = frame_skip
        self._given: Records = np.zeros((0, max(1, self._observation.memory)), INPUT_PLAYER)
        self._decides_at = np.zeros(0, np.int64)

    def __call__(self, frames: Records, slots: npt.NDArray[np.integer[Any]], first: npt.NDArray[Any]) -> Floats:
        """Controller rows for a batch of frames. `slots` are each game's own place among all that are played, and
        `first` marks the first frame of a game."""
        self._make_room(int(slots.max(initial=-1)) + 1)
        fresh = slots[first.astype(np.bool_)]
        self._given[fresh] = np.zeros((), INPUT_PLAYER)
        self._decides_at[fresh] = -(1 << 31)
        now = frames["frame"].astype(np.int64)
        due = now >= self._decides_at[slots]
        if due.any():
            asked = slots[due]
            chosen = self._policy(self._observation(states_of(frames[due]), self._given[asked]))
            given = self._given[asked]
            given[:, 1:] = given[:, :-1]
            self._actions(np.asarray(chosen).reshape(len(asked), -1), given[:, 0])
            self._given[asked] = given
            self._decides_at[asked] = now[due] + self._frame_skip
        return rows_of_inputs(self._given[slots, 0])

    def _make_room(self, games: int) -> None:
        more = games - len(self._decides_at)
        if more > 0:
            self._given = np.concatenate([self._given, np.zeros((more, self._given.shape[1]), INPUT_PLAYER)])
            self._decides_at = np.concatenate([self._decides_at, np.full(more, -(1 << 31))])
