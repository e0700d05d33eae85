"""Messages of UMI: a length of 32 bits (little-endian), then one map of msgpack with a string `t`. Arrays are raw
little-endian bytes. The bot's are validated here."""

from __future__ import annotations

import math
import socket as sockets
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgpack
import numpy as np

from ..env.config import MAX_DELAY
from ..env.inputs import Records
from ..env.observation import Floats
from .frame import CHARACTER_NAMES, CHARACTERS, ROW, TWELVE

Message = dict[str, Any]

_LENGTH = struct.Struct("<I")
MOST_MESSAGE_BYTES = 1 << 28
SEND_SECONDS = 10.0
MOST_TEXT = 2000


class UmiError(Exception):
    """A UMI bot cannot be played with; the message is a sentence for its author."""


class Gone(UmiError):
    """The bot's end of the socket is closed."""


@dataclass(frozen=True, slots=True)
class Hello:
    """What a bot says of itself."""

    name: str
    characters: tuple[str, ...] | None
    """None where its author leaves the choice to whoever starts it."""
    delay: int | None
    max_games: int | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The bot's answer to one frame of one game."""

    row: Floats
    win_prob: float | None
    value: float | None


class Wire:
    """The socket of a bot. One thread reads; whoever sends does so alone."""

    def __init__(self, socket: sockets.socket) -> None:
        self._socket = socket
        # Sending has a limit of its own, whatever reading waits for.
        self._out = socket.dup()
        self._out.settimeout(SEND_SECONDS)
        self._heard = bytearray()

    def send(self, message: Message) -> None:
        """Raises `UmiError` where the bot is gone or does not read."""
        body = msgpack.packb(message, use_bin_type=True)
        try:
            self._out.sendall(_LENGTH.pack(len(body)) + body)
        except TimeoutError:
            raise UmiError("The bot does not read what it is sent") from None
        except OSError:
            raise Gone("The bot has closed its socket") from None

    def receive(self, seconds: float) -> Message | None:
        """The next message; None when none is whole within `seconds`. Raises `UmiError` for one that is none, and
        where the bot is gone; what the bot reports as an error is raised too."""
        while (message := self._next()) is None:
            self._socket.settimeout(seconds)
            try:
                part = self._socket.recv(1 << 20)
            except TimeoutError:
                return None
            except OSError:
                raise Gone("The bot has closed its socket") from None
            if not part:
                raise Gone("The bot has closed its socket")
            self._heard += part
        if message["t"] == "error":
            raise UmiError(f"The bot reports {message.get('code')}: {str(message.get('msg'))[:MOST_TEXT]}")
        return message

    def close(self) -> None:
        self._out.close()
        self._socket.close()

    def _next(self) -> Message | None:
        if len(self._heard) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._heard)
        if length > MOST_MESSAGE_BYTES:
            raise UmiError(f"The bot announces a message of {length} bytes; {MOST_MESSAGE_BYTES} are the most")
        end = _LENGTH.size + length
        if len(self._heard) < end:
            return None
        body = bytes(self._heard[_LENGTH.size : end])
        del self._heard[:end]
        try:
            message = msgpack.unpackb(body, raw=False)
        except (ValueError, msgpack.UnpackException) as error:
            raise UmiError(f"The bot sends what is no msgpack: {error}") from None
        if not isinstance(message, dict) or not isinstance(message.get("t"), str):
            raise UmiError("The bot sends a message that is no map with a string t")
        return message


def hello_of(message: Message) -> Hello:
    """Raises `UmiError` for what says no hello."""
    if message["t"] != "hello":
        raise UmiError(f"The bot's first message is {message['t']}, not hello")
    version = message.get("umi")
    if not (isinstance(version, str) and version.split(".")[0] == "1"):
        raise UmiError(f"The bot speaks UMI {version!r}; this speaks 1.0")
    characters = message.get("characters")
    return Hello(
        name=str(message.get("name", "")),
        characters=None if characters is None else roster(characters),
        delay=_number(message, "delay", 0, MAX_DELAY),
        max_games=_number(message, "max_games", 1, 1 << 20),
    )


def roster(text: str) -> tuple[str, ...]:
    """The characters that a text of UMI names: `ALL`, `12`, or names with `+` between them. A `UmiError` for others."""
    if text == "ALL":
        return tuple(CHARACTERS)
    if text == "12":
        return TWELVE
    names = tuple(str(text).upper().split("+"))
    for name in names:
        if name not in CHARACTERS:
            known = ", ".join(CHARACTER_NAMES.values())
            raise UmiError(f"{name!r} is no character; there are ALL, 12, and names with + between them: {known}")
    return names


def observation(
    kind: str, seq: int, lane: int, games: Sequence[int], first: Sequence[bool], frames: Records
) -> Message:
    """An `obs` or a `warmup`."""
    return {
        "t": kind,
        "seq": seq,
        "lane": lane,
        "games": np.array(games, "<u4").tobytes(),
        "first": np.array(first, "u1").tobytes(),
        "frames": frames.tobytes(),
    }


def answers_of(message: Message, seq: int, count: int) -> list[Answer]:
    """The rows of an `act` that answers `seq`, one for each game. Raises `UmiError` for another message."""
    if message["t"] != "act" or message.get("seq") != seq:
        raise UmiError(f"The bot sends {message['t']} {message.get('seq')} where act {seq} was due")
    rows = _floats(message, "ctrl", count * ROW)
    if rows is None:
        raise UmiError("The bot's act has no ctrl")
    chances, values = _floats(message, "win_prob", count), _floats(message, "value", count)
    return [
        Answer(row, _finite(chances, place), _finite(values, place))
        for place, row in enumerate(rows.reshape(count, ROW))
    ]


def _floats(message: Message, name: str, count: int) -> Floats | None:
    given = message.get(name)
    if given is None:
        return None
    if not isinstance(given, bytes) or len(given) != 4 * count:
        size = f"{len(given)} bytes" if isinstance(given, bytes) else repr(given)
        raise UmiError(f"The {name} of the bot's act is {size}; {count} numbers of 32 bits were due")
    found: Floats = np.frombuffer(given, "<f4")
    return found


def _finite(numbers: Floats | None, place: int) -> float | None:
    number = math.nan if numbers is None else float(numbers[place])
    return number if math.isfinite(number) else None


def _number(message: Message, name: str, least: int, most: int) -> int | None:
    given = message.get(name)
    if given is None:
        return None
    if not isinstance(given, int) or isinstance(given, bool) or not least <= given <= most:
        raise UmiError(f"The bot's {name} is {given!r}; it is a number from {least} to {most}, or left out")
    return given
