"""`EnvBatch`: many matches, stepped together, with the names and the records of `melee_sim.EnvBatch`."""

from __future__ import annotations

import json
import os
import struct
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from . import dtypes, engine
from .config import MAX_DELAY, MatchConfig, settings_of
from .inputs import Records, raw_of_controllers
from .observation import Flat
from .rows import ActionFormat, Rows
from .workers import Workers, each

_STEP = struct.Struct("<IIII")
"""Frames, whether only the last state is kept, the row, decisions."""

Lanes = Sequence[int] | npt.NDArray[np.integer[Any]]


class EnvBatch(Rows):
    """A batch of matches, one a lane, played by engine processes.

        env = EnvBatch(64, length=128)
        env.configure_matches([MatchConfig(seed=lane) for lane in range(64)])
        env.reset_all()
        for _ in range(env.length):
            env.current_action_frame["p"]["main_stick_x"][:, 0] = 1.0
            env.step()
        env.current_frame["slots"]["percent"][:, :2]

    Row `t` of `action_view` is played by step `t`; the states after it are in row `t + 1` of `gamestate_view`, where
    row 0 has the states before. Rows are views of buffers that the next round over the `length` rows overwrites.

    `delay`: an input given after frame F is played on frame F + 1 + delay; 0 to 30. The ladder's is 2. `workers`:
    engine processes; lanes are divided among them. Neither this nor the size of a batch changes what is played.
    `record`: keep the inputs of every game, so that `write_slp` can write it. `observation`: the engine makes rows of
    it in `observation_view`, of the players of `slots`: 0 is the viewpoint's, 1 the opponent.
    """

    def __init__(
        self,
        batch_size: int,
        length: int = 256,
        num_players: int = 2,
        *,
        action_format: ActionFormat = "controller",
        delay: int = 0,
        workers: int | None = None,
        record: bool = False,
        observation: Flat | None = None,
        slots: Sequence[int] = (0,),
    ) -> None:
        self.batch_size = int(batch_size)
        self.num_players = int(num_players)
        self.delay = int(delay)
        if self.num_players != 2:
            raise ValueError("a match of the arena has two players")
        if not 0 <= self.delay <= MAX_DELAY:
            raise ValueError(f"delay is from 0 to {MAX_DELAY}, not {delay}")
        numbers = 0 if observation is None else observation.size
        super().__init__(int(length), self.batch_size, action_format, len(slots), numbers)
        self._configs = [MatchConfig()] * self.batch_size
        self.pending_reset = np.zeros(self.batch_size, np.bool_)
        """Lanes that are over, and that `step_and_reset` or an environment begins anew with the next step. What begins
        or restores a lane takes it out."""
        self._never_begun = set(range(self.batch_size))
        self._everyone = np.ones(self.batch_size, np.uint8)
        self._workers = Workers(
            self.batch_size, workers, self._memory, is_recorded=record, observation=observation, slots=slots
        )
        self.configure_matches(self._configs)

    # Life

    def close(self) -> None:
        """Ends the engine processes. Doing so again changes nothing."""
        self._workers.close()

    def __enter__(self) -> EnvBatch:
        return self

    def __exit__(
        self, exc_type: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None
    ) -> None:
        self.close()

    @property
    def engine_revision(self) -> str:
        """Engines of one revision play the same games."""
        return self._workers.engines[0].revision

    @property
    def workers(self) -> int:
        return len(self._workers.engines)

    # Matches

    def configure_match(
        self, config: MatchConfig | None = None, *, env_ids: Lanes | None = None, **overrides: Any
    ) -> None:
        """What the next matches of some lanes, or all, begin with."""
        value = replace(config or MatchConfig(), **overrides)
        lanes = self._lanes(env_ids)
        self.configure_matches([value] * len(lanes), env_ids=lanes)

    def configure_matches(self, configs: Sequence[MatchConfig], *, env_ids: Lanes | None = None) -> None:
        """What the next match of each lane begins with; lanes go on until they are reset."""
        lanes = self._lanes(env_ids)
        if len(configs) != len(lanes):
            raise ValueError(f"{len(configs)} configurations for {len(lanes)} lanes")
        given = dict(zip(lanes, configs, strict=True))
        told = {lane: settings_of(config, lane, self.delay) for lane, config in given.items()}
        # All of them before the first is sent: what cannot be told leaves no answer behind.
        orders = {
            worker: json.dumps([told[lane] | {"lane": place} for lane, place in places]).encode()
            for worker, places in self._workers.groups(list(given)).items()
        }
        for worker, order in orders.items():
            self._workers.engines[worker].send(engine.CONFIGURE, order)
        each([self._workers.engines[worker].receive for worker in orders])
        for lane, config in given.items():
            self._configs[lane] = config

    def config_of(self, lane: int) -> MatchConfig:
        return self._configs[lane]

    def reset_all(self) -> None:
        self.t = 0
        self.reset_matches(range(self.batch_size))

    def reset_matches(self, env_ids: Lanes) -> None:
        """Begins the matches of some lanes anew. The states of the others stay as they are."""
        lanes = self._lanes(env_ids)
        self._look(engine.RESET, lanes)
        self._begun(lanes)

    def observe(self) -> None:
        """Writes the present states into the present row."""
        self._check_begun(range(self.batch_size))
        self._look(engine.OBSERVE, self._lanes(None))

    def start_from(self, replay: bytes | str | os.PathLike[str], frame: int, env_ids: Lanes | None = None) -> None:
        """Begins the matches of some lanes, or all, at a frame of a recording, with the recording's stage and fighters.

        A game of the arena goes on exactly from there. Of another one the engine takes over what its recording shows.
        What was done in the frames that `delay` puts off is as recorded. Seed, delay and house bots are those of the
        lane's configuration.
        """
        file = replay if isinstance(replay, bytes) else Path(replay).read_bytes()
        lanes = self._lanes(env_ids)
        groups = self._workers.groups(lanes)
        for worker, places in groups.items():
            process = self._workers.engines[worker]
            known = process.ask(engine.READ_REPLAY, file)
            start = json.loads(known[4 : 4 + struct.unpack_from("<I", known)[0]])
            for lane, place in places:
                config = self._configs[lane]
                own = settings_of(config, lane, self.delay) | {"lane": place}
                settings = own | {"stage": start["stage"], "players": [dict(player) for player in own["players"]]}
                for player, recorded in zip(settings["players"], start["players"], strict=True):
                    player.update(recorded)
                start_from = struct.pack("<iII", frame, settings["delay"], place)
                _configure(process, settings)
                process.send(engine.START_FROM, start_from)
                # The next match of the lane is its own again, also where this one is refused.
                each([partial(self._take_look, process, [lane]), partial(_configure, process, own)])
                self._begun([lane])

    def play_recorded(
        self, player: int, *, lead: int = 2, has_own_luck: bool = False, env_ids: Lanes | None = None
    ) -> None:
        """Has a player do what was recorded, in lanes that `start_from` has just begun in a match of the arena.

        It does as long as that makes sense: while what its bot had seen when it sent a pad looks as in the recording;
        `lead` is what it played with. After that its house bot plays, which has been shown the match, or else the
        inputs that are given for it. `has_own_luck`: the lanes draw what the match drew, and nothing of their own. A
        saved match does not hold this.
        """
        if player not in (0, 1):
            raise ValueError(f"a player is 0 or 1, not {player}")
        for worker, places in self._workers.groups(self._lanes(env_ids)).items():
            order = np.array([player, lead, has_own_luck, *(place for _, place in places)], "<u4")
            self._workers.engines[worker].ask(engine.PLAY_RECORDED, order)

    def recorded_until(self, env_ids: Lanes | None = None) -> npt.NDArray[np.int32]:
        """The last frame for which a recorded pad was played, by lane."""
        return self._numbers(engine.RECORDED_UNTIL, env_ids).view(np.int32)

    # Steps

    def step(self, step_mask: npt.NDArray[Any] | None = None) -> None:
        """Plays the next frame of all lanes, or of those that are marked. Lanes that are over stay as they are."""
        self.step_many(1, step_mask)

    def step_many(
        self, frames: int, step_mask: npt.NDArray[Any] | None = None, *, decisions: int | None = None
    ) -> None:
        """Plays the next `frames` rows of `action_view`. For many lanes this costs less than as many steps: the engine
        plays each lane through before the next. The first `decisions` rows, or all, are what the players have decided
        on, which `Flat` shows them; the others hold that."""
        self._check_room(frames)
        self._play(frames, frames, step_mask, frames if decisions is None else decisions)

    def step_repeated(self, frames: int, step_mask: npt.NDArray[Any] | None = None) -> None:
        """Plays the present row of inputs `frames` times; only the last state is kept, in the next row."""
        self._check_room(1)
        if frames < 1:
            raise ValueError("frames must be positive")
        self._play(frames, 1, step_mask, 1)

    def step_and_reset(self, step_mask: npt.NDArray[Any] | None = None) -> tuple[npt.NDArray[np.bool_], Records]:
        """Resets the lanes that were over after the last call, and steps the others: `(is_resetting, terminal)`.

        A match so shows its last state once, and then the first of the next. The rows begin again at 0 when they are
        used up; write inputs through `current_action_frame`.
        """
        if self.t >= self.length:
            self.reset_cursor()
        fresh = self.pending_reset.copy()
        if fresh.any():
            self.reset_matches(np.flatnonzero(fresh))
            mask = ~fresh
            step_mask = mask if step_mask is None else mask & np.asarray(step_mask, np.bool_)
        row = self.t
        self.step(step_mask)
        terminal = self._terminal[row]
        np.copyto(self.pending_reset, terminal["done"] != 0)
        return fresh, terminal

    # States

    def save(self, match_index: int) -> bytes:
        """A lane's match as bytes, which any lane of any batch with the same engine can go on from."""
        process, place = self._workers.of(match_index)
        self._check_begun([match_index])
        return process.ask(engine.SAVE, struct.pack("<I", place))

    def restore(self, match_index: int, state: bytes | bytearray | memoryview) -> None:
        """Goes on from a saved match. `observe` shows it; the lane's next match begins as its configuration says."""
        process, place = self._workers.of(match_index)
        own = settings_of(self._configs[match_index], match_index, self.delay) | {"lane": place}
        restore = partial(process.ask, engine.RESTORE, struct.pack("<I", place), state)
        each([restore, partial(_configure, process, own)])
        self._begun([match_index])

    def copy_matches_from(self, source: EnvBatch, destination_indices: Lanes, source_indices: Lanes) -> None:
        """Restores lanes from lanes of another batch, or of this one."""
        if len(destination_indices) != len(source_indices):
            raise ValueError("source and destination indices must be equal-length vectors")
        saved = [source.save(int(lane)) for lane in source_indices]
        for lane, state in zip(destination_indices, saved, strict=True):
            self.restore(int(lane), state)

    def hash(self, match_index: int) -> int:
        """A 32-bit digest of the whole state of a lane's game."""
        return int(self.hashes([match_index])[0])

    def hashes(self, env_ids: Lanes | None = None) -> npt.NDArray[np.uint32]:
        return self._numbers(engine.HASH, env_ids)

    def slp(self, match_index: int, *, started_at: float | None = None) -> bytes:
        """The game of a lane so far as a replay file. The batch needs `record=True`. `started_at` in Unix seconds."""
        process, place = self._workers.of(match_index)
        self._check_begun([match_index])
        at = time.time() if started_at is None else started_at
        order = json.dumps({"lane": place, "startedAt": round(at * 1000)}).encode()
        return process.ask(engine.WRITE, order)

    def write_slp(self, match_index: int, path: str | os.PathLike[str], *, started_at: float | None = None) -> None:
        """Writes the game of a lane so far as a replay file."""
        Path(path).write_bytes(self.slp(match_index, started_at=started_at))

    # Within

    def _numbers(self, kind: int, env_ids: Lanes | None) -> npt.NDArray[np.uint32]:
        """A number of each lane."""
        lanes = self._lanes(env_ids)
        self._check_begun(lanes)
        numbers = np.zeros(len(lanes), np.uint32)
        position = {lane: i for i, lane in enumerate(lanes)}
        for worker, places in self._workers.groups(lanes).items():
            wanted = np.array([place for _, place in places], "<u4")
            answer = np.frombuffer(self._workers.engines[worker].ask(kind, wanted), "<u4")
            for (lane, _), value in zip(places, answer, strict=True):
                numbers[position[lane]] = value
        return numbers

    def _play(self, frames: int, rows: int, step_mask: npt.NDArray[Any] | None, decisions: int) -> None:
        """Plays `frames` frames with as many rows of inputs from the present one on, or all with one row; what comes of
        them fills as many rows."""
        if self._never_begun:
            self._check_begun(range(self.batch_size))
        mask = self._everyone
        if step_mask is not None:
            if step_mask.shape != (self.batch_size,):
                raise ValueError("step_mask must have shape (batch_size,)")
            mask = np.ascontiguousarray(step_mask, dtype=np.uint8)
        t = self.t
        if self.action_format == "controller":
            raw_of_controllers(self._action[t : t + rows], self._raw[t : t + rows])
        order = _STEP.pack(frames, rows != frames, t, decisions)
        shares = self._workers.shared
        for lanes, process in shares:
            inputs = self._raw_bytes.of(t, rows, lanes) * (frames // rows)
            process.send(engine.STEP, order, *inputs, mask.data[lanes])

        each([partial(self._take_rows, t, rows, *share) for share in shares])
        self.t += rows

    def _take_rows(self, t: int, rows: int, lanes: slice, process: engine.EngineProcess) -> None:
        if process.writes_rows:
            process.receive_into(())
            return
        terminal, states = self._terminal_bytes.of(t, rows, lanes), self._gamestate_bytes.of(t + 1, rows, lanes)
        process.receive_into([*terminal, *states, *self._flat_bytes.of(0, len(self._flat), lanes)])

    def _look(self, kind: int, lanes: list[int]) -> None:
        """Has the present states of lanes written into the present row."""
        groups = self._workers.groups(lanes)
        for worker, places in groups.items():
            self._workers.engines[worker].send(kind, np.array([place for _, place in places], "<u4"))
        each(
            [
                partial(self._take_look, self._workers.engines[worker], [lane for lane, _ in places])
                for worker, places in groups.items()
            ]
        )

    def _take_look(self, process: engine.EngineProcess, lanes: list[int]) -> None:
        terminal = np.zeros(len(lanes), dtypes.TERMINAL)
        states = np.zeros(len(lanes), dtypes.GAMESTATE)
        flat = np.zeros((len(self._flat), len(lanes), self._flat.shape[2]), np.float32)
        process.receive_into([_bytes(terminal), _bytes(states), _bytes(flat.reshape(-1))])
        self._gamestate[self.t, lanes] = states
        self._flat[:, lanes] = flat
        if self.t < self.length:
            self._terminal[self.t, lanes] = terminal

    def _begun(self, lanes: list[int]) -> None:
        self.pending_reset[lanes] = False
        self._never_begun.difference_update(lanes)

    def _check_begun(self, lanes: Sequence[int]) -> None:
        """Engine processes know only lanes of their own, under other numbers."""
        missing = self._never_begun.intersection(lanes)
        if missing:
            raise ValueError(f"lane {min(missing)} was not reset yet")

    def _lanes(self, env_ids: Lanes | None) -> list[int]:
        lanes = list(range(self.batch_size)) if env_ids is None else [int(lane) for lane in env_ids]
        if any(not 0 <= lane < self.batch_size for lane in lanes):
            raise ValueError(f"lanes are numbered from 0 to {self.batch_size - 1}")
        return lanes


def _configure(process: engine.EngineProcess, settings: dict[str, Any]) -> None:
    process.ask(engine.CONFIGURE, json.dumps([settings]).encode())


def _bytes(records: npt.NDArray[Any]) -> memoryview:
    return records.view(np.uint8).data
