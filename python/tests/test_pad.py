"""Pads as docs/play-protocol.md lists them."""

import pytest

from arena import NEUTRAL, Button, Pad


def test_a_pad_is_12_bytes_little_endian_in_the_order_of_the_protocol() -> None:
    pad = Pad(Button.A | Button.START, 1, 2, 3, 4, 5, 6)
    assert pad.encode(-123) == bytes.fromhex("85ffffff 0011 01 02 03 04 05 06")


def test_neutral_is_centred_sticks_and_nothing_pressed() -> None:
    assert NEUTRAL.encode(0) == bytes.fromhex("00000000 0000 80 80 80 80 00 00")


def test_tilt_takes_shares_of_full_tilt_and_cuts_off_what_is_beyond() -> None:
    assert Pad.tilt(1, -1) == Pad(stick_x=208, stick_y=48)
    assert Pad.tilt(7, -0.5, Button.B, c=(0, 2), r=1, l=0.5) == Pad(Button.B, 208, 88, 128, 208, 70, 140)


@pytest.mark.parametrize(
    ("pad", "what"),
    [
        (Pad(stick_x=256), "stick_x is an integer from 0 to 255, not 256"),
        (Pad(buttons=-1), "buttons is an integer from 0 to 65535, not -1"),
        (Pad(l=0.5), "l is an integer from 0 to 255, not 0.5"),  # pyrefly: ignore[bad-argument-type]
    ],
)
def test_what_a_field_cannot_hold_is_an_error_that_names_it(pad: Pad, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        pad.encode(0)


def test_a_frame_of_more_than_32_bits_is_an_error() -> None:
    with pytest.raises(ValueError, match="frame is an integer of 32 bits"):
        NEUTRAL.encode(2**31)
