"""What a bot says of its version, and where it stands in its answers."""

import hashlib
import os
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from arena.door import Door
from arena.signature import PlatformKey
from arena.version import program_of, program_version, version_to_say

from .support import PUBLIC_KEY, headers

RULE = r"A version is 1 to 32 letters, digits and characters of \. _ \+ -\."


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def git(folder: Path, *arguments: str) -> str:
    somebody = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}
    command = ("git", "-C", str(folder), *somebody, *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.strip()


def commit(folder: Path, text: str) -> str:
    """The commit that has the file `bot.py`, as 12 digits."""
    git(folder, "init", "--quiet")
    (folder / "bot.py").write_text(text)
    git(folder, "add", "bot.py")
    git(folder, "commit", "--quiet", "--message", "a bot")
    return git(folder, "rev-parse", "HEAD")[:12]


def test_a_program_without_a_repository_has_the_hash_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("one")
    assert program_version(str(file)) == hash_of("one")[:12]
    assert program_version(str(tmp_path / "none.py")) is None
    assert program_version("-c") is None


def test_a_program_of_a_repository_has_its_commit_where_that_has_the_file_as_it_is(tmp_path: Path) -> None:
    digits = commit(tmp_path, "one")
    file = tmp_path / "bot.py"
    assert program_version(str(file)) == digits
    (tmp_path / "other.py").write_text("changed beside it")
    assert program_version(str(file)) == digits
    file.write_text("two")
    changed = f"{digits}+{hash_of('two')[:7]}"
    assert program_version(str(file)) == changed
    git(tmp_path, "add", "bot.py")
    assert program_version(str(file)) == changed
    (tmp_path / "new.py").write_text("three")
    assert program_version(str(tmp_path / "new.py")) == f"{digits}+{hash_of('three')[:7]}"


def test_without_git_and_before_the_first_commit_it_is_the_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "--quiet")
    file = tmp_path / "bot.py"
    file.write_text("one")
    assert program_version(str(file)) == hash_of("one")[:12]
    commit(tmp_path, "one")
    monkeypatch.setenv("PATH", "")
    assert program_version(str(file)) == hash_of("one")[:12]


def test_a_bot_says_what_it_is_given_else_what_the_environment_has_else_that_of_its_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.py").write_text("one")
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "bot.py")])
    monkeypatch.delenv("ARENA_VERSION", raising=False)
    assert version_to_say(None) == hash_of("one")[:12]
    monkeypatch.setenv("ARENA_VERSION", "1.4")
    assert version_to_say(None) == "1.4"
    assert version_to_say("2.0") == "2.0"
    assert version_to_say("") is None
    monkeypatch.setenv("ARENA_VERSION", "")
    assert version_to_say(None) is None


def test_what_is_no_version_is_a_sentence_that_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=f'The version of the bot is "my bot". {RULE}'):
        version_to_say("my bot")
    monkeypatch.setenv("ARENA_VERSION", "x" * 33)
    with pytest.raises(ValueError, match=f"ARENA_VERSION is .* {RULE}"):
        version_to_say(None)


def test_a_command_runs_the_file_that_it_names_behind_the_program_that_it_starts(tmp_path: Path) -> None:
    script = tmp_path / "run.py"
    script.write_text("")
    assert program_of(f"{sys.executable} {script} --level 9") == str(script)
    assert program_of([str(script), "--level", "9"]) == str(script)
    assert program_of("python -m bot") is None


@contextmanager
def answering(version: str | None) -> Generator[str]:
    """The host and port of a door that says a version."""
    key = PlatformKey(PUBLIC_KEY)
    with Door(lambda link: None, host="127.0.0.1", port=0, key=key, version=version) as door:
        threading.Thread(target=door.run, daemon=True).start()
        yield f"127.0.0.1:{door.port}"


def test_the_version_is_in_the_answers_to_a_ping_and_to_a_handshake_and_in_no_other() -> None:
    with answering("1.4") as at:
        with urllib.request.urlopen(f"http://{at}/ping") as answer:
            assert answer.headers["x-arena-version"] == "1.4"
        with connect(f"ws://{at}", additional_headers=headers("deploy-check")) as socket:
            assert socket.response is not None
            assert socket.response.headers["x-arena-version"] == "1.4"
        with pytest.raises(InvalidStatus) as refused, connect(f"ws://{at}"):
            pass
        assert "x-arena-version" not in refused.value.response.headers
    with answering(None) as at, urllib.request.urlopen(f"http://{at}/ping") as answer:
        assert "x-arena-version" not in answer.headers
