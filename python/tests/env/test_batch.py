"""What a batch promises: the same games whatever its size, states that go on elsewhere, inputs that come late."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.env import EnvBatch, MatchConfig, PlayerConfig, Stage, engine, memory
from arena.env.config import Character
from arena.env.dtypes import INPUT
from arena.env.engine import EngineError, EngineProcess

from .games import fill_wild, numbered, play_wild
from .stream import frames_of


def started(lanes: int, length: int = 200, **options: Any) -> EnvBatch:
    env = EnvBatch(lanes, length, action_format="raw", **options)
    env.configure_matches([numbered(lane) for lane in range(lanes)])
    env.reset_all()
    return env


@pytest.fixture(scope="module")
def twelve() -> Iterator[EnvBatch]:
    """A batch that has played 200 frames at once."""
    with started(12, workers=2) as batch:
        fill_wild(batch, 5)
        batch.step_many(200)
        yield batch


@pytest.mark.parametrize(("lanes", "workers"), [(1, 1), (3, 2), (12, 1), (12, 3)])
def test_equal_seeds_and_inputs_give_equal_hashes_in_any_batch(lanes: int, workers: int, twelve: EnvBatch) -> None:
    with started(lanes, workers=workers) as part:
        np.copyto(part.action_view, twelve.action_view[:, :lanes])
        for _ in range(4):
            part.step_many(50)
        assert twelve.hashes()[:lanes].tolist() == part.hashes().tolist()
        assert (twelve.current_frame[:lanes] == part.current_frame).all()


def test_frames_one_by_one_are_those_of_several_at_once() -> None:
    with started(4) as one, started(4) as several:
        fill_wild(one, 9)
        np.copyto(several.action_view, one.action_view)
        for _ in range(200):
            one.step()
        several.step_many(200)
        assert (one.gamestate_view == several.gamestate_view).all()
        assert (one.terminal_view == several.terminal_view).all()


@pytest.mark.parametrize("workers", [1, 3])
def test_rows_are_the_same_where_the_system_has_no_files_in_memory(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with started(4, workers=workers) as written:
        monkeypatch.setattr(memory.os, "memfd_create", _forbidden)
        with started(4, workers=workers) as piped:
            assert [engine.writes_rows for engine in piped._workers.engines] == [False] * workers
            fill_wild(written, 9)
            np.copyto(piped.action_view, written.action_view)
            for batch in (written, piped):
                batch.step_many(150)
                batch.step()
                batch.step_repeated(3)
            assert (written.gamestate_view == piped.gamestate_view).all()
            assert (written.terminal_view == piped.terminal_view).all()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has files in memory")
def test_the_memory_of_rows_goes_with_the_batch_and_its_views() -> None:
    def files() -> int:
        return sum("arena.env rows" in _link_of(fd) for fd in os.listdir("/proc/self/fd"))

    before = files()
    env = started(4, workers=2)
    assert files() == before + 1
    assert [engine.writes_rows for engine in env._workers.engines] == [True, True]
    env.step()
    states = env.gamestate_view
    frames = states["frame_id"][1].tolist()
    env.close()
    del env
    gc.collect()
    assert states["frame_id"][1].tolist() == frames
    del states
    gc.collect()
    assert files() == before


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has files in memory")
@pytest.mark.parametrize("wrong", [{"workers": 5}, {"workers": 0}, {"delay": 31}, {"num_players": 4}])
def test_a_batch_that_cannot_be_made_leaves_no_file_open(wrong: dict[str, Any]) -> None:
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(ValueError, match=r"from|two players"):
        EnvBatch(4, 8, **wrong)
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_repeated_input_shows_the_last_of_its_frames() -> None:
    with started(3) as one, started(3) as repeated:
        one.action_view["p"]["main_x"][:, :, 0] = 80
        repeated.action_view["p"]["main_x"][:, :, 0] = 80
        one.step_many(150)
        repeated.step_repeated(150)
        assert (one.current_frame == repeated.current_frame).all()


def test_a_saved_match_goes_on_in_any_lane() -> None:
    with started(3, workers=3) as env, started(2, length=100) as other:
        play_wild(env, 400)
        saved = env.save(2)
        other.restore(0, saved)
        other.copy_matches_from(env, [1], [2])
        assert other.hash(0) == other.hash(1) == env.hash(2)
        for batch in (env, other):
            batch.reset_cursor()
            batch.action_view[...] = np.zeros((), INPUT)
            batch.action_view["p"]["buttons"][...] = 0x200
            batch.observe()
            batch.step_many(60)
        assert other.hash(0) == other.hash(1) == env.hash(2)
        assert other.current_frame[0] == env.current_frame[2]


def test_what_is_no_save_of_this_engine_is_refused() -> None:
    with started(1) as env:
        saved = env.save(0)
        for wrong in (b"", saved[:-1], saved + b"x", saved.replace(b"arena.env", b"arena.xyz")):
            with pytest.raises(ValueError, match="save"):
                env.restore(0, wrong)
        env.restore(0, saved)


@pytest.mark.parametrize("delay", [0, 2, 21, 30])
def test_an_input_is_played_one_frame_and_its_delay_later(delay: int) -> None:
    with started(1, delay=delay, record=True) as env:
        given = np.arange(1, 61)
        env.action_view["p"]["main_x"][:60, 0, 0] = given
        env.step_many(60)
        played = [frame.pads[0][1] for frame in frames_of(env.slp(0))]
        assert played == [0] * delay + given[: 60 - delay].tolist()


def test_a_delay_belongs_to_the_saved_match() -> None:
    with started(1, delay=2) as env:
        env.action_view["p"]["main_x"][:, 0, 0] = 80
        env.step_many(130)
        saved = env.save(0)
        env.step_many(2)
        late = env.hash(0)
        env.restore(0, saved)
        env.action_view["p"]["main_x"][env.t : env.t + 2, 0, 0] = -80
        env.step_many(2)
        assert env.hash(0) == late


def test_lanes_that_are_over_show_their_end_once_and_then_begin_anew() -> None:
    with started(2) as env:
        env.configure_match(max_frame=10, env_ids=[1])
        env.reset_all()
        seen = []
        for _ in range(140):
            fresh, terminal = env.step_and_reset()
            seen.append((bool(fresh[1]), bool(terminal["done"][1]), int(env.current_frame["frame_id"][1])))
        assert seen[132:136] == [(False, False, 9), (False, True, 10), (True, False, -124), (False, False, -123)]
        assert env.current_frame["frame_id"][0] == 16


def test_masked_lanes_wait() -> None:
    with started(3) as env:
        env.step(np.array([1, 0, 1]))
        assert env.current_frame["frame_id"].tolist() == [-123, -124, -123]


def test_seeds_differ_by_lane_unless_they_are_given() -> None:
    with EnvBatch(3, length=8, action_format="raw") as env:
        env.configure_match(stage=Stage.FOUNTAIN_OF_DREAMS)
        env.reset_all()
        assert len(set(env.hashes().tolist())) == 3
        env.configure_match(stage=Stage.FOUNTAIN_OF_DREAMS, seed=7)
        env.reset_all()
        assert len(set(env.hashes().tolist())) == 1


def test_a_whole_game_ends_with_its_winner() -> None:
    with EnvBatch(1, length=600, action_format="raw") as env:
        env.reset_all()
        for _ in range(20):
            env.reset_cursor()
            env.action_view["p"]["main_x"][:, 0, 1] = 80
            env.step_many(600)
            if env.done_at(env.t - 1)[0]:
                break
        end = env.terminal_at(env.t - 1)[0]
        assert (end["match_ended"], end["stockout"], end["winner"], end["fault"]) == (1, 1, 0, 0)
        assert env.current_frame["slots"]["stocks"][0, :2].tolist() == [4, 0]


def test_controllers_are_converted_as_libmelee_does() -> None:
    with EnvBatch(1, length=4, record=True) as env:
        env.reset_all()
        player = env.action_view["p"][:, 0, 0]
        player["main_stick_x"] = [0.0, 1.0, 0.5, 0.6]
        player["c_stick_y"] = [0.5, np.nan, 2.0, -1.0]
        player["buttons"]["A"] = 1
        player["buttons"]["D_UP"] = 1
        env.step_many(4)
        assert [frame.pads[0] for frame in frames_of(env.slp(0))] == [
            (0x108, -80, 0, 0, 0),
            (0x108, 80, 0, 0, 0),
            (0x108, 0, 0, 0, 80),
            (0x108, 16, 0, 0, -80),
        ]


@pytest.fixture(scope="module")
def idle() -> Iterator[EnvBatch]:
    with EnvBatch(1, length=2) as env:
        yield env


@pytest.mark.parametrize(
    ("config", "words"),
    [
        (MatchConfig(stage=5), "there is no stage 5"),
        (MatchConfig(stocks=3), "stocks is 4"),
        (MatchConfig(players=(PlayerConfig(11), PlayerConfig(1))), "no character 11"),
        (MatchConfig(players=(PlayerConfig(1, costume=6), PlayerConfig(1))), "costume"),
        (MatchConfig(players=(PlayerConfig(1, name="x" * 31), PlayerConfig(1))), "name"),
        (MatchConfig(delay=31), "delay"),
        (MatchConfig(seed=b"short"), "32 bytes"),
    ],
)
def test_a_match_that_the_arena_does_not_play_is_refused_in_words(
    idle: EnvBatch, config: MatchConfig, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        idle.configure_matches([config])


def test_a_step_of_no_frames_is_refused(idle: EnvBatch) -> None:
    for step in (idle.step_many, idle.step_repeated):
        with pytest.raises(ValueError, match="positive"):
            step(0)


def test_engine_processes_end_with_their_batch() -> None:
    env = EnvBatch(2, workers=2)
    processes = [engine._process for engine in env._workers.engines]
    env.close()
    assert [process.poll() for process in processes] == [0, 0]
    env.close()


def test_an_engine_ends_when_its_owner_is_gone() -> None:
    program = (
        "import os, sys; from arena.env import EnvBatch; "
        "env = EnvBatch(1); print(env._workers.engines[0].pid, flush=True); os._exit(1)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    pid = int(done.stdout)
    for _ in range(1000):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except FileNotFoundError:
            return
        if state == "Z":
            return
        subprocess.run(["sleep", "0.01"], check=True)
    raise AssertionError("the engine process goes on")


def test_nothing_is_played_before_every_lane_was_reset_and_the_lane_is_named_as_the_batch_numbers_it() -> None:
    """A step with lanes that were not reset moves none, whatever worker they belong to."""
    with EnvBatch(4, 8, workers=2) as env:
        env.reset_matches([0, 1, 2])
        for use in (env.step, env.observe, env.hashes, lambda: env.save(3), lambda: env.slp(3)):
            with pytest.raises(ValueError, match="lane 3 was not reset yet"):
                use()
        env.reset_matches([3])
        env.observe()
        assert env.current_frame["frame_id"].tolist() == [-124] * 4


def test_a_configuration_that_cannot_be_told_leaves_no_answer_behind() -> None:
    """`EnvBatch`: all are serialised before the first is sent."""
    with started(2, workers=2) as env:
        before = env.hashes().tolist()
        wrong = MatchConfig(viewpoint_player=np.int64(0))  # pyrefly: ignore [bad-argument-type]
        with pytest.raises(TypeError):
            env.configure_matches([MatchConfig(), wrong])
        assert env.hashes().tolist() == before


def test_after_a_request_that_was_broken_off_no_answer_is_taken_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """`EngineProcess`: a request is sent only when the answer to the one before was taken whole."""

    def interrupted(process: EngineProcess) -> int:
        raise KeyboardInterrupt

    with started(2, workers=2) as env:
        with monkeypatch.context() as patch:
            patch.setattr(EngineProcess, "_header", interrupted)
            with pytest.raises(KeyboardInterrupt):
                env.step()
        for _ in range(2):
            with pytest.raises(EngineError):
                env.hashes()
        assert env._workers.engines[0]._process.poll() is not None


def test_an_answer_of_another_type_ends_the_process() -> None:
    """The type of an answer is that of its request."""
    process = EngineProcess(1, is_recorded=False)
    process.send(engine.HASH, b"")
    process._awaited = engine.SAVE
    with pytest.raises(EngineError, match="of type 8, not 6"):
        process.receive()
    assert process._process.poll() is not None


def test_a_closed_engine_leaves_alone_what_has_its_descriptor_now(tmp_path: Path) -> None:
    """Use after close() writes nowhere, whatever has the descriptor now."""
    env = started(1)
    env.close()
    files = [(tmp_path / str(number)).open("wb+", buffering=0) for number in range(16)]
    for use in (env.step, env.hashes, env.reset_all, lambda: env.save(0)):
        with pytest.raises(EngineError, match="was closed"):
            use()
    assert [os.fstat(file.fileno()).st_size for file in files] == [0] * 16
    for file in files:
        file.close()


FORKING = """
import os, signal, sys, time
from arena.env import EnvBatch
def say(*words):  # In one write: lines of two processes must not mix.
    os.write(1, f"{' '.join(map(str, words))}\\n".encode())
