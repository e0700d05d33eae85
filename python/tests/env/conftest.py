"""Games that several tests look at."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from arena.env import EnvBatch
from arena.env.inputs import Records

from .games import fill_wild, numbered

FRAMES = 900
NUMBERS = (4, 5, 8, 9, 14, 17, 22)
"""With the Ice Climbers, and on Fountain of Dreams, Yoshi's Story and Dream Land."""


@dataclass
class RecordedGame:
    """A game of a batch, and the replay that it wrote."""

    states: Records
    """Before the first frame, and after each."""
    inputs: Records
    file: bytes
    viewpoint: int


@pytest.fixture(scope="session")
def recorded() -> dict[int, RecordedGame]:
    """By number, each seen by the player `number % 2`."""
    with EnvBatch(len(NUMBERS), length=FRAMES, action_format="raw", workers=1, record=True) as env:
        env.configure_matches([numbered(number, viewpoint_player=number % 2) for number in NUMBERS])
        env.reset_all()
        fill_wild(env, 1)
        env.step_many(FRAMES)
        return {
            number: RecordedGame(
                env.gamestate_view[:, lane], env.action_view[:, lane], env.slp(lane, started_at=0), number % 2
            )
            for lane, number in enumerate(NUMBERS)
        }
