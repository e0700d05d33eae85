"""What a policy sees of a state whose records are made here."""

from typing import Any

import numpy as np
import pytest

from arena.env import EnvBatch, memory
from arena.env.dtypes import GAMESTATE, INPUT_PLAYER
from arena.env.observation import INPUT_NUMBERS, ITEM_NUMBERS, ITEMS, STAGE_NUMBERS, Flat

from .games import fill_wild, numbered

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


def decided(given: Any, env: EnvBatch, rows: slice) -> None:
    """Remembers what both players of each lane have given, as `Flat` is shown it."""
    ports = env.current_frame["viewpoint_player"].astype(np.intp)
    for row in range(*rows.indices(env.length)):
        given[:, :, 1:] = given[:, :, :-1]
        for slot, port in enumerate((ports, 1 - ports)):
            given[slot, :, 0] = env.action_view[row]["p"][np.arange(env.batch_size), port]


@pytest.mark.parametrize("way", ["shared", "piped"])
def test_the_engine_makes_the_rows_of_flat_equal_to_the_bit(
    way: str, is_quick: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`Flat`: "The engine makes the same rows, equal to the bit". Games of all characters, stages and items."""
    if way == "piped":
        monkeypatch.setattr(memory, "_file_in_memory", lambda: None)
    lanes, rounds = 52, (6 if is_quick else 60)
    flat = Flat()
    with EnvBatch(lanes, 8, action_format="raw", workers=2, observation=flat, slots=(0, 1)) as env:
        env.configure_matches([numbered(lane, viewpoint_player=lane % 2) for lane in range(lanes)])
        env.reset_all()
        given = np.zeros((2, lanes, flat.memory), INPUT_PLAYER)

        def check() -> None:
            for slot in (0, 1):
                rows = flat(env.current_frame, given[slot], slot)
                assert env.observation_view[slot].tobytes() == rows.tobytes()

        check()
        for number in range(rounds):
            env.reset_cursor()
            fill_wild(env, number)
            decided(given, env, slice(0, 5))
            env.step_many(5)
            check()
            decided(given, env, slice(5, 6))
            env.step_many(2, decisions=1)
            check()
            decided(given, env, slice(7, 8))
            env.step_repeated(20)
            check()
            if number % 20 == 0:
                again = np.arange(0, lanes, 7)
                given[:, again] = np.zeros((), INPUT_PLAYER)
                env.reset_matches(again)
                check()
