"""What a bot thinks, drawn over the replay of a match at home.

The local kit asks for it (`ARENA_DEBUG=1`): each mark is a line of error output, `arena-debug {json}`, that the kit
keeps beside the replay. Elsewhere, as on the ladder, nothing is written and a call does nothing.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

PREFIX = "arena-debug "
MARKS_PER_FRAME = 200
TEXT_LENGTH = 200

Place = tuple[float, float]
"""x and y in the game, world units."""


class Debug:
    """Takes the marks of a frame. Colours are names such as `red`, `cyan` and `yellow`, or `#rrggbb`."""

    is_on = False
    """False where nothing is kept: then what is costly to say need not be worked out."""

    def text(self, at: Place, text: str, colour: str | None = None) -> None:
        """A text at a place; one that is longer than 200 characters is cut off."""
        self._add("text", at=at, text=text[:TEXT_LENGTH], colour=colour)

    def screen_text(self, at: Place, text: str, colour: str | None = None) -> None:
        """A text on the picture: (0, 0) is its top left corner, (1, 1) the bottom right."""
        self._add("text", at={"screen": at}, text=text[:TEXT_LENGTH], colour=colour)

    def line(self, start: Place, end: Place, colour: str | None = None) -> None:
        self._add("line", **{"from": start, "to": end}, colour=colour)

    def circle(self, centre: Place, radius: float, colour: str | None = None, *, is_filled: bool = False) -> None:
        self._add("circle", at=centre, radius=radius, isFilled=is_filled or None, colour=colour)

    def point(self, at: Place, colour: str | None = None) -> None:
        self._add("point", at=at, colour=colour)

    def log(self, text: str) -> None:
        """A text without a place, listed beside the picture."""
        self._add("log", text=text[:TEXT_LENGTH])

    def chance(self, chance: float) -> None:
        """The chance of winning that the bot gives itself, 0 to 1: a curve beside the arena's own."""
        self._add("chance", chance=chance)

    def _add(self, kind: str, **parts: Any) -> None:
        pass


NO_DEBUG = Debug()


class DebugPen(Debug):
    """Keeps the marks of a frame until `flush`, which writes them when the answer is sent: they cost it no time."""

    is_on = True

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._marks: list[dict[str, Any]] = []

    def _add(self, kind: str, **parts: Any) -> None:
        if len(self._marks) < MARKS_PER_FRAME:
            self._marks.append({"kind": kind, **{name: part for name, part in parts.items() if part is not None}})

    def flush(self, frame: int) -> None:
        """Writes what was drawn since the last frame, as marks of this frame."""
        if self._marks:
            marks = self._marks
            self._marks = []
            # Numbers of NumPy are no numbers of JSON.
            lines = [f"{PREFIX}{json.dumps({'frame': frame, **mark}, default=float)}\n" for mark in marks]
            self._write("".join(lines))


def pen_of_environment() -> DebugPen | None:
    """None where nobody keeps what is drawn."""
    if os.environ.get("ARENA_DEBUG") != "1":
        return None

    def write(lines: str) -> None:
        sys.stderr.write(lines)
        sys.stderr.flush()

    return DebugPen(write)
