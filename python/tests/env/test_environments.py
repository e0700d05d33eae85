"""The Gymnasium and PettingZoo environments keep to their interfaces, and to the ladder's rules."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import parallel_api_test, parallel_seed_test

from arena.env import (
    ArenaEnv,
    ArenaParallelEnv,
    ArenaVectorEnv,
    Character,
    Choices,
    EnvBatch,
    Fight,
    MatchConfig,
    PlayerConfig,
    RawInputs,
    Stage,
)
from arena.env.inputs import Records
from arena.env.observation import INPUT_NUMBERS, Flat
from arena.env.rewards import seen_by_other

from .games import CHARACTERS, STAGES


def any_match(random: np.random.Generator) -> MatchConfig:
    first, second = random.choice(CHARACTERS, 2)
    me = int(random.integers(2))
    return MatchConfig(
        stage=int(random.choice(STAGES)), players=(PlayerConfig(first), PlayerConfig(second)), viewpoint_player=me
    )


def test_the_single_environment_passes_gymnasiums_checker() -> None:
    env = ArenaEnv(opponent="walker", reward=Fight(), max_frames=300, frame_skip=4)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(spec|render|infinity).*")
        check_env(env, skip_render_check=True)
    env.close()


def test_the_parallel_environment_passes_pettingzoos_tests() -> None:
    env = ArenaParallelEnv(max_frames=120)
    parallel_api_test(env, num_cycles=300)
    env.close()
    parallel_seed_test(lambda: ArenaParallelEnv(max_frames=60), num_cycles=100)


def test_observations_are_in_their_space_whoever_plays_where(is_quick: bool) -> None:
    lanes, steps = (3, 200) if is_quick else (8, 300)
    envs = ArenaVectorEnv(lanes, matches=any_match, opponent="striker", reward=Fight(), frame_skip=4, max_frames=700)
    observations, _ = envs.reset(seed=3)
    envs.action_space.seed(3)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    for _ in range(steps):
        assert envs.observation_space.contains(observations)
        observations, rewards, *_ = envs.step(envs.action_space.sample())
        assert rewards.dtype == np.float32 and np.isfinite(rewards).all()
    envs.close()


def test_equal_seeds_and_actions_give_equal_steps_with_any_number_of_workers(is_quick: bool) -> None:
    lanes, count, max_frames = (2, 160, 100) if is_quick else (4, 260, 200)

    def play(workers: int) -> list[Any]:
        envs = ArenaVectorEnv(
            lanes, matches=any_match, opponent="walker", reward=Fight(), max_frames=max_frames, workers=workers
        )
        steps: list[Any] = [envs.reset(seed=11)[0]]
        envs.action_space.seed(5)
        for _ in range(count):
            observations, rewards, terminations, truncations, _ = envs.step(envs.action_space.sample())
            steps += [observations, rewards, terminations, truncations]
        steps.append(envs.batch.hashes())
        envs.close()
        return steps

    for one, other in zip(play(1), play(lanes), strict=True):
        assert np.array_equal(one, other)


def test_an_episode_that_was_cut_off_begins_anew_with_the_next_step() -> None:
    envs = ArenaVectorEnv(2, max_frames=10)
    envs.reset(seed=1)
    nothing = np.zeros((2, 3), np.int64)
    ends = [envs.step(nothing)[3].tolist() for _ in range(23)]
    assert [i for i, end in enumerate(ends) if any(end)] == [9, 20]
    envs.close()


def test_by_itself_an_environment_rewards_nothing() -> None:
    envs = ArenaVectorEnv(2, opponent="walker", frame_skip=8)
    envs.reset(seed=1)
    assert not any(envs.step(envs.action_space.sample())[1].any() for _ in range(60))
    envs.close()


def test_a_policy_may_be_the_opponent() -> None:
    asked = []

    def right(seen: Any) -> Any:
        asked.append(len(seen))
        return np.tile([1, 0, 0], (len(seen), 1))

    envs = ArenaVectorEnv(3, opponent=right, actions=Choices())
    envs.reset(seed=1)
    for _ in range(400):
        envs.step(np.zeros((3, 3), np.int64))
    slots = envs.batch.current_frame["slots"]
    assert set(asked) == {3}
    assert (slots["stocks"][:, 1] < 4).all() and (slots["stocks"][:, 0] == 4).all()
    envs.close()


def test_a_policy_sees_only_inputs_that_it_gave_in_the_present_game() -> None:
    """A policy opponent sees its own last inputs, none of which is from before the game began."""
    seen = Flat()
    shown = []

    def right(observation: Any) -> Any:
        shown.append(bool(observation[0, -seen.memory * INPUT_NUMBERS :].any()))
        return np.ones((len(observation), 3), np.int64)

    envs = ArenaVectorEnv(1, opponent=right, observation=seen, max_frames=5)
    envs.reset(seed=1)
    for _ in range(8):
        envs.step(np.zeros((1, 3), np.int64))
    envs.close()
    # With the sixth step the game begins anew, and nothing is played in it.
    assert shown == [False, True, True, True, True, False, False, True]


class Percents:
    """A view of the records themselves."""

    space = spaces.Box(0, 999, (1,))
    memory = 0

    def __call__(self, states: Any, inputs: Any, slot: int = 0) -> Any:
        return states["frame_id"][:, None]


def place(before: Records, after: Records, terminal: Records) -> Any:
    return after["slots"]["pos_x"][:, 0]


def test_what_was_observed_stays_as_it_was() -> None:
    """An observation is a copy, also where it was made as a view of the batch; so is a reward."""
    envs = ArenaVectorEnv(1, observation=Percents(), reward=place)
    both = ArenaParallelEnv(observation=Percents())
    first, alone = envs.reset(seed=1)[0], both.reset(seed=1)[0]["p1"]
    nothing = np.zeros((1, 3), np.int64)
    one, rewards, *_ = envs.step(nothing)
    x = rewards.copy()
    for _ in range(130):
        envs.step(nothing)
        both.step(dict.fromkeys(both.agents, nothing[0]))
    assert (first.tolist(), one.tolist(), alone.tolist()) == ([[-124]], [[-123]], [-124])
    assert rewards.tolist() == x.tolist() != [0]
    envs.close()
    both.close()


def test_a_match_that_was_restored_after_its_end_goes_on() -> None:
    """`EnvBatch.restore` takes a lane out of those that begin anew with the next step."""
    envs = ArenaVectorEnv(1, max_frames=10)
    envs.reset(seed=1)
    nothing = np.zeros((1, 3), np.int64)
    saved = envs.batch.save(0)
    while not envs.step(nothing)[3][0]:
        pass
    envs.batch.restore(0, saved)
    envs.step(nothing)
    assert envs.batch.current_frame["frame_id"].tolist() == [-123]
    envs.close()


def test_seeds_that_are_not_given_are_drawn() -> None:
    """`reset(seed=[None, None])` begins other games each time; given seeds begin the same."""
    envs = ArenaVectorEnv(2, matches=MatchConfig(stage=Stage.FOUNTAIN_OF_DREAMS))

    def games(*seeds: int | None) -> list[int]:
        envs.reset(seed=list(seeds))
        return envs.batch.hashes().tolist()

    assert games(None, None) != games(None, None)
    assert games(0, None) != games(0, None)
    assert games(3, 4) == games(3, 4) != games(3, 5)
    envs.close()


def test_what_is_won_is_what_the_other_loses(is_quick: bool) -> None:
    envs = ArenaVectorEnv(2 if is_quick else 4, opponent="striker", frame_skip=8)
    envs.reset(seed=1)
    reward = Fight(percent=1, stock=120, win=50)
    batch, total = envs.batch, 0.0
    for _ in range(200):
        if batch.t >= batch.length:
            batch.reset_cursor()
        row = batch.t
        envs.step(envs.action_space.sample())
        before, after, end = batch.gamestate_view[row], batch.current_frame, batch.terminal_at(row)
        mine, theirs = reward(before, after, end), reward(seen_by_other(before), seen_by_other(after), end)
        assert np.allclose(mine, -theirs)
        total += float(mine.sum())
    assert total < 0
    envs.close()


@pytest.mark.parametrize("frame_skip", [1, 45])
def test_the_percent_of_a_lost_stock_does_not_count_back(frame_skip: int) -> None:
    """`Fight`: "A healed percent counts back; the percent of a lost stock does not."""
    percent, stocks = Fight(percent=1, stock=0, win=0), 0
    with EnvBatch(1, 300, action_format="raw") as batch:
        batch.configure_match(players=(PlayerConfig(Character.FOX), PlayerConfig(Character.FOX, house="striker")))
        batch.reset_all()
        total, dealt = 0.0, 0.0
        last = batch.current_frame.copy()
        while stocks < 2:
            batch.reset_cursor()
            batch.step_repeated(frame_skip)
            now = batch.current_frame.copy()
            mine = now["slots"][:, 0]
            stocks = 4 - int(mine["stocks"][0])
            reward = float(percent(last, now, batch.terminal_at(0))[0])
            assert reward <= 0, "nobody heals here"
            total += reward
            dealt = max(dealt, float(mine["percent"][0]))
            last = now
    assert total <= -dealt < 0


def test_raw_controllers_are_an_action_space_too() -> None:
    envs = ArenaVectorEnv(2, actions=RawInputs())
    envs.reset(seed=1)
    envs.step(envs.action_space.sample())
    envs.close()


@pytest.mark.parametrize("options", [{"opponent": "champion"}, {"frame_skip": 0}, {"delay": 31}, {"delay": -1}])
def test_what_no_environment_can_do_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        ArenaVectorEnv(1, **options)
