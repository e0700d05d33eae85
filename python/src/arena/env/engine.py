"""One engine process: requests to its stdin, answers from its stdout. It ends with its stdin.

An answer has no name of its own: it is that of the last request. So a request is sent only when the answer to the one
before was taken whole. Where that was broken off, by Ctrl-C for instance, the process is ended at the next request.
"""

from __future__ import annotations

import contextlib
import json
import os
import struct
import subprocess
import sys
import weakref
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from . import dtypes
from .node import find_node
from .observation import Flat

ENGINE = Path(__file__).parent / "engine" / "batch.cjs"

OPEN, CONFIGURE, RESET, STEP, OBSERVE, SAVE, RESTORE, HASH, WRITE, READ_REPLAY, REPLAY_STATES, START_FROM = range(1, 13)
READ_DAY, PLAY_ARCHIVED = 14, 15
PLAY_RECORDED, RECORDED_UNTIL = 16, 17
FAILED = 0

_HEADER = struct.Struct("<IBxxx")
_PIPE_BYTES = 1 << 20
_MOST_PIECES = 64
"""Pieces that one system call writes, fewer than any system allows."""
_ENDING_SECONDS = 10.0
"""Longer than a busy machine takes to end a process whose stdin is closed."""


class EngineError(RuntimeError):
    """The engine process ended, was broken off, or is not the one that belongs to this package."""


@lru_cache(maxsize=1)
def _node() -> str:
    return find_node()


class EngineProcess:
    """Speaks the protocol of packages/batch. Every request gets one answer."""

    def __init__(
        self,
        lanes: int,
        *,
        is_recorded: bool,
        rows: dict[str, Any] | None = None,
        observation: Flat | None = None,
        slots: Sequence[int] = (),
    ) -> None:
        """`rows`: where it writes what comes of a step (`RowMemory.share`); the answer is then empty. `observation`:
        the rows that it makes of the players of `slots`."""
        self.writes_rows = rows is not None
        if not ENGINE.is_file():
            raise EngineError(f"the engine is not built: {ENGINE} is missing (npm run build in packages/batch)")
        # Half a megabyte of young objects stays in the processor's caches.
        command = [_node(), "--max-semi-space-size=1", str(ENGINE)]
        # In a session of its own Ctrl-C is for the program alone, which may go on after it.
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            pass_fds=[rows["fd"]] if rows else [],
            start_new_session=True,
        )
        _STARTED.add(self)
        self._is_closed = False
        self._awaited: int | None = None
        """The request whose answer was not taken whole yet."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        if sys.platform == "linux":
            import fcntl

            for pipe in (self._in, self._out):
                with contextlib.suppress(OSError):
                    fcntl.fcntl(pipe, 1031, _PIPE_BYTES)  # F_SETPIPE_SZ; a system may allow less
        opening: dict[str, Any] = {"lanes": lanes, "isRecorded": is_recorded, "shared": rows}
        if observation is not None:
            opening["flat"] = {"slots": list(slots), "memory": observation.memory}
        hello = json.loads(self.ask(OPEN, json.dumps(opening).encode()))
        self.revision: str = hello["engine"]
        for name, dtype in (
            ("gamestate", dtypes.GAMESTATE),
            ("terminal", dtypes.TERMINAL),
            ("input", dtypes.INPUT),
        ):
            if hello["layouts"][name] != dtypes.describe(dtype):
                self.close()
                raise EngineError(f"the engine's {name} records are not those of arena.env; build it anew")
        if observation is not None and hello["flat"] != observation.size:
            self.close()
            raise EngineError("the engine's flat rows are not those of arena.env; build it anew")

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, kind: int, *pieces: Any) -> bytes:
        """A request and its answer."""
        self.send(kind, *pieces)
        return self.receive()

    def send(self, kind: int, *pieces: Any) -> None:
        """A request; the answer is to be received before the next."""
        views = [memoryview(piece) for piece in pieces]
        header = _HEADER.pack(sum([view.nbytes for view in views]), kind)
        if self._awaited is not None:
            self.close()
            raise EngineError("a request to the engine was broken off; its answer cannot be told from that of another")
        if self._is_closed:
            raise EngineError("the engine process was closed, or is that of the program that this one was forked from")
        self._awaited = kind
        try:
            _write_all(self._in, [memoryview(header), *views])
        except BrokenPipeError:
            raise self._ended() from None

    def receive(self) -> bytes:
        """The body of the answer. A `ValueError` has the engine's words where it refuses."""
        length = self._header()
        body = bytearray(length)
        self._read_all([memoryview(body)])
        self._awaited = None
        return bytes(body)

    def receive_into(self, pieces: Sequence[memoryview]) -> None:
        """The body of the answer, divided over buffers that it fills."""
        length = self._header()
        expected = sum(piece.nbytes for piece in pieces)
        if length != expected:
            self.close()
            raise EngineError(f"the engine answered {length} bytes, not {expected}")
        self._read_all(pieces)
        self._awaited = None

    def _header(self) -> int:
        if self._awaited is None:
            raise EngineError("no answer of the engine is awaited")
        header = b""
        while len(header) < _HEADER.size:
            more = os.read(self._out, _HEADER.size - len(header))
            if not more:
                raise self._ended()
            header += more
        length, kind = _HEADER.unpack(header)
        if kind == FAILED:
            text = bytearray(length)
            self._read_all([memoryview(text)])
            self._awaited = None
            raise ValueError(text.decode())
        if kind != self._awaited:
            awaited = self._awaited
            self.close()
            raise EngineError(f"the engine answered a request of type {kind}, not {awaited}")
        return int(length)

    def _read_all(self, into: Sequence[memoryview]) -> None:
        pieces = [piece for piece in into if piece.nbytes]
        while pieces:
            count = _read(self._out, pieces[:_MOST_PIECES])
            if count == 0:
                raise self._ended()
            _drop(pieces, count)

    def _ended(self) -> EngineError:
        code = self._wait()
        self.close()
        return EngineError(f"the engine process ended with code {code}; what it said is on stderr")

    def close(self) -> None:
        """Ends the process. Doing so again changes nothing."""
        is_owed = self._awaited is not None
        self.let_go()
        if is_owed:
            # Nobody takes what it still says.
            self._process.kill()
        self._wait()

    def let_go(self) -> None:
        """Closes this program's ends of the pipes."""
        self._is_closed = True
        self._awaited = None
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None and not pipe.closed:
                pipe.close()

    def _wait(self) -> int:
        """Its exit code. Another program may hold an end of its stdin, so it is not waited for without limit."""
        try:
            return self._process.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


