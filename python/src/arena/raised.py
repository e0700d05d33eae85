"""What a bot raises, so that its author finds it: whole the first time at its place in this process, then counted.

A bot that raises on one frame raises on the next as well, 60 times a second. When a match has ended, each place that
has raised again is told in one line:

    TypeError: boom (bot.py:12): raised again 1,695 times, same place.

So is what a stranger who connects could repeat. The local kit counts by itself (`ARENA_RAISED=1`): each error is then a
line of error output, `arena-raised {json}`, and nothing else is printed.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import sysconfig
import traceback
from pathlib import Path
from threading import Lock

log = logging.getLogger("arena")

PREFIX = "arena-raised "
MOST_PLACES = 20
"""Places that are printed whole in a process. A place may be made up on each frame, by `exec` for instance."""
MOST_LINE = 200
MOST_TEXT = 8_000

_OWN = str(Path(__file__).parent) + os.sep
_LIBRARY = tuple(sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib"))
_INSTALLED = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")

Place = tuple[str, str | None]
"""Class of the error, and where it was raised."""


class Memory:
    """What was raised in a process. Matches run in threads of their own, and share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._again: dict[Place, int] = {}
        """How often each place that was printed has raised since then."""
        self._lines: dict[Place, str] = {}
        """What is printed of a place that has raised again."""
        self._elsewhere = 0

    def take(self, error: BaseException, heading: str, *, method: str | None = None, frame: int | None = None) -> None:
        """Prints or counts an error. `heading` is the line above it; `method` is the bot's, None for what is not its
        code; `frame` is the game's, None before the first."""
        what, place = line_of(error), place_of(error) or method
        is_new = self._note((type(error).__name__, place), f"{what} ({place})" if place else what)
        if os.environ.get("ARENA_RAISED") == "1":
            told: dict[str, object] = {"frame": frame, "in": method, "error": what, "place": place}
            _write(told | {"text": text_of(error)[-MOST_TEXT:]} if is_new else told)
        elif is_new:
            log.error("%s\n%s", heading, text_of(error))

    def tell(self) -> None:
        """Prints what was counted since it was told last. A match has ended."""
        with self._lock:
            lines = [
                f"{self._lines[place]}: raised again {_times(count)}, same place."
                for place, count in self._again.items()
                if count > 0
            ]
            if self._elsewhere > 0:
                lines.append(f"Errors at other places: raised {_times(self._elsewhere)}.")
            self._again = dict.fromkeys(self._again, 0)
            self._elsewhere = 0
        if lines and os.environ.get("ARENA_RAISED") != "1":
            log.error("%s", "\n".join(lines))

    def _note(self, place: Place, line: str) -> bool:
        """Whether it is to be printed whole."""
        with self._lock:
            if place in self._again:
                self._again[place] += 1
                return False
            if len(self._again) == MOST_PLACES:
                self._elsewhere += 1
                return False
            self._again[place] = 0
            self._lines[place] = line
            return True


MEMORY = Memory()


def line_of(error: BaseException) -> str:
    """Its class, and the first line of its message."""
    name = type(error).__name__
    try:
        message = str(error).partition("\n")[0]
    except Exception:
        message = ""
    return (f"{name}: {message}" if message else name)[:MOST_LINE]


def place_of(error: BaseException) -> str | None:
    """File and line of the innermost frame in the author's own code; failing that, in what the author has installed.
    None for an error that this package raises."""
    called = [(each.f_code.co_filename, line) for each, line in traceback.walk_tb(error.__traceback__)]
    foreign = [
        (file, line) for file, line in called if not file.startswith((_OWN, "<frozen ")) and not _is_standard(file)
    ]
    own = [(file, line) for file, line in foreign if not _is_installed(file)]
    for file, line in reversed(own or foreign):
        return f"{_short(file)}:{line}"
    return None


def text_of(error: BaseException) -> str:
    """The error as Python prints it, from the author's code on. Only its message where this package raises it."""
    begin = error.__traceback__
    while begin is not None and begin.tb_frame.f_code.co_filename.startswith(_OWN):
        begin = begin.tb_next
    lines = traceback.format_exception(type(error), error, begin, chain=begin is not None)
    return "".join(lines).rstrip("\n")


def _is_installed(file: str) -> bool:
    return any(part in file for part in _INSTALLED)


def _is_standard(file: str) -> bool:
    # On some systems packages are installed below the standard library.
    return file.startswith(_LIBRARY) and not _is_installed(file)


def _short(file: str) -> str:
    """Relative to the working directory where it lies below it."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return file


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def _write(told: dict[str, object]) -> None:
    sys.stderr.write(f"{PREFIX}{json.dumps(told)}\n")
    sys.stderr.flush()
