"""What a policy chooses, as controllers: `Choices`. Whatever has `space` and the same call can be used in its place."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from ..optional import needed
from .dtypes import INPUT_PLAYER
from .inputs import BUTTONS, STICK_RANGE, TRIGGER_RANGE, Records, pad_of

if TYPE_CHECKING:
    from gymnasium import spaces

_FULL = STICK_RANGE // 2
_DIAGONAL = 57
"""Each axis of a full tilt to a diagonal, on the rim of the stick's circle."""
_TILT = 40

STICKS = (
    (0, 0),
    (_FULL, 0), (_DIAGONAL, _DIAGONAL), (0, _FULL), (-_DIAGONAL, _DIAGONAL),
    (-_FULL, 0), (-_DIAGONAL, -_DIAGONAL), (0, -_FULL), (_DIAGONAL, -_DIAGONAL),
    (_TILT, 0), (0, _TILT), (-_TILT, 0), (0, -_TILT),
)  # fmt: skip
"""Places of the control stick that `Choices` knows: centre, eight directions, four half ways."""
PRESSES = ("", "A", "B", "X", "L", "Z")
"""Buttons that `Choices` knows: nothing, attack, special, jump, shield, grab."""
CSTICKS = ((0, 0), (_FULL, 0), (0, _FULL), (-_FULL, 0), (0, -_FULL))


class Actions(Protocol):
    """How what a policy chooses becomes controllers."""

    @property
    def space(self) -> spaces.Space[Any]: ...

    def __call__(self, chosen: npt.NDArray[Any], into: Records) -> None:
        """Fills raw inputs (`dtypes.INPUT_PLAYER`), one a row of `chosen`."""
        ...


class Choices:
    """Three choices: one of `STICKS`, one of `PRESSES`, one of `CSTICKS`."""

    def __init__(self) -> None:
        self._sticks = np.array(STICKS, np.int8)
        self._csticks = np.array(CSTICKS, np.int8)
        self._buttons = np.array([BUTTONS.get(press, 0) for press in PRESSES], np.uint16)
        self._triggers = np.array([TRIGGER_RANGE if press == "L" else 0 for press in PRESSES], np.uint8)

    @cached_property
    def space(self) -> spaces.MultiDiscrete:
        """The space of Gymnasium."""
        with needed("The space of actions"):
            from gymnasium import spaces
        return spaces.MultiDiscrete([len(STICKS), len(PRESSES), len(CSTICKS)])

    def __call__(self, chosen: npt.NDArray[Any], into: Records) -> None:
        stick, press, cstick = (chosen[:, column] for column in range(3))
        into["buttons"] = self._buttons[press]
        into["main_x"], into["main_y"] = self._sticks[stick].T
        into["c_x"], into["c_y"] = self._csticks[cstick].T
        into["l"] = self._triggers[press]
        into["r"] = 0

    def pad(self, chosen: npt.NDArray[Any]) -> dict[str, int]:
        """The arguments of `arena.Pad` for the choice in the only row."""
        inputs = neutral(1)
        self(chosen, inputs)
        return pad_of(inputs[0])

    def nearest(self, inputs: Records) -> npt.NDArray[np.int64]:
        """The choices that come nearest to inputs, as of a recording."""
        flat = inputs.reshape(-1)
        chosen = np.zeros((len(flat), 3), np.int64)
        chosen[:, 0] = _nearest(flat["main_x"], flat["main_y"], self._sticks)
        chosen[:, 2] = _nearest(flat["c_x"], flat["c_y"], self._csticks)
        buttons = flat["buttons"].astype(np.int64)
        shields = (flat["l"] > TRIGGER_RANGE // 3) | (flat["r"] > TRIGGER_RANGE // 3)
        held = {
            "L": (buttons & (BUTTONS["L"] | BUTTONS["R"]) != 0) | shields,
            "X": buttons & (BUTTONS["X"] | BUTTONS["Y"]) != 0,
            "A": buttons & BUTTONS["A"] != 0,
            "B": buttons & BUTTONS["B"] != 0,
            "Z": buttons & BUTTONS["Z"] != 0,
        }
        for press, is_held in held.items():
            chosen[is_held, 1] = PRESSES.index(press)
        reshaped: npt.NDArray[np.int64] = chosen.reshape(*inputs.shape, 3)
        return reshaped


def _nearest(x: npt.NDArray[np.int8], y: npt.NDArray[np.int8], places: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    points = np.stack([x, y], axis=-1).astype(np.int32)
    away = ((points[:, None] - places[None].astype(np.int32)) ** 2).sum(axis=-1)
    nearest: npt.NDArray[np.int64] = away.argmin(axis=1)
    return nearest


class RawInputs:
    """A controller as numbers from 0 to 1: stick x and y, C-stick x and y, shoulder, then a button each of
    `arena.env.inputs.BUTTONS`, pressed from 0.5 on."""

    @cached_property
    def space(self) -> spaces.Box:
        """The space of Gymnasium."""
        with needed("The space of actions"):
            from gymnasium import spaces
        return spaces.Box(0.0, 1.0, (5 + len(BUTTONS),), np.float32)

    def __call__(self, chosen: npt.NDArray[Any], into: Records) -> None:
        values = np.clip(np.nan_to_num(chosen, nan=0.5), 0, 1)
        for column, name in enumerate(("main_x", "main_y", "c_x", "c_y")):
            into[name] = np.rint((values[:, column] - 0.5) * STICK_RANGE).astype(np.int8)
        into["l"] = np.rint(values[:, 4] * TRIGGER_RANGE).astype(np.uint8)
        into["r"] = 0
        buttons = np.zeros(len(values), np.uint16)
        for column, bit in enumerate(BUTTONS.values(), 5):
            buttons |= np.where(values[:, column] >= 0.5, np.uint16(bit), np.uint16(0))
        into["buttons"] = buttons


def neutral(count: int) -> Records:
    """Inputs of nothing pressed."""
    return np.zeros(count, INPUT_PLAYER)
