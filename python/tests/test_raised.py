"""What a bot raises is printed whole once at its place, and then counted, over a real socket and in the words of the
kit."""

import json
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedOK, InvalidStatus
from websockets.sync.client import connect

from arena import Bot, Game, Pad, Pick, PickRequest, raised
from arena.door import Door
from arena.signature import PlatformKey

from .support import GAME_END, SECONDS, Dial, frame, headers, served

FRAMES = 1_200


class Throwing(Bot):
    """Raises on every frame."""

    def pick(self, request: PickRequest) -> Pick:
        return Pick(20)

    def frame(self, game: Game) -> Pad:
        raise RuntimeError(f"no plan for frame {game.frame}\nand more")


PLACE = f"tests/test_raised.py:{Throwing.frame.__code__.co_firstlineno + 1}"


@pytest.fixture(autouse=True)
def _in_the_folder_of_the_project(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.chdir(request.config.rootpath)


def play_to_the_end(dial: Dial, frames: int) -> None:
    dial.begin()
    dial.send(*(frame(number) for number in range(-123, frames - 123)))
    for _ in range(frames):
        dial.pad()
    dial.send(GAME_END)
    with pytest.raises(ConnectionClosedOK):
        dial.socket.recv(SECONDS)


def errors_in(log: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in log.records]


def test_a_bot_that_raises_on_every_frame_is_printed_whole_once_and_counted_at_the_end_of_the_match(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with served(Throwing, catches_up=False) as bot:
        play_to_the_end(bot.dial("match_1"), FRAMES)
        play_to_the_end(bot.dial("match_2"), 2)
    whole, first, second = errors_in(caplog)
    heading, trace, place, code, error, more = whole.splitlines()
    assert heading == "The bot raised in frame, on frame -123:"
    assert trace == "Traceback (most recent call last):"
    assert PLACE.split(":")[0] in place and code.strip().startswith("raise RuntimeError")
    assert (error, more) == ("RuntimeError: no plan for frame -123", "and more")
    # Over all matches of the process, and each time what was not told before.
    assert first == f"RuntimeError: no plan for frame -123 ({PLACE}): raised again 1,199 times, same place."
    assert second == f"RuntimeError: no plan for frame -123 ({PLACE}): raised again 2 times, same place."


def test_with_the_kit_each_error_is_a_line_for_it_and_nothing_else_is_printed(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_RAISED", "1")
    with served(Throwing, catches_up=False) as bot:
        play_to_the_end(bot.dial(), 3)
    assert caplog.records == []
    lines = capsys.readouterr().err.splitlines()
    assert all(line.startswith("arena-raised {") for line in lines)
    first, *others = [json.loads(line.removeprefix("arena-raised ")) for line in lines]
    text = first.pop("text")
    assert text.startswith("Traceback") and text.endswith("RuntimeError: no plan for frame -123\nand more")
    assert [first, *others] == [
        {"frame": number, "in": "frame", "error": f"RuntimeError: no plan for frame {number}", "place": PLACE}
        for number in (-123, -122, -121)
    ]


class Wrong(Throwing):
    def frame(self, game: Game) -> Any:
        return 3


class Unmade(Throwing):
    def __init__(self) -> None:
        sys.exit("the model is missing")


@pytest.mark.parametrize(
    ("make", "heading", "error"),
    [
        (Wrong, "The bot raised in frame, on frame -123:", "TypeError: frame returns a Pad, not 3"),
        (Unmade, "The bot raised in __init__:", "SystemExit: the model is missing"),
        (lambda: None, "The bot raised in __init__:", "TypeError: serve takes what makes a bot"),
    ],
)
def test_what_is_refused_is_told_by_its_method(
    make: Callable[[], Bot], heading: str, error: str, caplog: pytest.LogCaptureFixture
) -> None:
    with served(make, catches_up=False) as bot:
        dial = bot.dial()
        if make is Wrong:
            play_to_the_end(dial, 2)
        else:
            with pytest.raises(ConnectionClosedOK):
                dial.socket.recv(SECONDS)
    first = errors_in(caplog)[0]
    assert first.startswith(heading)
    assert error in first
    if make is Wrong:
        assert first == f"{heading}\n{error}"
        assert errors_in(caplog)[1] == f"{error} (frame): raised again once, same place."


def test_a_message_that_the_arena_repeats_and_a_key_that_stays_away_are_counted_too(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with served(Throwing) as bot:
        dial = bot.dial()
        dial.begin()
        dial.send(b"\xff", b"\xff", b"\xff", GAME_END)
        with pytest.raises(ConnectionClosedOK):
            dial.socket.recv(SECONDS)
    assert errors_in(caplog) == [
        "A message of the arena cannot be read:\narena.events.StreamError: event 0xff at byte 0 was not announced",
        "StreamError: event 0xff at byte 0 was not announced: raised again 2 times, same place.",
    ]
    caplog.clear()
    key = PlatformKey(arena_url="http://127.0.0.1:9")
    with Door(lambda link: None, host="127.0.0.1", port=0, key=key) as door:
        threading.Thread(target=door.run, daemon=True).start()
        for _ in range(3):
            with pytest.raises(InvalidStatus):
                connect(f"ws://127.0.0.1:{door.port}", additional_headers=headers("match_1"))
    (told,) = errors_in(caplog)
    assert told.startswith(
        "The arena's key is not known, so nobody is let in:\narena.signature.KeyUnavailable: http://"
    )


def test_at_most_twenty_places_are_printed_whole(caplog: pytest.LogCaptureFixture) -> None:
    for number in range(50):
        try:
            exec(compile("\n" * number + "1 / 0", "made.py", "exec"))
        except ZeroDivisionError as error:
            raised.MEMORY.take(error, "Somewhere:")
    raised.MEMORY.tell()
    raised.MEMORY.tell()
    *whole, told = errors_in(caplog)
    assert len(whole) == raised.MOST_PLACES
    assert told == "Errors at other places: raised 30 times."


def test_the_place_is_the_authors_whatever_is_called_from_it() -> None:
    def raised_by(call: Callable[[], Any]) -> str | None:
        with pytest.raises(Exception) as caught:
            call()
        return raised.place_of(caught.value)

    line = raised_by.__code__.co_firstlineno + 2
    assert raised_by(lambda: json.loads("{")) == f"tests/test_raised.py:{line + 4}"
    assert raised_by(lambda: Pad(300).encode("x")) == f"tests/test_raised.py:{line + 5}"  # pyrefly: ignore[bad-argument-type]


def test_a_message_that_cannot_be_said_or_is_long_is_left_out_or_cut() -> None:
    class Silent(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert raised.line_of(Silent()) == "Silent"
    assert raised.line_of(KeyError()) == "KeyError"
    assert raised.line_of(ValueError("x" * 300)) == "ValueError: " + "x" * (raised.MOST_LINE - 12)
