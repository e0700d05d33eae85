"""Matches and inputs that follow from numbers alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from arena.env import Character, EnvBatch, MatchConfig, PlayerConfig, Stage

CHARACTERS = list(Character)
STAGES = list(Stage)


def numbered(number: int, **others: Any) -> MatchConfig:
    """All fighters come up in any 26 numbers in a row, all pairs in 650."""
    first = CHARACTERS[number % 26]
    second = CHARACTERS[(number + 1 + number // 26) % 26]
    players = (PlayerConfig(first, name="one"), PlayerConfig(second, name="two"))
    return MatchConfig(stage=STAGES[number % 6], players=players, seed=number, **others)


def fill_wild(env: EnvBatch, seed: int) -> None:
    """Inputs as a wild player would give them: held for a while, flicked, pressed together. For raw batches."""
    random = np.random.default_rng(seed)
    shape = (env.length // 8 + 1, env.batch_size, 4)
    players: Any = env.action_view["p"]

    def held(values: Any) -> Any:
        return np.repeat(values, 8, axis=0)[: env.length]

    for name in ("main_x", "main_y"):
        players[name] = held(random.choice([0, 0, 0, -80, -52, 52, 80, 80, -80, 127], shape))
    for name in ("c_x", "c_y"):
        players[name] = held(random.choice([0] * 12 + [-80, 80], shape))
    players["buttons"] = held(random.choice([0, 0, 0, 0x100, 0x200, 0x400, 0x800, 0x40, 0x20, 0x10, 0x140], shape))
    players["l"] = held(random.choice([0, 0, 0, 0, 60, 140, 255], shape))
    players["r"] = held(random.choice([0] * 8 + [90], shape))


def play_wild(env: EnvBatch, frames: int, seed: int = 1) -> None:
    """Plays frames of wild inputs; the rows begin again where they are used up."""
    for played in range(0, frames, env.length):
        env.reset_cursor()
        fill_wild(env, seed * 1000 + played)
        env.step_many(min(env.length, frames - played))
