"""A connector, from the arena's side: a real WebSocket on loopback, and an account that is a list."""

import asyncio
import json
import math
import re
import socket
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from arena.connect import __main__ as command
from arena.connect import connector as connecting
from arena.connect import words
from arena.connect.account import Account, ArenaError, Json
from arena.connect.connector import SUBPROTOCOL, Bot, Connector, Refused
from arena.connect.report import Report
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
    lines = [
        f"connected to {account.arena}. Ctrl-C pauses My bot and leaves.",
        "bot       My bot (bot_1) is registered, and is seated from the next tick on.",
    ]
    assert (account.asked, said, refused) == ([("POST", "/bots", body)], lines, None)


def test_a_bot_is_found_again_by_its_relay_under_whatever_name_and_plays_on_where_it_was_paused() -> None:
    standing = {"rating": -1.26, "rank": 4}
    known = {"id": "bot_7", "name": "Renamed", "url": f"{URL}relay_My bot", "status": "paused", "standing": standing}
    said, account, _ = connected(echoes, [known])
    assert account.asked == [("PATCH", "/bots/bot_7", {"status": "active"})]
    assert said[1:] == [
        "bot       My bot is called Renamed at the arena (bot_7), and was paused, and plays again. "
        "Its rating is \N{MINUS SIGN}1.3, its rank 4."
    ]


def test_a_bot_that_played_from_a_relay_of_the_arena_before_is_moved_to_its_own() -> None:
    known = {"id": "bot_7", "name": "My bot", "url": "https://old.example.org/relay/relay_1", "status": "active"}
    said, account, _ = connected(echoes, [known])
    assert account.asked == [("PATCH", "/bots/bot_7", {"url": f"{URL}relay_My bot"})]
    assert said[1:] == [
        "bot       My bot (bot_7) plays from here now, and no longer from https://old.example.org/relay/relay_1."
    ]


def test_a_bot_of_that_name_with_an_address_of_its_own_is_left_alone() -> None:
    known = {"id": "bot_7", "name": "My bot", "url": "https://bot.example.org", "status": "active"}

    async def wait(socket: ServerConnection, _: int) -> None:
        await socket.wait_closed()

    _, account, refused = connected(wait, [known])
    assert account.asked == []
    assert 'a bot "My bot" at an address of its own, https://bot.example.org' in str(refused)


def test_a_lost_connection_is_dialled_again_and_both_are_told_in_a_line() -> None:
    async def drop_once(socket: ServerConnection, times: int) -> None:
        await echoes(socket, times)
        if times == 1:
            await socket.close(1012, "this machine stops")

    said, _, refused = connected(drop_once)
    lost, back = (line for line in said if line.startswith(("lost", "back")))
    assert lost == "lost      The connection is lost: this machine stops. It is dialled again until it is there."
    assert re.fullmatch(r"back {6}Connected after \d+\.\d s\.", back)
    assert refused is None


def test_an_arena_that_answers_no_ping_is_taken_for_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "IDLE_SILENCE_SECONDS", 0.2)
    silent: list[ServerConnection] = []

    async def silent_once(socket: ServerConnection, times: int) -> None:
        if times == 1:
            socket.transport.pause_reading()
            silent.append(socket)
            await socket.wait_closed()
        else:
            silent[0].transport.resume_reading()
            await echoes(socket, times)

    said, _, refused = connected(silent_once)
    lost, back = (line for line in said if line.startswith(("lost", "back")))
    assert lost.endswith(": the arena has fallen silent. It is dialled again until it is there.")
    assert (back[:16], refused) == ("back      Connec", None)


def test_the_round_trip_to_the_arena_is_measured() -> None:
    async def run() -> tuple[float | None, float | None]:
        async def arena(socket: ServerConnection) -> None:
            await socket.recv()
            await socket.send(json.dumps({"relays": [{"name": "My bot", "id": "relay_1", "url": f"{URL}relay_1"}]}))
            await socket.wait_closed()

        async with serve(arena, "127.0.0.1", 0, subprotocols=[SUBPROTOCOL]) as server:
            account = Listed(server.sockets[0].getsockname()[1])
            connector = Connector(account, [Bot("My bot", ("127.0.0.1", 1))], lambda _: None)
            running = asyncio.create_task(connector.run())
            await until(lambda: connector.round_trip_ms(0) is not None)
            measured = connector.round_trip_ms(0), connector.round_trip_ms(math.inf)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            return measured

    measured, later = asyncio.run(run())
    assert (measured or 0) > 0
    assert later is None


def test_an_arena_that_is_away_at_first_is_dialled_until_it_is_there() -> None:
    async def away_once(socket: ServerConnection, times: int) -> None:
        if times == 1:
            await socket.close(1012, "this machine stops.")
        else:
            await echoes(socket, times)

    known = {"id": "bot_7", "name": "My bot", "url": f"{URL}relay_My bot", "status": "active"}
    said, account, _ = connected(away_once, [known])
    assert said[0].startswith(f"lost      {account.arena} takes no connection at the moment: this machine stops. It is")
    assert said[-2:] == [
        f"connected to {account.arena}. Ctrl-C pauses My bot and leaves.",
        "bot       My bot (bot_7) is found again.",
    ]


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
    sides = [{"missed": 3, "lead": 2}, {"missed": 0, "lead": 1}]
    summary = {"winner": 0, "endReason": "stocks", "frames": 11520, "players": sides}
    return {"id": "match_1", "status": "completed", "stage": 31, "players": players, "summary": summary, **other}


RECEIPT: Json = {
    "pads": {"polled": 11643, "missed": 0},
    "arrivals": {"slackMs": {"p50": 16.2}},
    "link": {"roundTripMs": {"p50": 1.42}},
    "causes": [{"says": "It was slow.", "advice": "Make it fast."}],
}


