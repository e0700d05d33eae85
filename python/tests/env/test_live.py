"""What a bot on the ladder sees is what it was trained with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arena.env import Choices, EnvBatch, Flat, Player, records_of
from arena.env.dtypes import INPUT_PLAYER

from .conftest import FRAMES, RecordedGame
from .stream import raw_of

game = pytest.importorskip("arena.game")
events = pytest.importorskip("arena.events")


def games_of(file: bytes, port: int) -> list[Any]:
    """What `arena.Bot.frame` is given, frame by frame."""
    reader = game.FrameReader()
    frames = reader.take(events.EventReader().read(raw_of(file)))
    return [
        game.Game(
            frame.frame, frame.players[port], frame.players[1 - port], frame.items, frame.stage, 2, reader.start, frame
        )
        for frame in frames
        if frame.players[0] is not None and frame.players[1] is not None
    ]


@pytest.mark.parametrize("number", [14, 5, 22, 9])
def test_a_frame_of_the_stream_is_the_record_of_a_batch(number: int, recorded: dict[int, RecordedGame]) -> None:
    played = recorded[number]
    seen = games_of(played.file, played.viewpoint)
    assert len(seen) > FRAMES - 200
    for each in seen:
        expected = played.states[1 + each.frame + 123]
        record = records_of(each)[0]
        for name in ("frame_id", "frame_pre_random_seed", "stage_id", "viewpoint_player", "items", "slots"):
            assert (record[name] == expected[name]).all(), (each.frame, name)
        for name in ("followers", "follower_recorded", "recorded"):
            assert record[name].tobytes() == expected[name].tobytes(), (each.frame, name)
        for side in ("left", "right"):
            heights = [state["stage"]["fod_platforms"][side] for state in (record, expected)]
            assert heights[0] == pytest.approx(heights[1], abs=1e-3)
        for axis in "xy":
            places = [state["stage"]["randall"][axis] for state in (record, expected)]
            assert places[0] == pytest.approx(places[1], abs=1e-3)


def test_a_policy_is_asked_as_in_training_and_its_action_held() -> None:
    with EnvBatch(1, length=40, action_format="raw", record=True) as env:
        env.reset_all()
        env.step_many(40)
        seen = games_of(env.slp(0), 0)
    asked = []

    def policy(observation: Any) -> Any:
        asked.append(observation)
        return np.array([[1, len(asked) % 2, 0]])

    flat, actions = Flat(), Choices()
    player = Player(policy, frame_skip=4)
    pads = [player(each) for each in seen]
    assert len(asked) == 10
    assert [pad["buttons"] for pad in pads[:12]] == [0x100] * 4 + [0] * 4 + [0x100] * 4
    assert {pad["stick_x"] for pad in pads} == {208}
    given = np.zeros((1, 3), INPUT_PLAYER)
    actions(np.array([[1, 1, 0]]), given[:, 0])
    assert (asked[1] == flat(records_of(seen[4]), given)).all()
    # The next game begins with nothing given.
    player(seen[0])
    assert (asked[-1] == asked[0]).all()
