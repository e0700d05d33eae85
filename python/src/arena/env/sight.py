"""What the players of an environment see: rows that the engine makes, or an observation of the author's own."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from .batch import EnvBatch
from .dtypes import INPUT_PLAYER
from .inputs import Records
from .observation import Flat, Floats, Observation


class Sight(Protocol):
    def __call__(self, slot: int) -> Floats:
        """What the player of a slot sees in each lane, until the next step."""
        ...

    def remember(self, slot: int, inputs: Records) -> None:
        """The player has given these, one a lane."""
        ...

    def forget(self, lanes: npt.NDArray[np.bool_]) -> None:
        """The marked lanes begin anew."""
        ...


def made_by_engine(observation: Observation) -> Flat | None:
    """The observation, if the engine makes its rows; a class derived from `Flat` may make others."""
    return observation if type(observation) is Flat else None


def sight_of(batch: EnvBatch, observation: Observation) -> Sight:
    return Computed(batch, observation) if made_by_engine(observation) is None else Shown(batch)


class Shown:
    """The rows of the batch, for which the engine remembers what was given."""

    def __init__(self, batch: EnvBatch) -> None:
        self._rows = batch.observation_view

    def __call__(self, slot: int) -> Floats:
        rows: Floats = self._rows[slot]
        return rows

    def remember(self, slot: int, inputs: Records) -> None:
        pass

    def forget(self, lanes: npt.NDArray[np.bool_]) -> None:
        pass


class Computed:
    """Rows that an observation makes of the records."""

    def __init__(self, batch: EnvBatch, observation: Observation) -> None:
        self._batch = batch
        self._observation = observation
        self._given: Records = np.zeros((2, batch.batch_size, max(1, observation.memory)), INPUT_PLAYER)

    def __call__(self, slot: int) -> Floats:
        return self._observation(self._batch.current_frame, self._given[slot], slot=slot)

    def remember(self, slot: int, inputs: Records) -> None:
        given = self._given[slot]
        given[:, 1:] = given[:, :-1]
        given[:, 0] = inputs

    def forget(self, lanes: npt.NDArray[np.bool_]) -> None:
        self._given[:, lanes] = np.zeros((), INPUT_PLAYER)
