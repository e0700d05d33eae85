"""What a part of the package needs beside it, and what it says where that is missing."""

import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import ROOT

BLOCK = """
import sys


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name in {0!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Absent())
"""


def run(program: str, *without: str, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """A program for which these modules are not there."""
    lines = [BLOCK.format(without), program]
    command = [sys.executable, "-c", "\n".join(lines)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=60)


EVERYTHING = ("gymnasium", "pettingzoo", "melee", "torch")

STEP = """
import numpy as np
from arena.env import Choices, EnvBatch, Fight, Flat, MatchConfig, Player, PlayerConfig, RawInputs, Recording, Stage
from arena.env.dtypes import INPUT_PLAYER

policy = lambda seen: np.zeros((len(seen), 3), int)
Player(policy)
with EnvBatch(2, record=True) as env:
    env.reset_all()
    env.step()
    seen = Flat()(env.current_frame, np.zeros((2, 3), INPUT_PLAYER))
    with Recording(env.slp(0)) as recording:
        print(env.current_frame["frame_id"], seen.shape, len(recording))
print(Choices().pad(policy(seen[:1])), Fight().win)
"""


def test_the_batch_recordings_and_a_player_need_numpy_alone() -> None:
    done = run(STEP, *EVERYTHING)
    assert done.stderr == ""
    assert done.stdout.splitlines()[0] == "[-123 -123] (2, 311) 1"


@pytest.mark.parametrize(
    ("program", "without", "words"),
    [
        ("import arena.env", "numpy", "arena.env needs NumPy: pip install numpy"),
        ("from arena.env import ArenaVectorEnv", "gymnasium", "ArenaVectorEnv needs Gymnasium: pip install gymnasium"),
        ("import arena.env; arena.env.ArenaEnv()", "gymnasium", "ArenaEnv needs Gymnasium: pip install gymnasium"),
        ("import arena.env.vector", "gymnasium", "ArenaVectorEnv needs Gymnasium: pip install gymnasium"),
        (
            "from arena.env import ArenaParallelEnv",
            "pettingzoo",
            "ArenaParallelEnv needs PettingZoo: pip install gymnasium pettingzoo",
        ),
        (
            "from arena.env import Flat; Flat().space",
            "gymnasium",
            "The space of observations needs Gymnasium: pip install gymnasium",
        ),
        (
            "from arena.env import Choices; Choices().space",
            "gymnasium",
            "The space of actions needs Gymnasium: pip install gymnasium",
        ),
        ("from arena import melee", "melee", "arena.melee needs libmelee: pip install melee"),
        ("import arena; arena.read('game.slp')", "numpy", "arena.read needs NumPy: pip install numpy"),
    ],
)
def test_what_is_missing_is_named_in_a_sentence_that_says_what_to_install(
    program: str, without: str, words: str
) -> None:
    done = run(program, without)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"ImportError: {words}"
    # It is no consequence of another error.
    assert done.stderr.count("Traceback") == 1


@pytest.mark.parametrize(
    ("example", "without", "words"),
    [
        ("imitate.py", "torch", "imitate.py needs PyTorch: pip install torch\n"),
        ("ppo.py", "torch", "ppo.py needs PyTorch: pip install torch\n"),
    ],
)
def test_an_example_says_so_without_a_stack(example: str, without: str, words: str) -> None:
    path = ROOT / "python/src/arena/examples" / example
    done = run(f"import runpy; runpy.run_path({str(path)!r}, run_name='__main__')", without)
    assert (done.returncode, done.stderr) == (1, words)


def test_the_names_are_those_that_a_star_imports_and_no_other_is_there() -> None:
    done = run("from arena.env import *; import arena.env; print(ArenaEnv.__name__); arena.env.ArenaEnvs")
    assert done.stdout == "ArenaEnv\n"
    assert done.stderr.splitlines()[-1] == "AttributeError: module 'arena.env' has no attribute 'ArenaEnvs'"
