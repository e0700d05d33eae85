"""When answers are played: the lead, and what the stream shows of it."""

from dataclasses import replace
from typing import Any

import pytest

from arena import NEUTRAL, Button, Pad
from arena._tables import PreFrame
from arena.lead import HELD_FRAMES, PATIENCE_LEAST, Outbox

from .support import PAD, encode
from .test_events import decoded

A = Pad(Button.A)
B = Pad(Button.B)


def pre(pad: Pad) -> PreFrame:
    """What the stream shows of a pad that was polled."""
    fields: dict[str, Any] = {
        "physical_buttons": pad.buttons,
        "raw_joystick_x": pad.stick_x - 128,
        "raw_joystick_y": pad.stick_y - 128,
        "raw_c_stick_x": pad.cstick_x - 128,
        "raw_c_stick_y": pad.cstick_y - 128,
        "physical_l_trigger": min(pad.l, 140) / 140,
        "physical_r_trigger": min(pad.r, 140) / 140,
    }
    record = decoded(encode(0x37, **fields))
    assert isinstance(record, PreFrame)
    return record


def frames(messages: list[bytes]) -> list[int]:
    return [PAD.unpack(message)[0] for message in messages]


def test_every_part_of_a_pad_is_known_again_in_what_was_polled() -> None:
    pads = [A, Pad(stick_x=255), Pad(stick_y=0), Pad(cstick_x=48), Pad(cstick_y=208), Pad(l=35), Pad(r=255)]
    for pad in pads:
        outbox = Outbox()
        outbox.answer(0, pad)
        assert outbox.seen(3, pre(pad)) == "newest"
        outbox.answer(1, pad)
        assert outbox.seen(4, pre(NEUTRAL)) == "late"
        outbox.answer(2, pad)
        assert outbox.seen(5, pre(B)) == "unknown"


def test_a_frame_that_no_pad_was_sent_for_is_absent() -> None:
    assert Outbox().seen(0, pre(NEUTRAL)) == "absent"
    assert Outbox().seen(0, pre(A)) == "unknown"


def test_start_is_not_reported_and_not_missed() -> None:
    outbox = Outbox()
    outbox.answer(0, Pad(Button.START | Button.A))
    assert outbox.seen(3, pre(A)) == "newest"


def test_early_sends_for_the_next_frame_and_again_up_to_the_mode_s_lead() -> None:
    outbox = Outbox("early")
    assert frames(outbox.first()) == [-123, -122, -121]
    assert frames(outbox.answer(-123, A)) == [-122, -121, -120]
    # What has not changed is sent for the next frame, and the new one.
    assert frames(outbox.answer(-122, A)) == [-121, -119]


def late(outbox: Outbox) -> int:
    """Has a pad come late; gives the frame on which that is seen."""
    outbox.answer(0, A)
    outbox.answer(1, B)
    outbox.answer(2, A)
    assert outbox.seen(3, pre(B)) == "older"
    return 3


def test_early_answers_later_after_a_late_pad() -> None:
    outbox = Outbox("early")
    late(outbox)
    assert outbox.lead == 1
    assert frames(outbox.answer(3, B))[0] == 5


def test_the_shorter_lead_is_tried_again_once_nothing_is_pressed() -> None:
    outbox = Outbox("early")
    seen = late(outbox)
    patience = 2 * PATIENCE_LEAST
    for frame in range(seen, seen + patience):
        outbox.answer(frame, A)
    assert outbox.lead == 1
    for frame in range(seen + patience, seen + patience + 4):
        outbox.answer(frame, NEUTRAL)
    assert outbox.lead == 0


def test_a_tap_of_the_stick_is_not_left_out_for_a_shorter_lead() -> None:
    outbox = Outbox("early")
    seen = late(outbox)
    for frame in range(seen, seen + 4 * PATIENCE_LEAST):
        outbox.answer(frame, replace(NEUTRAL, stick_x=(128, 208)[frame % 2]))
    assert outbox.lead == 1


def test_the_lead_is_never_longer_than_the_mode_s() -> None:
    outbox = Outbox("early")
    for frame in range(HELD_FRAMES):
        outbox.answer(frame, (A, B)[frame % 2])
        outbox.seen(frame + 1, pre((B, A)[frame % 2]))
    assert outbox.lead <= 2


@pytest.mark.parametrize("lead", [-1, 601, 1.5, "late"])
def test_what_is_no_lead_is_an_error(lead: Any) -> None:
    with pytest.raises(ValueError, match="a lead is a number of frames"):
        Outbox(lead)


@pytest.mark.parametrize("hold", [-1, 61])
def test_what_is_no_hold_is_an_error(hold: int) -> None:
    with pytest.raises(ValueError, match="hold is a number of frames up to 60"):
        Outbox(hold=hold)
