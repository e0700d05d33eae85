"""Reads the event stream of a match: messages of whole events, the first of which gives the size of every other."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any

from ._tables import EVENT_PAYLOADS, EVENTS, GECKO_LIST
from .layout import PORTS

_ENTRY = struct.Struct(">BH")

PAYLOADS_ENTRY_BYTES = _ENTRY.size


class StreamError(ValueError):
    """A message that is no part of an event stream."""


def absent_fields(sizes: dict[int, int]) -> dict[str, tuple[str, ...]]:
    """The fields that a recording is too old to hold, by event. `sizes` are an `EventReader`'s."""
    absent: dict[str, tuple[str, ...]] = {}
    for code, table in EVENTS.items():
        size = sizes.get(code, 0)
        own = [field.name for field in table.fields if field.offset + field.size > size]
        last = PORTS - 1
        own += [field.name for field in table.players if field.offset + last * field.stride + field.size > size]
        absent[table.name] = tuple(own)
    return absent


class EventReader:
    """Splits messages into events and decodes those that the tables know.

    A message holds whole events, as those of the arena do. `read` gives the records of one, in their order.
    """

    def __init__(self) -> None:
        self.sizes: dict[int, int] = {}
        """Bytes of each event, its code byte included, by code."""
        self._decoders: dict[int, Callable[[bytes, int], Any]] = {}

    def events(self, message: bytes) -> Iterator[tuple[int, int, int]]:
        """Code, offset and size of each event. Event Payloads is one of them.

        A `StreamError` where the message is not made of whole events that were announced.
        """
        at = 0
        while at < len(message):
            code = message[at]
            size = self.announce(message, at) if code == EVENT_PAYLOADS else self.sizes.get(code)
            if size is None:
                raise StreamError(f"event 0x{code:02x} at byte {at} was not announced")
            if at + size > len(message):
                raise StreamError(f"event 0x{code:02x} at byte {at} ends beyond the message")
            yield code, at, size
            at += size

    def read(self, message: bytes) -> Iterator[Any]:
        """The records of a message. Events without a table, such as the Gecko List, are left out."""
        for code, at, _ in self.events(message):
            decode = self._decoders.get(code)
            if decode is not None:
                yield decode(message, at)

    def decode(self, event: bytes) -> Any:
        """The record of one event that `events` gave; None for one without a table."""
        decode = self._decoders.get(event[0])
        return None if decode is None else decode(event, 0)

    def announce(self, message: bytes, at: int = 0) -> int:
        """Reads Event Payloads; returns its size."""
        if at + 1 >= len(message):
            raise StreamError("Event Payloads without its size")
        size = 1 + message[at + 1]
        entries = range(at + 2, at + size - _ENTRY.size + 1, _ENTRY.size)
        if at + size > len(message) or (size - 2) % _ENTRY.size:
            raise StreamError(f"Event Payloads of {size} bytes")
        self.sizes = {}
        self._decoders = {}
        for entry in entries:
            code, payload = _ENTRY.unpack_from(message, entry)
            self.sizes[code] = payload + 1
            table = EVENTS.get(code)
            if table is None or code == GECKO_LIST:
                continue
            needed = max((field.offset + field.size for field in table.fields if field.is_first), default=1)
            if payload + 1 < needed:
                raise StreamError(f"event 0x{code:02x} has {payload} bytes, which is less than it ever had")
            self._decoders[code] = table.decoder(payload + 1)
        return size
