"""The examples, as they are started from the command line, each shortened. One whose library is missing is skipped."""

import csv
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import arena

from .conftest import environment

pytest.importorskip("gymnasium")

SECONDS = 600

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


@pytest.mark.slow
def test_a_benchmark_leaves_a_model_a_report_and_replays(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    budget = ("--budget", "150000", "--games", "1")
    said = run("-m", "arena.examples", "benchmark", *budget, "--out", "run")
    assert "100%" in said
    assert " of 1 games won against sound (" in said
    names = {path.name for path in (tmp_path / "run").iterdir()}
    assert {"model.pt", "curve.csv", "games.csv", "report.html"} <= names
    page = (tmp_path / "run/report.html").read_text()
    assert "<th>processor<td>" in page and "<polyline " in page
    for replay in (tmp_path / "run").glob("*.slp"):
        assert arena.read(replay).end is not None
    assert list((tmp_path / "run").glob("*.slp"))
    played = run("ppo.py", "play", "run/model.pt", "--games", "2", "--frames", "600")
    assert " of 2 games won against walker (" in played
    run("ppo.py", "umi", "run/model.pt", "my-bot")
    assert (tmp_path / "my-bot/run.py").is_file()
    with subprocess.Popen(
        [sys.executable, "ppo.py", "serve", "run/model.pt"],
        cwd=tmp_path,
        env=environment(PORT="0"),
        stdout=subprocess.PIPE,
        text=True,
    ) as bot:
        assert bot.stdout is not None
        assert bot.stdout.readline().startswith("listening on port ")
        bot.terminate()


@pytest.mark.slow
def test_equal_seeds_and_budgets_in_steps_give_equal_curves(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    curves = []
    for folder in ("one", "other"):
        run("ppo.py", "train", "--budget", "100000", "--games", "0", "--seed", "7", "--out", folder)
        with (tmp_path / folder / "curve.csv").open() as file:
            rows = list(csv.DictReader(file))
        curves.append([{name: row[name] for name in row if name not in ("seconds", "charts/SPS")} for row in rows])
    assert len(curves[0]) > 5
    assert curves[0] == curves[1]
