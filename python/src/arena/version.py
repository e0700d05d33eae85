"""What a bot says of its version: what its author says, else what tells its program from an earlier one."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

HEADER = "X-Arena-Version"
VARIABLE = "ARENA_VERSION"

_VERSION = re.compile(r"[A-Za-z0-9._+-]{1,32}")
_COMMIT = re.compile(r"# branch\.oid ([0-9a-f]{40,64})")
_DIGITS = 12
"""Digits of a commit, and of a hash in its place."""
_FEW_DIGITS = 7
"""Digits of the hash behind a commit."""
_PATIENCE_SECONDS = 5.0
"""A look at one file takes some milliseconds."""


def version_to_say(given: str | None, program: str | None = None) -> str | None:
    """What a bot says; None for nothing.

    That is what its author gives, else `ARENA_VERSION` of the environment, else the version of `program`, by default
    the one that runs. Empty text says none. Raises `ValueError` for what is no version.
    """
    said = os.environ.get(VARIABLE) if given is None else given
    if said is None:
        return program_version(sys.argv[0] if program is None else program)
    if said == "":
        return None
    if _VERSION.fullmatch(said) is None:
        what = VARIABLE if given is None else "The version of the bot"
        raise ValueError(
            f'{what} is "{said}". A version is 1 to 32 letters, digits and characters of . _ + -.',
        )
    return said


def program_version(path: str) -> str | None:
    """The version of a program that says none itself.

    It is the commit of its repository as 12 hex digits, with `+` and 7 hex digits of the hash of its file where that is
    not as the commit has it; without a repository, or without `git`, the first 12 hex digits of the SHA-256 of the
    file. None where there is no such file. Files that it imports are not looked at.
    """
    try:
        file = Path(path).resolve(strict=True)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None
    try:
        # Nothing is written, and no program of the repository's settings is run.
        quiet = ("--no-optional-locks", "-c", "core.fsmonitor=false", "-C", str(file.parent))
        status = ("status", "--porcelain=v2", "--branch", "--ignored", "--", f":(literal){file.name}")
        answer = subprocess.run(("git", *quiet, *status), capture_output=True, timeout=_PATIENCE_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return digest[:_DIGITS]
    lines = answer.stdout.decode(errors="replace").splitlines()
    commit = next(
        (found[1] for line in lines if (found := re.fullmatch(r"# branch\.oid ([0-9a-f]{40,64})", line))), None
    )
    if commit is None:
        return digest[:_DIGITS]
    # Every other line is a difference.
    is_whole = all(line.startswith("#") for line in lines)
    return commit[:_DIGITS] if is_whole else f"{commit[:_DIGITS]}+{digest[:_FEW_DIGITS]}"


def program_of(command: str | list[str]) -> str | None:
    """The file that a command runs: the first that it names behind the program it starts, else that program itself."""
    words = shlex.split(command) if isinstance(command, str) else command
    return next((word for word in [*words[1:], *words[:1]] if os.path.isfile(word)), None)
