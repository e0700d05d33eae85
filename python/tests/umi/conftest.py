"""Games to look at, and bots to play with."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("msgpack")
pytest.importorskip("umi", reason="umi-melee is not installed: pip install umi-melee")

from ..conftest import BOTS

BOT = shlex.join([sys.executable, str(BOTS / "umi_bot.py")])


SECONDS = 20.0


def until(condition: Callable[[], bool]) -> None:
    ends = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.01)


@dataclass
class Diary:
    """What the bot of tests/bots/umi_bot.py has written down."""

    path: Path

    def lines(self, kind: str) -> list[Any]:
        found = [json.loads(line) for line in self.path.read_text().splitlines()] if self.path.exists() else []
        return [line if kind == "game" else line[kind] for line in found if kind in line]

    def rows(self, game: int = 1) -> dict[int, list[float]]:
        """What it has answered in a game, by frame."""
        return {line["frame"]: line["row"] for line in self.lines("game") if line["game"] == game}


@pytest.fixture
def diary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Diary:
    path = tmp_path / "diary.jsonl"
    monkeypatch.setenv("UMI_LOG", str(path))
    return Diary(path)


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], str]:
    """Makes the command of a bot of these lines."""

    def make(text: str) -> str:
        path = tmp_path / "run.py"
        path.write_text(text)
        return shlex.join([sys.executable, str(path)])

    return make
