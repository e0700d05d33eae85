"""Recordings of every format, as a recorder of that time would have written them: all readers read the same."""

from __future__ import annotations

import struct
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arena
from arena._tables import EVENTS
from arena.env import Recording
from arena.replay import HEADER, RAW

from ..support import encode
from .conftest import RecordedGame
from .stream import raw_of

FIGHTERS = (0x37, 0x38)
OLD = {0x36: 0x1A2, 0x37: 0x3F, 0x38: 0x33, 0x39: 2}
"""Payload sizes of version 2.0.1, which has no event that starts or ends a frame."""


def formats() -> list[dict[int, int]]:
    """The payload sizes of older and older formats: each lacks a field of the one before."""
    sizes = {code: len(encode(code)) - 1 for code in EVENTS if code != 0x10}
    found = [dict(sizes)]
    optional = [
        (field.offset + (3 * field.stride) + field.size, code)
        for code, table in EVENTS.items()
        if code in sizes
        for field in (*table.fields, *table.players)
        if not field.is_first
    ]
    for end, code in sorted(optional, reverse=True):
        if sizes[code] >= end - 1:
            first = max(
                f.offset + 3 * f.stride + f.size for f in (*EVENTS[code].fields, *EVENTS[code].players) if f.is_first
            )
            shorter = [e for e, c in optional if c == code and e < end]
            sizes[code] = max([first, *shorter]) - 1
            found.append(dict(sizes))
    for code in (0x41, 0x40, 0x3F, 0x3C, 0x3B, 0x3A):
        del sizes[code]
        found.append(dict(sizes))
    return [*found, OLD]


def events_of(raw: bytes) -> list[bytes]:
    sizes = {raw[at]: struct.unpack_from(">H", raw, at + 1)[0] for at in range(2, 1 + raw[1], 3)}
    events = []
    at = 1 + raw[1]
    while at < len(raw):
        events.append(raw[at : at + 1 + sizes[raw[at]]])
        at += len(events[-1])
    return events


def in_format(file: bytes, sizes: dict[int, int], change: Any = bytes, frames: int = 60) -> bytes:
    """The stream of the first frames, its events cut to these payload sizes."""
    kept = []
    for event in events_of(raw_of(file)):
        is_of_frame = event[0] not in (0x36, 0x39)
        if event[0] not in sizes or (is_of_frame and struct.unpack_from(">i", event, 1)[0] >= frames - 123):
            continue
        kept.append(change(bytearray(event))[: 1 + sizes[event[0]]])
    entries = b"".join(struct.pack(">BH", code, size) for code, size in sizes.items())
    return bytes([0x35, 1 + len(entries)]) + entries + b"".join(kept)


def slp(raw: bytes, length: int | None = None) -> bytes:
    return HEADER + (len(raw) if length is None else length).to_bytes(4, "big") + raw + b"U\x08metadata{}}"


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def to_file(data: bytes) -> Path:
        path = tmp_path / "game.slp"
        path.write_bytes(data)
        return path

    return to_file


def compare(path: Path) -> int:
    """Holds the two readers of a file against each other; the number of its frames."""
    replay = arena.read(path)
    with Recording(path) as recording:
        assert recording.frames.tolist() == replay.frame.tolist()
        assert recording.absent == replay.absent
        states = recording.states()
        for port in range(2):
            fighter, follower = replay.players[port], replay.followers[port]
            assert fighter is not None
            inputs = recording.inputs[:, port]
            assert (inputs["c_x"] == fighter.pre["raw_c_stick_x"]).all()
            assert (inputs["main_x"] == fighter.pre["raw_joystick_x"]).all()
            assert (inputs["buttons"] == fighter.pre["physical_buttons"]).all()
            slot = states["slots"][:, port]
            assert (slot["percent"] == fighter.post["percent"]).all()
            assert (slot["present"] == fighter.exists).all()
            assert (states["recorded"][:, port]["instance_id"] == fighter.post["instance_id"]).all()
            assert (slot["speed_y_self"] == fighter.post["speed_y"]).all()
            exists = states["followers"][:, port]["present"] != 0
            assert (exists == (np.zeros(len(exists)) if follower is None else follower.exists)).all()
        items = states["items"]["exists"].sum()
        assert items == len(replay.items)
        return len(recording)


def test_every_format_reads_alike(recorded: dict[int, RecordedGame], write: Any) -> None:
    """A game with the Ice Climbers."""
    for sizes in (*formats()[::3], OLD):
        assert compare(write(slp(in_format(recorded[14].file, sizes)))) == 60


