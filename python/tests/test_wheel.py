"""The wheel that the arena serves, which is made without Python: pip installs it, and it says the same as this
distribution."""

import base64
import csv
import hashlib
import importlib.metadata
import io
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from .conftest import ROOT

MAKE = """
import { packWheel } from './scripts/pack/wheel.ts'
import { writeFileSync } from 'node:fs'
const { file, bytes } = packWheel()
writeFileSync(`${process.argv[1]}/${file}`, bytes)
console.log(file)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    node = shutil.which("node")
    if node is None or not (ROOT / "node_modules/tsx").exists():
        pytest.skip("Node and `npm ci` are needed")
    folder = tmp_path_factory.mktemp("wheel")
    command = [node, "--import", "tsx", "--input-type=module", "-e", MAKE, str(folder)]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return folder / made.stdout.strip()


def test_every_file_has_the_hash_and_size_that_the_record_says(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        name = next(each for each in archive.namelist() if each.endswith("/RECORD"))
        rows = list(csv.reader(io.StringIO(archive.read(name).decode())))
        assert [row[0] for row in rows] == archive.namelist()
        for path, digest, size in rows:
            if path == name:
                assert (digest, size) == ("", "")
                continue
            content = archive.read(path)
            expected = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            assert (digest, size) == (f"sha256={expected}", str(len(content)))


def test_pip_installs_it_and_it_says_the_same_of_itself_as_this_distribution(wheel: Path, tmp_path: Path) -> None:
    pythons = (sys.executable, getattr(sys, "_base_executable", sys.executable))
    pip = next((python for python in pythons if _has_pip(python)), None)
    if pip is None:
        pytest.skip("no pip here")
    install = [pip, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet", "--target", str(tmp_path), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (installed,) = importlib.metadata.distributions(name="bot-arena", path=[str(tmp_path)])
    own = importlib.metadata.distribution("bot-arena")
    for key in ("Name", "Version", "Summary", "Requires-Python", "License-Expression", "Description-Content-Type"):
        assert installed.metadata[key] == own.metadata[key], key
    for key in ("Requires-Dist", "Provides-Extra", "Classifier"):
        assert parts(installed, key) == parts(own, key), key
    ours = ROOT / "python/src/arena"
    for path in ours.rglob("*.py"):
        assert (tmp_path / "arena" / path.relative_to(ours)).read_bytes() == path.read_bytes()


def parts(distribution: importlib.metadata.Distribution, key: str) -> list[set[str]]:
    """The values of a key, each as its parts: the limits of a version have no order."""
    values = distribution.metadata.get_all(key) or []
    return sorted((set(re.findall(r"[<>=]*[^<>=,;]+", value)) for value in values), key=sorted)


def _has_pip(python: str) -> bool:
    return subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0
