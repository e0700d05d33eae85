"""Holds the socket to the arena, and dials again for as long as the bots are to play."""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from . import words
from .account import Account, ArenaError, Json, refusal
from .streams import MOST_MESSAGE_BYTES, Address, RelayFault, Streams

SUBPROTOCOL = Subprotocol("arena-relay.1")
FIRST_WAIT_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 15.0
ANSWER_SECONDS = 20.0
PLAYING_PING_SECONDS, IDLE_PING_SECONDS = 1.0, 5.0
"""From one ping to the next: while a connection of the arena is carried, and else."""
PLAYING_SILENCE_SECONDS, IDLE_SILENCE_SECONDS = 3.5, 15.0
"""A socket that has not answered a ping for so long is taken for dead. A match is lost after 5 seconds without a pad:
where the network has changed, a new socket saves it if the old one is given up before."""
KEPT_ROUND_TRIPS = 720
"""Those of a match of 12 minutes."""
FINAL_STATUS = (400, 401, 403, 404, 426)
"""Answers to the upgrade that no waiting changes."""
LIMIT, REVOKED, REPLACED = 1008, 4401, 4409
FINAL_CODES = (LIMIT, REVOKED, REPLACED)
"""Close codes after which dialling again is of no use."""
SAID = {
    LIMIT: "The arena has closed the connection",
    REVOKED: "The key does not count any more",
    REPLACED: "Another connector has taken over, so this one stops",
}


class Refused(Exception):
    """The arena does not want this connector; the message says why, and what to do."""


@dataclass(frozen=True)
class Bot:
    """A bot of the connector: its name on the ladder, and where its server listens on this machine."""

    name: str
    address: Address
    path: str = ""
    """The path of its server, as `/melee`, with a query; appended to the address that the arena has for it."""


class Connector:
    def __init__(self, account: Account, bots: list[Bot], say: Callable[[str], None]) -> None:
        self._account = account
        self._bots = bots
        self._say = say
        self._wait = FIRST_WAIT_SECONDS
        self.ids: dict[str, str] = {}
        """Ids of the bots, by name, once they are registered."""
        self._lost_at: float | None = None
        """Since when there is no connection, once that is told."""
        self._has_joined = False
        self._round_trips: deque[tuple[float, float]] = deque(maxlen=KEPT_ROUND_TRIPS)
        """When each was over, and its milliseconds."""

    def round_trip_ms(self, since: float) -> float | None:
        """The median round trip to the arena since a moment of `time.monotonic()`; None where none was measured."""
        trips = [trip for at, trip in self._round_trips if at >= since]
        return statistics.median(trips) if trips else None

    async def run(self) -> None:
        """Until it is cancelled. Raises `Refused`."""
        while True:
            why = await self._connect_once()
            if self._lost_at is None:
                self._lost_at = time.monotonic()
                arena = self._account.arena
                what = "The connection is lost" if self._has_joined else f"{arena} takes no connection at the moment"
                self._say(f"lost      {what}: {why.removesuffix('.')}. It is dialled again until it is there.")
            await asyncio.sleep(random.uniform(0, self._wait))
            self._wait = min(2 * self._wait, LONGEST_WAIT_SECONDS)

    async def _connect_once(self) -> str:
        """Holds one socket; gives why it is over."""
        arena = self._account.arena
        url = arena.replace("http", "ws", 1) + "/relay"
        try:
            async with connect(
                url,
                subprotocols=[SUBPROTOCOL],
                additional_headers=self._account.headers,
                user_agent_header=None,
                compression=None,
                max_size=MOST_MESSAGE_BYTES,
                open_timeout=ANSWER_SECONDS,
                # `_ping` does, and keeps what it measures.
                ping_interval=None,
                close_timeout=1,
            ) as socket:
                return await self._hold(socket)
        except InvalidStatus as error:
            status = error.response.status_code
            refused = refusal(status, bytes(error.response.body or b""), arena)
            if status in FINAL_STATUS:
                raise Refused(str(refused)) from None
            return str(refused)
        except (OSError, InvalidHandshake, asyncio.TimeoutError) as error:
            return str(error) or "no answer in time"

    async def _hold(self, socket: ClientConnection) -> str:
        streams: Streams | None = None
        works: list[asyncio.Task[None]] = []
        try:
            await socket.send(json.dumps({"kind": "bots", "names": [bot.name for bot in self._bots]}))
            relays = _relays(await asyncio.wait_for(socket.recv(), ANSWER_SECONDS))
            streams = Streams(socket.send, {relays[bot.name]["id"]: bot.address for bot in self._bots})
            works = [
                asyncio.create_task(work)
                for work in (_read(socket, streams), self._join(relays), self._ping(socket, streams))
            ]
            # The first one only ends with an exception.
            await asyncio.gather(*works)
            return "closed by the arena"
        except ConnectionClosed as closed:
            return _why(closed)
        except asyncio.TimeoutError:
            return "the arena has fallen silent"
        except ArenaError as error:
            return str(error)
        except (RelayFault, LookupError, TypeError, ValueError) as fault:
            await socket.close(1002, str(fault)[:100])
            return f"not understood: {fault}"
        finally:
            for work in works:
                work.cancel()
            await asyncio.gather(*works, return_exceptions=True)
            if streams is not None:
                await streams.end()

    async def _ping(self, socket: ClientConnection, streams: Streams) -> None:
        """Until the arena answers none in time, which raises `TimeoutError`, or the socket is closed."""
        while True:
            is_playing = len(streams) > 0
            pong = await socket.ping()
            seconds = await asyncio.wait_for(pong, PLAYING_SILENCE_SECONDS if is_playing else IDLE_SILENCE_SECONDS)
            self._round_trips.append((time.monotonic(), 1000 * seconds))
            await asyncio.sleep(PLAYING_PING_SECONDS if is_playing else IDLE_PING_SECONDS)

    async def _join(self, relays: Mapping[str, Json]) -> None:
        """Registers the bots, or finds them again; each plays from here on."""
        bots = await asyncio.to_thread(self._account.bots)
        lines = []
        for bot in self._bots:
            known, how, before = await asyncio.to_thread(_joined, self._account, bots, bot, relays[bot.name])
            self.ids[bot.name] = known["id"]
            lines.append(f"bot       {words.entered(bot.name, known, how, before)}")
        if self._lost_at is not None and self._has_joined:
            self._say(f"back      Connected after {time.monotonic() - self._lost_at:.1f} s.")
        if not self._has_joined:
            names = ", ".join(self.ids)
            for line in (f"connected to {self._account.arena}. Ctrl-C pauses {names} and leaves.", *lines):
                self._say(line)
        self._lost_at = None
        self._has_joined = True
        self._wait = FIRST_WAIT_SECONDS


