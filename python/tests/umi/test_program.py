"""A bot's program, with real processes and sockets: what is agreed, what goes together, and what happens where it
fails."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.env.inputs import Records
from arena.umi import FRAME, GameInfo, Program, UmiError, process, program
from arena.umi.process import Wishes, terms_of
from arena.umi.program import Seat, result_of
from arena.umi.wire import Hello

from .conftest import BOT, SECONDS, Diary, until

FOX = GameInfo(1, "FOX", "MARTH", "BATTLEFIELD")
VOID = result_of("void", "void", 0, (4, 4), (0, 0))

Script = Callable[[str], str]


def at(frame: int) -> Records:
    frames: Records = np.zeros(1, FRAME)
    frames["frame"] = frame
    return frames


def answered(bot: Program, seat: Seat, frame: int) -> None:
    """Asks until the bot is there again."""
    until(lambda: bot.ask([(seat, at(frame))], SECONDS)[0] is not None)


@pytest.mark.parametrize(
    ("hello", "wishes", "terms"),
    [
        ({}, {}, ("FOX", 18, 1, 1)),
        ({"characters": None}, {"characters": "FALCO"}, ("FALCO", 18, 1, 1)),
        ({"characters": ("FOX", "FALCO")}, {"characters": "FALCO"}, ("FALCO", 18, 1, 1)),
        ({"delay": None}, {"delay": 21}, ("FOX", 21, 1, 1)),
        # Games go into two lanes of one size, as at the championship.
        ({}, {"games": 4}, ("FOX", 18, 2, 2)),
        ({}, {"games": 5}, ("FOX", 18, 2, 2)),
        ({"max_games": 2}, {"games": 9}, ("FOX", 18, 2, 1)),
        # The arena itself takes two frames.
        ({"delay": 0}, {}, ("FOX", 2, 1, 1)),
        ({"delay": 3}, {}, ("FOX", 3, 1, 1)),
    ],
)
def test_what_the_bot_says_and_what_is_wanted_of_it_make_the_terms(
    hello: dict[str, Any], wishes: dict[str, Any], terms: tuple[str, int, int, int]
) -> None:
    given: dict[str, Any] = {"name": "bot", "characters": ("FOX",), "delay": 18, "max_games": None} | hello
    found = terms_of(Hello(**given), Wishes("run", **wishes))
    assert ("+".join(found.characters), found.delay, found.lanes, found.lane_size) == terms


@pytest.mark.parametrize(
    ("hello", "wishes", "why"),
    [
        ({"characters": None}, {}, "names no characters: say which it plays, such as --characters FOX"),
        ({"delay": None}, {}, "names no delay: say at which it plays, such as --delay 18"),
        ({}, {"characters": "MARTH"}, "does not play MARTH: it plays FOX"),
        ({}, {"delay": 21}, "plays at a delay of 18, not 21"),
        ({}, {"characters": "SONIC"}, "'SONIC' is no character"),
    ],
)
def test_where_they_do_not_agree_a_sentence_says_so(hello: dict[str, Any], wishes: dict[str, Any], why: str) -> None:
    given: dict[str, Any] = {"name": "bot", "characters": ("FOX",), "delay": 18, "max_games": None} | hello
    with pytest.raises(UmiError, match=why):
        terms_of(Hello(**given), Wishes("run", **wishes))


def test_each_game_is_told_begun_first_ended_and_keeps_its_lane(diary: Diary) -> None:
    with Program(BOT, games=4) as bot:
        seats = [bot.enter(FOX) for _ in range(4)]
        for frame in range(3):
            assert None not in bot.ask([(seat, at(frame)) for seat in seats], SECONDS)
        assert not bot.has_room
        with pytest.raises(UmiError, match="plays 4 games at a time"):
            bot.enter(FOX)
        bot.leave(seats[0], result_of("win", "stocks", 3000, (2, 0), (40.6, 0)))
        assert bot.has_room
    # The two lanes are told of as they were entered, and the sizes of batches with them.
    assert diary.lines("setup") == [[18, 4, 2, [1, 2]]]
    games = diary.lines("game")
    assert {(line["game"], line["lane"]) for line in games} == {(1, 0), (2, 1), (3, 0), (4, 1)}
    assert all(line["first"] == (line["frame"] == 0) for line in games)
    assert diary.lines("new")[0] == [[1, 1, "FOX", "MARTH", "BATTLEFIELD"]]
    ends = [game for line in diary.lines("end") for game in line]
    assert ends == [
        {"game": 1, "result": "win", "reason": "stocks", "frame": 3000, "stocks": [2, 0], "percent": [40, 0]}
    ]


BATCHES = """
import sys, time, umi, numpy as np

class Bot(umi.Bot):
    name, characters, delay, pad = "batches", "ALL", 18, False

    def act(self, batch):
        if not batch.warmup:
            print(len(batch.games), file=open(sys.argv[0] + ".sizes", "a"))
            time.sleep(0.2)
        return umi.Actions(ctrl=np.full((len(batch.games), 13), batch.lane / 4))

