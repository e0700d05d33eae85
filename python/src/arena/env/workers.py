"""The engine processes of a batch, and which lanes each of them has."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from .engine import EngineProcess
from .memory import RowMemory
from .observation import Flat

LANES_A_WORKER = 32
"""With fewer, another process costs more than it brings."""

Groups = dict[int, list[tuple[int, int]]]
"""By worker: lanes, and their numbers there."""


class Workers:
    def __init__(
        self,
        lanes: int,
        workers: int | None,
        memory: RowMemory,
        *,
        is_recorded: bool,
        observation: Flat | None,
        slots: Sequence[int],
    ) -> None:
        self._lanes = lanes
        self.engines: list[EngineProcess] = []
        # Ends the processes also where nobody closes the batch.
        self._finalizer = weakref.finalize(self, _close_all, self.engines)
        try:
            self.shares = _shares(lanes, workers)
            """The lanes of each worker, one after the other."""
            for share in self.shares:
                rows = memory.share(share)
                count = share.stop - share.start
                self.engines.append(
                    EngineProcess(count, is_recorded=is_recorded, rows=rows, observation=observation, slots=slots)
                )
        finally:
            memory.close_file()
        self.shared = tuple(zip(self.shares, self.engines, strict=True))
        """Engines with their lanes."""

    def close(self) -> None:
        self._finalizer()

    def of(self, lane: int) -> tuple[EngineProcess, int]:
        """The engine of a lane, and the lane's number there."""
        worker, place = self._place(lane)
        return self.engines[worker], place

    def groups(self, lanes: Sequence[int]) -> Groups:
        groups: Groups = {}
        for lane in lanes:
            worker, place = self._place(lane)
            groups.setdefault(worker, []).append((lane, place))
        return groups

    def _place(self, lane: int) -> tuple[int, int]:
        for worker, share in enumerate(self.shares):
            if share.start <= lane < share.stop:
                return worker, lane - share.start
        raise ValueError(f"lanes are numbered from 0 to {self._lanes - 1}")


def each(receives: Sequence[Callable[[], Any]]) -> None:
    """Takes every answer, also where one of them is a refusal, which is raised at the end."""
    refusal: ValueError | None = None
    for receive in receives:
        try:
            receive()
        except ValueError as error:
            refusal = refusal or error
    if refusal is not None:
        raise refusal


def _shares(lanes: int, workers: int | None) -> list[slice]:
    if workers is None:
        workers = min(os.cpu_count() or 1, max(1, lanes // LANES_A_WORKER))
    if not 1 <= workers <= lanes:
        raise ValueError(f"workers is from 1 to the number of lanes, {lanes}, not {workers}")
    ends = [lanes * (worker + 1) // workers for worker in range(workers)]
    return [slice(start, stop) for start, stop in zip([0, *ends[:-1]], ends, strict=True)]


def _close_all(engines: list[EngineProcess]) -> None:
    for process in engines:
        process.close()
