"""The decoder, by its tables: what is encoded by them is read by them, in every version."""

from typing import Any

import pytest

from arena._tables import EVENTS, GameStart, PostFrame
from arena.events import EventReader, StreamError
from arena.game import FrameReader
from arena.stages import randall_at

from .support import encode, frame, opening, payloads


def decoded(event: bytes) -> Any:
    """The record of an event, of the size that it has."""
    reader = EventReader()
    records = list(reader.read(payloads({event[0]: len(event)}) + event))
    assert len(records) == 1
    return records[0]


@pytest.mark.parametrize("code", [code for code in EVENTS if code != 0x10])
def test_each_field_of_each_event_is_read_where_the_table_says(code: int) -> None:
    table = EVENTS[code]
    for number, field in enumerate(table.fields):
        if field.kind in ("bytes", "str"):
            text = bytes([65 + number % 26]) * (field.repeat - 1)
            expected: Any = text + b"\0" if field.kind == "bytes" else text.decode()
            given: Any = text
        else:
            given = expected = (1,) * field.repeat if field.repeat else 1
        fields: dict[str, Any] = {field.name: given}
        record = decoded(encode(code, **fields))
        assert getattr(record, field.name) == expected, field.name
        others = [each for each in table.fields if each.name != field.name]
        assert not any(any(bytes(_plain(getattr(record, each.name)))) for each in others), field.name


def _plain(value: Any) -> bytes:
    if isinstance(value, tuple):
        return bytes(value)
    return value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else bytes([int(value)])


def test_the_players_of_game_start_are_read_each_from_its_place() -> None:
    players = [{"character_id": 10 + port, "display_name": f"p{port}".encode()} for port in range(4)]
    start = decoded(encode(0x36, stage_id=32, players=players))
    assert isinstance(start, GameStart)
    assert [(each.character_id, each.display_name) for each in start.players] == [(10 + n, f"p{n}") for n in range(4)]


def test_a_field_that_an_older_version_does_not_have_is_zero() -> None:
    event = encode(0x38, percent=50.0, jumps_remaining=2, hitlag_remaining=3.0)
    old = decoded(event[:0x22])
    assert isinstance(old, PostFrame)
    assert (old.percent, old.jumps_remaining, old.hitlag_remaining) == (50.0, 0, 0.0)
    assert decoded(encode(0x3B)[:0x2A]).owner == -1


@pytest.mark.parametrize(
    ("message", "what"),
    [
        (b"\x37", "event 0x37 at byte 0 was not announced"),
        (payloads() + b"\x3c\x00", "event 0x3c at byte .* ends beyond the message"),
        (b"\x35", "Event Payloads without its size"),
        (b"\x35\x09\x36", "Event Payloads of 10 bytes"),
        (b"\x35\x05\x36\x00\x01\x00", "Event Payloads of 6 bytes"),
        (payloads({0x38: 0x10}), "event 0x38 has 15 bytes, which is less than it ever had"),
    ],
)
def test_what_is_no_stream_is_an_error_in_words(message: bytes, what: str) -> None:
    with pytest.raises(StreamError, match=what):
        list(EventReader().read(message))


def test_an_event_without_a_table_is_passed_over() -> None:
    reader = EventReader()
    (record,) = reader.read(payloads({0x60: 5, 0x3C: 9}) + b"\x60abcd" + encode(0x3C, frame=7))
    assert record.frame == 7


def test_a_frame_has_its_fighters_with_names_and_followers_and_its_items() -> None:
    events, frames = EventReader(), FrameReader()
    parts = [
        encode(0x37, frame=5, player_index=1, physical_buttons=0x100),
        encode(
            0x38,
            frame=5,
            player_index=1,
            internal_character_id=10,
            action_state_id=14,
            state_bit_flags4=2,
            misc_action_state=8.0,
        ),
        encode(0x38, frame=5, player_index=1, is_follower=1, internal_character_id=11, action_state_id=341),
        encode(0x3B, frame=5, type_id=54, owner=1),
        encode(0x3C, frame=5),
    ]
    (built,) = frames.take(events.read(opening() + b"".join(parts)))
    popo = built.players[1]
    assert popo is not None and popo.follower is not None and popo.pre is not None
    assert (popo.character, popo.action_name, popo.hitstun, popo.pre.physical_buttons) == (14, "Wait", 8.0, 0x100)
    assert (popo.follower.character, popo.follower.is_follower) == (14, 1)
    assert popo.follower.action_name == "SpecialN"
    assert built.players[0] is None
    assert [(item.name, item.owner) for item in built.items] == [("FoxLaser", 1)]


def test_moving_platforms_are_where_they_are_on_the_frame() -> None:
    events, frames = EventReader(), FrameReader()
    first = frames.take(events.read(opening(stage=2) + frame(0)))[0].stage
    moved = frame(1)[:-9] + encode(0x3F, frame=1, platform=0, height=20.0) + frame(1)[-9:]
    after = frames.take(events.read(moved))[0].stage
    sunk = frame(2)[:-9] + encode(0x3F, frame=2, platform=0, height=-1.0) + frame(2)[-9:]
    frames.take(events.read(sunk))
    hidden = frames.take(events.read(frame(3)))[0].stage
    assert [each[2] for each in first.platforms[1:]] == [28 * 0.75 + 1.125, 20 * 0.75 + 1.125]
    assert after.platforms[1] == (21, 49.5, 20 * 0.75 + 1.125)
    assert len(hidden.platforms) == 2


def test_randall_circles_the_stage_in_1200_frames() -> None:
    assert randall_at(0) == randall_at(1200) == (-57.495, -57.495 + 11.9, -33.2489)
    assert randall_at(-1) == randall_at(1199)
    steps = [abs(randall_at(each + 1)[0] - randall_at(each)[0]) for each in range(1200)]
    assert max(steps) < 0.75
