"""The bot of the docs is whole, short, the same everywhere, and plays."""

import re
import sys

import pytest

from .conftest import ROOT, Kit

PAGES = ["docs/python.md", "python/README.md"]


def bot_of(page: str) -> str:
    text = (ROOT / page).read_text()
    blocks: list[str] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    return next(code for code in blocks if "arena.serve" in code)


def test_the_bot_is_the_same_on_every_page_and_has_about_twenty_lines() -> None:
    (bot,) = {bot_of(page) for page in PAGES}
    assert len([line for line in bot.splitlines() if line.strip()]) <= 20


@pytest.mark.slow
def test_the_bot_plays_a_game_to_its_end_and_hits(kit: Kit) -> None:
    (kit.folder / "walker.py").write_text(bot_of(PAGES[0]))
    bot = kit.program("walker", sys.executable, str(kit.folder / "walker.py"))
    record = kit.play(bot, "walker.slp")
    assert record["status"] == "completed"
    players = record["summary"]["players"]
    own, opponent = players[record["bots"].index("walker")], players[record["bots"].index("still")]
    assert own["missed"] == 0
    assert opponent["percent"] + 100 * (4 - opponent["stocks"]) > 0
