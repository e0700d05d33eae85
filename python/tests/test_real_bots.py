"""Bots that others wrote, as they are. `ARENA_REAL_BOTS` names a folder with them, which is never a part of this
repository:

    SmashBot/smashbot.py            github.com/altf4/SmashBot, 67c4120
    example-0.41.1/example.py       github.com/altf4/libmelee, 75428df
    example-0.47.6/example.py       github.com/vladfi1/libmelee, c2212c1

They run on the libmelee of this Python: run the file once for each line. `ARENA_REAL_GAMES=10` plays that many games
on the arena's clock as well. SmashBot is written for the older line. On the newer one it hands a game to
`side_platform_position`, which takes a stage there and knows no platform then; SmashBot catches what follows.
"""

import json
import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from .conftest import BOTS, SEED, Kit

FOLDER = os.environ.get("ARENA_REAL_BOTS")
GAMES = int(os.environ.get("ARENA_REAL_GAMES", "0"))
HOUSE = ["ember", "tide", "gale", "drift", "needle", "talon", "parasol", "anvil"]
IS_OLDER_LINE = version("melee").startswith("0.41.")
LONGEST_GAME = 600
"""Seconds by the clock: eight minutes of game, and room for what comes before and after it."""
COMPLAINTS = ("Traceback", "Exception", "Something went wrong", "unknown event")

pytestmark = pytest.mark.skipif(FOLDER is None, reason="ARENA_REAL_BOTS names no folder")

Play = Callable[..., tuple[dict[str, Any], list[dict[str, Any]], str]]


@pytest.fixture
def play(kit: Kit) -> Play:
    """Plays a game with a program; gives its record, what the program was shown, and what it said."""

    def run(
        program: str, opponent: str, *options: str, melee: tuple[str, ...] = (), clock: tuple[str, ...] = ("--fast",)
    ) -> tuple[dict[str, Any], list[dict[str, Any]], str]:
        kit.seconds = LONGEST_GAME
        report = kit.folder / "report.jsonl"
        path = Path(str(FOLDER)) / program
        bot = kit.program("bot", sys.executable, str(BOTS / "watched.py"), str(report), *melee, str(path))
        replay = ["--replay", str(kit.folder / "game.slp")]
        played = kit("play", str(bot), "--against", opponent, "--json", *replay, *clock, *options)
        assert played.returncode == 0, played.stderr
        record = json.loads(played.stdout.splitlines()[0])
        shown = [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []
        return record, shown, played.stderr

    return run


def complaints_in(said: str) -> list[str]:
    """The lines that complain, each with what came before it: of a traceback that is the place."""
    lines = said.splitlines()
    at = [index for index, line in enumerate(lines) if any(complaint in line for complaint in COMPLAINTS)]
    return ["\n".join(lines[max(0, index - 12) : index + 1]) for index in at]


def own(record: dict[str, Any]) -> dict[str, Any]:
    """The bot's side of a record."""
    side: dict[str, Any] = record["summary"]["players"][record["bots"].index("bot")]
    return side


@pytest.mark.parametrize("program", ["SmashBot/smashbot.py", "example-0.41.1/example.py"])
def test_a_whole_game_is_shown_frame_by_frame_without_exception_and_each_pad_lands(play: Play, program: str) -> None:
    record, (shown,), said = play(program, "ember", "--seed", SEED)
    assert shown == {"frames": record["summary"]["frames"] + 123, "gaps": 0, "odd": {}}
    assert own(record)["missed"] == 0
    assert complaints_in(said) == []


def test_the_example_of_the_newer_line_plays_its_ten_seconds(play: Play) -> None:
    _, _, said = play("example-0.47.6/example.py", "ember", "--seed", SEED)
    assert complaints_in(said) == []


@pytest.mark.parametrize("opponent", HOUSE)
def test_answering_early_smashbot_beats_each_house_bot(play: Play, opponent: str) -> None:
    """Mostly without losing a stock; what it does is in part drawn by lot, so a seed does not repeat its games."""
    record, (shown,), said = play("SmashBot/smashbot.py", opponent, "--seed", SEED, melee=("--lead", "early"))
    assert complaints_in(said) == []
    assert shown["odd"] == {}
    stocks = sorted(player["stocks"] for player in record["summary"]["players"])
    assert stocks[0] == 0
    assert own(record)["stocks"] == stocks[1] > 0


@pytest.mark.skipif(GAMES == 0, reason="ARENA_REAL_GAMES is not set")
@pytest.mark.parametrize("program", ["SmashBot/smashbot.py", "example-0.41.1/example.py"])
@pytest.mark.parametrize("game", range(GAMES))
def test_on_the_arenas_clock_pads_land_and_no_frame_is_lost(play: Play, program: str, game: int) -> None:
    if program.startswith("SmashBot") and not IS_OLDER_LINE:
        pytest.skip("SmashBot is written for the older line of libmelee")
    seed = f"{game:064x}"
    record, (shown,), said = play(program, HOUSE[game % len(HOUSE)], "--seed", seed, clock=())
    assert complaints_in(said) == []
    frames = record["summary"]["frames"] + 123
    print(f"{frames} frames, {shown['gaps']} of them skipped, {own(record)['missed']} without the bot's pad")
    assert shown["frames"] + shown["gaps"] == frames
    assert own(record)["missed"] <= 0.005 * frames
