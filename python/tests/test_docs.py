"""The Python of the docs runs as a reader runs it: each block by itself, in a folder with a replay. The bot is the one
with which a project of the kit begins, and it plays."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from .conftest import BOTS, ROOT, Kit, environment
from .support import SECONDS, Dial, frame, headers

PAGES = ["docs/python.md", "docs/training.md", "python/README.md"]
TEMPLATE = ROOT / "packages/kit/templates/python/bot.py"
FRAMES = 30


def blocks_of(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)


BLOCKS = [pytest.param(block, id=f"{page}-{number}") for page in PAGES for number, block in enumerate(blocks_of(page))]
BLOCKS.append(pytest.param(TEMPLATE.read_text(), id=TEMPLATE.name))
PROGRAMS = [each for each in BLOCKS if "serve(" not in str(each.values[0])]
SERVED = [each for each in BLOCKS if "arena.serve(" in str(each.values[0])]
UMI = [each for each in BLOCKS if "arena.umi.serve(" in str(each.values[0])]


def test_the_bot_of_a_new_project_fits_a_page() -> None:
    bot = TEMPLATE.read_text()
    assert len([line for line in bot.splitlines() if line.strip()]) <= 32


@pytest.mark.parametrize("block", PROGRAMS)
def test_a_block_runs_as_it_stands(block: str, whole_game: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    needs(block)
    shutil.copy(whole_game[0], tmp_path / "game.slp")
    shutil.copy(BOTS / "umi_bot.py", tmp_path / "run.py")
    (tmp_path / "run").mkdir()
    for name in ("ppo.py", "run/model.pt"):
        (tmp_path / name).touch()
    # Some rounds of a long loop are enough.
    (tmp_path / "block.py").write_text(block.replace("range(1000)", "range(10)"))
    command = [sys.executable, "block.py"]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == ("print(" in block)


@pytest.mark.parametrize("block", UMI)
def test_a_program_that_serves_a_bot_of_the_championship_listens(block: str, tmp_path: Path) -> None:
    needs(block)
    shutil.copy(BOTS / "umi_bot.py", tmp_path / "run.py")
    (tmp_path / "block.py").write_text(block)
    command = [sys.executable, "block.py"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment(PORT="0"), stdout=subprocess.PIPE, text=True) as bot:
        try:
            assert bot.stdout is not None
            assert bot.stdout.readline().startswith("listening on port ")
        finally:
            bot.terminate()
        assert bot.wait(SECONDS) == 0


@pytest.mark.parametrize("block", SERVED)
def test_a_bot_answers_frame_after_frame_and_raises_nothing(block: str, tmp_path: Path) -> None:
    needs(block)
    (tmp_path / "bot.py").write_text(block)
    variables = environment(PORT="0", ARENA_BASE_URL="", ARENA_RAISED="1", ARENA_CLOCK="fast")
    pipe = subprocess.PIPE
    command = [sys.executable, "bot.py"]
    with subprocess.Popen(command, cwd=tmp_path, env=variables, stdout=pipe, stderr=pipe, text=True) as bot:
        try:
            assert bot.stdout is not None and bot.stderr is not None
            said = bot.stdout.readline()
            assert said.startswith("listening on port "), bot.stderr.read()
            url = f"ws://127.0.0.1:{said.split()[-1]}"
            with connect(url, additional_headers=headers("match_1"), compression=None) as socket:
                dial = Dial(socket)
                dial.begin()
                for number in range(-123, FRAMES - 123):
                    dial.send(frame(number))
                    assert dial.pad()[0] == number + 3
        finally:
            bot.terminate()
        assert bot.wait(SECONDS) == 0
        assert bot.stderr.read() == ""


def needs(block: str) -> None:
    names = {
        "melee": "import melee",
        "gymnasium": "arena.env",
        "numpy": "arena.read",
        "umi": "arena.umi",
        "pufferlib": "import pufferlib",
    }
    for module, name in names.items():
        if name in block:
            pytest.importorskip(module)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "stage"), [("1a", "31"), ("2b", "32")])
def test_the_bot_of_a_new_project_takes_stocks_from_the_weakest_house_bot(kit: Kit, seed: str, stage: str) -> None:
    (kit.folder / "bot.py").write_text(TEMPLATE.read_text())
    bot = kit.program("bot", sys.executable, str(kit.folder / "bot.py"))
    record = kit.play(bot, "bot.slp", "--against", "gale", "--seed", seed * 32, "--stage", stage)
    assert record["status"] == "completed"
    players = record["summary"]["players"]
    own, opponent = players[record["bots"].index("bot")], players[record["bots"].index("gale")]
    assert own["missed"] == 0
    assert opponent["stocks"] < 4
