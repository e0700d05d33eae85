"""Bots of this package in matches of the arena's own host, clock and engine, as the local kit plays them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import BOTS, Kit

MakeBot = Callable[..., Path]


def stream(path: Path) -> bytes:
    """The event stream of a replay, without what tells when it was played."""
    data = path.read_bytes()
    return data[15 : 15 + int.from_bytes(data[11:15], "big")]


@pytest.mark.slow
def test_a_seed_plays_the_same_game_again(kit: Kit, python_bot: MakeBot) -> None:
    bot = python_bot("scripted.py", folder="python")
    first = kit.play(bot, "first.slp")
    assert first["status"] == "completed"
    assert first["summary"]["endReason"] == "stocks"
    assert [player["missed"] for player in first["summary"]["players"]] == [0, 0]
    kit.play(bot, "second.slp")
    assert stream(kit.folder / "first.slp") == stream(kit.folder / "second.slp")


@pytest.mark.slow
def test_equal_inputs_through_the_sdk_through_serve_and_through_libmelee_give_the_same_bytes(
    kit: Kit, python_bot: MakeBot
) -> None:
    pytest.importorskip("melee")
    node = shutil.which("node")
    assert node is not None
    sdk = Kit([], kit.folder / "sdk").program("scripted", node, str(BOTS / "scripted.mjs"))
    kit.play(sdk, "sdk.slp")
    kit.play(python_bot("scripted.py", folder="python"), "python.slp")
    kit.play(python_bot("scripted_melee.py", folder="melee"), "melee.slp")
    assert stream(kit.folder / "python.slp") == stream(kit.folder / "sdk.slp")
    assert stream(kit.folder / "melee.slp") == stream(kit.folder / "sdk.slp")


@pytest.mark.slow
def test_every_rule_of_the_play_protocol_is_kept(kit: Kit, python_bot: MakeBot) -> None:
    """On the arena's clock, with wrong signatures before the match and a socket that is cut in it."""
    checked = kit("check", str(python_bot("still.py", folder="python")), "--json")
    report = json.loads(checked.stdout)
    verdicts = {rule["rule"]: rule["status"] for rule in report["rules"]}
    assert len(verdicts) == 24
    # A machine that is busy has pauses, which say nothing about the bot.
    broken = {rule: status for rule, status in verdicts.items() if status == "fail" and rule != "pads-in-time"}
    assert broken == {}
    assert verdicts["signature"] == verdicts["reconnect"] == verdicts["first-pads"] == "pass"