async def _read(socket: ClientConnection, streams: Streams) -> None:
    """Until the socket is closed, which raises `ConnectionClosed`."""
    while True:
        message = await socket.recv()
        if isinstance(message, bytes):
            streams.take(message)


def _why(closed: ConnectionClosed) -> str:
    """Raises `Refused` where dialling again is of no use."""
    received = closed.rcvd
    if received is None:
        return "no answer in time"
    if received.code in FINAL_CODES:
        raise Refused(f"{SAID[received.code]}: {received.reason}" if received.reason else f"{SAID[received.code]}.")
    return received.reason or f"closed with {received.code}"


def _relays(answer: str | bytes) -> dict[str, Json]:
    document = json.loads(answer)
    return {each["name"]: each for each in document["relays"]}


def _joined(account: Account, bots: list[Json], bot: Bot, relay: Json) -> tuple[Json, str, str]:
    """The bot with its standing from before, how it has come to play, and the address that it played from."""
    url = relay["url"] + bot.path
    own = next((each for each in bots if relay["id"] in each["url"]), None)
    try:
        if own is None:
            own = next((each for each in bots if each["name"] == bot.name), None)
            if own is None:
                return account.register(bot.name, url), "registered", url
            if "/relay/" not in own["url"]:
                raise Refused(
                    f'The account has a bot "{bot.name}" at an address of its own, {own["url"]}. '
                    "Choose another name with --name, or remove that bot."
                )
        before = own["url"]
        if before != url:
            account.change(own["id"], url=url)
        if own["status"] == "paused":
            account.change(own["id"], status="active")
        return own, "moved" if before != url else "resumed" if own["status"] == "paused" else "found", before
    except ArenaError as error:
        if error.status in (0, 429, 503):
            raise
        raise Refused(f"{bot.name}: {error}") from None
