"""A policy of `arena.env` as a UMI bot: from frames to what it was trained to see, from what it chooses to rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..env.config import Stage
from ..env.dtypes import GAMESTATE
from ..env.inputs import Records
from ..env.observation import Floats
from ..env.trained import Trained
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


class Learned(Trained):
    """Plays a policy in many games, with the observations and actions that it was trained with.

        learned = Learned(lambda seen: model.predict(seen)[0], frame_skip=3)

        class Bot(umi.Bot):
            def act(self, batch):
                return umi.Actions(ctrl=learned(batch.frames, batch.slots, batch.first))

    An action is held for `frame_skip` frames, as in training. A policy that is trained for a delay is told nothing of
    it: what it sees last of its own inputs is what it has given last.
    """

    def __call__(self, frames: Records, slots: npt.NDArray[np.integer[Any]], first: npt.NDArray[Any]) -> Floats:
        """Controller rows for a batch of frames. `slots` are each game's own place among all that are played, and
        `first` marks the first frame of a game."""
        now = frames["frame"].astype(np.int64)
        given = self._inputs(lambda due: states_of(frames[due]), now, slots, first.astype(np.bool_))
        return rows_of_inputs(given)
