"""The examples, as they are started from the command line, each shortened. One whose library is missing is skipped."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")

SECONDS = 280

Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs Python in a folder that has the examples; gives what it said."""

    def python(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=SECONDS
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert python("-m", "arena.examples") == "wrote scripted.py, imitate.py, ppo.py\n"
    return python


def test_they_are_not_written_over_what_is_there(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ppo.py").write_text("mine")
    written = subprocess.run(
        [sys.executable, "-m", "arena.examples"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert written.returncode == 1
    assert written.stderr == ". has scripted.py, imitate.py, ppo.py already; nothing is written\n"
    assert (tmp_path / "ppo.py").read_text() == "mine"


@pytest.mark.slow
def test_the_scripted_bot_beats_the_walker(run: Run) -> None:
    assert run("scripted.py", "try", "--games", "4") == "4 of 4 games won against walker\n"


def test_a_network_learns_to_do_what_recorded_players_did(run: Run) -> None:
    pytest.importorskip("torch")
    run("imitate.py", "record", "games/", "--games", "3")
    said = run("imitate.py", "train", "model.pt", "games/", "--player", "0", "--epochs", "2")
    assert "frames of 2 games" in said
    assert said.splitlines()[-1].startswith("epoch 2: right choice of stick ")
    assert run("imitate.py", "play", "model.pt", "--games", "2", "--frames", "600").endswith(
        " of 2 games won against walker\n"
    )


def test_a_policy_is_trained_written_down_and_played(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("stable_baselines3")
    run("ppo.py", "train", "model.zip", "--minutes", "0.2", "--lanes", "8")
    assert (tmp_path / "model.csv").read_text().startswith("minutes,decisions,frames,games,won,reward")
    assert " of 2 games won against walker\n" in run("ppo.py", "play", "model.zip", "--games", "2", "--frames", "600")
