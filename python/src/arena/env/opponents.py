"""Whom an environment's player plays against."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from .actions import Actions
from .config import LADDER_DELAY
from .inputs import Records
from .observation import Floats, Observation
from .replay import Recording

Policy = Callable[[Floats], npt.NDArray[Any]]
"""What it sees of each lane, a row each, to what it chooses, a row each."""


class Idle:
    """Never touches the controller. Also stands for house bots, whose inputs the engine makes itself."""

    def __call__(self, states: Records, into: Records) -> None:
        into[...] = np.zeros((), into.dtype)


class Playing:
    """A policy, which sees and chooses as the environment's own player does: with the same delay."""

    def __init__(self, policy: Policy, observation: Observation, actions: Actions) -> None:
        self._policy = policy
        self._observation = observation
        self._actions = actions
        self._given: Records | None = None

    def __call__(self, states: Records, into: Records) -> None:
        if self._given is None:
            self._given = np.zeros((len(states), max(1, self._observation.memory)), into.dtype)
        self._actions(self._policy(self._observation(states, self._given, slot=1)), into)
        self._given[:, 1:] = self._given[:, :-1]
        self._given[:, 0] = into

    def forget(self, lanes: npt.NDArray[np.bool_]) -> None:
        if self._given is not None:
            self._given[lanes] = np.zeros((), self._given.dtype)


class Recorded:
    """What a player of a recording did, on the same frames, whatever happens."""

    def __init__(self, recording: Recording, player: int = 1, delay: int = LADDER_DELAY) -> None:
        self._recording = recording
        self._player = player
        self._delay = delay

    def __call__(self, states: Records, into: Records) -> None:
        frames = states["frame_id"].astype(np.int64) + 1 + self._delay
        recorded = self._recording.frames
        rows = np.minimum(np.searchsorted(recorded, frames), len(recorded) - 1)
        into[...] = self._recording.inputs[rows, self._player]
        into[recorded[rows] != frames] = np.zeros((), into.dtype)
