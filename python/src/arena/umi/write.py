"""Writes a policy down as a UMI bot: a folder with `run.py`, its requirements, and what it needs of this package."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from ..env.config import MAX_DELAY
from .wire import UmiError, roster

PACKAGE = Path(__file__).parent.parent
LEFT_OUT = ("engine", "examples", "melee", "__pycache__")
"""Parts of the package that a bot of the championship does not need, or cannot use."""
REQUIREMENTS = ("umi-melee>=0.1", "msgpack>=1.0", "numpy>=1.26", "websockets>=14.2", "cryptography>=42")

RUN = '''\
"""A bot of the Computer Melee Championship whose policy was trained in arena.env."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import umi
from {module} import {function}


class Bot(umi.Bot):
    name = {name!r}
    characters = {characters!r}
    delay = {delay!r}

    def setup(self, session):
        self.learned = {function}({weights})

    def act(self, batch):
        return umi.Actions(ctrl=self.learned(batch.frames, batch.slots, batch.first))


if __name__ == "__main__":
    umi.serve(Bot())
'''


def write(
    folder: str | Path,
    learned: str,
    files: Sequence[str | Path] = (),
    *,
    name: str,
    characters: str,
    delay: int,
    requirements: Sequence[str] = (),
) -> None:
    """Writes a UMI bot into a folder, which is made.

    `learned`: `FILE.py:FUNCTION`, a file that goes along and its function that gives the `Learned`; it is called with
    the paths of `files`, such as weights, which go along too. `name`, `characters` (`FOX`, `FOX+FALCO`, `12`, `ALL`)
    and `delay` (that of the training) are what the bot says of itself. `requirements`: what pip installs for it, beside
    what `arena` needs.

    Raises `UmiError` for what the championship would not take, and `OSError` where a file cannot be copied. A folder
    with a `run.py` is left as it is.
    """
    path, _, function = learned.rpartition(":")
    module = Path(path)
    if not (module.suffix == ".py" and module.stem.isidentifier() and function.isidentifier()):
        raise UmiError(f"learned is FILE.py:FUNCTION, not {learned!r}")
    if not name.strip() or not 0 <= delay <= MAX_DELAY:
        raise UmiError(f"A bot has a name, and a delay from 0 to {MAX_DELAY}")
    roster(characters)
    target = Path(folder)
    if (target / "run.py").exists():
        raise UmiError(f"{target} has a run.py already; nothing is written")
    target.mkdir(parents=True, exist_ok=True)
    copied = [Path(each) for each in files]
    for each in (module, *copied):
        shutil.copy(each, target / each.name)
    shutil.copytree(PACKAGE, target / "arena", ignore=shutil.ignore_patterns(*LEFT_OUT), dirs_exist_ok=True)
    (target / "requirements.txt").write_text("\n".join([*REQUIREMENTS, *requirements, ""]))
    weights = ", ".join(f"HERE / {each.name!r}" for each in copied)
    run = RUN.format(
        module=module.stem, function=function, name=name, characters=characters, delay=delay, weights=weights
    )
    (target / "run.py").write_text(run)
