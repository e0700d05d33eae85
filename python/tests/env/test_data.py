"""`arena.data`: the games of an archive, played again."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import arena
from arena.connect.account import ArenaError
from arena.env import Recording

ROOT = Path(__file__).parents[3]
DAY = "2026-11-24"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The day file, and the replays of the first two of its matches."""
    node = shutil.which("node")
    if node is None or not (ROOT / "node_modules/tsx").exists():
        pytest.skip("the repository's tools are needed: npm ci")
    folder = tmp_path_factory.mktemp("archive")
    program = [node, "--conditions=source", "--import", "tsx", "scripts/tests/archived-day.ts", str(folder)]
    subprocess.run(program, cwd=ROOT, check=True)
    return folder


@dataclass
class Arena:
    url: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def serving(files: dict[str, bytes]) -> Generator[Arena]:
    """The archive of an arena: what lies at these paths."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.path)
            body = files.get(self.path)
            self.send_response(404 if body is None else 200)
            self.end_headers()
            self.wfile.write(body or b'{"detail": "There is no such day."}')

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    served = Arena(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def files_of(archive: Path, **changes: str) -> dict[str, bytes]:
    file = (archive / f"{DAY}.parquet").read_bytes()
    listed = {"day": DAY, "matches": 5, "bytes": len(file), "sha256": hashlib.sha256(file).hexdigest(), **changes}
    other = {**listed, "day": "2026-10-31"}
    return {"/archive": json.dumps({"days": [listed, other]}).encode(), f"/archive/{DAY}.parquet": file}


def test_the_games_of_a_month_come_in_the_layout_of_a_recording_in_their_order(archive: Path) -> None:
    with serving(files_of(archive)) as served, pytest.warns(arena.ReplayWarning, match="is not what was recorded"):
        games = list(arena.data("2026-11", served.url, workers=2))
    # One of the five was not played, and one does not come out as it is on record.
    assert [game.number for game in games] == [1, 2, 5]
    for game in games[:2]:
        with Recording((archive / f"{game.id}.slp").read_bytes()) as recording:
            assert (game.day, game.ending, game.winner, game.stage) == (DAY, "aborted", None, recording.stage)
            assert game.players == recording.players
            assert (game.frames == recording.frames).all() and len(game) == 420
            assert (game.inputs == recording.inputs).all()
            for viewpoint in (0, 1):
                assert (game.states(viewpoint) == recording.states(viewpoint)).all()
    # A name that went with its account leaves the game.
    assert [player.name for player in games[2].players] == ["", "Bess"]
    assert (games[2].states(1) == games[0].states(1)).all()


def test_a_day_is_fetched_once_into_a_folder_and_again_where_the_arena_has_another(
    archive: Path, tmp_path: Path
) -> None:
    with serving(files_of(archive)) as served:
        for _ in range(2):
            game = next(arena.data(DAY, served.url, viewpoints=[1], workers=1, folder=tmp_path / "days"))
            assert len(game.states(1)) == 420
            with pytest.raises(KeyError):
                game.states(0)
        assert served.asked == ["/archive", f"/archive/{DAY}.parquet", "/archive"]
        (tmp_path / "days" / f"{DAY}.parquet").write_bytes(b"another")
        next(arena.data(DAY, served.url, workers=1, folder=tmp_path / "days"))
        assert served.asked[3:] == ["/archive", f"/archive/{DAY}.parquet"]


def test_what_cannot_be_had_is_said(archive: Path) -> None:
    with serving(files_of(archive, sha256="0" * 64)) as served:
        assert list(arena.data("2026-09", served.url)) == []
        with pytest.raises(ArenaError, match="is not the file whose SHA-256 is listed"):
            list(arena.data("2026-11", served.url))
    with serving({"/archive": b"[]"}) as served, pytest.raises(ArenaError, match="no list of days"):
        list(arena.data("2026-11", served.url))
    with serving({}) as served, pytest.raises(ArenaError, match="There is no such day"):
        list(arena.data("2026-11", served.url))
    for month in ("2026", "2026-13", "november"):
        with pytest.raises(ValueError, match="is no month and no day"):
            arena.data(month, "http://127.0.0.1:1")
    with pytest.raises(ValueError, match="viewpoints are 0 and 1"):
        arena.data("2026-11", "http://127.0.0.1:1", viewpoints=[2])
