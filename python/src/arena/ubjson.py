"""UBJSON, limited to what the metadata of a replay is made of: objects, arrays, texts and numbers."""

from __future__ import annotations

import struct
from typing import Any

MOST_DEPTH = 32

_NUMBERS = {
    ord("i"): struct.Struct(">b"),
    ord("U"): struct.Struct(">B"),
    ord("I"): struct.Struct(">h"),
    ord("l"): struct.Struct(">i"),
    ord("L"): struct.Struct(">q"),
    ord("d"): struct.Struct(">f"),
    ord("D"): struct.Struct(">d"),
}
_CONSTANTS = {ord("Z"): None, ord("T"): True, ord("F"): False}


class UbjsonError(ValueError):
    """Bytes that are no UBJSON, or more than is read here."""


def read_ubjson(data: bytes, at: int = 0) -> tuple[Any, int]:
    """The value at an offset, and the offset behind it. A `UbjsonError` where there is none."""
    reader = _Reader(data, at)
    try:
        return reader.value(0), reader.at
    except (IndexError, struct.error, UnicodeDecodeError) as error:
        raise UbjsonError(f"no value at byte {reader.at}: {error}") from error


class _Reader:
    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def value(self, depth: int) -> Any:
        marker = self._byte()
        if marker in _NUMBERS:
            return self._number(marker)
        if marker in _CONSTANTS:
            return _CONSTANTS[marker]
        if marker == ord("S"):
            return self._text()
        if marker not in (ord("{"), ord("[")) or depth >= MOST_DEPTH:
            raise UbjsonError(f"marker 0x{marker:02x} at byte {self.at - 1} is not read here")
        return self._object(depth) if marker == ord("{") else self._array(depth)

    def _object(self, depth: int) -> dict[str, Any]:
        members = {}
        while self.data[self.at] != ord("}"):
            name = self._text()
            members[name] = self.value(depth + 1)
        self.at += 1
        return members

    def _array(self, depth: int) -> list[Any]:
        elements = []
        while self.data[self.at] != ord("]"):
            elements.append(self.value(depth + 1))
        self.at += 1
        return elements

    def _text(self) -> str:
        length = self._number(self._byte())
        if not isinstance(length, int) or not 0 <= length <= len(self.data) - self.at:
            raise UbjsonError(f"a text of length {length} at byte {self.at}")
        self.at += length
        return self.data[self.at - length : self.at].decode()

    def _number(self, marker: int) -> Any:
        if marker not in _NUMBERS:
            raise UbjsonError(f"marker 0x{marker:02x} at byte {self.at - 1} is no number")
        number = _NUMBERS[marker]
        (value,) = number.unpack_from(self.data, self.at)
        self.at += number.size
        return value

    def _byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]
