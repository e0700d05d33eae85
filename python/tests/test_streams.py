"""The streams of a connector, with a bot's server behind them: real sockets on loopback, messages as the arena sends
them."""

import asyncio
import struct
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from arena.connect.streams import (
    CLOSE,
    CREDIT,
    DATA,
    END,
    MOST_DATA_BYTES,
    OPEN,
    WINDOW_BYTES,
    RelayFault,
    Streams,
)

RELAY = "relay_01k9y3x5q7f0ktn2b8s4v6w9ed"
SECONDS = 5.0
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def message(kind: int, stream: int, payload: bytes = b"") -> bytes:
    return struct.pack("<BI", kind, stream) + payload


class Arena:
    """What a connector sends, and the streams that it is sent to."""

    def __init__(self, port: int) -> None:
        self.sent: asyncio.Queue[tuple[int, int, bytes]] = asyncio.Queue()
        self.streams = Streams(self._send, {RELAY: ("127.0.0.1", port)})

    async def _send(self, sent: bytes) -> None:
        self.sent.put_nowait((sent[0], struct.unpack_from("<I", sent, 1)[0], sent[5:]))

    def open(self, stream: int, relay: str = RELAY) -> None:
        self.streams.take(message(OPEN, stream, relay.encode()))

    def send(self, kind: int, stream: int, payload: bytes = b"") -> None:
        self.streams.take(message(kind, stream, payload))

    async def next(self) -> tuple[int, int, bytes]:
        return await asyncio.wait_for(self.sent.get(), SECONDS)


def with_server(serve: Serve, test: Callable[[Arena], Awaitable[Any]]) -> None:
    async def run() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        arena = Arena(server.sockets[0].getsockname()[1])
        try:
            await test(arena)
        finally:
            await arena.streams.end()
            server.close()

    asyncio.run(run())


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(1 << 16):
        writer.write(data)
    writer.write_eof()


def test_the_bytes_of_a_stream_go_through_unchanged_and_its_end_is_passed_on_each_way() -> None:
    async def test(arena: Arena) -> None:
        arena.open(1)
        arena.send(DATA, 1, b"GET /ping")
        assert await arena.next() == (DATA, 1, b"GET /ping")
        arena.send(END, 1)
        assert await arena.next() == (END, 1, b"")

    with_server(echo, test)


def test_streams_are_apart_and_one_that_is_not_read_holds_up_itself_alone() -> None:
    async def stuck_or_echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if await reader.read(1) == b"s":
            await asyncio.sleep(SECONDS)
        else:
            await echo(reader, writer)

    async def test(arena: Arena) -> None:
        arena.open(1)
        arena.send(DATA, 1, b"s")
        for _ in range(3):
            arena.send(DATA, 1, b"x" * MOST_DATA_BYTES)
        arena.open(2)
        arena.send(DATA, 2, b"!pong")
        while (sent := await arena.next())[0] == CREDIT:
            pass
        assert sent == (DATA, 2, b"pong")

    with_server(stuck_or_echo, test)


def test_no_more_is_sent_than_the_arena_has_given_credit_for() -> None:
    async def flood(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"x" * (WINDOW_BYTES + 1000))
        writer.write_eof()

    async def test(arena: Arena) -> None:
        arena.open(1)
        sent = 0
        while sent < WINDOW_BYTES:
            kind, _, data = await arena.next()
            assert (kind, 0 < len(data) <= MOST_DATA_BYTES) == (DATA, True)
            sent += len(data)
        assert (sent, arena.sent.empty()) == (WINDOW_BYTES, True)
        arena.send(CREDIT, 1, struct.pack("<I", 1000))
        rest = b""
        while len(rest) < 1000:
            rest += (await arena.next())[2]
        assert (len(rest), await arena.next()) == (1000, (END, 1, b""))

    with_server(flood, test)


def test_credit_is_given_for_what_the_bot_has_taken() -> None:
    async def test(arena: Arena) -> None:
        arena.open(1)
        given = taken = 0
        for _ in range(12):
            arena.send(DATA, 1, b"x" * MOST_DATA_BYTES)
            while given < taken + MOST_DATA_BYTES:
                kind, _, payload = await arena.next()
                if kind == CREDIT:
                    given += struct.unpack("<I", payload)[0]
                else:
                    arena.send(CREDIT, 1, struct.pack("<I", len(payload)))
            taken += MOST_DATA_BYTES
        assert given == 12 * MOST_DATA_BYTES

    with_server(echo, test)


def test_a_bot_that_is_not_there_and_an_unknown_relay_close_the_stream_with_the_reason() -> None:
    async def test(arena: Arena) -> None:
        arena.open(1, "relay_01k9y3x5q7f0ktn2b8s4v6w9ee")
        assert await arena.next() == (CLOSE, 1, b"the connector has no such bot")
        nowhere = Arena(1)
        nowhere.open(1)
        kind, _, reason = await nowhere.next()
        assert (kind, reason[:39]) == (CLOSE, b"the connector cannot reach the bot's se")
        # Late messages of a stream that is over are of no account.
        nowhere.send(DATA, 1, b"x")

    with_server(echo, test)


def test_a_stream_that_the_arena_closes_ends_the_connection_to_the_bot() -> None:
    ended = asyncio.Event()

    async def until_it_ends(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        await reader.read()
        ended.set()

    async def test(arena: Arena) -> None:
        arena.open(1)
        arena.send(DATA, 1, b"x")
        await asyncio.sleep(0)
        arena.send(CLOSE, 1, b"over")
        await asyncio.wait_for(ended.wait(), SECONDS)

    with_server(until_it_ends, test)


@pytest.mark.parametrize(
    "messages",
    [
        [b"\x01\x01"],
        [message(5, 1)],
        [message(DATA, 1, b"x")],
        [message(OPEN, 1, RELAY.encode()), message(OPEN, 1, RELAY.encode())],
        [message(OPEN, 1, RELAY.encode()), message(DATA, 1)],
        [message(OPEN, 1, RELAY.encode()), message(CREDIT, 1, b"\x01")],
        [message(OPEN, 1, RELAY.encode()), message(CREDIT, 1, struct.pack("<I", 1))],
        [message(OPEN, 1, RELAY.encode()), message(END, 1), message(DATA, 1, b"x")],
        [message(OPEN, 1, RELAY.encode()), *[message(DATA, 1, b"x" * MOST_DATA_BYTES)] * 5],
    ],
)
def test_a_message_that_breaks_the_rules_is_a_fault(messages: list[bytes]) -> None:
    async def test(arena: Arena) -> None:
        with pytest.raises(RelayFault):
            for each in messages:
                arena.streams.take(each)

    with_server(echo, test)
