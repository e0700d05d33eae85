"""Frames and controller rows, held against the package of the championship and against independent readers."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from umi.conform.arena import load_fixtures

import umi
from arena.env import EnvBatch, MatchConfig, PlayerConfig
from arena.env.dtypes import INPUT_PLAYER
from arena.env.inputs import Records
from arena.events import EventReader
from arena.game import FrameReader, Game
from arena.umi import FRAME, Places, frames_of, inputs_of_rows, rows_of_inputs
from arena.umi.bot import view_of
from arena.umi.frame import CHARACTERS, STAGE_IDS, STAGE_NAMES, controllers_of
from arena.umi.wire import roster

from ..env.games import fill_wild
from ..env.stream import raw_of
from . import independent

FRAMES = 1000
GAMES = [
    ("POPO", "PEACH", "YOSHIS_STORY"),
    ("SAMUS", "FALCO", "FOUNTAIN_OF_DREAMS"),
    ("LINK", "NESS", "DREAMLAND"),
    ("GAMEANDWATCH", "YLINK", "POKEMON_STADIUM"),
]
STAGES = {name: stage for stage, name in STAGE_NAMES.items()}


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Games with Nana, many items, Randall, and platforms that move."""
    folder = tmp_path_factory.mktemp("games")
    paths = [folder / f"{stage}.slp" for _, _, stage in GAMES]
    with EnvBatch(len(GAMES), length=FRAMES, action_format="raw", workers=1, record=True) as env:
        configs = [match(*game) for game in GAMES]
        fighters = [replace(player, house="sound") for player in configs[1].players or ()]
        env.configure_matches([configs[0], replace(configs[1], players=tuple(fighters)), *configs[2:]])
        env.reset_all()
        fill_wild(env, 3)
        env.step_many(FRAMES)
        for lane, path in enumerate(paths):
            env.write_slp(lane, path)
    return paths


def match(first: str, second: str, stage: str) -> MatchConfig:
    return MatchConfig(STAGES[stage], (PlayerConfig(CHARACTERS[first]), PlayerConfig(CHARACTERS[second])), seed=8)


@functools.cache
def seen(path: Path, seat: int) -> Records:
    """Every frame as a bot on the ladder is shown it."""
    reader = FrameReader()
    places = Places()
    frames = []
    for frame in reader.take(EventReader().read(raw_of(path.read_bytes()))):
        me, opponent = frame.players[seat], frame.players[1 - seat]
        assert me is not None and opponent is not None and reader.start is not None
        game = Game(frame.frame, me, opponent, frame.items, frame.stage, 2, reader.start, frame)
        frames.append(view_of(game, places))
    return np.concatenate(frames)


def differences(one: Any, other: Any, name: str = "") -> dict[str, int]:
    found: dict[str, int] = {}
    for field in one.dtype.names:
        path = f"{name}.{field}"
        if one[field].dtype.names:
            found |= differences(one[field], other[field], path)
        elif "randall" in field:
            # libmelee says of its own values that they are off by a thousandth.
            found[path] = int((abs(one[field] - other[field]) > 2e-3).sum())
        else:
            found[path] = int((one[field] != other[field]).sum())
    return {path: count for path, count in found.items() if count}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", range(len(GAMES)), ids=[stage for _, _, stage in GAMES])
def test_each_field_of_each_frame_is_what_other_readers_read(recordings: list[Path], game: int, seat: int) -> None:
    expected = independent.frames(recordings[game], seat)
    frames = seen(recordings[game], seat)
    assert len(frames) == FRAMES
    assert differences(frames, expected) == {}


def test_the_games_that_were_compared_have_what_there_is_to_compare(recordings: list[Path]) -> None:
    frames = [seen(path, 0) for path in recordings]
    together = np.concatenate(frames)
    assert frames[0]["nana"][:, 0]["exists"].sum() > 500
    assert (together["items"]["exists"] != 0).sum() > 1000
    for name in ("hitlag_left", "hitstun_left", "percent"):
        assert (together["players"][name] > 0).sum() > 50, name
    assert len(np.unique(frames[0]["randall_x"])) > 500
    assert len(np.unique(frames[1][["fod_left", "fod_right"]])) > 50


def test_the_layout_and_the_names_are_those_of_the_package() -> None:
    assert FRAME == umi.FRAME
    assert FRAME.itemsize == 770
    assert {name: int(character) for name, character in CHARACTERS.items()} == umi.CHARACTERS
    assert {STAGE_NAMES[stage]: number for stage, number in STAGE_IDS.items()} == umi.STAGES
    assert set(roster("12")) == set(umi.roster("12"))
    assert set(roster("ALL")) == set(umi.roster("ALL"))


def test_the_packages_games_begin_with_the_very_frame_of_a_game_here() -> None:
    fixtures = load_fixtures()
    games = [(*pair, stage) for pair, stage in zip(fixtures["characters"], fixtures["stages"], strict=True)]
    with EnvBatch(len(games), length=1, action_format="raw", workers=1) as env:
        env.configure_matches([match(*map(str, game)) for game in games])
        env.reset_all()
        env.step()
        states = env.current_frame.copy()
    at_rest = controllers_of(np.zeros((len(games), 2), INPUT_PLAYER))
    for seat in (0, 1):
        frames = frames_of(states, at_rest, [Places() for _ in games], slot=seat)
        assert differences(frames, fixtures["frames"][:, 0, seat]) == {}


def test_the_ranges_of_the_packages_games_hold(recordings: list[Path]) -> None:
    theirs = load_fixtures()["frames"][:, :, 0].reshape(-1)
    ours = np.concatenate([seen(path, 0) for path in recordings])
    assert ours["frame"].min() == theirs["frame"].min() == -123
    # Where nothing is, all is zero.
    for name in ("nana", "items"):
        absent = ours[name][ours[name]["exists"] == 0]
        assert not any(absent.tobytes())
    for frames in (theirs, ours):
        players, nana, items = frames["players"], frames["nana"], frames["items"]
        assert set(np.unique(players["exists"])) == {1}
        for name in ("facing", "on_ground", "invulnerable"):
            assert set(np.unique(players[name])) <= {0, 1}
        assert ((players["hurtbox_state"] != 0) == (players["invulnerable"] != 0)).all()
        assert players["action_frame"].min() == -1
        assert players["shield_strength"].max() == 60
        assert set(np.unique(nana["character"])) <= {0, 11}
        assert not nana["controller"].tobytes().strip(b"\0")
        assert set(np.unique(items["owner"])) <= {-1, 0, 1}
        for name in ("main_x", "main_y", "c_x", "c_y"):
            sticks = players["controller"][name] * 160
            assert abs(sticks - np.rint(sticks)).max() < 1e-4
            assert sticks.min() >= 0 and sticks.max() <= 160
    # Randall is where he is on that frame, in all games.
    for frames in (theirs, ours):
        on_yoshis = frames[frames["stage"] == 6]
        for axis in "xy":
            places = dict(zip(on_yoshis["frame"].tolist(), on_yoshis[f"randall_{axis}"].tolist(), strict=True))
            known = {frame: place for frame, place in _randall(axis).items() if frame in places}
            assert len(known) > 500
            assert all(abs(places[frame] - place) < 2e-3 for frame, place in known.items())


def _randall(axis: str) -> dict[int, float]:
    yoshis = next(frames for frames in load_fixtures()["frames"][:, :, 0] if frames["stage"][0] == 6)
    return dict(zip(yoshis["frame"].tolist(), yoshis[f"randall_{axis}"].tolist(), strict=True))


def test_an_item_keeps_its_place_for_life_and_a_new_one_takes_the_first_free() -> None:
    places = Places()
    assert places.of([10, 11, 12]) == [0, 1, 2]
    assert places.of([12, 10]) == [2, 0]
    assert places.of([10, 12, 14, 13]) == [0, 2, 3, 1]
    assert places.of([]) == []
    assert places.of([15]) == [0]


def test_beyond_fifteen_items_the_newest_wait_for_a_place() -> None:
    places = Places()
    assert places.of(range(17)) == [*range(15), None, None]
    assert places.of(range(1, 17)) == [*range(1, 15), 0, None]


def test_every_controller_comes_back_from_its_row() -> None:
    held = np.zeros(161, INPUT_PLAYER)
    for name in ("main_x", "main_y", "c_x", "c_y"):
        held[name] = np.roll(np.arange(-80, 81), len(name))
    held["l"] = np.arange(161) % 141
    held["buttons"] = [0x100, 0x200, 0x400, 0x800, 0x10, 0x40, 0x20, 0x08, 0xF78][:1] * 161
    held["buttons"][:8] = [0x100, 0x200, 0x400, 0x800, 0x10, 0x40, 0x20, 0x08]
    assert inputs_of_rows(rows_of_inputs(held)).tolist() == held.tolist()


def test_what_a_row_should_not_hold_is_mended() -> None:
    rows = np.array(
        [
            [np.nan, np.inf, -np.inf, np.nan, np.nan, *[np.nan] * 8],
            [2, -1, 1.5, 0.5, 7, *[0.5] * 8],
            [1, 1, 0, 0, 1, *[0.51] * 8],
        ],
        np.float32,
    )
    rest, cut, full = inputs_of_rows(rows).tolist()
    assert rest == (0, 0, 0, 0, 0, 0, 0)
    assert cut == (0, 80, -80, 80, 0, 140, 0)
    # The game itself brings a stick in the corner back to its circle.
    assert full == (0xF78, 80, 80, -80, -80, 140, 0)
