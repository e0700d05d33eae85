"""Landed pads, by the same written example as the arena's own reader."""

import json
import zlib
from pathlib import Path

import pytest

from arena import Button
from arena.landed import PadsError, read_pads

VECTOR = json.loads((Path(__file__).parent / "pad-columns.json").read_text())
COLUMNS = bytes.fromhex(VECTOR["columns"])


def test_the_written_example_is_read_as_the_arena_reads_it() -> None:
    ports = read_pads(bytes.fromhex(VECTOR["packed"]))
    assert [port.pads.hex() for port in ports] == VECTOR["pads"]
    assert [[list(run) for run in port.missed] for port in ports] == VECTOR["missed"]
    assert [port.sha256 for port in ports] == VECTOR["sha256"]
    assert [port.count for port in ports] == [297, 300]


def test_a_pad_is_found_with_its_frame() -> None:
    first, _ = read_pads(zlib.compress(COLUMNS))
    at = first.pads.index((100).to_bytes(4, "little"))
    assert int.from_bytes(first.pads[at + 4 : at + 6], "little") == Button.START | Button.A


def test_columns_cut_off_anywhere_are_refused() -> None:
    for length in range(len(COLUMNS)):
        with pytest.raises(PadsError):
            read_pads(zlib.compress(COLUMNS[:length]))


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"no zlib",
        zlib.compress(COLUMNS)[:-1],
        zlib.compress(COLUMNS) + b"\0",
        zlib.compress(COLUMNS + b"\0"),
        zlib.compress(bytes(1 << 24)),
        zlib.compress(bytes.fromhex("01 85ffffff 818008")),
        zlib.compress(bytes.fromhex("01 ffffff7f 02")),
        zlib.compress(bytes.fromhex("01 85ffffff 02 00 02 0000 0000 01 01")),
        zlib.compress(bytes.fromhex("01 85ffffff 01 00 01 0000 02")),
    ],
)
def test_what_the_arena_does_not_write_is_refused(packed: bytes) -> None:
    with pytest.raises(PadsError):
        read_pads(packed)
