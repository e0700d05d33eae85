"""A policy with what it was trained with, in the games that it plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from .actions import Actions, Choices
from .dtypes import INPUT_PLAYER
from .inputs import Records
from .observation import Flat, Floats, Observation

LONG_AGO = -(1 << 31)


class Trained:
    """Asks the policy in each game once in `frame_skip` frames, and remembers what it has given."""

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

    def _inputs(
        self,
        states_of: Callable[[npt.NDArray[np.bool_]], Records],
        now: npt.NDArray[np.int64],
        games: npt.NDArray[np.integer[Any]],
        first: npt.NDArray[np.bool_],
    ) -> Records:
        """What is held in each game of a batch on its frame `now`. `games` are their places among all, and `first`
        marks new ones. `states_of` gives the states of those games of the batch that are marked."""
        self._make_room(int(games.max(initial=-1)) + 1)
        fresh = games[first]
        self._given[fresh] = np.zeros((), INPUT_PLAYER)
        self._decides_at[fresh] = LONG_AGO
        due = now >= self._decides_at[games]
        if due.any():
            asked = games[due]
            given = self._given[asked]
            chosen = self._policy(self._observation(states_of(due), given))
            given[:, 1:] = given[:, :-1]
            self._actions(np.asarray(chosen).reshape(len(asked), -1), given[:, 0])
            self._given[asked] = given
            self._decides_at[asked] = now[due] + self._frame_skip
        return self._given[games, 0]

    def _make_room(self, games: int) -> None:
        more = games - len(self._decides_at)
        if more > 0:
            self._given = np.concatenate([self._given, np.zeros((more, self._given.shape[1]), INPUT_PLAYER)])
            self._decides_at = np.concatenate([self._decides_at, np.full(more, LONG_AGO)])