umi.serve(Bot())
"""


def test_what_comes_while_a_lane_is_busy_goes_out_as_one_batch(script: Script, tmp_path: Path) -> None:
    with Program(script(BATCHES), games=8) as bot:
        seats = [bot.enter(FOX) for _ in range(8)]
        given: dict[int, Any] = {}

        def play(place: int) -> None:
            (given[place],) = bot.ask([(seats[place], at(0))], SECONDS)

        threads = [threading.Thread(target=play, args=(place,)) for place in range(8)]
        for thread in threads:
            thread.start()
            time.sleep(0.01)
        for thread in threads:
            thread.join()
    # The first of each lane goes at once; its three others wait for it.
    assert sorted((tmp_path / "run.py.sizes").read_text().split()) == ["1", "1", "3", "3"]
    assert [float(given[place].row[0]) for place in range(8)] == [0, 0.25] * 4


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("die", "The bot has closed its socket: it ended with 3; it is started again"),
        ("stall", "The bot has not answered an observation in 1 s; it is started again"),
        ("nonsense", "The bot reports ValueError: boom"),
    ],
)
def test_a_bot_that_fails_is_started_again_and_goes_on_as_with_a_new_game(
    fault: str, said: str, diary: Diary, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("UMI_FAULT", fault)
    monkeypatch.setattr(program, "ACT_SECONDS", 1.0)
    with caplog.at_level(logging.ERROR, "arena"), Program(BOT, games=2) as bot:
        seats = [bot.enter(FOX), bot.enter(GameInfo(2, "SAMUS", "FOX", "DREAMLAND"))]
        assert None not in bot.ask([(seat, at(59)) for seat in seats], SECONDS)
        assert bot.ask([(seats[0], at(60))], SECONDS) == [None]
        answered(bot, seats[0], 61)
        answered(bot, seats[1], 61)
    assert said in caplog.text
    assert "Traceback" not in caplog.text
    again = [line for line in diary.lines("game") if line["frame"] == 61]
    assert [(line["game"], line["first"]) for line in again] == [(3, True), (4, True)]
    assert [game[2] for line in diary.lines("new")[2:] for game in line] == ["FOX", "SAMUS"]


def test_a_bot_that_does_not_come_back_is_tried_again_and_again_without_room_for_a_game(
    script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(program, "PAUSE_LEAST", 0.1)
    command = script(BATCHES.replace("time.sleep(0.2)", "sys.exit(4)"))
    with caplog.at_level(logging.ERROR, "arena"), Program(command) as bot:
        seat = bot.enter(FOX)
        working = (tmp_path / "run.py").read_text()
        (tmp_path / "run.py").write_text("raise SystemExit(5)")
        assert bot.ask([(seat, at(0))], SECONDS) == [None]
        until(lambda: "it is tried again" in caplog.text)
        bot.leave(seat, VOID)
        assert not bot.has_room
        assert bot.fault is not None and "The bot ended with 5 before it connected" in bot.fault
        (tmp_path / "run.py").write_text(working)
        until(lambda: bot.has_room)
        assert bot.fault is None


HELLO = """
import os, socket, struct, sys, time
import msgpack

sock = socket.socket(socket.AF_UNIX)
sock.connect(os.environ["UMI_SOCKET"])

def send(body):
    sock.sendall(struct.pack("<I", len(body)) + body)

def receive():
    (size,) = struct.unpack("<I", sock.recv(4))
    return msgpack.unpackb(sock.recv(size, socket.MSG_WAITALL))

hello = {"t": "hello", "umi": "1.0", "name": "raw", "characters": "FOX", "delay": 18, "max_games": None}
"""
ACT = 'receive(); message = receive(); send(msgpack.packb({"t": "act", "seq": message["seq"], '


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("sys.exit(7)", "The bot ended with 7 before it was ready"),
        ('send(b"\\xc1")', "The bot sends what is no msgpack"),
        ("send(msgpack.packb([1]))", "no map with a string t"),
        ('sock.sendall(struct.pack("<I", 1 << 31)); time.sleep(9)', "announces a message of 2147483648 bytes"),
        ('send(msgpack.packb({"t": "ready"}))', "first message is ready, not hello"),
        ('send(msgpack.packb(hello | {"umi": "2.0"}))', "speaks UMI '2.0'; this speaks 1.0"),
        ('send(msgpack.packb(hello | {"characters": "SONIC"}))', "'SONIC' is no character"),
        ('send(msgpack.packb(hello | {"delay": 31}))', "delay is 31; it is a number from 0 to 30"),
        ('send(msgpack.packb(hello | {"max_games": 0}))', "max_games is 0; it is a number from 1"),
        ('send(msgpack.packb(hello)); receive(); send(msgpack.packb({"t": "ready"}))', "sends ready None where act 0"),
        (f"send(msgpack.packb(hello)); {ACT}}}))", "act has no ctrl"),
        (f'send(msgpack.packb(hello)); {ACT}"ctrl": bytes(8)}}))', "ctrl of the bot's act is 8 bytes; 13 numbers"),
        (f'send(msgpack.packb(hello)); {ACT}"ctrl": bytes(52), "value": bytes(8)}}))', "value of the bot's act is 8"),
    ],
)
def test_what_breaks_the_protocol_before_the_first_game_is_named(script: Script, lines: str, why: str) -> None:
    with pytest.raises(UmiError, match=why):
        Program(script(f"{HELLO}\n{lines}\ntime.sleep(0.3)\n"))


def test_a_command_that_is_none_is_named() -> None:
    with pytest.raises(UmiError, match=r"cannot be started by '\./nothing-here'"):
        Program("./nothing-here")


def test_a_bot_that_does_not_end_is_ended_with_what_it_has_started(
    script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "END_SECONDS", 1.0)
    monkeypatch.setattr(process, "KILL_SECONDS", 0.1)
    stubborn = """
import signal, subprocess
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open(sys.argv[0] + ".child", "w").write(str(child.pid))
child.wait()
"""
    with Program(script(BATCHES + stubborn)):
        pass
    child = int((tmp_path / "run.py.child").read_text()) if (tmp_path / "run.py.child").exists() else 0
    assert child > 0
    until(lambda: not _runs(child))


def _runs(number: int) -> bool:
    try:
        # What has ended and is nobody's to wait for any more is a zombie.
        return Path(f"/proc/{number}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False
