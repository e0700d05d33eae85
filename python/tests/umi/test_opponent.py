"""A bot of the championship as the opponent of a learner."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import arena
from arena.env import ArenaVectorEnv, Character, MatchConfig, PlayerConfig
from arena.umi import Opponent, UmiError, inputs_of_rows

from .conftest import BOT, Diary

FIRST = -123


def fox_against(opponent: Character) -> MatchConfig:
    return MatchConfig(players=(PlayerConfig(Character.FOX), PlayerConfig(opponent)))


@pytest.mark.parametrize(
    ("own", "delay", "frame_skip"), [(18, 2, 4), (18, 0, 24), (18, 18, 3), (21, 21, 3), (30, 30, 4)]
)
def test_it_sees_each_frame_and_its_actions_land_at_its_own_delay(
    own: int, delay: int, frame_skip: int, diary: Diary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMI_DELAY", str(own))
    envs = ArenaVectorEnv(1, opponent=Opponent(BOT), delay=delay, frame_skip=frame_skip, record=True)
    envs.reset(seed=3)
    steps = 120 // frame_skip
    for _ in range(steps):
        envs.step(envs.action_space.sample())
    envs.batch.write_slp(0, tmp_path / "game.slp")
    envs.close()
    rows = diary.rows()
    assert list(rows) == list(range(FIRST, FIRST + steps * frame_skip))
    fighter = arena.read(tmp_path / "game.slp").players[1]
    assert fighter is not None
    held = inputs_of_rows(np.array(list(rows.values()), np.float32))[: -1 - own]
    played = fighter.pre[1 + own :]
    assert (played["physical_buttons"] == held["buttons"]).all()
    assert (played["raw_joystick_x"] == held["main_x"]).all()
    assert (played["raw_joystick_y"] == held["main_y"]).all()
    assert (fighter.pre["raw_joystick_x"][: 1 + own] == 0).all()


SEES_ITSELF = """
import sys, umi, numpy as np

class Bot(umi.Bot):
    name, characters, delay = "sees", "ALL", 3

    def act(self, batch):
        frames = batch.frames
        if not batch.warmup:
            for frame in frames[batch.games > 0]:
                own, other = frame["players"]["controller"]
                seen = [frame["frame"], own["main_x"], other["main_x"]]
                print(*(round(float(each), 5) for each in seen), file=open(sys.argv[0] + ".seen", "a"))
        rows = np.full((len(frames), 13), 0.5)
        rows[:, 0] = frames["frame"] % 100 / 160
        return umi.Actions(ctrl=rows)

umi.serve(Bot())
"""


def test_it_is_shown_what_was_on_both_controllers_on_that_frame(script: Callable[[str], str], tmp_path: Path) -> None:
    envs = ArenaVectorEnv(1, opponent=Opponent(script(SEES_ITSELF)), delay=2)
    envs.reset(seed=1)
    for _ in range(40):
        envs.step(np.array([[1, 0, 0]]))
    envs.close()
    seen = [[float(each) for each in line.split()] for line in (tmp_path / "run.py.seen").read_text().splitlines()]
    assert [int(frame) for frame, _, _ in seen] == list(range(FIRST, FIRST + 40))
    for frame, own, other in seen:
        # Nothing is on a controller before the first answer, and the learner's first action comes after frame -124.
        assert own == (0.5 if frame < FIRST + 4 else (frame - 4) % 100 / 160)
        assert other == (0.5 if frame < FIRST + 2 else 1.0)


def test_each_episode_is_a_game_of_its_own(diary: Diary) -> None:
    envs = ArenaVectorEnv(3, opponent=Opponent(BOT), matches=fox_against(Character.SAMUS), max_frames=20, frame_skip=4)
    envs.reset(seed=3)
    for _ in range(13):
        envs.step(envs.action_space.sample())
    envs.close()
    assert diary.lines("setup") == [[18, 4, 2, [1, 2]]]
    begun = [game for line in diary.lines("new") for game in line]
    assert [game[1:] for game in begun] == [[2, "SAMUS", "FOX", "FINAL_DESTINATION"]] * 9
    games = {line["game"] for line in diary.lines("game")}
    assert games == set(range(1, 10))
    for game in games - {7, 8, 9}:
        assert list(diary.rows(game)) == list(range(FIRST, FIRST + 20))
    ended = [game for line in diary.lines("end") for game in line]
    assert {(game["game"], game["result"]) for game in ended} == {(number, "void") for number in range(1, 7)}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"num_envs": 40}, "The bot plays 32 games at a time, and the environment has 40"),
        ({"matches": fox_against(Character.MARTH)}, "does not play MARTH, which is the opponent's character"),
    ],
)
def test_what_it_cannot_play_is_said(options: dict[str, Any], why: str) -> None:
    with pytest.raises(UmiError, match=why):
        envs = ArenaVectorEnv(opponent=Opponent(BOT), **options)
        try:
            envs.reset(seed=1)
            envs.step(envs.action_space.sample())
        finally:
            envs.close()


def test_a_delay_beyond_the_bots_own_is_refused(script: Callable[[str], str]) -> None:
    envs = ArenaVectorEnv(opponent=Opponent(script(SEES_ITSELF)), delay=4)
    with pytest.raises(ValueError, match="the bot plays at a delay of 3; that of the environment is 4"):
        envs.reset(seed=1)
    envs.close()


def test_a_bot_that_fails_in_a_game_stops_the_environment(diary: Diary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UMI_FAULT", "die")
    envs = ArenaVectorEnv(2, opponent=Opponent(BOT), frame_skip=10)
    envs.reset(seed=1)
    with pytest.raises(UmiError, match="The bot has closed its socket: it ended with 3"):
        for _ in range(30):
            envs.step(envs.action_space.sample())
    envs.close()
