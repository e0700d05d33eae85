"""What happens to the bots on the ladder, in lines for whoever sits before the program."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from . import words
from .account import Account, ArenaError, Json

LOOK_SECONDS = 5.0
BEGINNING_SECONDS = 1.0
"""From one look to the next while the stage of a match is not known."""


@dataclass(slots=True)
class _Match:
    id: str
    since: float = field(default_factory=time.monotonic)
    is_told: bool = False
    """That it has begun."""


class Report:
    def __init__(
        self,
        account: Account,
        ids: dict[str, str],
        round_trip_ms: Callable[[float], float | None],
        say: Callable[[str], None],
    ) -> None:
        """`ids` are those of the bots by name; more may come. `round_trip_ms` is `Connector.round_trip_ms`."""
        self._account = account
        self._ids = ids
        self._round_trip_ms = round_trip_ms
        self._say = say
        self._told: dict[str, str] = {}
        """By bot: the state that it was last said to wait in."""
        self._playing: dict[str, _Match] = {}
        """By bot: its match."""
        self.is_leaving = False
        """What a bot waits for is no news any more."""

    @property
    def playing(self) -> list[str]:
        """The names of the bots that play."""
        return [name for name, bot in self._ids.items() if bot in self._playing]

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            # The connector tells of an arena that is away.
            with suppress(ArenaError):
                await self.look()
            is_beginning = any(not match.is_told for match in self._playing.values())
            await asyncio.sleep(BEGINNING_SECONDS if is_beginning else LOOK_SECONDS)

    async def look(self) -> None:
        if not self._ids:
            return
        own = set(self._ids.values())
        for bot in await asyncio.to_thread(self._account.bots):
            if bot["id"] in own:
                await self._see(bot, bot["standing"])
        await self._tell_begun()

    async def _see(self, bot: Json, standing: Json) -> None:
        id_, match = bot["id"], standing["matchId"]
        before = self._playing.get(id_)
        if before is not None and before.id != match:
            await self._tell_end(id_, before, standing)
            del self._playing[id_]
        if match is not None:
            self._playing.setdefault(id_, _Match(match))
            self._told.pop(id_, None)
            return
        # That a bot has rested is no news: what it waits for goes on.
        state = "free" if standing["state"] == "resting" else standing["state"]
        if state != self._told.get(id_) and not self.is_leaving:
            self._told[id_] = state
            self._say(f"waits     {words.wait(bot['name'], standing)}")

    async def _tell_begun(self) -> None:
        """Tells which matches have begun: those whose stage is known."""
        if all(match.is_told for match in self._playing.values()):
            return
        live = {each["id"]: each for each in await asyncio.to_thread(self._account.live)}
        for bot, match in self._playing.items():
            seen = live.get(match.id)
            if not match.is_told and seen is not None and seen["stage"] is not None:
                match.is_told = True
                self._tell_begin(bot, seen)

    def _tell_begin(self, bot: str, match: Json) -> None:
        self._say(f"begins    {words.begin(match, bot)}: {self._page(match)}")

    async def _tell_end(self, bot: str, known: _Match, standing: Json) -> None:
        match = await asyncio.to_thread(self._account.match, known.id)
        receipt = await asyncio.to_thread(self._account.receipt, known.id)
        if not known.is_told:
            self._tell_begin(bot, match)
        self._say(f"result    {words.end(match, bot, standing['rating'], receipt)}: {self._page(match)}")
        causes = [f"{cause['says']} {cause['advice']}" for cause in (receipt or {}).get("causes", [])]
        for line in (words.way(match, bot, self._round_trip_ms(known.since), receipt), *causes):
            if line is not None:
                self._say(f"          {line}")

    def _page(self, match: Json) -> str:
        return f"{self._account.arena}/watch/{match['id']}"
