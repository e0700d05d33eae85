"""A libmelee bot as it is, started by `python -m arena.melee`, from the arena's side of the socket."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from ..support import GAME_END, SECONDS, Clock, Dial, frame, headers, opening, redial

BOTS = Path(__file__).parent.parent / "bots"
BOT = BOTS / "reporter.py"


class Program:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.port = self._listening()

    def _listening(self) -> int:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("listening on port "):
                return int(line.split()[-1])
        raise AssertionError("the program has ended")

    def seen(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        message: dict[str, Any] = json.loads(self.process.stdout.readline())
        return message

    def go_on(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    @contextmanager
    def dial(self, match: str = "match_1") -> Generator[Dial]:
        url = f"ws://127.0.0.1:{self.port}"
        with redial(lambda: connect(url, additional_headers=headers(match), compression=None)) as dialled:
            yield Dial(dialled)


@contextmanager
def started(*arguments: str, options: tuple[str, ...] = (), clock: str = "fast", bot: Path = BOT) -> Generator[Program]:
    command = [sys.executable, "-m", "arena.melee", "--port", "0", *options, str(bot), *arguments]
    environment = {**os.environ, "ARENA_BASE_URL": "", "ARENA_CLOCK": clock}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        try:
            yield Program(process)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                raise


def test_its_choice_in_the_menu_is_the_pick_and_it_sits_where_it_believes_to_sit() -> None:
    with started("3", "1", options=("--hold", "0")) as program:
        assert program.seen() == {"menu": "CHARACTER_SELECT"}
        with program.dial() as dial:
            assert dial.ask(port=0) == {"id": 0, "action": {"character": 19, "costume": 2}}
            assert dial.frames(3) == [-123, -122, -121]
            dial.send(opening(), frame(-123, percent=7.0, stocks_remaining=4))
            assert program.seen() == {
                "frame": -123,
                "players": [1, 3],
                "percent": 7.0,
                "old": 4,
                "stage": "BATTLEFIELD",
                "left": True,
            }
            # The stick to the right, and A: libmelee's own values, as the emulator makes bytes of them.
            number, buttons, x, *rest = dial.pad()
            assert (number, buttons, rest) == (-120, 0x0100, [128, 128, 128, 0, 0])
            assert x >= 208
            dial.send(frame(-122))
            assert program.seen()["frame"] == -122
            assert dial.pad()[:2] == (-119, 0)


def test_sticks_of_a_bot_for_the_older_line_are_taken_as_they_are() -> None:
    with started("1", "2", "--older", options=("--hold", "0")) as program, program.dial() as dial:
        dial.begin()
        dial.send(frame(-123))
        # The newer line would make 208 of it.
        assert dial.pad()[2] == 255


def test_an_input_is_sent_again_for_the_next_frames() -> None:
    with started("1", "2", options=("--hold", "2")) as program, program.dial() as dial:
        dial.ask(port=1)
        assert dial.frames(5) == [-123, -122, -121, -120, -119]
        dial.send(opening(), frame(-123))
        assert dial.frames(3) == [-120, -119, -118]


def test_early_answers_for_the_next_frame() -> None:
    with started("1", "2", options=("--lead", "early", "--hold", "0")) as program, program.dial() as dial:
        dial.ask()
        dial.frames(3)
        dial.send(opening(), frame(-123))
        assert dial.frames(3) == [-122, -121, -120]


def test_a_redial_goes_on_in_the_game_and_after_it_the_menu_is_shown_again() -> None:
    with started("1", "2", options=("--hold", "0")) as program:
        assert program.seen() == {"menu": "CHARACTER_SELECT"}
        with program.dial() as dial:
            dial.begin()
            dial.send(frame(-123))
            assert program.seen()["frame"] == -123
            dial.drop()
        with program.dial() as dial:
            # The first message again: the library must not begin a game anew with it.
            dial.send(opening(), frame(-100))
            assert program.seen()["frame"] == -100
            assert dial.frames(3) == [-99, -98, -97]
            dial.send(GAME_END)
            assert program.seen() == {"menu": "CHARACTER_SELECT"}
        with program.dial("match_2") as dial:
            dial.begin(port=1)
            dial.send(frame(-123))
            assert program.seen()["frame"] == -123


def test_a_slow_bot_answers_the_newest_frame() -> None:
    with started("1", "2", "--slow", options=("--hold", "0"), clock="live") as program, program.dial() as dial:
        assert program.seen() == {"menu": "CHARACTER_SELECT"}
        dial.begin()
        dial.send(frame(0))
        assert program.seen()["frame"] == 0
        dial.send(frame(1), frame(2), frame(3))
        dial.settle()
        program.go_on()
        assert program.seen()["frame"] == 3
        program.go_on()
        assert dial.frames(6) == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_on_the_clock_a_bot_that_takes_40_ms_is_never_more_than_a_frame_behind_the_newest() -> None:
    """However busy the machine is: the frame is held against what had come when the bot asked for it."""
    with started("1", "2", "--slow", clock="live") as program, program.dial() as dial:
        program.seen()
        dial.ask()
        dial.send(opening())
        had_come = -123
        frames: list[int] = []
        with Clock(dial) as clock:
            for _ in range(40):
                frames.append(program.seen()["frame"])
                assert had_come - frames[-1] <= 1
                time.sleep(0.04)
                had_come = clock.newest
                program.go_on()
    # It was too slow for the clock.
    assert frames[-1] - frames[0] >= 80


def test_one_match_is_played_at_a_time() -> None:
    with started("1", "2") as program, program.dial() as dial:
        dial.ask()
        with pytest.raises(InvalidStatus) as refused, program.dial("match_2"):
            pass
        assert refused.value.response.status_code == 503


def test_a_character_of_the_command_line_takes_the_place_of_the_choice() -> None:
    with started("1", "2", options=("--character", "marth", "--costume", "4")) as program, program.dial() as dial:
        assert dial.ask()["action"] == {"character": 9, "costume": 4}


@pytest.mark.parametrize(
    ("options", "character", "buttons"), [((), 2, 0), (("--controller", "1"), 2, 0), (("--controller", "2"), 9, 0x0100)]
)
def test_of_a_program_with_two_controllers_the_first_plays_unless_another_is_named(
    options: tuple[str, ...], character: int, buttons: int
) -> None:
    with started(options=("--hold", "0", *options), bot=BOTS / "both.py") as program, program.dial() as dial:
        # The arena draws another port than the bot's own.
        own = 1 if character == 9 else 0
        assert dial.ask(port=1 - own)["action"]["character"] == character
        assert dial.frames(3) == [-123, -122, -121]
        dial.send(opening(), frame(-123))
        number, pressed, x, *_ = dial.pad()
        assert (number, pressed) == (-120, buttons)
        assert (x > 128) == (character == 2)


def test_ctrl_c_ends_it_without_a_stack() -> None:
    with started("1", "2") as program:
        program.seen()
        program.process.send_signal(signal.SIGINT)
        assert program.process.wait(SECONDS) == 130
        assert program.process.stderr is not None
        assert program.process.stderr.read() == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--character", "nobody", str(BOT)], "nobody is none of CAPTAIN_FALCON"),
        (["missing.py"], "there is no file missing.py"),
        (["--lead", "900", str(BOT)], 'error: a lead is a number of frames, or "early", not 900'),
        (["--lead", "soon", str(BOT)], 'argument --lead: it is a number of frames, or "early", not soon'),
        (["--hold", "99", str(BOT)], "error: hold is a number of frames up to 60, not 99"),
        (["--port", "http", str(BOT)], "invalid int value: 'http'"),
        (["--port", "65536", str(BOT), "1", "2"], 'The port is "65536". It has to be a number from 0 to 65535.'),
        (["--port", "TAKEN", str(BOT), "1", "2"], "is taken by another program. Choose another with PORT=..."),
        (
            ["--port", "0", "--controller", "3", str(BOTS / "both.py")],
            "The program has no controller at port 3, but at: 1, 2.",
        ),
    ],
)
def test_what_cannot_be_started_is_an_error_in_words(arguments: list[str], words: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = str(other.getsockname()[1])
        command = [sys.executable, "-m", "arena.melee", *(taken if each == "TAKEN" else each for each in arguments)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert ended.returncode != 0
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr
