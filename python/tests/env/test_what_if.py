"""Branches of a recorded match in lanes, and that the local kit counts alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.env import Character, EnvBatch, MatchConfig, PlayerConfig, RawInputs, Recording, what_if
from arena.env.inputs import BUTTONS, STICK_RANGE

from ..conftest import Kit

LEAVES_AT = 60
FRAME = 50
SEED = bytes(range(32))


@pytest.fixture(scope="module")
def fallen() -> bytes:
    """A match in which player 0 walks off the stage, and player 1 stands there."""
    players = (PlayerConfig(Character.FALCO, name="leaver"), PlayerConfig(Character.FOX, name="still"))
    with EnvBatch(1, length=600, action_format="raw", record=True) as batch:
        batch.configure_match(MatchConfig(players=players, seed=SEED, max_frame=400))
        batch.reset_all()
        batch.action_view["p"]["main_x"][LEAVES_AT + 123 : 200 + 123, 0, 0] = -80
        batch.step_many(523)
        return batch.slp(0, started_at=0)


def stays(observation: Any) -> Any:
    """Both sticks in the middle, and no button."""
    return np.tile([0.5] * 4 + [0.0] * (1 + len(BUTTONS)), (len(observation), 1))


def leaves(observation: Any) -> Any:
    chosen = stays(observation)
    chosen[:, 0] = 0
    return chosen


def ask(file: bytes, policy: Any, **options: Any) -> Any:
    given: dict[str, Any] = {"games": 3, "against": None} | options
    return what_if(file, FRAME, policy, actions=RawInputs(), workers=1, **given)


def test_a_player_that_does_not_walk_off_keeps_the_stock_and_one_that_does_loses_it(fallen: bytes) -> None:
    kept = ask(fallen, stays)
    assert kept.port == 0
    assert kept.lost_in_match is not None
    assert kept.until == kept.lost_in_match + 300
    assert kept.share == 1.0
    assert kept.last_frame.tolist() == [kept.until] * 3
    lost = ask(fallen, leaves)
    assert lost.share == 0.0
    assert lost.lost_first.tolist() == [0, 0, 0]
    assert (lost.last_frame < lost.lost_in_match).all()
    low, high = lost.interval
    assert low == pytest.approx(0)
    assert 0.5 < high < 0.6


def test_with_the_recorded_inputs_the_match_comes_out_again(fallen: bytes) -> None:
    with Recording(fallen) as recording:
        inputs = 0.5 + recording.inputs["main_x"][:, 0].astype(float) / STICK_RANGE
    frames = iter(range(FRAME + 3, FRAME + 1000))

    def again(observation: Any) -> Any:
        chosen = stays(observation)
        row = min(next(frames) + 123, len(inputs) - 1)
        chosen[:, 0] = inputs[row]
        return chosen

    result = ask(fallen, again, games=1)
    assert result.last_frame.tolist() == [result.lost_in_match]
    # The opponent's pads make sense to the end: nothing looks otherwise to it.
    assert result.recorded.tolist() == [result.lost_in_match - FRAME]


def test_a_house_bot_plays_on_for_the_opponent_once_its_recorded_pads_make_no_sense(fallen: bytes) -> None:
    result = ask(fallen, stays, against="sound", games=2)
    assert (result.recorded < result.until - FRAME).all()
    assert ask(fallen, stays, games=1).recorded.tolist() == result.recorded[:1].tolist()


def test_what_cannot_be_asked_is_refused(fallen: bytes) -> None:
    with pytest.raises(ValueError, match="a game goes on from a frame between -123 and 398, not from 399"):
        what_if(fallen, 399, stays)
    with pytest.raises(ValueError, match="no player alone loses the next stock after frame 390"):
        what_if(fallen, 390, stays)
    with EnvBatch(1, action_format="raw") as batch:
        batch.configure_match(MatchConfig())
        batch.start_from(fallen, FRAME)
        batch.step()
        with pytest.raises(ValueError, match="does not stand where it went on from"):
            batch.play_recorded(1)


@pytest.mark.slow
def test_the_local_kit_counts_alike(fallen: bytes, kit: Kit) -> None:
    (kit.folder / "fallen.slp").write_bytes(fallen)
    own = ["--frame", str(FRAME), "--bot", "still", "--against", "still", "--games", "2", "--json"]
    told = json.loads(kit("what-if", str(Path(kit.folder) / "fallen.slp"), *own).stdout.splitlines()[-1])
    result = ask(fallen, stays, games=2)
    assert (told["port"], told["frame"], told["until"]) == (result.port, result.frame, result.until)
    assert told["happened"]["frame"] == result.lost_in_match
    assert (told["games"], told["kept"]) == (len(result.kept), int(result.kept.sum()))
    assert told["recorded"]["median"] == int(np.median(result.recorded))
