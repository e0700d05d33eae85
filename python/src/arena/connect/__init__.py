"""`connect`: a bot of this program on the ladder, from any machine that reaches the arena.

The program dials the arena, and the arena's connections to the bot come back over that one socket. So the bot needs no
address that can be reached from outside.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from ..bot import Bot
from ..door import Door
from ..lead import LeadPolicy, Outbox
from ..play import play
from ..signature import PlatformKey
from ..version import version_to_say
from .account import Account, ArenaError, find_key
from .connector import Bot as Entry
from .connector import Connector, Refused
from .report import Report

__all__ = ["Entry", "Refused", "connect", "run"]

LOOPBACK = "127.0.0.1"


def connect(
    bot: Callable[[], Bot],
    *,
    name: str,
    arena_url: str | None = None,
    key: str | None = None,
    lead: LeadPolicy | None = None,
    hold: int = 0,
    version: str | None = None,
) -> None:
    """Plays a bot on the ladder until SIGINT or SIGTERM. `bot` makes the bot of one match, as for `serve`.

    `name`: of the bot on the ladder. It is registered the first time, and found again afterwards.

    `arena_url`, `key`: the arena, and a bearer key of it with the scopes `bots.read` and `bots.write`. By default
    `ARENA_URL` and `ARENA_KEY` of the environment, else the arena and the key that `arena-kit login` has kept.

    `lead`, `hold`, `version`: as in `serve`.

    The first signal pauses the bot, plays a running match to its end and returns; a second one returns at once. Raises
    `ValueError` where the arena or the key is missing or an option makes no sense, and `Refused` where the arena does
    not want the bot.
    """
    Outbox(lead, hold=hold)
    arena, secret = find_key(arena_url, key)
    door = Door(
        lambda link: play(link, bot, lead=lead, hold=hold),
        host=LOOPBACK,
        port=0,
        key=PlatformKey(arena_url=arena),
        version=version_to_say(version),
    )
    serving = threading.Thread(target=door.run, daemon=True)
    serving.start()
    try:
        run(arena, secret, [Entry(name, (LOOPBACK, door.port))])
    finally:
        door.close()


def run(arena: str, key: str, bots: list[Entry]) -> None:
    """Keeps bots playing whose servers listen on this machine, until a signal. Raises `Refused`."""
    asyncio.run(_run(Account(arena, key), bots))


def say(line: str) -> None:
    """Prints a line, without what could steer a terminal."""
    print("".join(filter(str.isprintable, line)), flush=True)


async def _run(account: Account, bots: list[Entry]) -> None:
    connector = Connector(account, bots, say)
    report = Report(account, connector.ids, connector.round_trip_ms, say)
    leaving = asyncio.Event()
    interrupted = asyncio.Event()
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError, RuntimeError, ValueError):
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, lambda: (interrupted if leaving.is_set() else leaving).set())
    tasks = [asyncio.create_task(work) for work in (connector.run(), report.run(), leaving.wait())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        # Still connected: a match is played to its end.
        await _leave(account, connector, report, interrupted)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _leave(account: Account, connector: Connector, report: Report, interrupted: asyncio.Event) -> None:
    report.is_leaving = True
    for name, bot in connector.ids.items():
        try:
            await asyncio.to_thread(account.change, bot, status="paused")
            say(f"paused    {name} is given no other match.")
        except ArenaError as error:
            why = f"{name} could not be paused, and loses the matches that it is given from now on: {error}"
            print(why, file=sys.stderr, flush=True)
    with suppress(ArenaError):
        await report.look()
    if report.playing:
        names = ", ".join(report.playing)
        say(f"leaving   once {names} has played to the end. Ctrl-C again leaves at once, and the match is lost.")
    while report.playing and not interrupted.is_set():
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(interrupted.wait(), 1)
    if report.playing:
        say(f"left      at once: nobody plays for {', '.join(report.playing)} any more.")
    elif connector.ids:
        say(f"left      {', '.join(connector.ids)} plays again from the next python -m arena.connect on.")
