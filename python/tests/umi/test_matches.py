"""A bot of the championship in matches: over the arena's sockets frame by frame, and in the local kit whole."""

from __future__ import annotations

import json
import logging

import numpy as np
import pytest

import arena
from arena.debug import PREFIX
from arena.umi import Program, UmiBot, inputs_of_rows

from ..conftest import BOTS, Kit, environment
from ..support import GAME_END, Dial, encode, frame, opening, served
from .conftest import BOT, Diary, until

DELAY = 18
FIRST = -123


def begin(dial: Dial, port: int = 0) -> int:
    """The pick and the pads of the first frames; gives the character that was picked."""
    character = dial.ask(port)["action"]["character"]
    assert dial.frames(1 + DELAY) == list(range(FIRST, FIRST + 1 + DELAY))
    dial.send(opening())
    return int(character)


def test_the_answer_to_a_frame_is_sent_for_the_frame_of_the_bots_own_delay(diary: Diary) -> None:
    with Program(BOT) as bot, served(lambda: UmiBot(bot)) as bots:
        dial = bots.dial()
        assert begin(dial, port=1) in (arena.Character.FOX, arena.Character.SAMUS)
        sent = {}
        for number in range(FIRST, FIRST + 60):
            dial.send(frame(number))
            pad = dial.pad()
            assert pad[0] == number + 1 + DELAY
            sent[number] = pad
        dial.send(GAME_END)
        until(lambda: bool(diary.lines("end")))
    rows = diary.rows()
    assert list(rows) == list(range(FIRST, FIRST + 60))
    for number, row in rows.items():
        (held,) = inputs_of_rows(np.array([row], np.float32))
        _, buttons, x, y, c_x, c_y, left, right = sent[number]
        assert (buttons, x - 128, y - 128, c_x - 128, c_y - 128, left, right) == tuple(held.tolist())
    assert diary.lines("new") == [[[1, 2, "FOX", "FOX", "BATTLEFIELD"]]]
    assert diary.lines("end")[0][0] | {"frame": 0} == {
        "game": 1, "result": "loss", "reason": "stocks", "frame": 0, "stocks": [0, 0], "percent": [0, 0],
    }  # fmt: skip


def test_several_matches_share_one_process_and_each_has_its_own_memory(diary: Diary) -> None:
    with Program(BOT, games=2) as bot, served(lambda: UmiBot(bot)) as bots:
        dials = [bots.dial(f"match_{number}") for number in range(2)]
        for dial in dials:
            begin(dial)
        for number in range(FIRST, FIRST + 30):
            for dial in dials:
                dial.send(frame(number, position_x=float(number)))
            assert dials[0].pad() == dials[1].pad()
    assert len(diary.lines("setup")) == 1
    assert diary.rows(1) == diary.rows(2)


def test_a_match_that_the_arena_gives_up_does_not_count(diary: Diary) -> None:
    with Program(BOT) as bot, served(lambda: UmiBot(bot)) as bots:
        dial = bots.dial()
        begin(dial)
        dial.send(frame(FIRST))
        dial.pad()
        dial.send(encode(0x39, game_end_method=7, lras_initiator_index=-1, placements=(-1, -1, -1, -1)))
        until(lambda: bool(diary.lines("end")))
    (end,) = diary.lines("end")
    assert (end[0]["result"], end[0]["frame"]) == ("void", FIRST)


@pytest.mark.parametrize("fault", ["die", "stall"])
def test_while_the_bot_is_away_the_controller_is_let_go_of_and_the_match_goes_on(
    fault: str, diary: Diary, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("UMI_FAULT", fault)
    monkeypatch.setattr("arena.umi.bot.REPLY_SECONDS", 0.1)
    monkeypatch.setattr("arena.umi.program.ACT_SECONDS", 0.5)
    with caplog.at_level(logging.WARNING, "arena"), Program(BOT) as bot, served(lambda: UmiBot(bot)) as bots:
        dial = bots.dial()
        begin(dial)
        away = 0
        for number in range(59, 2000):
            dial.send(frame(number))
            pad = dial.pad()
            while pad[0] < number + 1 + DELAY:
                pad = dial.pad()
            away += pad[1:] == (0, 128, 128, 128, 128, 0, 0)
            if away and pad[1:] != (0, 128, 128, 128, 128, 0, 0):
                break
        assert away > 0
        dial.send(GAME_END)
        until(lambda: "had no answer" in caplog.text)
    assert [line["first"] for line in diary.lines("game") if line["game"] == 2][:1] == [True]
    assert "had no answer in 0.1 s" in caplog.text


def test_what_the_bot_thinks_of_the_game_is_drawn(
    diary: Diary, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARENA_DEBUG", "1")
    with Program(BOT) as bot, served(lambda: UmiBot(bot)) as bots:
        dial = bots.dial()
        begin(dial, port=1)
        dial.send(frame(FIRST, position_x=50.0))
        dial.pad()
        dial.settle()
    (mark,) = [json.loads(line[len(PREFIX) :]) for line in capfd.readouterr().err.splitlines() if PREFIX in line]
    assert mark.pop("at") == {"screen": [1.0, 0.2]}
    assert mark == {"frame": FIRST, "kind": "text", "text": "win 50%  value +0.50", "colour": "green"}


@pytest.mark.slow
def test_in_a_whole_match_every_action_lands_at_the_declared_delay(kit: Kit, diary: Diary) -> None:
    record = kit.play(BOTS / "umi_served.py", "game.slp", **environment())
    assert record["status"] == "completed"
    own = record["bots"].index("umi_served")
    assert record["summary"]["players"][own]["missed"] == 0
    assert record["raised"] == [[], []]
    replay = arena.read(kit.folder / "game.slp")
    fighter = replay.players[own]
    assert fighter is not None
    rows = diary.rows()
    frames = replay.frame.tolist()
    assert list(rows) == frames
    held = inputs_of_rows(np.array(list(rows.values()), np.float32))[: len(frames) - 1 - DELAY]
    played = fighter.pre[1 + DELAY :]
    assert (played["physical_buttons"] == held["buttons"]).all()
    for name, field in (("main_x", "joystick_x"), ("main_y", "joystick_y"), ("c_x", "c_stick_x"), ("c_y", "c_stick_y")):
        assert (played[f"raw_{field}"] == held[name]).all(), name
    assert (np.rint(played["physical_l_trigger"] * 140) == held["l"]).all()
    (end,) = diary.lines("end")
    stocks = [record["summary"]["players"][side]["stocks"] for side in (own, 1 - own)]
    assert (end[0]["result"], end[0]["stocks"]) == ("win" if stocks[0] else "loss", stocks)
    marks = [json.loads(line) for line in (kit.folder / "game.debug.jsonl").read_text().splitlines()]
    # Without a clock the game is over before the bot has seen the frames that its last answers were for.
    assert 0 <= len(frames) - len(marks) <= 1 + DELAY
    assert marks[-1]["text"].startswith("win ")
