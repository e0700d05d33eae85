"""What a batch shows of a frame is what the events of that frame say."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from arena.env import Character, EnvBatch

from .games import fill_wild, numbered
from .stream import EventFrame, frames_of

GAMES = int(os.environ.get("ARENA_ENV_GAMES", "26"))
"""The judged number is 100; 26 have every fighter."""
FRAMES = 1500
QUICK_FRAMES = 500
GROUP = 13

FLOATS = [
    "pos_x", "pos_y", "percent", "shield_hp", "speed_air_x_self", "speed_ground_x_self", "speed_y_self",
    "speed_x_attack", "speed_y_attack",
]  # fmt: skip


@pytest.mark.parametrize("first", range(0, GAMES, GROUP))
def test_every_field_of_every_frame_is_that_of_the_events(first: int, is_quick: bool) -> None:
    length = QUICK_FRAMES if is_quick else FRAMES
    numbers = range(first, min(first + GROUP, GAMES))
    with EnvBatch(len(numbers), length=length, action_format="raw", record=True) as env:
        env.configure_matches([numbered(number, viewpoint_player=number % 2) for number in numbers])
        env.reset_all()
        fill_wild(env, first)
        env.step_many(length)
        for lane, number in enumerate(numbers):
            states = env.gamestate_view[1:, lane]
            compare_game(states, list(frames_of(env.slp(lane))), viewpoint=number % 2)


def compare_game(states: Any, frames: list[EventFrame], viewpoint: int) -> None:
    heights = {0: 28.0, 1: 20.0}
    wind = 0
    assert len(frames) > 300
    for state, events in zip(states, frames, strict=False):
        heights |= events.platforms
        wind = wind if events.wind is None else events.wind
        assert state["frame_id"] == events.frame
        assert state["frame_pre_random_seed"] == events.seed
        stage = state["stage"]
        if state["stage_id"] == 2:
            right, left = np.float32(heights[0]), np.float32(heights[1])
            assert (stage["fod_platforms"]["right"], stage["fod_platforms"]["left"]) == (right, left)
        assert stage["whispy"] == wind
        for port in (0, 1):
            slot = 0 if port == viewpoint else 1
            for follower in (0, 1):
                seen = state["followers" if follower else "slots"][slot]
                recorded = state["follower_recorded" if follower else "recorded"][slot]
                compare_fighter(seen, recorded, events.posts.get((port, follower)), port)
        assert state["items"]["exists"].sum() == len(events.items)
        for item, event in zip(state["items"], events.items, strict=False):
            for name, value in event.items():
                assert item[name] == np.asarray(value, item[name].dtype), name


def compare_fighter(seen: Any, recorded: Any, post: dict[str, Any] | None, port: int) -> None:
    if post is None:
        assert seen["present"] == 0
        assert not recorded.tobytes().strip(b"\0")
        return
    assert seen["present"] == 1 and seen["source_player"] == port
    for name in FLOATS:
        assert seen[name] == np.float32(post[name]), name
    for name in ("action_id", "char_id", "stocks", "jumps_left", "hurtbox_state"):
        assert seen[name] == post[name], name
    flags = post["state_flags"]
    assert seen["facing"] == (post["facing"] > 0)
    assert seen["on_ground"] == (post["airborne"] == 0)
    assert seen["action_frame"] == int(post["action_counter"])
    assert seen["hitlag"] == int(post["hitlag"])
    assert seen["hitstun"] == (int(post["misc"]) if flags[3] & 2 else 0)
    assert seen["invulnerable"] == (post["hurtbox_state"] != 0)
    assert bytes(recorded["state_flags"]) == flags
    for name in ("action_counter", "misc", "hitlag"):
        assert recorded[name].tobytes() == np.float32(post[name]).tobytes(), name
    for name in (
        "l_cancel", "ground_id", "last_attack_landed", "combo_count", "last_hit_by", "instance_hit_by", "instance_id",
        "animation_index",
    ):  # fmt: skip
        assert recorded[name] == post[name], name


def test_the_numbered_games_have_every_fighter() -> None:
    players = [player.character for number in range(26) for player in numbered(number).players or ()]
    assert set(players) == set(Character)
