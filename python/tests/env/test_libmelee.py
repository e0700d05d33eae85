"""What a batch shows is what libmelee's parser makes of the same game's stream."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from .conftest import FRAMES, RecordedGame

melee = pytest.importorskip("melee")


def states_of(path: Path) -> list[Any]:
    """The game states of libmelee's own file reader, of either line of it."""
    try:
        console = melee.Console(path=str(path), is_dolphin=False, allow_old_version=True)
    except TypeError:
        console = melee.Console(path=str(path), system="file", allow_old_version=True)
    assert console.connect()
    states = []
    while (state := console.step()) is not None:
        states.append(state)
    return states


@pytest.mark.parametrize("number", [14, 4, 5, 22, 9, 17])
def test_libmelee_reads_the_same(number: int, recorded: dict[int, RecordedGame], tmp_path: Path) -> None:
    path = tmp_path / "game.slp"
    game = recorded[number]
    path.write_bytes(game.file)
    ours = {int(state["frame_id"]): state for state in game.states[1:]}
    compared = 0
    for theirs in states_of(path):
        state = ours.get(theirs.frame)
        if state is None:
            continue
        for port, player in theirs.players.items():
            slot = (port - 1) ^ game.viewpoint
            compare(player, state["slots"][slot], state["recorded"][slot])
            follower = state["followers"][slot]
            if player.nana is not None and follower["present"]:
                compare(player.nana, follower, state["follower_recorded"][slot])
            compared += 1
    assert compared > FRAMES


def compare(player: Any, seen: Any, recorded: Any) -> None:
    if not seen["present"]:
        return
    assert np.float32(player.position.x) == seen["pos_x"]
    assert np.float32(player.position.y) == seen["pos_y"]
    assert int(player.percent) == int(seen["percent"])
    assert player.stock == seen["stocks"]
    assert player.character.value == seen["char_id"]
    assert player.action.value == seen["action_id"]
    # libmelee counts some actions from 1 which recordings count from 0.
    assert player.action_frame - int(seen["action_frame"]) in (0, 1)
    assert player.on_ground == bool(seen["on_ground"])
    assert player.facing == bool(seen["facing"])
    assert player.jumps_left == seen["jumps_left"]
    assert player.hitlag_left == seen["hitlag"]
    # Out of hitstun libmelee shows what else the same field of the stream holds.
    if recorded["state_flags"][3] & 0x02:
        assert player.hitstun_frames_left == seen["hitstun"]
    else:
        assert seen["hitstun"] == 0
    assert np.float32(player.shield_strength) == seen["shield_hp"]
    assert player.invulnerable == bool(seen["invulnerable"])
    assert np.float32(player.speed_air_x_self) == seen["speed_air_x_self"]
    assert np.float32(player.speed_ground_x_self) == seen["speed_ground_x_self"]
    assert np.float32(player.speed_y_self) == seen["speed_y_self"]
    assert np.float32(player.speed_x_attack) == seen["speed_x_attack"]
    assert np.float32(player.speed_y_attack) == seen["speed_y_attack"]
    assert player.is_powershield == bool(recorded["state_flags"][3] & 0x20)
