"""What happens to the bots on the ladder, in lines for whoever sits before the program."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from .account import Account, ArenaError, Json

LOOK_SECONDS = 5.0
FRAMES_A_MINUTE = 3600


class Report:
    def __init__(self, account: Account, ids: dict[str, str], say: Callable[[str], None]) -> None:
        """`ids` are those of the bots by name; more may come."""
        self._account = account
        self._ids = ids
        self._say = say
        self._states: dict[str, str] = {}
        self._matches: dict[str, str] = {}
        """The match of each bot that plays."""

    @property
    def is_playing(self) -> bool:
        return bool(self._matches)

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            # The connector tells of an arena that is away.
            with suppress(ArenaError):
                await self.look()
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        if not self._ids:
            return
        names = {bot: name for name, bot in self._ids.items()}
        for bot in await asyncio.to_thread(self._account.bots):
            name = names.get(bot["id"])
            if name is not None:
                await self._see(name, bot["id"], bot["standing"])

    async def _see(self, name: str, bot: str, standing: Json) -> None:
        match = standing["matchId"]
        before = self._matches.get(name)
        if before is not None and match != before:
            del self._matches[name]
            await self._tell_end(name, bot, before)
        if match is not None and match != before:
            self._matches[name] = match
            await self._tell_begin(name, bot, match)
        if standing["state"] != self._states.get(name) and match is None:
            waiting = standing["waiting"]
            self._say(f"{name}: {standing['label']}. {waiting['says'] if waiting else standing['says']}")
        self._states[name] = standing["state"]

    async def _tell_begin(self, name: str, bot: str, match: str) -> None:
        record = await asyncio.to_thread(self._account.match, match)
        opponent = next(each["botName"] for each in record["players"] if each["botId"] != bot)
        self._say(f"{name}: plays {opponent}. Watch it at {self._account.arena}/watch/{match}")

    async def _tell_end(self, name: str, bot: str, match: str) -> None:
        record = await asyncio.to_thread(self._account.match, match)
        self._say(f"{name}: {result_of(record, bot)}. {self._account.arena}/watch/{match}")
        receipt = await asyncio.to_thread(self._account.receipt, match)
        for cause in (receipt or {}).get("causes", []):
            self._say(f"{name}: {cause['says']} {cause['advice']}")


def result_of(match: Json, bot: str) -> str:
    """How a match ended for a bot: `beat gale by stocks, 2 to 0, after 3:12; rating +1.4; missed 3 of 11520 pads`."""
    own, opponent = sorted(match["players"], key=lambda each: each["botId"] != bot)
    summary = match["summary"]
    if match["status"] != "completed" or summary is None:
        return f"the match against {opponent['botName']} was aborted, unrated"
    winner = summary["winner"]
    outcome = "drew with" if winner is None else "beat" if winner == own["port"] else "lost to"
    frames = summary["frames"]
    parts = [
        f"{outcome} {opponent['botName']} by {summary['endReason']}, {own['score']} to {opponent['score']}, "
        f"after {frames // FRAMES_A_MINUTE}:{frames % FRAMES_A_MINUTE // 60:02d}",
        f"rating {own['ratingDelta']:+.1f}",
    ]
    if frames > 0:
        missed = summary["players"][own["port"]].get("missed", 0)
        parts.append(f"missed {missed} of {frames} pads")
    return "; ".join(parts)