@pytest.mark.parametrize("sizes", [formats()[0], OLD])
def test_whatever_is_cut_off_the_rest_reads_alike(
    sizes: dict[int, int], recorded: dict[int, RecordedGame], write: Any
) -> None:
    raw = in_format(recorded[14].file, sizes, frames=4)
    counts = []
    for cut in (1, 9, 20, 90, 200, 400):
        counts.append(compare(write(HEADER + bytes(4) + raw[:-cut])))
        with pytest.warns(arena.ReplayWarning, match=f"at byte {RAW + len(raw) - cut}"):
            assert compare(write(slp(raw[:-cut], len(raw))[: RAW + len(raw) - cut])) == counts[-1]
    assert max(counts) == 4
    assert len(set(counts)) > 1


def test_sticks_that_a_format_does_not_have_follow_from_the_processed_ones(
    recorded: dict[int, RecordedGame], write: Any
) -> None:
    def change(event: bytearray) -> bytes:
        if event[0] == 0x37:
            struct.pack_into(">ff", event, 0x1D, -1, 1)
        return bytes(event)

    path = write(slp(in_format(recorded[14].file, {**formats()[0], 0x37: 0x3F}, change)))
    with Recording(path) as recording:
        assert set(recording.inputs["main_y"].flat) == {-80}
        assert set(recording.inputs["c_x"].flat) == {80}
        assert recording.has_inputs.all()
        assert recording.absent["pre_frame"] == ("raw_joystick_y", "raw_c_stick_x", "raw_c_stick_y")
    fighter = arena.read(path).players[0]
    assert fighter is not None
    assert set(fighter.pre["raw_joystick_y"]) == {-80}


def test_states_claim_nothing_that_a_format_does_not_have(recorded: dict[int, RecordedGame], write: Any) -> None:
    with Recording(write(slp(in_format(recorded[4].file, {**OLD, 0x38: 0x25})))) as recording:
        slots = recording.states()["slots"][:, :2]
        assert {"is_airborne", "jumps_remaining", "speed_y"} < set(recording.absent["post_frame"])
        assert not slots["on_ground"].any()
        assert slots["present"].all()


def test_a_frame_without_a_pad_is_masked(recorded: dict[int, RecordedGame], write: Any) -> None:
    def change(event: bytearray) -> bytes:
        # The pads of player 1 become those of a player index that no port has.
        if event[0] == 0x37 and event[5] == 1 and struct.unpack_from(">i", event, 1)[0] >= -100:
            event[5] = 4
        return bytes(event)

    with Recording(write(slp(in_format(recorded[4].file, formats()[0], change)))) as recording:
        assert recording.has_inputs[:, 0].all()
        assert recording.has_inputs[:, 1].tolist() == [True] * 23 + [False] * 37
        assert not recording.inputs["main_x"][23:, 1].any()


@pytest.mark.parametrize("sizes", [formats()[0], OLD])
def test_rubbish_ends_what_is_read_and_its_byte_is_named(
    sizes: dict[int, int], recorded: dict[int, RecordedGame], write: Any
) -> None:
    raw = in_format(recorded[4].file, sizes, frames=30)
    at = raw.index(bytes([0x37]) + struct.pack(">i", -113))
    path = write(slp(raw[:at] + b"\xee" * 16 + raw[at:]))
    with pytest.warns(arena.ReplayWarning, match=f"at byte {RAW + at}"):
        frames = arena.read(path).frame.tolist()
    with pytest.warns(arena.ReplayWarning, match=f"at byte {RAW + at}"), Recording(path) as recording:
        assert recording.frames.tolist() == frames == list(range(-123, -113))


@pytest.mark.parametrize(("times", "first"), [(1, 262_433), (0, 0)])
def test_a_mode_that_counts_frames_otherwise_is_named(
    times: int, first: int, recorded: dict[int, RecordedGame], write: Any
) -> None:
    def change(event: bytearray) -> bytes:
        if event[0] not in (0x36, 0x39):
            struct.pack_into(">i", event, 1, first + times * (struct.unpack_from(">i", event, 1)[0] + 123))
        return bytes(event)

    path = write(slp(in_format(recorded[4].file, formats()[0], change, frames=20)))
    with pytest.warns(arena.ReplayWarning, match="a mode that is not supported"):
        assert len(arena.read(path).frame) in (1, 20)
    # A warning where a frame is left.
    with warnings.catch_warnings(), pytest.raises((ValueError, Warning), match="a mode that is not supported"):
        warnings.simplefilter("error")
        Recording(path)


def test_the_names_of_players_come_from_one_place(recorded: dict[int, RecordedGame], write: Any) -> None:
    def change(event: bytearray) -> bytes:
        if event[0] == 0x36:
            event[0x1A5 : 0x1A5 + 4 * 0x1F] = bytes(4 * 0x1F)
            event[0x161:0x165] = b"\x82\x60\x82\x61"
        return bytes(event)

    path = write(slp(in_format(recorded[4].file, formats()[0], change)))
    with Recording(path) as recording:
        assert [player.name for player in recording.players] == ["ＡＢ", ""]  # noqa: RUF001
    assert arena.read(path).names == ("ＡＢ", "", "", "")  # noqa: RUF001
