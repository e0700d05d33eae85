"""The match that a lane plays: always the same, or one that is drawn for each episode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from .config import STRENGTHS, Character, MatchConfig, PlayerConfig, Stage, Strength

Matches = MatchConfig | Callable[[np.random.Generator], MatchConfig]
DEFAULT_MATCH = MatchConfig(
    stage=Stage.FINAL_DESTINATION,
    players=(PlayerConfig(Character.FOX, name="learner"), PlayerConfig(Character.FOX, name="opponent")),
)


def draw(matches: Matches, house: Strength | None, random: np.random.Generator) -> MatchConfig:
    """A match with a seed. `house`: the house bot in the place of the opponent."""
    match = matches if isinstance(matches, MatchConfig) else matches(random)
    if match.seed is None:
        match = replace(match, seed=int(random.integers(1 << 62)))
    if house is not None:
        players = list(match.players or (PlayerConfig(Character.FOX), PlayerConfig(Character.FALCO)))
        place = 1 - match.viewpoint_player
        players[place] = replace(players[place], house=house)
        match = replace(match, players=tuple(players))
    return match


def strength_of(name: str) -> Strength:
    """The strength of that name; a `ValueError` where there is none."""
    for strength in STRENGTHS:
        if strength == name:
            return strength
    raise ValueError(f"there is no house bot {name!r}; the strengths are {', '.join(STRENGTHS)}")
