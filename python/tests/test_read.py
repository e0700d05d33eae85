"""`arena.read`, held against the records of games and against the readers of others."""

import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import arena
from arena._tables import PostFrame
from arena.events import EventReader
from arena.replay import HEADER, ReplayError
from arena.ubjson import UbjsonError, read_ubjson

from .support import GAME_END, encode, frame, opening, payloads

np = pytest.importorskip("numpy")

Game = tuple[Path, dict[str, Any]]

METADATA = b"U\x08metadata{U\x09lastFramel\x00\x00\x00\x01U\x08playedOnSU\x07network}}"


def slp(stream: bytes, metadata: bytes = METADATA) -> bytes:
    return HEADER + len(stream).to_bytes(4, "big") + stream + metadata


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def to_file(data: bytes) -> Path:
        path = tmp_path / "game.slp"
        path.write_bytes(data)
        return path

    return to_file


def test_a_game_of_the_arena_reads_as_its_record(whole_game: Game) -> None:
    path, record = whole_game
    replay = arena.read(path)
    summary = record["summary"]
    assert replay.start.stage_id == summary["stage"]
    assert list(replay.frame) == list(range(-123, summary["frames"]))
    assert replay.metadata["lastFrame"] == summary["frames"] - 1
    assert replay.end is not None
    for port, player in enumerate(summary["players"]):
        fighter = replay.players[port]
        assert fighter is not None
        assert fighter.exists.all()
        assert int(fighter.post["stocks_remaining"][-1]) == player["stocks"]
        assert math.floor(fighter.post["percent"][-1]) == player["percent"]
        assert replay.start.players[port].character_id == player["character"]
    assert replay.players[2:] == (None, None)
    assert replay.followers == (None,) * 4


def test_columns_are_what_the_records_of_the_stream_say(whole_game: Game) -> None:
    path, _ = whole_game
    data = path.read_bytes()
    raw = data[15 : 15 + int.from_bytes(data[11:15], "big")]
    posts = [record for record in EventReader().read(raw) if isinstance(record, PostFrame)]
    columns = arena.read(path).events["post_frame"]
    assert len(columns) == len(posts)
    for name in columns.dtype.names or ():
        assert columns[name].tolist() == [getattr(post, name) for post in posts], name


def test_peppi_reads_the_arenas_replays(whole_game: Game) -> None:
    peppi = pytest.importorskip("peppi_py")
    path, record = whole_game
    read, own = peppi.read_slippi(str(path)), arena.read(path)
    assert read.start.stage == record["summary"]["stage"]
    for port, player in enumerate(read.frames.ports):
        fighter = own.players[port]
        assert fighter is not None
        assert player.leader.post.percent.to_pylist() == fighter.post["percent"].tolist()
        assert player.leader.post.position.x.to_pylist() == fighter.post["position_x"].tolist()
        assert player.leader.pre.joystick.x.to_pylist() == fighter.pre["joystick_x"].tolist()


def test_py_slippi_reads_the_arenas_replays(whole_game: Game) -> None:
    slippi = pytest.importorskip("slippi")
    path, _ = whole_game
    read, own = slippi.Game(str(path)), arena.read(path)
    assert len(read.frames) == len(own.frame)
    for port in range(2):
        fighter = own.players[port]
        assert fighter is not None
        assert [each.ports[port].leader.post.damage for each in read.frames] == fighter.post["percent"].tolist()


def test_of_a_frame_that_was_played_again_the_last_counts_and_events_keep_both(write: Any) -> None:
    stream = opening() + frame(0, percent=1.0) + frame(1, percent=2.0) + frame(1, percent=3.0) + frame(2, percent=4.0)
    replay = arena.read(write(slp(stream + GAME_END)))
    fighter = replay.players[0]
    assert fighter is not None
    assert replay.frame.tolist() == [0, 1, 2]
    assert fighter.post["percent"].tolist() == [1.0, 3.0, 4.0]
    assert len(replay.events["post_frame"]) == 8
    assert replay.metadata == {"lastFrame": 1, "playedOn": "network"}


def test_nana_has_rows_where_she_is(write: Any) -> None:
    nana = encode(0x38, frame=1, player_index=0, is_follower=1, percent=9.0)
    between = frame(1)
    stream = opening() + frame(0) + between[:-9] + nana + between[-9:] + frame(2)
    follower = arena.read(write(slp(stream))).followers[0]
    assert follower is not None
    assert follower.exists.tolist() == [False, True, False]
    assert follower.post["percent"].tolist() == [0.0, 9.0, 0.0]


def test_a_field_that_an_old_recording_does_not_have_is_as_the_table_says(write: Any) -> None:
    sizes = {0x36: 0x141, 0x37: 0x3B, 0x38: 0x22, 0x3B: 0x2A}
    parts = [encode(code, frame=0)[:size] for code, size in sizes.items() if code != 0x36]
    replay = arena.read(write(slp(payloads(sizes) + encode(0x36)[:0x141] + b"".join(parts))))
    assert replay.items["owner"].tolist() == [-1]
    assert replay.events["post_frame"]["jumps_remaining"].tolist() == [0]


def test_an_unfinished_recording_is_read_as_far_as_it_goes(write: Any) -> None:
    stream = opening() + frame(0) + frame(1)
    for cut, frames in [(0, [0, 1]), (3, [0])]:
        replay = arena.read(write(HEADER + bytes(4) + stream[: len(stream) - cut]))
        assert (replay.frame.tolist(), replay.end, replay.metadata) == (frames, None, {})


def test_zero_bytes_for_the_rest_are_a_recording_that_is_cut_off(write: Any) -> None:
    stream = opening() + frame(0) + frame(1) + frame(2)
    for length in (0, len(stream) + 4096):
        for cut in (0, 3, 40):
            data = HEADER + length.to_bytes(4, "big") + stream[: len(stream) - cut] + bytes(cut + 4096)
            with pytest.warns(arena.ReplayWarning, match="only zero bytes follow"):
                replay = arena.read(write(data))
            assert replay.frame.tolist()[:2] == [0, 1]
            assert replay.end is None


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04", "the file does not begin as a replay does"),
        (slp(opening())[:60], "the file ends .* bytes before its event stream does"),
        (slp(payloads()), "no Game Start"),
        (slp(opening() + b"\xff"), "the event stream is broken: event 0xff at byte"),
        (slp(opening(), b"U\x08metadata{U\x01xH"), "the metadata is broken"),
    ],
)
def test_what_is_no_replay_is_an_error_in_words(write: Any, data: bytes, words: str) -> None:
    with pytest.raises(ReplayError, match=words):
        arena.read(write(data))


@pytest.mark.parametrize("data", [b"{U\x01aSU\xffx", b"[" * 100, b"{", b"SU\x01\xff", b"Sl\xff\xff\xff\xff"])
def test_broken_ubjson_is_an_error(data: bytes) -> None:
    with pytest.raises(UbjsonError):
        read_ubjson(data)


def test_without_numpy_the_error_says_what_is_needed(whole_game: Game) -> None:
    program = f"import sys; sys.modules['numpy'] = None\nimport arena\narena.read({str(whole_game[0])!r})"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "ImportError: arena.read needs NumPy: pip install numpy" in ended.stderr
