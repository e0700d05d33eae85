"""The streams in the one WebSocket between an arena and a connector, from the connector's side.

A stream is one connection of the arena to a bot. It is passed on, byte for byte, to a TCP connection of the bot's own
server. The messages are binary: `u8 kind, u32 stream (little-endian), payload` (docs/relays.md).
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress

OPEN, DATA, CREDIT, END, CLOSE = range(5)

HEADER = struct.Struct("<BI")
CREDIT_PAYLOAD = struct.Struct("<I")
WINDOW_BYTES = 256 * 1024
"""The most that each side may have under way in a stream."""
CREDIT_BYTES = WINDOW_BYTES // 4
"""Credit is given in pieces of this size: one message for many small ones."""
MOST_DATA_BYTES = 64 * 1024
MOST_MESSAGE_BYTES = HEADER.size + MOST_DATA_BYTES
MOST_REASON_BYTES = 120
CONNECT_SECONDS = 5.0

Address = tuple[str, int]
"""Host and port of a bot's server."""


class RelayFault(Exception):
    """A message of the arena that breaks the rules: the socket is of no more use."""


class Streams:
    """All streams of a socket. Used in the thread of its event loop alone."""

    def __init__(self, send: Callable[[bytes], Awaitable[None]], addresses: dict[str, Address]) -> None:
        """`send` sends one binary message; `addresses` are those of the bots' servers, by the id of their relay."""
        self._send = send
        self._addresses = addresses
        self._streams: dict[int, _Stream] = {}
        self._newest = 0

    def __len__(self) -> int:
        """How many are open."""
        return len(self._streams)

    def take(self, message: bytes) -> None:
        """Takes one binary message of the arena. May raise `RelayFault`."""
        if len(message) < HEADER.size:
            raise RelayFault("a binary message has 5 bytes at least")
        kind, number = HEADER.unpack_from(message)
        payload = message[HEADER.size :]
        if kind == OPEN:
            self._open(number, payload.decode(errors="replace"))
            return
        if kind > CLOSE:
            raise RelayFault(f"a message of the unknown kind {kind}")
        if not 0 < number <= self._newest:
            raise RelayFault(f"a message for stream {number}, which was never opened")
        # It may have crossed with the end of the stream.
        stream = self._streams.get(number)
        if stream is not None:
            stream.take(kind, payload)

    async def end(self) -> None:
        """The socket is gone: every stream ends."""
        tasks = [stream.task for stream in self._streams.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _open(self, number: int, relay: str) -> None:
        if number <= self._newest:
            raise RelayFault(f"open for stream {number} after stream {self._newest}")
        self._newest = number
        stream = _Stream(number, self._send, self._addresses.get(relay))
        self._streams[number] = stream
        stream.task.add_done_callback(lambda _: self._streams.pop(number, None))


class _Stream:
    def __init__(self, number: int, send: Callable[[bytes], Awaitable[None]], address: Address | None) -> None:
        self._number = number
        self._send = send
        self._credit = WINDOW_BYTES
        """What may still be sent."""
        self._has_credit = asyncio.Event()
        self._incoming: asyncio.Queue[bytes] = asyncio.Queue()
        """What has come in, with nothing at its end."""
        self._owed = 0
        """What the arena has under way."""
        self._has_ended = False
        self.task = asyncio.create_task(self._run(address))

    def take(self, kind: int, payload: bytes) -> None:
        if kind == DATA:
            self._take_data(payload)
        elif kind == CREDIT:
            self._take_credit(payload)
        elif kind == END:
            self._has_ended = True
            self._incoming.put_nowait(b"")
        else:
            self.task.cancel()

    def _take_data(self, data: bytes) -> None:
        self._owed += len(data)
        if not 0 < len(data) <= MOST_DATA_BYTES or self._owed > WINDOW_BYTES or self._has_ended:
            raise RelayFault(f"{len(data)} bytes of stream {self._number} that it may not send")
        self._incoming.put_nowait(data)

    def _take_credit(self, payload: bytes) -> None:
        if len(payload) != CREDIT_PAYLOAD.size:
            raise RelayFault(f"credit holds 4 bytes, not {len(payload)}")
        self._credit += CREDIT_PAYLOAD.unpack(payload)[0]
        if self._credit > WINDOW_BYTES:
            raise RelayFault(f"credit of stream {self._number} for what is not under way")
        self._has_credit.set()

    async def _run(self, address: Address | None) -> None:
        try:
            reader, writer = await _connected(address)
        except OSError as error:
            await self._message(CLOSE, str(error).encode()[:MOST_REASON_BYTES])
            return
        try:
            await asyncio.gather(self._pass_on(writer), self._pass_back(reader))
        except OSError:
            # The bot has broken the connection off.
            await self._message(CLOSE)
        finally:
            writer.transport.abort()

    async def _pass_on(self, writer: asyncio.StreamWriter) -> None:
        passed = 0
        while data := await self._incoming.get():
            writer.write(data)
            await writer.drain()
            passed += len(data)
            if passed >= CREDIT_BYTES:
                self._owed -= passed
                await self._message(CREDIT, CREDIT_PAYLOAD.pack(passed))
                passed = 0
        writer.write_eof()

    async def _pass_back(self, reader: asyncio.StreamReader) -> None:
        while data := await reader.read(MOST_DATA_BYTES):
            while data:
                while self._credit == 0:
                    self._has_credit.clear()
                    await self._has_credit.wait()
                piece, data = data[: self._credit], data[self._credit :]
                self._credit -= len(piece)
                await self._message(DATA, piece)
        await self._message(END)

    async def _message(self, kind: int, payload: bytes = b"") -> None:
        with suppress(ConnectionError):
            await self._send(HEADER.pack(kind, self._number) + payload)


async def _connected(address: Address | None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """May raise `OSError`, with words for the owner of the bot."""
    if address is None:
        raise OSError("the connector has no such bot")
    try:
        return await asyncio.wait_for(asyncio.open_connection(*address), CONNECT_SECONDS)
    except asyncio.TimeoutError:
        raise OSError("the bot's server does not answer the connector") from None
    except OSError as error:
        raise OSError(f"the connector cannot reach the bot's server: {error.strerror or error}") from error
