"""The emulator's end of a libmelee controller: takes the commands that it writes to its pipe, and knows what they mean.

A button or an axis keeps its state until the next command for it. Commands count once `FLUSH` follows them.
"""

from __future__ import annotations

import math

from .._tables import Button
from ..pad import CENTRE, Pad

BUTTONS = {
    "A": Button.A,
    "B": Button.B,
    "X": Button.X,
    "Y": Button.Y,
    "Z": Button.Z,
    "L": Button.L,
    "R": Button.R,
    "START": Button.START,
    "D_UP": Button.DPAD_UP,
    "D_DOWN": Button.DPAD_DOWN,
    "D_LEFT": Button.DPAD_LEFT,
    "D_RIGHT": Button.DPAD_RIGHT,
}
STICK_RANGE = 254
"""Raw units from one end of an axis to the other, as the emulator makes them of 0 to 1."""
PRESSED = 255
"""A trigger that is pressed as a button is pressed all the way as an axis, too."""


class Pipe:
    """A pipe of a controller, open for writing."""

    def __init__(self) -> None:
        self._rest = ""
        self._pressed: set[str] = set()
        self._sticks = {"MAIN": (0.5, 0.5), "C": (0.5, 0.5)}
        self._triggers = {"L": 0.0, "R": 0.0}
        self.pad = Pad()
        """The controller as of the last `FLUSH`."""

    def write(self, text: str) -> int:
        """Takes commands, one a line. What is no command is ignored, as the emulator does."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._command(line.split())
        return len(text)

    def flush(self) -> None:
        """Nothing is kept back."""

    def close(self) -> None:
        """Lets go of the controller."""
        self.write("\n")
        self.__init__()

    def _command(self, words: list[str]) -> None:
        match words:
            case ["PRESS", name]:
                self._pressed.add(name)
            case ["RELEASE", name]:
                self._pressed.discard(name)
            case ["SET", name, amount] if name in self._triggers:
                self._triggers[name] = _clamped(amount, self._triggers[name])
            case ["SET", name, x, y] if name in self._sticks:
                before = self._sticks[name]
                self._sticks[name] = _clamped(x, before[0]), _clamped(y, before[1])
            case ["FLUSH"]:
                self.pad = self._state()

    def _state(self) -> Pad:
        buttons = 0
        for name in self._pressed:
            buttons |= BUTTONS.get(name, 0)
        x, y, c_x, c_y = (_stick_byte(each) for name in ("MAIN", "C") for each in self._sticks[name])
        return Pad(buttons, x, y, c_x, c_y, self._trigger("L"), self._trigger("R"))

    def _trigger(self, name: str) -> int:
        return PRESSED if name in self._pressed else math.trunc(255 * self._triggers[name])


def _clamped(text: str, before: float) -> float:
    """From 0 to 1. What is no number changes nothing."""
    try:
        amount = float(text)
    except ValueError:
        return before
    return before if math.isnan(amount) else min(1.0, max(0.0, amount))


def _stick_byte(amount: float) -> int:
    return CENTRE + math.floor((amount - 0.5) * STICK_RANGE)
