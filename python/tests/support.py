"""An arena for tests: it dials a bot as the arena does, over a real socket on loopback, and speaks when it is told
to."""

from __future__ import annotations

import base64
import json
import struct
import threading
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from socket import SHUT_RDWR
from typing import Any, TypeVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from arena._tables import EVENTS, VERSION
from arena.bot import Bot
from arena.door import Door
from arena.layout import PORTS
from arena.play import play
from arena.signature import PlatformKey

PAD = struct.Struct("<iHBBBBBB")
SECRET = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC_KEY = base64.b64encode(SECRET.public_key().public_bytes_raw()).decode()
STAGE = 31
SECONDS = 10.0
T = TypeVar("T")


def encode(code: int, size: int | None = None, **values: Any) -> bytes:
    """An event of the newest version with these fields, zero elsewhere. `players` are a list of such fields."""
    table = EVENTS[code]
    fields = [(field, field.offset, values.get(field.name)) for field in table.fields]
    for port, player in enumerate(values.get("players", [])):
        fields += [(field, field.offset + port * field.stride, player.get(field.name)) for field in table.players]
    last = max(field.offset + (PORTS - 1) * field.stride + field.size for field in (*table.fields, *table.players))
    event = bytearray(size or last)
    event[0] = code
    for field, at, value in fields:
        if value is not None:
            parts = value if isinstance(value, tuple) else (value,)
            struct.pack_into(">" + field.format, event, at, *parts)
    return bytes(event)


def payloads(sizes: dict[int, int] | None = None) -> bytes:
    """Event Payloads: the newest size of each event, or what `sizes` says."""
    known = {code: len(encode(code)) for code in EVENTS if code != 0x10} if sizes is None else sizes
    entries = b"".join(struct.pack(">BH", code, size - 1) for code, size in known.items())
    return bytes([0x35, len(entries) + 1]) + entries


def opening(stage: int = STAGE) -> bytes:
    """The first message of a match."""
    players = [{"character_id": 2, "player_type": 0 if port < 2 else 3, "start_stocks": 4} for port in range(PORTS)]
    return payloads() + encode(0x36, version=(*VERSION, 0), stage_id=stage, players=players)


def frame(number: int, polled: dict[int, dict[str, Any]] | None = None, **post: Any) -> bytes:
    """The events of a frame. `polled` are the fields of Pre-Frame Updates by port."""
    pres = [encode(0x37, frame=number, player_index=port, **(polled or {}).get(port, {})) for port in range(2)]
    posts = [encode(0x38, frame=number, player_index=port, internal_character_id=1, **post) for port in range(2)]
    return b"".join([encode(0x3A, frame=number), *pres, *posts, encode(0x3C, frame=number)])


GAME_END = encode(0x39, game_end_method=2, lras_initiator_index=-1, placements=(0, 1, -1, -1))


def headers(match: str, *, secret: Ed25519PrivateKey = SECRET, age_ms: int = 0) -> dict[str, str]:
    timestamp = str(round(time.time() * 1000) - age_ms)
    signature = base64.b64encode(secret.sign(f"{timestamp}.{match}".encode())).decode()
    return {"x-arena-match": match, "x-arena-timestamp": timestamp, "x-arena-signature": signature}


class Dial:
    """A socket of the arena to a bot."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def ask(self, port: int = 0, deadline_ms: int = 10_000) -> dict[str, Any]:
        """Asks for the pick; gives the answer."""
        self.send_request(port, deadline_ms)
        answer = self.socket.recv(SECONDS)
        assert isinstance(answer, str)
        message: dict[str, Any] = json.loads(answer)
        return message

    def send_request(self, port: int = 0, deadline_ms: int = 10_000) -> None:
        opponent = {"botId": "bot_1", "name": "Edgeguard"}
        request = {"id": 0, "kind": "pick", "matchId": "match_1", "mode": "live", "port": port, "opponent": opponent}
        self.socket.send(json.dumps({**request, "deadlineMs": deadline_ms, "inputDelayFrames": 2}))

    def send(self, *messages: bytes) -> None:
        for message in messages:
            self.socket.send(message)

    def pad(self) -> tuple[int, ...]:
        """The next pad: frame, buttons, sticks, triggers."""
        message = self.socket.recv(SECONDS)
        assert isinstance(message, bytes), message
        return PAD.unpack(message)

    def frames(self, count: int) -> list[int]:
        """The frames of the next pads."""
        return [self.pad()[0] for _ in range(count)]

    def settle(self) -> None:
        """Until everything that was sent has come to the bot: a pong follows what was before its ping."""
        assert self.socket.ping().wait(SECONDS)

    def drop(self) -> None:
        """The socket is lost, without a word."""
        self.socket.socket.shutdown(SHUT_RDWR)

    def begin(self, port: int = 0) -> None:
        """The pick and the first message, with the pads of the first frames taken."""
        self.ask(port)
        assert self.frames(3) == [-123, -122, -121]
        self.send(opening())


class Clock:
    """The arena's clock: sends frames, 60 a second, until it is left."""

    def __init__(self, dial: Dial) -> None:
        self._dial = dial
        self._sent: list[tuple[int, threading.Event]] = [(-123, threading.Event())]
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    @property
    def newest(self) -> int:
        """The newest frame that the bot's program has read from its socket: it has answered the ping behind it."""
        return next(number for number, pong in reversed(self._sent) if pong.is_set() or number == -123)

    def _run(self) -> None:
        began = time.monotonic()
        while not self._is_over.wait(began + len(self._sent) / 60 - time.monotonic()):
            number = self._sent[-1][0] + 1
            self._dial.send(frame(number))
            self._sent.append((number, self._dial.socket.ping()))

    def __enter__(self) -> Clock:
        self._dial.send(frame(-123))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()


class Served:
    """A bot that is served in this process."""

    def __init__(self, door: Door, sockets: ExitStack) -> None:
        self.door = door
        self._sockets = sockets
        self.url = f"ws://127.0.0.1:{door.port}"

    def dial(self, match: str = "match_1", **signed: Any) -> Dial:
        dialled = connect(self.url, additional_headers=headers(match, **signed), compression=None)
        return Dial(self._sockets.enter_context(dialled))

    def redial(self, match: str = "match_1") -> Dial:
        return redial(lambda: self.dial(match))


def redial(dial: Callable[[], T]) -> T:
    """As the arena does, again and again, until the bot takes the socket in the place of the one before."""
    ends = time.monotonic() + SECONDS
    while True:
        try:
            return dial()
        except InvalidStatus as refused:
            if refused.response.status_code != 409 or time.monotonic() > ends:
                raise
        time.sleep(0.05)


@contextmanager
def served(bot: Callable[[], Bot], **options: Any) -> Generator[Served]:
    """Serves a bot that trusts `SECRET`. Options are those of `play`."""
    key = PlatformKey(PUBLIC_KEY)
    with (
        ExitStack() as sockets,
        Door(lambda link: play(link, bot, **options), host="127.0.0.1", port=0, key=key) as door,
    ):
        threading.Thread(target=door.run, daemon=True).start()
        yield Served(door, sockets)