env = EnvBatch(2, workers=2)
env.reset_all()
child = os.fork()
if child == 0:
    try:
        env.step()
    except Exception as error:
        say(type(error).__name__)
    env.close()
    time.sleep(60)
    os._exit(0)
env.step()
began = time.monotonic()
env.close()
say([engine._process.returncode for engine in env._workers.engines], time.monotonic() - began < 9)
os.kill(child, signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_engines_end_with_the_program_also_where_it_was_forked_meanwhile() -> None:
    """Engine processes end with the program that started them; a forked one holds no end of their stdin."""
    done = subprocess.run([sys.executable, "-c", FORKING], capture_output=True, text=True, timeout=60, check=False)
    assert sorted(done.stdout.splitlines()) == ["EngineError", "[0, 0] True"], done.stderr


def test_an_engine_whose_stdin_another_program_holds_is_not_waited_for_without_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "_ENDING_SECONDS", 0.2)
    env = EnvBatch(1)
    process = env._workers.engines[0]._process
    assert process.stdin is not None
    held = os.dup(process.stdin.fileno())
    env.close()
    os.close(held)
    assert process.returncode == -signal.SIGKILL


def test_ctrl_c_is_for_the_program_and_not_for_its_engines() -> None:
    """Ctrl-C leaves the engines of a program that goes on after it."""
    program = (
        "import os, signal, sys, time; from arena.env import EnvBatch; os.setpgid(0, 0)\n"
        # As in a terminal. What a script starts in the background ignores SIGINT, and its engines would too.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "with EnvBatch(1) as env:\n"
        "    env.reset_all()\n"
        "    try:\n"
        "        os.killpg(0, signal.SIGINT)\n"
        "        time.sleep(10); sys.exit('no KeyboardInterrupt')\n"
        "    except KeyboardInterrupt: pass\n"
        "    env.step(); print(env.current_frame['frame_id'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "[-123]\n", done.stderr


def test_every_character_has_a_pick_of_its_own() -> None:
    assert sorted(character.pick for character in Character) == list(range(26))
    assert all(Character.of_pick(character.pick) is character for character in Character)


def _forbidden(name: str) -> int:
    raise PermissionError(name)


def _link_of(fd: str) -> str:
    """What a file of this process is; nothing where it is closed by now."""
    try:
        return os.readlink(f"/proc/self/fd/{fd}")
    except OSError:
        return ""
