"""Whom an environment's player plays against."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from .actions import Actions
from .inputs import Records
from .observation import Floats
from .replay import Recording
from .sight import Sight

Policy = Callable[[Floats], npt.NDArray[Any]]
"""What it sees of each lane, a row each, to what it chooses, a row each."""


class Opponent:
    """Never touches the controller. Also stands for house bots, whose inputs the engine makes itself."""

    is_asked_for_each_frame = False
    """Whether it gives an input for each frame, and sees each. Else it gives one, which is held as the learner's is."""

    reach: int = sys.maxsize
    """Frames that it can be asked for at once: so many do not depend on what comes of the first."""

    def join(self, lanes: int) -> None:
        """Called once, by the environment in which it plays."""

    def begin(self, lanes: npt.NDArray[np.bool_], delays: npt.NDArray[np.int64]) -> None:
        """The marked lanes begin anew. `delays`: frames of each lane."""

    def __call__(self, states: Records, into: Records) -> None:
        """Fills what it gives for the next frames, an axis before that of the lanes, having seen the present states."""
        into[...] = np.zeros((), into.dtype)

    def watch(self, states: Records, mine: Records, theirs: Records) -> None:
        """What came of it: the states after each frame, and what the learner and the opponent have given. Only for an
        opponent that is asked for each frame."""

    def close(self) -> None:
        """The environment ends."""


class Playing(Opponent):
    """A policy, which sees and chooses as the environment's own player does: with the same delay."""

    def __init__(self, policy: Policy, actions: Actions, sight: Sight) -> None:
        self._policy = policy
        self._actions = actions
        self._sight = sight

    def __call__(self, states: Records, into: Records) -> None:
        self._actions(self._policy(np.array(self._sight(1))), into[0])
        self._sight.remember(1, into[0])


class Recorded(Opponent):
    """What the player of a recording did in whose place it sits, on the same frames, whatever happens."""

    is_asked_for_each_frame = True

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._delays = np.zeros(0, np.int64)

    def begin(self, lanes: npt.NDArray[np.bool_], delays: npt.NDArray[np.int64]) -> None:
        self._delays = delays

    def __call__(self, states: Records, into: Records) -> None:
        first = states["frame_id"].astype(np.int64) + 1 + self._delays
        frames = first + np.arange(len(into))[:, None]
        recorded = self._recording.frames
        rows = np.minimum(np.searchsorted(recorded, frames), len(recorded) - 1)
        into[...] = self._recording.inputs[rows, 1 - states["viewpoint_player"].astype(np.intp)]
        into[recorded[rows] != frames] = np.zeros((), into.dtype)
