"""What a controller of libmelee writes, as the bytes of a pad."""

import pytest

from arena import Button, Pad
from arena.melee.pipe import Pipe


def pad(*commands: str) -> Pad:
    pipe = Pipe()
    pipe.write("\n".join([*commands, "FLUSH", ""]))
    return pipe.pad


def test_commands_count_once_they_are_flushed_and_last_until_they_are_taken_back() -> None:
    pipe = Pipe()
    pipe.write("PRESS A\nPRESS D_UP\n")
    assert pipe.pad == Pad()
    pipe.write("FLU")
    pipe.write("SH\n")
    assert pipe.pad == Pad(Button.A | Button.DPAD_UP)
    pipe.write("RELEASE A\nFLUSH\n")
    assert pipe.pad == Pad(Button.DPAD_UP)


def test_each_of_the_161_positions_that_the_game_tells_apart_comes_out_as_itself() -> None:
    for raw in range(-80, 81):
        # As the newer line of libmelee writes it: a little beyond the edge of its step.
        x = (raw + 0.1) / 254 + 0.5
        assert pad(f"SET MAIN {x} .5", f"SET C .5 {x}") == Pad(stick_x=128 + raw, cstick_y=128 + raw)


@pytest.mark.parametrize(("x", "byte"), [("0", 1), ("1", 255), ("-0.75", 1), ("2", 255), ("0.5", 128), ("nan", 128)])
def test_a_stick_goes_to_the_end_and_not_beyond(x: str, byte: int) -> None:
    assert pad(f"SET MAIN {x} 0.5").stick_x == byte


@pytest.mark.parametrize(("amount", "byte"), [("0", 0), ("1", 255), ("0.31", 79), (str(140.1 / 255), 140), ("-1", 0)])
def test_a_trigger_is_a_share_of_255(amount: str, byte: int) -> None:
    assert pad(f"SET L {amount}").l == byte


def test_a_trigger_that_is_pressed_as_a_button_is_pressed_all_the_way() -> None:
    assert pad("PRESS L") == Pad(Button.L, l=255)
    assert pad("PRESS R", "SET R 0.2") == Pad(Button.R, r=255)


def test_what_is_no_command_changes_nothing() -> None:
    assert pad("PRESS", "SET MAIN 1", "SET MAIN x y", "JUMP", "PRESS HOME", "") == Pad()
