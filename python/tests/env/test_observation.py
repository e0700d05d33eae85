"""What a policy sees of a state whose records are made here."""

from typing import Any

import numpy as np
import pytest

from arena.env.dtypes import GAMESTATE, INPUT_PLAYER
from arena.env.observation import INPUT_NUMBERS, ITEM_NUMBERS, ITEMS, STAGE_NUMBERS, Flat

NOBODY = -1


def items_seen(owners: list[int], slot: int = 0) -> list[tuple[float, float, float]]:
    """Exists, is the opponent's, and place of each item shown; the item of place N stands at 100 N."""
    states: Any = np.zeros(1, GAMESTATE)
    states["slots"]["source_player"] = [0, 1, 255, 255]
    for place, owner in enumerate(owners):
        item = states["items"][0, place]
        item["exists"], item["owner"], item["pos_x"] = 1, owner, 100 * place
    flat = Flat(memory=1)
    row = flat(states, np.zeros((1, 1), INPUT_PLAYER), slot)[0]
    end = len(row) - STAGE_NUMBERS - INPUT_NUMBERS
    numbers = row[end - ITEMS * ITEM_NUMBERS : end].reshape(ITEMS, ITEM_NUMBERS)
    return [(float(exists), float(is_others), float(x)) for exists, is_others, x, *_ in numbers]


@pytest.mark.parametrize("slot", [0, 1])
def test_an_item_is_the_opponents_or_ones_own(slot: int) -> None:
    assert items_seen([0, 1], slot) == [(1, slot, 0), (1, 1 - slot, 1), (0, 0, 0), (0, 0, 0)]


def test_the_stages_own_items_are_nobodys_and_hide_no_shot() -> None:
    shy_guys = [NOBODY] * 5
    assert items_seen(shy_guys) == [(1, 0, 0), (1, 0, 1), (1, 0, 2), (1, 0, 3)]
    assert items_seen([*shy_guys, 1, 0]) == [(1, 1, 5), (1, 0, 6), (1, 0, 0), (1, 0, 1)]
