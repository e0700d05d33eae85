"""A connector, from the arena's side: a real WebSocket on loopback, and an account that is a list."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from arena.connect.account import Account, ArenaError, Json
from arena.connect.connector import SUBPROTOCOL, Bot, Connector, Refused
from arena.connect.report import Report, result_of
from arena.connect.streams import DATA, HEADER, OPEN

SECONDS = 10.0
URL = "http://127.0.0.1/relay/"


class Listed(Account):
    """An account whose arena is a list of bots."""

    def __init__(self, port: int, bots: list[Json] | None = None) -> None:
        super().__init__(f"http://127.0.0.1:{port}", "arn_key")
        self.listed: list[Json] = bots or []
        self.asked: list[tuple[str, str, Json | None]] = []

    def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
        if method == "GET":
            return {"bots": [dict(bot) for bot in self.listed]}
        self.asked.append((method, path, body))
        if method == "POST":
            bot = {**(body or {}), "id": "bot_1", "status": "active"}
            self.listed.append(bot)
            return bot
        bot = next(each for each in self.listed if path.endswith(each["id"]))
        bot.update(body or {})
        return bot


Play = Callable[[ServerConnection, int], Awaitable[None]]


def connected(
    play: Play,
    bots: list[Json] | None = None,
    refuse: Callable[[ServerConnection, Request], Response | None] | None = None,
) -> tuple[list[str], Listed, Refused | None]:
    """Runs a connector of "My bot" until the arena's side is done with it. Gives what it said, and its account."""
    said: list[str] = []

    async def run() -> tuple[Listed, Refused | None]:
        done = asyncio.Event()
        times = 0

        async def arena(socket: ServerConnection) -> None:
            nonlocal times
            times += 1
            names = json.loads(await socket.recv())["names"]
            relays = [{"name": name, "id": f"relay_{name}", "url": f"{URL}relay_{name}"} for name in names]
            await socket.send(json.dumps({"kind": "relays", "relays": relays}))
            await play(socket, times)
            if socket.close_code is None:
                done.set()

        async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while data := await reader.read(1 << 16):
                writer.write(data)

        bot_server = await asyncio.start_server(echo, "127.0.0.1", 0)
        address = ("127.0.0.1", bot_server.sockets[0].getsockname()[1])
        async with serve(arena, "127.0.0.1", 0, subprotocols=[SUBPROTOCOL], process_request=refuse) as server:
            account = Listed(server.sockets[0].getsockname()[1], bots)
            connector = Connector(account, [Bot("My bot", address)], said.append)
            running = asyncio.create_task(connector.run())
            over = asyncio.create_task(done.wait())
            await asyncio.wait({running, over}, timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
            refused = running.exception() if running.done() else None
            assert running.done() or over.done(), said
            running.cancel()
            over.cancel()
            await asyncio.gather(running, return_exceptions=True)
            assert refused is None or isinstance(refused, Refused)
            bot_server.close()
            return account, refused

    account, refused = asyncio.run(run())
    return said, account, refused


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError


async def echoes(socket: ServerConnection, _: int) -> None:
    """A connection of the arena to the bot."""
    await socket.send(HEADER.pack(OPEN, 1) + b"relay_My bot")
    await socket.send(HEADER.pack(DATA, 1) + b"pong")
    assert await asyncio.wait_for(socket.recv(), SECONDS) == HEADER.pack(DATA, 1) + b"pong"
    await asyncio.sleep(0.1)


def test_a_bot_is_registered_with_the_address_of_its_relay_and_the_connections_of_the_arena_come_to_it() -> None:
    said, account, refused = connected(echoes)
    body = {"name": "My bot", "mode": "live", "url": f"{URL}relay_My bot"}
    assert (account.asked, said, refused) == ([("POST", "/bots", body)], [], None)


def test_a_bot_is_found_again_by_its_relay_under_whatever_name_and_plays_on_where_it_was_paused() -> None:
    known = {"id": "bot_7", "name": "Renamed", "url": f"{URL}relay_My bot", "status": "paused"}
    _, account, _ = connected(echoes, [known])
    assert account.asked == [("PATCH", "/bots/bot_7", {"status": "active"})]


def test_a_bot_of_that_name_with_an_address_of_its_own_is_left_alone() -> None:
    known = {"id": "bot_7", "name": "My bot", "url": "https://bot.example.org", "status": "active"}

    async def wait(socket: ServerConnection, _: int) -> None:
        await socket.wait_closed()

    _, account, refused = connected(wait, [known])
    assert account.asked == []
    assert 'a bot "My bot" at an address of its own, https://bot.example.org' in str(refused)


def test_a_lost_connection_is_dialled_again_and_both_are_told_in_a_line() -> None:
    async def drop_once(socket: ServerConnection, times: int) -> None:
        if times == 1:
            await socket.close(1012, "this machine stops")
        else:
            await echoes(socket, times)

    said, _, refused = connected(drop_once)
    assert said == [
        "The connection to the arena is lost (this machine stops); dialling again.",
        "Connected again.",
    ]
    assert refused is None


@pytest.mark.parametrize(
    ("code", "reason", "sentence"),
    [
        (4409, "", "Another connector has taken over, so this one stops."),
        (4401, "the key is revoked", "The key does not count any more: the key is revoked"),
        (1008, "no names within 10 seconds", "The arena has closed the connection: no names within 10 seconds"),
    ],
)
def test_a_connector_that_the_arena_does_not_want_stops_and_says_why(code: int, reason: str, sentence: str) -> None:
    async def close(socket: ServerConnection, _: int) -> None:
        await socket.close(code, reason)

    assert str(connected(close)[2]) == sentence


def test_an_upgrade_that_is_refused_for_good_ends_with_the_sentence_of_the_arena() -> None:
    def refuse(socket: ServerConnection, _: Request) -> Response:
        answer = socket.respond(403, json.dumps({"code": "missing-scope", "detail": "The key lacks bots.write."}))
        return answer

    async def never(_: ServerConnection, __: int) -> None:
        raise AssertionError

    assert str(connected(never, refuse=refuse)[2]) == "The key lacks bots.write."


def match_of(**other: Any) -> Json:
    players = [
        {"port": 0, "botId": "bot_1", "botName": "My bot", "score": 2, "ratingDelta": 1.42},
        {"port": 1, "botId": "bot_2", "botName": "gale", "score": 0, "ratingDelta": -1.1},
    ]
    summary = {"winner": 0, "endReason": "stocks", "frames": 11520, "players": [{"missed": 3}, {"missed": 0}]}
    return {"status": "completed", "players": players, "summary": summary, **other}


def test_a_match_that_is_over_is_one_line() -> None:
    won = "beat gale by stocks, 2 to 0, after 3:12; rating +1.4; missed 3 of 11520 pads"
    lost = "lost to My bot by stocks, 0 to 2, after 3:12; rating -1.1; missed 0 of 11520 pads"
    assert (result_of(match_of(), "bot_1"), result_of(match_of(), "bot_2")) == (won, lost)
    aborted = result_of(match_of(status="aborted", summary=None), "bot_1")
    assert aborted == "the match against gale was aborted, unrated"


def test_the_report_tells_what_a_bot_waits_for_the_match_that_begins_and_how_it_ended() -> None:
    said: list[str] = []
    waits = {"state": "free", "label": "Active", "says": "", "waiting": {"says": "1 bot is free."}, "matchId": None}
    plays = {**waits, "state": "playing", "waiting": None, "matchId": "match_1"}

    class Told(Listed):
        def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
            if path.endswith("/receipt"):
                raise ArenaError(404, "none")
            return match_of() if path == "/matches/match_1" else super()._ask(method, path, body)

    account = Told(1, [{"id": "bot_1", "standing": waits}])
    report = Report(account, {"My bot": "bot_1"}, said.append)
    for standing in (waits, waits, plays, plays, waits):
        account.listed[0]["standing"] = standing
        asyncio.run(report.look())
    page = "http://127.0.0.1:1/watch/match_1"
    assert said == [
        "My bot: Active. 1 bot is free.",
        f"My bot: plays gale. Watch it at {page}",
        f"My bot: {result_of(match_of(), 'bot_1')}. {page}",
        "My bot: Active. 1 bot is free.",
    ]