_STARTED: weakref.WeakSet[EngineProcess] = weakref.WeakSet()


def _let_go_of_all() -> None:
    for process in list(_STARTED):
        process.let_go()


if hasattr(os, "register_at_fork"):
    # An engine ends when the last end of its stdin is closed: a forked program must not hold one.
    os.register_at_fork(after_in_child=_let_go_of_all)


def _read(fd: int, pieces: Sequence[memoryview]) -> int:
    if hasattr(os, "readv"):
        return os.readv(fd, pieces)
    data = os.read(fd, pieces[0].nbytes)
    pieces[0][: len(data)] = data
    return len(data)


def _write_all(fd: int, pieces: list[memoryview]) -> None:
    count = 0
    if hasattr(os, "writev"):
        # One call writes most requests whole, in pieces of any shape.
        count = os.writev(fd, pieces[:_MOST_PIECES])
        if count == sum([piece.nbytes for piece in pieces]):
            return
    rest = [piece.cast("B") for piece in pieces]
    _drop(rest, count)
    while rest:
        count = os.writev(fd, rest[:_MOST_PIECES]) if hasattr(os, "writev") else os.write(fd, rest[0])
        _drop(rest, count)


def _drop(pieces: list[memoryview], count: int) -> None:
    """Takes bytes off the front."""
    whole = 0
    while whole < len(pieces) and count >= pieces[whole].nbytes:
        count -= pieces[whole].nbytes
        whole += 1
    del pieces[:whole]
    if count:
        pieces[0] = pieces[0][count:]
