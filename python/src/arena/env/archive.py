"""Day files of an arena, whose matches are played again on the cores of this machine."""

from __future__ import annotations

import hashlib
import json
import os
import re
import struct
import threading
import urllib.error
import urllib.request
import warnings
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..connect.account import ANSWER_SECONDS, ArenaError, find_arena, refusal
from ..replay import ReplayWarning
from . import engine
from .config import PlayerConfig
from .inputs import Records
from .replay import Shown, shown_states

_PERIOD = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])(?:-[0-3]\d)?")
_MOST_LIST_BYTES = 1 << 26
_MOST_DAY_BYTES = 1 << 30
"""Longer than a day of any arena, and than the engine takes."""
_AHEAD = 2
"""Games for each process that are played before they are asked for."""


@dataclass(frozen=True, eq=False)
class ArchivedGame:
    """A match of the archive, played again, in the layout of a batch. Players are numbered by their ports."""

    id: str
    day: str
    number: int
    """The match's place in its day."""
    started_at: str
    """RFC 3339, as `ended_at`."""
    ended_at: str
    ending: str
    """`stocks`, `time`, `forfeit`, `engine` or `aborted`."""
    winner: int | None
    """None for a draw, and where there is no result."""
    bots: tuple[str, str]
    """Ids."""
    stage: int
    players: tuple[PlayerConfig, ...]
    frames: NDArray[np.int32] = field(repr=False)
    """The frame of each row."""
    inputs: Records = field(repr=False)
    """What was played on the frame of each row, by player."""
    _states: dict[int, Records] = field(repr=False)

    def __len__(self) -> int:
        return len(self.frames)

    def states(self, viewpoint: int = 0) -> Records:
        """Every frame as a player sees it, one of the `viewpoints` that were asked for."""
        return self._states[viewpoint]


def games(
    period: str,
    arena_url: str | None,
    *,
    viewpoints: tuple[int, ...],
    workers: int | None,
    folder: str | os.PathLike[str] | None,
) -> Iterator[ArchivedGame]:
    """See `arena.data`. What is wrong with the arguments is said at once."""
    if not _PERIOD.fullmatch(period):
        raise ValueError(f"{period!r} is no month and no day, as 2026-11 and 2026-11-24 are")
    if not all(viewpoint in (0, 1) for viewpoint in viewpoints):
        raise ValueError(f"viewpoints are 0 and 1, not {viewpoints}")
    count = (os.cpu_count() or 1) if workers is None else workers
    if count < 1:
        raise ValueError(f"workers is {workers}; one is the least")
    days = _DayFiles(find_arena(arena_url), None if folder is None else Path(folder))
    return _games(period, days, viewpoints, count)


def _games(period: str, days: _DayFiles, viewpoints: tuple[int, ...], workers: int) -> Iterator[ArchivedGame]:
    players = _Players(viewpoints)
    pool = ThreadPoolExecutor(workers, "arena.data")
    waiting: deque[Future[ArchivedGame | str]] = deque()
    try:
        for task in _tasks(period, days):
            waiting.append(pool.submit(players.play, *task))
            if len(waiting) > _AHEAD * workers:
                yield from _given(waiting.popleft())
        while waiting:
            yield from _given(waiting.popleft())
    finally:
        pool.shutdown(cancel_futures=True)
        players.close()


def _given(game: Future[ArchivedGame | str]) -> Iterator[ArchivedGame]:
    found = game.result()
    if isinstance(found, str):
        warnings.warn(found, ReplayWarning, stacklevel=3)
    else:
        yield found


@dataclass(frozen=True, eq=False)
class _Day:
    day: str
    file: bytes


def _tasks(period: str, days: _DayFiles) -> Iterator[tuple[_Day, int, dict[str, Any]]]:
    """Day by day, the rows that have a game."""
    listing = engine.EngineProcess(1, is_recorded=False)
    try:
        for listed in days.listed(period):
            day = _Day(listed["day"], days.file(listed))
            for row, match in enumerate(json.loads(listing.ask(engine.READ_DAY, day.file))):
                if match["hasGame"]:
                    yield day, row, match
    finally:
        listing.close()


class _Players:
    """An engine process for each thread, which has the day that the thread played last."""

    def __init__(self, viewpoints: tuple[int, ...]) -> None:
        self._viewpoints = viewpoints
        self._own = threading.local()
        self._started: list[engine.EngineProcess] = []

    def play(self, day: _Day, row: int, match: dict[str, Any]) -> ArchivedGame | str:
        """The game, or in words why there is none."""
        own = self._own
        if not hasattr(own, "engine"):
            own.engine, own.day = engine.EngineProcess(1, is_recorded=False), None
            self._started.append(own.engine)
        if own.day is not day:
            own.engine.ask(engine.READ_DAY, day.file)
            own.day = day
        try:
            shown = Shown(own.engine.ask(engine.PLAY_ARCHIVED, struct.pack("<I", row)))
        except ValueError as refused:
            return str(refused)
        return ArchivedGame(
            id=match["id"],
            day=day.day,
            number=match["number"],
            started_at=match["startedAt"],
            ended_at=match["endedAt"],
            ending=match["ending"],
            winner=match["winner"],
            bots=(match["bots"][0], match["bots"][1]),
            stage=shown.stage,
            players=shown.players,
            frames=shown.frames,
            inputs=shown.inputs,
            _states={each: shown_states(own.engine, each, len(shown.frames)) for each in self._viewpoints},
        )

    def close(self) -> None:
        for process in self._started:
            process.close()


class _DayFiles:
    """The archive of an arena. A file that is in the folder as the arena has it is not fetched."""

    def __init__(self, arena: str, folder: Path | None) -> None:
        self._arena = arena
        self._folder = folder

    def listed(self, period: str) -> list[dict[str, Any]]:
        """The days of a month, or the one, in their order."""
        try:
            days = json.loads(self._fetch("/archive", _MOST_LIST_BYTES))["days"]
        except (ValueError, LookupError, TypeError):
            raise ArenaError(0, f"{self._arena} answered what is no list of days: is it an arena?") from None
        return sorted((each for each in days if each["day"].startswith(period)), key=lambda each: str(each["day"]))

    def file(self, listed: dict[str, Any]) -> bytes:
        name = f"{listed['day']}.parquet"
        path = None if self._folder is None else self._folder / name
        if path is not None and path.is_file():
            kept = path.read_bytes()
            if hashlib.sha256(kept).hexdigest() == listed["sha256"]:
                return kept
        fetched = self._fetch(f"/archive/{name}", _MOST_DAY_BYTES)
        if hashlib.sha256(fetched).hexdigest() != listed["sha256"]:
            raise ArenaError(0, f"/archive/{name} of {self._arena} is not the file whose SHA-256 is listed")
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_suffix(".new")
            draft.write_bytes(fetched)
            draft.replace(path)
        return fetched

    def _fetch(self, path: str, most: int) -> bytes:
        request = urllib.request.Request(self._arena + path, headers={"user-agent": "bot-arena-python"})
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                body: bytes = answer.read(most + 1)
        except urllib.error.HTTPError as error:
            raise refusal(error.code, error.read(_MOST_LIST_BYTES), self._arena) from None
        except (OSError, ValueError) as error:
            raise ArenaError(0, f"{self._arena} cannot be reached: {getattr(error, 'reason', error)}") from None
        if len(body) > most:
            raise ArenaError(0, f"{path} of {self._arena} is longer than {most} bytes")
        return body
