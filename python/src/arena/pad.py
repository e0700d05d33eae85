"""The controller on one frame, and its 12 bytes (spec: Pad)."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from ._tables import Button

CENTRE = 128
FULL = 80
"""Raw units from the centre to full tilt: the game takes no more than this from either axis."""
TRIGGER = 140
"""A trigger that is fully pressed: the game takes no more than this."""

_PACK = struct.Struct("<iHBBBBBB").pack

PAD_BYTES = 12


@dataclass(frozen=True, slots=True)
class Pad:
    """The state of a controller, in raw bytes as the arena takes them. What is not given is at rest.

    Sticks are 0 to 255 with 128 in the centre, triggers 0 to 255 with 0 released. `Pad.tilt` takes -1 to 1.
    """

    buttons: int = 0
    """A sum of `Button`s: `Button.A | Button.B`."""
    stick_x: int = CENTRE
    stick_y: int = CENTRE
    cstick_x: int = CENTRE
    cstick_y: int = CENTRE
    l: int = 0  # noqa: E741 - the name of the field
    r: int = 0

    @classmethod
    def tilt(
        cls,
        x: float = 0.0,
        y: float = 0.0,
        buttons: int | Button = 0,
        *,
        c: tuple[float, float] = (0.0, 0.0),
        l: float = 0.0,  # noqa: E741 - the name of the field
        r: float = 0.0,
    ) -> Pad:
        """The control stick at (x, y) and the C-stick at `c`, each -1 to 1; the triggers 0 to 1. Beyond that is cut
        off."""
        return cls(int(buttons), _axis(x), _axis(y), _axis(c[0]), _axis(c[1]), _trigger(l), _trigger(r))

    def encode(self, frame: int) -> bytes:
        """The 12 bytes for a frame. A `ValueError` names the field that holds something else than it can."""
        try:
            return _PACK(frame, self.buttons, self.stick_x, self.stick_y, self.cstick_x, self.cstick_y, self.l, self.r)
        except (struct.error, TypeError):
            raise ValueError(self._fault(frame)) from None

    def _fault(self, frame: int) -> str:
        if not (isinstance(frame, int) and -(2**31) <= frame < 2**31):
            return f"frame is an integer of 32 bits, not {frame!r}"
        for name, most in (("buttons", 0xFFFF), *((name, 0xFF) for name in _BYTES)):
            value = getattr(self, name)
            if not (isinstance(value, int) and 0 <= value <= most):
                return f"{name} is an integer from 0 to {most}, not {value!r}"
        return "the pad cannot be encoded"


_BYTES = ("stick_x", "stick_y", "cstick_x", "cstick_y", "l", "r")

NEUTRAL = Pad()
"""Hands off the controller."""


def _axis(amount: float) -> int:
    return CENTRE + round(FULL * min(1.0, max(-1.0, amount)))


def _trigger(amount: float) -> int:
    return round(TRIGGER * min(1.0, max(0.0, amount)))
