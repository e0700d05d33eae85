"""`serve`: a bot of this program on the ladder, or in a match at home."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

from .bot import Bot
from .door import CannotListen, Door
from .lead import LeadPolicy, Outbox
from .link import Link
from .play import play
from .signature import PlatformKey
from .version import version_to_say

Handler = Callable[[int, FrameType | None], Any] | int | None
"""The handler of a signal."""


def serve(
    bot: Callable[[], Bot],
    *,
    host: str | None = None,
    port: int | None = None,
    arena_url: str | None = None,
    platform_key: str | None = None,
    lead: LeadPolicy | None = None,
    hold: int = 0,
    catches_up: bool | None = None,
    version: str | None = None,
    admits: Callable[[], bool] = lambda: True,
) -> None:
    """Serves a bot until SIGINT or SIGTERM. `bot` makes the bot of one match: a class, or any function.

    `host`, `port`: where it listens. By default `HOST` and `PORT` of the environment, else 127.0.0.1 and 9000.

    `arena_url`, `platform_key`: who may connect, by the arena's address, from which its key is fetched, or by that
    key. By default the address in `ARENA_BASE_URL`. Without any, whoever knows the address of the bot may connect.

    `lead`: frames between the next one and the first for which an answer is sent. By default that of the mode, 2.
    `"early"` has every answer played as soon as it can be; see `arena.lead`.

    `hold`: each answer is sent for that many more frames, so that a late one leaves the controller as it was, not at
    rest.

    `catches_up`: a bot that is slow answers the newest frame; those in between are in `Game.skipped`. By default so,
    except where the local kit plays without a clock (`--fast`), which waits for each answer.

    `version`: what the bot says of its version, which the arena shows beside its matches: 1 to 32 letters, digits and
    characters of `. _ + -`; `""` says none. By default `ARENA_VERSION` of the environment, else the commit of the
    program or a hash of its file.

    `admits`: whether another match can be played now. Else the arena is refused, and dials again.

    Where it cannot listen, as on a port that is taken, it says so and ends the program with 1. Raises `ValueError` for
    an option that makes no sense, and `TypeError` where `bot` makes none.
    """
    Outbox(lead, hold=hold)
    if not callable(bot):
        raise TypeError(f"serve takes a class or a function that makes a bot for each match, not {bot!r}")
    skips = follows_clock() if catches_up is None else catches_up
    key = trusted_key(arena_url, platform_key)
    said = version_to_say(version)

    def on_match(link: Link) -> None:
        play(link, bot, lead=lead, hold=hold, catches_up=skips)

    door = open_door(on_match, host, port, key, said, admits)
    with suppress(KeyboardInterrupt), closing_on_signals(door):
        log_listening(door)
        door.run()


def open_door(
    on_match: Callable[[Link], None],
    host: str | None,
    port: int | None,
    key: PlatformKey | None,
    version: str | None,
    admits: Callable[[], bool] = lambda: True,
) -> Door:
    """The door of this program, which ends where it cannot listen: its author wants the sentence, not the stack."""
    try:
        return Door(on_match, host=host, port=port, key=key, version=version, admits=admits)
    except CannotListen as error:
        print(error, file=sys.stderr, flush=True)
        raise SystemExit(1) from None


def trusted_key(arena_url: str | None, platform_key: str | None) -> PlatformKey | None:
    """Who may connect; None for everyone."""
    if platform_key is not None:
        return PlatformKey(platform_key)
    url = arena_url or os.environ.get("ARENA_BASE_URL")
    return PlatformKey(arena_url=url) if url else None


def follows_clock() -> bool:
    """Whether frames follow time, as on the ladder, or the answers of the bots, as with `--fast` of the local kit."""
    return os.environ.get("ARENA_CLOCK") != "fast"


def log_listening(door: Door) -> None:
    print(f"listening on port {door.port}", flush=True)


class closing_on_signals:
    """SIGINT and SIGTERM close the door while this is entered; a second one ends the program at once, whatever the bot
    does. Only the main thread can take signals; in others, none are taken."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._before: dict[int, Handler] = {}

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._close)

    def __exit__(self, *_: object) -> None:
        self._door.close()
        for number, before in self._before.items():
            signal.signal(number, before)

    def _close(self, number: int, frame: FrameType | None) -> None:
        for each in self._before:
            signal.signal(each, signal.SIG_DFL)
        # `shutdown` waits for nothing that this thread does, but takes locks: not in a signal handler.
        threading.Thread(target=self._door.close, daemon=True).start()
