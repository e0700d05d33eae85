"""The rows of a batch: inputs to be played, and the states and ends that came of them."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import dtypes
from .inputs import Records, neutral_controllers
from .memory import RowMemory
from .observation import Floats

ActionFormat = Literal["controller", "raw"]


class RowBytes:
    """The bytes of rows of records, as system calls take them. Each step needs some of them: slices of one view of all
    are made in a fraction of the time of an array's."""

    def __init__(self, records: npt.NDArray[Any]) -> None:
        self._bytes = records.reshape(-1).view(np.uint8).data
        self._lane = records.strides[1]
        self._lanes = records.shape[1]

    def of(self, first: int, count: int, lanes: slice) -> list[memoryview]:
        """Some lanes of `count` rows, in as few pieces as they lie in."""
        row = self._lanes * self._lane
        if lanes.stop - lanes.start == self._lanes:
            return [self._bytes[first * row : (first + count) * row]]
        start, stop = lanes.start * self._lane, lanes.stop * self._lane
        return [self._bytes[at + start : at + stop] for at in range(first * row, (first + count) * row, row)]


class Rows:
    """`length` rows of inputs and of what came of them, for every lane; `t` is the present one."""

    def __init__(self, length: int, lanes: int, action_format: ActionFormat, slots: int, numbers: int) -> None:
        if length <= 0 or lanes <= 0:
            raise ValueError("batch_size and length must be positive")
        if action_format not in ("controller", "raw"):
            raise ValueError("action_format must be 'controller' or 'raw'")
        self.length = length
        self.action_format = action_format
        self.t = 0
        self._memory = RowMemory(length, lanes, slots, numbers)
        self._gamestate = self._memory.states
        self._terminal = self._memory.terminals
        self._flat = self._memory.flat
        self._raw: Records = np.zeros((length, lanes), dtypes.INPUT)
        self._action: Records = self._raw
        if action_format == "controller":
            self._action = np.zeros((length, lanes), dtypes.CONTROLLER_INPUT)
            neutral_controllers(self._action)
        self._gamestate_bytes = RowBytes(self._gamestate)
        self._terminal_bytes = RowBytes(self._terminal)
        self._flat_bytes = RowBytes(self._flat)
        self._raw_bytes = RowBytes(self._raw)

    @property
    def action_view(self) -> Records:
        return self._action

    @property
    def raw_action_view(self) -> Records:
        if self.action_format != "raw":
            raise ValueError("raw_action_view is only available for action_format='raw'")
        return self._raw

    @property
    def controller_action_view(self) -> Records:
        if self.action_format != "controller":
            raise ValueError("controller_action_view is only available for action_format='controller'")
        return self._action

    @property
    def gamestate_view(self) -> Records:
        return self._gamestate

    @property
    def terminal_view(self) -> Records:
        return self._terminal

    @property
    def observation_view(self) -> Floats:
        """What the player of each slot that was asked for sees now: a row of `Flat` a lane, 32-bit numbers in the shape
        (slots, lanes, size). The next step overwrites it."""
        return self._flat

    @property
    def current_frame(self) -> Records:
        """The states of all lanes now."""
        states: Records = self._gamestate[self.t]
        return states

    @property
    def current_action_frame(self) -> Records:
        """The inputs of all lanes for the next step."""
        inputs: Records = self._action[0 if self.t >= self.length else self.t]
        return inputs

    def terminal_at(self, t: int) -> Records:
        terminal: Records = self._terminal[t]
        return terminal

    def done_at(self, t: int) -> npt.NDArray[np.bool_]:
        done: npt.NDArray[np.bool_] = self._terminal[t]["done"] != 0
        return done

    def reset_cursor(self) -> None:
        """Begins again at row 0, which gets the present states."""
        if self.t > 0:
            self._gamestate[0] = self._gamestate[self.t]
        self.t = 0

    def _check_room(self, frames: int) -> None:
        if frames < 1:
            raise ValueError("frames must be positive")
        if self.t + frames > self.length:
            raise RuntimeError("buffer length exhausted; reset_cursor begins again at row 0")
