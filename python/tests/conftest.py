"""What a run takes of the tests; the local kit, and a game that was played with it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena import raised

ROOT = Path(__file__).parent.parent.parent
BOTS = Path(__file__).parent / "bots"
PROGRAM = ROOT / "node_modules/.cache/arena-tests/programs/kit/main.js"
"""As scripts/tests/build-programs.ts builds it."""
SEED = "5f" * 32
SECONDS = 300
COSTLY = ("whole_game", "recorded", "recordings", "twelve", "idle")
"""Fixtures that many tests read and that take long to make."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out the slow tests, and shorten series")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if (fixture := _costly(item)) is not None:
            item.add_marker(pytest.mark.xdist_group(fixture))
    if config.getoption("quick"):
        config.hook.pytest_deselected(items=[item for item in items if _is_slow(item)])
        items[:] = [item for item in items if not _is_slow(item)]


def _is_slow(item: pytest.Item) -> bool:
    return item.get_closest_marker("slow") is not None


def _costly(item: pytest.Item) -> str | None:
    return next((name for name in COSTLY if name in getattr(item, "fixturenames", ())), None)


@pytest.fixture(scope="session")
def is_quick(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("quick"))


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another test has raised is whole again."""
    monkeypatch.setattr(raised, "MEMORY", raised.Memory())


def environment(**variables: str) -> dict[str, str]:
    """Variables for a program that is to find this Python as `python` and `python3`."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, **variables}


class Kit:
    """`arena-kit` of this repository."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self._command = command
        self.folder = folder
        self.seconds = SECONDS
        """How long a command may take."""

    def __call__(self, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*self._command, *arguments],
            cwd=self.folder,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=self.seconds,
        )

    def program(self, name: str, *command: str) -> Path:
        """A bot as the kit starts one: an executable of this name."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / name
        path.write_text("\n".join(["#!/bin/sh", f'exec {" ".join(command)} "$@"', ""]))
        path.chmod(0o755)
        return path

    def play(self, bot: Path, replay: str, *options: str, **environment: str) -> dict[str, Any]:
        """One game, as fast as the bots answer; gives its record."""
        target = self.folder / replay
        chosen = ["--fast", "--seed", SEED, "--stage", "31", "--against", "still", *options]
        played = self("play", str(bot), *chosen, "--replay", str(target), "--json", **environment)
        assert played.returncode == 0, played.stderr
        record: dict[str, Any] = json.loads(played.stdout.splitlines()[0])
        return record


def kit_in(folder: Path) -> Kit:
    node = shutil.which("node")
    program = Path(os.environ.get("ARENA_KIT", PROGRAM))
    if node is None or not program.exists():
        why = f"the kit is needed at {program}: npm ci && npx tsx scripts/tests/build-programs.ts"
        # Where all is to be tested, it has to be there.
        (pytest.fail if os.environ.get("CI") else pytest.skip)(why)
    return Kit([node, str(program)], folder)


@pytest.fixture
def kit(tmp_path: Path) -> Kit:
    return kit_in(tmp_path)


@pytest.fixture
def python_bot(kit: Kit) -> Callable[..., Path]:
    """Makes a program of a file of tests/bots: with this Python, and a name that all of them share."""

    def make(file: str, *options: str, folder: str) -> Path:
        kit_of = Kit([], kit.folder / folder)
        return kit_of.program("scripted", sys.executable, *options, str(BOTS / file))

    return make


@pytest.fixture(scope="session")
def whole_game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A replay of the arena, and its record."""
    kit = kit_in(tmp_path_factory.mktemp("game"))
    bot = kit.program("scripted", sys.executable, str(BOTS / "scripted.py"))
    record = kit.play(bot, "game.slp")
    return kit.folder / "game.slp", record
