"""Writes the examples into a folder, to be run and changed there: `python -m arena.examples [FOLDER]`.

`python -m arena.examples benchmark` is `python ppo.py train`, with its options.
"""

from __future__ import annotations

import argparse
import sys
from importlib.resources import files
from pathlib import Path

NAMES = ("scripted.py", "imitate.py", "ppo.py")


def main() -> None:
    if sys.argv[1:2] == ["benchmark"]:
        from . import ppo

        ppo.main(["train", *sys.argv[2:]])
        return
    parser = argparse.ArgumentParser(prog="python -m arena.examples", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path(), help="the present one by default")
    folder: Path = parser.parse_args().folder
    taken = [name for name in NAMES if (folder / name).exists()]
    if taken:
        raise SystemExit(f"{folder} has {', '.join(taken)} already; nothing is written")
    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        (folder / name).write_bytes((files("arena.examples") / name).read_bytes())
    print(f"wrote {', '.join(NAMES)}")


if __name__ == "__main__":
    main()
