"""Policies of `arena.env` as bots of the championship."""

from __future__ import annotations

import importlib.metadata
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from umi.conform.arena import DummyArena, command_from

from arena.env import Choices, EnvBatch, Flat
from arena.env.dtypes import INPUT_PLAYER
from arena.umi import Learned, Places, Program, UmiError, frames_of, rows_of_inputs, write
from arena.umi.frame import controllers_of
from arena.umi.learned import states_of
from arena.umi.write import REQUIREMENTS

from ..env.games import fill_wild, numbered

POLICY = """
import numpy as np
from arena.env import Choices, Flat
from arena.umi import Learned

SIZES = (13, 6, 5)

def learned(weights):
    matrix = np.load(weights)

    def policy(seen):
        scores = np.split(seen @ matrix, np.cumsum(SIZES)[:-1], axis=1)
        return np.stack([each.argmax(axis=1) for each in scores], axis=1)

    return Learned(policy, frame_skip=4)
"""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    (tmp_path / "policy.py").write_text(POLICY)
    weights = np.random.default_rng(1).normal(size=(Flat().size, 24)).astype(np.float32)
    np.save(tmp_path / "weights.npy", weights)
    write(
        tmp_path / "bot",
        f"{tmp_path / 'policy.py'}:learned",
        [tmp_path / "weights.npy"],
        name="my bot",
        characters="FOX+FALCO",
        delay=18,
        requirements=["torch"],
    )
    return tmp_path / "bot"


def test_a_written_policy_passes_the_championships_own_test(written: Path) -> None:
    command = command_from(f"{sys.executable} {written / 'run.py'}")
    checks = DummyArena(command, steps=30, max_games=16).run()
    assert [(check.name, check.status, check.detail) for check in checks if check.status == "fail"] == []
    passed = {check.name for check in checks if check.status == "pass"}
    assert {"ready", "characters", "lanes and game churn", "shutdown", "no internal delay"} <= passed
    (fields,) = (check.detail for check in checks if check.name == "hello fields")
    assert fields == "my bot: characters FALCO+FOX, delay 18"


def test_it_plays_here_too(written: Path) -> None:
    with Program(f"{sys.executable} {written / 'run.py'}") as bot:
        assert (bot.terms.name, bot.terms.delay) == ("my bot", 18)


def test_what_stands_in_the_folder_is_all_that_it_needs(written: Path) -> None:
    assert sorted(path.name for path in written.iterdir()) == [
        "arena", "policy.py", "requirements.txt", "run.py", "weights.npy",
    ]  # fmt: skip
    assert not (written / "arena/env/engine").exists()
    assert (written / "requirements.txt").read_text().split() == [*REQUIREMENTS, "torch"]
    ours = importlib.metadata.requires("bot-arena") or []
    needed = {re.split(r"[; ]", each)[0] for each in ours if "extra" not in each or "umi" in each.split(";")[1]}
    assert {_parts(each) for each in needed} <= {_parts(each) for each in REQUIREMENTS}


def _parts(requirement: str) -> frozenset[str]:
    return frozenset(re.findall(r"[<>=]*[^<>=,]+", requirement))


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"learned": "policy.py"}, "learned is FILE.py:FUNCTION, not 'policy.py'"),
        ({"name": " "}, "A bot has a name"),
        ({"delay": 31}, "a delay from 0 to 30"),
        ({"characters": "SONIC"}, "'SONIC' is no character"),
    ],
)
def test_what_the_championship_would_not_take_is_not_written(options: Any, why: str, tmp_path: Path) -> None:
    given = {"learned": "policy.py:learned", "name": "my bot", "characters": "FOX", "delay": 18} | options
    with pytest.raises(UmiError, match=why):
        write(tmp_path / "bot", **given)
    assert not (tmp_path / "bot").exists()


def test_a_bot_that_is_there_is_left_as_it_is(written: Path) -> None:
    before = (written / "run.py").read_text()
    with pytest.raises(UmiError, match=r"has a run.py already; nothing is written"):
        write(written, "policy.py:learned", name="another", characters="FOX", delay=18)
    assert (written / "run.py").read_text() == before


def test_of_a_frame_a_policy_sees_what_it_saw_in_training_but_fractions_of_percents() -> None:
    numbers = (4, 5, 8, 14)
    with EnvBatch(len(numbers), length=400, action_format="raw", workers=1) as env:
        env.configure_matches([numbered(number) for number in numbers])
        env.reset_all()
        fill_wild(env, 1)
        env.step_many(400)
        states = env.gamestate_view[1:]
        held = env.action_view["p"][:, :, :2]
        places = [Places() for _ in numbers]
        none = np.zeros((len(numbers), 3), INPUT_PLAYER)
        flat = Flat()
        for state, inputs in zip(states, held, strict=True):
            expected = state.copy()
            for place in ("slots", "followers"):
                expected[place]["percent"] = np.floor(expected[place]["percent"])
            seen = states_of(frames_of(state, controllers_of(inputs), places))
            assert (flat(seen, none) == flat(expected, none)).all()


def test_an_action_is_held_and_each_game_has_its_own_inputs() -> None:
    asked: list[Any] = []

    def policy(seen: Any) -> Any:
        asked.append(seen)
        return np.array([[1, len(asked) % 2, 0]] * len(seen))

    learned = Learned(policy, frame_skip=4)
    with EnvBatch(1, length=20, action_format="raw", workers=1) as env:
        env.reset_all()
        env.step_many(20)
        states = env.gamestate_view[1:, 0]
    frames = frames_of(states, controllers_of(np.zeros((20, 2), INPUT_PLAYER)), [Places() for _ in range(20)])
    slots = np.array([5])
    rows = [learned(frames[at : at + 1], slots, np.array([at == 0])) for at in range(8)]
    assert [row[0, 5] for row in rows] == [1] * 4 + [0] * 4
    given = np.zeros((1, 3), INPUT_PLAYER)
    Choices()(np.array([[1, 1, 0]]), given[:, 0])
    assert (rows[0] == rows_of_inputs(given[:, 0])).all()
    assert (asked[1] == Flat()(states_of(frames[4:5]), given)).all()
    # Another game, and the first again from its beginning.
    learned(frames[:2], np.array([2, 5]), np.array([True, True]))
    given[...] = np.zeros((), INPUT_PLAYER)
    assert (asked[2] == Flat()(states_of(frames[:2]), np.repeat(given, 2, axis=0))).all()
