"""Recordings: written games, games to begin from, to imitate, to play against."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arena.env import ArenaVectorEnv, EnvBatch, MatchConfig, Recording

from .conftest import FRAMES, RecordedGame
from .games import fill_wild, numbered
from .stream import frames_of, raw_of

NUMBERS = [14, 5, 22, 8]


def played(number: int, frames: int) -> tuple[EnvBatch, bytes]:
    env = EnvBatch(1, length=frames, action_format="raw", record=True)
    env.configure_matches([numbered(number)])
    env.reset_all()
    fill_wild(env, number)
    env.step_many(frames)
    return env, env.slp(0, started_at=0)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_recording_shows_what_the_batch_showed(number: int, recorded: dict[int, RecordedGame]) -> None:
    game = recorded[number]
    with Recording(game.file) as recording:
        assert len(recording) == FRAMES
        states = recording.states(game.viewpoint)
        for name in states.dtype.names or ():
            assert (states[name] == game.states[1:][name]).all(), name
        assert (recording.inputs["buttons"] == game.inputs["p"]["buttons"][:, :2]).all()
        assert (recording.inputs["main_x"] == game.inputs["p"]["main_x"][:, :2]).all()


@pytest.mark.parametrize("number", NUMBERS)
def test_a_game_of_the_arena_goes_on_exactly_from_any_frame(number: int, recorded: dict[int, RecordedGame]) -> None:
    game = recorded[number]
    with EnvBatch(2, length=300, action_format="raw", record=True) as other:
        other.configure_match(numbered(number, viewpoint_player=game.viewpoint))
        other.start_from(game.file, 400)
        assert other.current_frame["frame_id"].tolist() == [400, 400]
        assert (other.current_frame == game.states[1 + 400 + 123]).all()
        rows = slice(1 + 400 + 123, 1 + 700 + 123)
        other.action_view[:, 0] = game.inputs[rows]
        other.step_many(300)
        assert (other.gamestate_view[1:, 0] == game.states[2 + 400 + 123 : 2 + 700 + 123]).all()
        written = other.slp(0, started_at=0)
        assert raw_of(game.file).startswith(raw_of(written)[:-7])


def test_a_saved_game_keeps_what_it_takes_to_write_it() -> None:
    env, file = played(3, 200)
    with env, EnvBatch(1, length=4, record=True) as other:
        other.restore(0, env.save(0))
        assert other.slp(0, started_at=0) == file


def test_a_game_that_was_not_recorded_cannot_be_written() -> None:
    with EnvBatch(1, length=4) as env:
        env.reset_all()
        env.step()
        with pytest.raises(ValueError, match="record=True"):
            env.slp(0)


@pytest.mark.parametrize(
    ("viewpoint", "frame_skip", "delay", "own_delay"),
    [(0, 1, 2, None), (0, 4, 2, None), (1, 4, 2, None), (0, 1, 2, 5), (1, 70, 0, 18)],
)
def test_a_recording_is_an_opponent_that_does_the_same_again(
    viewpoint: int,
    frame_skip: int,
    delay: int,
    own_delay: int | None,
    recorded: dict[int, RecordedGame],
    tmp_path: Path,
) -> None:
    """A `Recording` repeats, frame by frame, the player in whose place it sits."""
    file = recorded[4].file
    path = tmp_path / "game.slp"
    path.write_bytes(file)
    with Recording(path) as recording:
        match = replace(recording.config(), viewpoint_player=viewpoint, delay=own_delay)
        envs = ArenaVectorEnv(2, matches=match, opponent=recording, delay=delay, frame_skip=frame_skip, record=True)
        envs.reset(seed=1)
        for _ in range(280 // frame_skip):
            envs.step(np.zeros((2, 3), np.int64))
        port = 1 - viewpoint
        again = [frame.pads[port] for frame in frames_of(envs.batch.slp(1))]
        # Before its first answer is played, the delay passes.
        first = delay if own_delay is None else own_delay
        assert again[first:] == [frame.pads[port] for frame in frames_of(file)][first : len(again)]
        assert len(set(again)) > 5
        envs.close()


def test_episodes_may_begin_in_a_recording(recorded: dict[int, RecordedGame]) -> None:
    file = recorded[9].file
    frames = iter([100, 200, 300, 400])
    envs = ArenaVectorEnv(2, start_at=lambda random: (file, next(frames)), max_frames=30)
    envs.reset(seed=1)
    assert envs.batch.current_frame["frame_id"].tolist() == [100, 200]
    for _ in range(31):
        envs.step(np.zeros((2, 3), np.int64))
    assert envs.batch.current_frame["frame_id"].tolist() == [300, 400]
    envs.close()


@pytest.mark.parametrize(("file", "words"), [(b"", "no replay"), (b"PK" * 40, "no replay")])
def test_what_is_no_replay_is_refused_in_words(file: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Recording(file)


def test_a_frame_that_the_recording_lacks_is_refused_in_words() -> None:
    env, file = played(1, 200)
    with env:
        with pytest.raises(ValueError, match="-123 to 76"):
            env.start_from(file, 77)
        env.reset_all()
        env.step()


def test_a_refused_start_or_restore_leaves_a_lane_its_own_stage_and_fighters(recorded: dict[int, RecordedGame]) -> None:
    """The next match of a lane begins as its configuration says, also where `start_from` or `restore` is refused."""
    with EnvBatch(1, 4) as env, EnvBatch(1, 4) as other:
        other.configure_match(numbered(17))
        other.reset_all()
        # A state of one byte less, which its head says too.
        saved = other.save(0)
        size = re.search(rb'"parts":\[(\d+)', saved)
        assert size is not None
        less = saved[: size.start(1)] + b"%d" % (int(size[1]) - 1) + saved[size.end(1) : -1]
        env.reset_all()
        own = env.current_frame.copy()
        for refused in (lambda: env.start_from(recorded[17].file, 99_999), lambda: env.restore(0, less)):
            with pytest.raises(ValueError, match=r"and not 99999|another length"):
                refused()
            env.reset_all()
            assert env.current_frame == own


def test_a_match_from_a_recording_has_its_stage_and_fighters(recorded: dict[int, RecordedGame]) -> None:
    with Recording(recorded[17].file) as recording:
        expected = numbered(17)
        config: MatchConfig = recording.config()
        assert config.stage == expected.stage
        assert [player.character for player in config.players or ()] == [
            player.character for player in expected.players or ()
        ]