def test_a_server_that_does_not_listen_yet_is_waited_for_in_one_line_before_its_bot_is_registered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entered: list[Any] = []

    def enter(*given: Any) -> None:
        entered.append((given, capsys.readouterr().out))

    monkeypatch.setattr(command, "run", enter)
    with socket.socket() as server:
        # Its port is taken, and refuses connections.
        server.bind(("127.0.0.1", 0))
        address = server.getsockname()
        url = f"http://127.0.0.1:{address[1]}/one"
        options = ["--arena", "http://arena.invalid", "--key", "arn_key", "--name", "Later"]
        monkeypatch.setattr(sys, "argv", ["connect", *options, url])
        starts = threading.Timer(2.5 * command.LOOK_SECONDS, server.listen)
        starts.start()
        command.main()
        starts.join()
    said = f"waits     Later: nothing listens at {url} yet. It is registered, or found again, once it does.\n"
    assert entered == [(("http://arena.invalid", "arn_key", [Bot("Later", address, "/one")]), said)]


def test_a_match_that_is_over_is_one_line_in_the_words_of_the_kit() -> None:
    assert [words.end(match_of(), "bot_1", 12.34, RECEIPT), words.end(match_of(), "bot_2", None, None)] == [
        "My bot against gale: My bot wins by stocks after 3:12, 2 to 0; rating +1.4, now 12.3; all 11,643 pads landed",
        "gale against My bot: My bot wins by stocks after 3:12, 0 to 2; rating \N{MINUS SIGN}1.1; "
        "all 11,643 pads landed",
    ]
    missed = "11,640 of 11,643 pads landed, 3 missed"
    assert words.end(match_of(), "bot_1", None, None).endswith(missed)
    aborted = match_of(status="aborted", summary=None, abortReason="The engine broke.")
    broken = "My bot against gale was broken off and does not count. The engine broke."
    assert words.end(aborted, "bot_1", 1.0, None) == broken


def test_what_the_way_to_the_arena_took_is_told_where_it_is_known() -> None:
    told = (
        "lead 2 frames; pads 16 ms before their poll; "
        "round trip 0.4 ms from here to the arena, 1.4 ms from the arena to the bot"
    )
    assert words.way(match_of(), "bot_1", 0.42, RECEIPT) == told
    nothing: Json = {**RECEIPT, "arrivals": {"slackMs": None}, "link": {"roundTripMs": None}}
    assert words.way(match_of(), "bot_2", None, nothing) == "lead 1 frame"
    assert words.way(match_of(summary=None), "bot_1", None, None) is None
    trip = "round trip 12 ms from here to the arena"
    assert words.way(match_of(summary=None), "bot_1", 12.3, None) == trip


def test_a_bot_that_misses_matches_or_is_paused_says_so_before_what_it_waits_for() -> None:
    standing: Json = {"state": "missing", "label": "Missed its last match", "says": "See its receipt.", "waiting": None}
    assert words.wait("My bot", standing) == "My bot: Missed its last match. See its receipt."
    standing["waiting"] = {"says": "1 bot is free."}
    assert words.wait("My bot", standing) == "My bot: Missed its last match. See its receipt. 1 bot is free."
    assert words.wait("My bot", {**standing, "state": "free"}) == "My bot: 1 bot is free."


def test_the_report_tells_what_a_bot_waits_for_the_match_that_begins_and_how_it_ended() -> None:
    said: list[str] = []
    live: list[Json] = []
    waits = {"state": "free", "waiting": {"says": "1 bot is free."}, "matchId": None, "rating": 1.5}
    plays = {**waits, "state": "playing", "waiting": None, "matchId": "match_1"}
    rests = {**waits, "state": "resting"}

    class Told(Listed):
        def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
            answers: Json = {
                "/live": {"matches": live},
                "/matches/match_1": match_of(),
                "/matches/match_1/receipt": RECEIPT,
            }
            return answers.get(path) or super()._ask(method, path, body)

    account = Told(1, [{"id": "bot_1", "name": "My bot"}])
    report = Report(account, {"My bot": "bot_1"}, lambda since: 0.42 if since > 0 else None, said.append)
    for standing, stage in ((waits, None), (rests, None), (plays, None), (plays, 31), (plays, 31), (rests, None)):
        account.listed[0]["standing"] = standing
        live[:] = [match_of(stage=stage)] if standing is plays else []
        asyncio.run(report.look())
    page = "http://127.0.0.1:1/watch/match_1"
    assert said == [
        "waits     My bot: 1 bot is free.",
        f"begins    My bot against gale on Battlefield: {page}",
        f"result    {words.end(match_of(), 'bot_1', 1.5, RECEIPT)}: {page}",
        f"          {words.way(match_of(), 'bot_1', 0.42, RECEIPT)}",
        "          It was slow. Make it fast.",
        "waits     My bot: 1 bot is free.",
    ]


def test_a_match_that_is_over_before_its_stage_was_seen_is_told_from_its_record() -> None:
    said: list[str] = []

    class Told(Listed):
        def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
            if path.endswith("/receipt"):
                raise ArenaError(404, "none")
            answers: Json = {"/live": {"matches": []}, "/matches/match_1": match_of()}
            return answers.get(path) or super()._ask(method, path, body)

    account = Told(1, [{"id": "bot_1", "name": "My bot"}])
    report = Report(account, {"My bot": "bot_1"}, lambda _: None, said.append)
    report.is_leaving = True
    for match in ("match_1", None):
        account.listed[0]["standing"] = {"state": "playing", "waiting": None, "matchId": match, "rating": None}
        asyncio.run(report.look())
    assert [line[:10].strip() for line in said] == ["begins", "result", ""]
    assert report.playing == []
