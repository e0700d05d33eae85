"""The process of a UMI bot: started, greeted, warmed up, and ended again."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import socket as sockets
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..env.config import LADDER_DELAY
from ..env.inputs import Records
from .frame import CHARACTERS, FRAME
from .wire import Gone, Hello, UmiError, Wire, answers_of, hello_of, observation, roster

CONNECT_SECONDS = 120.0
READY_SECONDS = 300.0
ACT_SECONDS = 10.0
"""An observation that is not answered for so long is a fault."""
END_SECONDS = 10.0
KILL_SECONDS = 2.0
LOOK_SECONDS = 0.2
BUCKETS = (1, 8, 32, 64, 128, 256)
"""Sizes of batches that a bot may compile its model for."""
INFO_EVERY = 6


@dataclass(frozen=True, slots=True)
class Wishes:
    """What whoever starts a bot wants of it."""

    command: str
    characters: str | None = None
    delay: int | None = None
    games: int = 1
    """At a time."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a bot plays."""

    name: str
    characters: tuple[str, ...]
    delay: int
    """An action given on frame F is played on F + 1 + delay."""
    declared: int
    """The delay of the bot's own, or of whoever started it."""
    lanes: int
    lane_size: int
    """Games in a lane."""

    @property
    def games(self) -> int:
        return self.lanes * self.lane_size

    @property
    def buckets(self) -> list[int]:
        return [size for size in BUCKETS if size < self.lane_size] + [self.lane_size]


def terms_of(hello: Hello, wishes: Wishes) -> Terms:
    """Raises `UmiError` where the two do not agree, or leave something open."""
    asked = None if wishes.characters is None else roster(wishes.characters)
    characters = hello.characters if asked is None else asked
    if characters is None:
        raise UmiError("The bot names no characters: say which it plays, such as --characters FOX")
    others = sorted(set(characters).difference(hello.characters or characters))
    if others:
        raise UmiError(f"The bot does not play {', '.join(others)}: it plays {', '.join(hello.characters or ())}")
    declared = hello.delay if wishes.delay is None else wishes.delay
    if declared is None:
        raise UmiError("The bot names no delay: say at which it plays, such as --delay 18")
    if hello.delay not in (None, declared):
        raise UmiError(f"The bot plays at a delay of {hello.delay}, not {declared}")
    games = min(wishes.games, hello.max_games or wishes.games)
    lanes = 2 if games >= 2 else 1
    # A lane's size is the same for all: an odd number of games leaves one out, as at the championship.
    return Terms(hello.name, characters, max(declared, LADDER_DELAY), declared, lanes, games // lanes)


class Process:
    """A bot in a process of its own. `wire` is its socket and `terms` how it plays, once it is started."""

    wire: Wire
    terms: Terms

    def __init__(self, wishes: Wishes) -> None:
        self._wishes = wishes
        self._folder = tempfile.mkdtemp(prefix="arena-umi-")
        self._program: subprocess.Popen[bytes] | None = None
        self._wire: Wire | None = None
        self._is_ready = False
        self._is_over = False

    def start(self) -> None:
        """Starts it and waits until it is ready to play. Raises `UmiError`, and leaves nothing behind."""
        try:
            self.wire = self._connect(self._wishes.command)
            self.terms = terms_of(hello_of(self._receive(self.wire, CONNECT_SECONDS)), self._wishes)
            self._make_ready(self.wire, self.terms)
            self._is_ready = True
        except BaseException:
            self.kill()
            raise

    def end(self, reason: str) -> None:
        """Asks it to end, and sees to it that it does. One that is only being started is ended at once."""
        if self._wire is not None and self._is_ready:
            with contextlib.suppress(UmiError):
                self._wire.send({"t": "shutdown", "reason": reason})
            self.ended(END_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Ends it and all that it has started. A start that is under way in another thread raises."""
        self._is_over = True
        if self._program is not None:
            # Also where it has ended by itself: what it has started may still run.
            for number in (signal.SIGTERM, signal.SIGKILL):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._program.pid, number)
                self.ended(KILL_SECONDS)
        if self._wire is not None:
            self._wire.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def ended(self, within: float = 0.0) -> int | None:
        """With what it has ended, once it has; None where it has not within `seconds`."""
        if self._program is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self._program.wait(within)
        return None

    def _connect(self, command: str) -> Wire:
        path = str(Path(self._folder, "umi.sock"))
        with sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM) as listening:
            listening.bind(path)
            listening.listen(1)
            listening.settimeout(LOOK_SECONDS)
            try:
                # A session of its own: Ctrl-C is for this program, which tells the bot to end.
                self._program = subprocess.Popen(
                    shlex.split(command), env={**os.environ, "UMI_SOCKET": path}, start_new_session=True
                )
            except (OSError, ValueError, IndexError) as error:
                raise UmiError(f"The bot cannot be started by {command!r}: {error}") from None
            until = time.monotonic() + CONNECT_SECONDS
            while time.monotonic() < until:
                with contextlib.suppress(TimeoutError):
                    connected, _ = listening.accept()
                    self._wire = Wire(connected)
                    return self._wire
                self._check_alive("before it connected to UMI_SOCKET")
        raise UmiError(f"The bot has not connected to UMI_SOCKET in {CONNECT_SECONDS:.0f} s")

    def _make_ready(self, wire: Wire, terms: Terms) -> None:
        until = time.monotonic() + READY_SECONDS
        wire.send(
            {
                "t": "welcome",
                "delay": terms.delay,
                "max_games": terms.games,
                "lanes": terms.lanes,
                "buckets": terms.buckets,
                "info_every": INFO_EVERY,
                "warmups": len(terms.buckets),
                "timeouts": {"ready_s": READY_SECONDS, "act_s": ACT_SECONDS},
                "rng_seed": int.from_bytes(os.urandom(4), "little"),
            }
        )
        for seq, size in enumerate(terms.buckets):
            wire.send(observation("warmup", seq, 0, range(size), [True] * size, _opening_frames(terms, size)))
            answers_of(self._receive(wire, until - time.monotonic()), seq, size)
        message = self._receive(wire, until - time.monotonic())
        if message["t"] != "ready":
            raise UmiError(f"The bot sends {message['t']} after the warm-ups, not ready")

    def _receive(self, wire: Wire, seconds: float) -> dict[str, Any]:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                message = wire.receive(min(left, 1.0))
            except Gone:
                # How it has ended says more than that it has.
                self.ended(KILL_SECONDS)
                self._check_alive("before it was ready")
                raise
            if message is not None:
                return message
            self._check_alive("before it was ready")
        raise UmiError(f"The bot was not ready in {READY_SECONDS:.0f} s")

    def _check_alive(self, when: str) -> None:
        if self._is_over:
            raise UmiError("The bot is not wanted any more")
        code = self.ended()
        if code is not None:
            raise UmiError(f"The bot ended with {code} {when}")


def _opening_frames(terms: Terms, count: int) -> Records:
    """Frames such as a game begins with, for a bot that compiles its model."""
    frames: Records = np.zeros(count, FRAME)
    frames["frame"] = -123
    frames["stage"] = 24
    players: Any = frames["players"]
    players["exists"] = 1
    players["character"] = CHARACTERS[terms.characters[0]]
    players["stocks"] = 4
    players["jumps_left"] = 1
    players["action"] = 322
    players["action_frame"] = -1
    players["shield_strength"] = 60
    players["x"] = (-38.8, 38.8)
    players["y"] = 35.2
    players["facing"] = (1, 0)
    for name in ("main_x", "main_y", "c_x", "c_y"):
        players["controller"][name] = 0.5
    return frames
