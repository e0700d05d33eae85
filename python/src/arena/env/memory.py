"""The memory of a batch's rows, which engine processes write to where the system has files in memory (Linux)."""

from __future__ import annotations

import mmap
import os
import sys
from typing import Any

import numpy as np

from . import dtypes
from .inputs import Records
from .observation import Floats


class RowMemory:
    """`length` rows of ends of `lanes` lanes, one more of states, and in each lane a flat row of `numbers` numbers of
    each of `slots` players, in one mapping."""

    def __init__(self, length: int, lanes: int, slots: int, numbers: int) -> None:
        self._length = length
        self._end_bytes = lanes * dtypes.TERMINAL.itemsize
        self._state_bytes = lanes * dtypes.GAMESTATE.itemsize
        self._states_at = length * self._end_bytes
        self._flat_at = self._states_at + (length + 1) * self._state_bytes
        self._number_bytes = 4 * numbers
        self._flat_bytes = lanes * self._number_bytes
        size = self._flat_at + slots * self._flat_bytes
        self.fd = _file_in_memory()
        """The file behind it until `close_file`, or None."""
        try:
            mapping = self._map(size)
        except BaseException:
            self.close_file()
            raise
        self.terminals: Records = _records(mapping, dtypes.TERMINAL, length, lanes, 0)
        self.states: Records = _records(mapping, dtypes.GAMESTATE, length + 1, lanes, self._states_at)
        flat = np.frombuffer(mapping, "<f4", slots * lanes * numbers, self._flat_at)
        self.flat: Floats = flat.reshape(slots, lanes, numbers)

    def _map(self, size: int) -> mmap.mmap:
        if self.fd is None:
            return mmap.mmap(-1, size)
        os.ftruncate(self.fd, size)
        return mmap.mmap(self.fd, size)

    def share(self, lanes: slice) -> dict[str, Any] | None:
        """Where an engine process writes the rows of its lanes, as it is told when it is opened."""
        if self.fd is None:
            return None
        ends_at, states_at = lanes.start * dtypes.TERMINAL.itemsize, lanes.start * dtypes.GAMESTATE.itemsize
        return {
            "fd": self.fd,
            "rows": self._length,
            "terminals": {"at": ends_at, "stride": self._end_bytes},
            "states": {"at": self._states_at + states_at, "stride": self._state_bytes},
            "flat": {"at": self._flat_at + lanes.start * self._number_bytes, "stride": self._flat_bytes},
        }

    def close_file(self) -> None:
        """The mapping stays, and the engine processes that were started have the file."""
        if self.fd is not None:
            os.close(self.fd)
            self.fd = None


def _file_in_memory() -> int | None:
    if sys.platform != "linux":
        return None
    try:
        return os.memfd_create("arena.env rows")
    except OSError:  # A container may forbid it.
        return None


def _records(mapping: mmap.mmap, dtype: np.dtype[Any], rows: int, lanes: int, at: int) -> Records:
    return np.frombuffer(mapping, dtype, rows * lanes, at).reshape(rows, lanes)
