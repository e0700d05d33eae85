"""A native environment of PufferLib, whose observations are the rows that the engine makes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..optional import needed

with needed("ArenaPufferEnv"):
    import pufferlib

from .actions import Actions, Choices
from .batch import EnvBatch
from .config import LADDER_DELAY, Strength
from .dtypes import INPUT_PLAYER
from .inputs import Records
from .matches import DEFAULT_MATCH, Matches, draw, strength_of
from .observation import Flat, Floats
from .rewards import Nothing, Reward, seen_by_other

_ROWS = 64


class ArenaPufferEnv(pufferlib.PufferEnv):
    """`num_matches` matches, stepped together, for PufferLib 3.

        vecenv = pufferlib.vector.make(ArenaPufferEnv, env_kwargs={"num_matches": 64})

    Without `opponent` both players of a match learn: agents 0 to `num_matches` - 1 are the viewpoint's players, and as
    many opponents follow. With the strength of a house bot there is one agent a match. The other arguments have the
    meaning of those of `ArenaVectorEnv`.

    `observations` is the memory that the engine writes to: 32-bit numbers, a row of `Flat` an agent. The next step
    overwrites it. Only where PufferLib brings buffers of its own (`buf`) rows are copied to them. A match that is over
    begins anew in the same step: its observation is already the first of the next one.
    """

    def __init__(
        self,
        num_matches: int = 64,
        *,
        matches: Matches = DEFAULT_MATCH,
        opponent: Strength | None = None,
        memory: int = 3,
        actions: Actions | None = None,
        reward: Reward | None = None,
        delay: int = LADDER_DELAY,
        frame_skip: int = 1,
        max_frames: int | None = None,
        workers: int | None = None,
        buf: Any = None,
        seed: int = 0,
    ) -> None:
        if frame_skip < 1:
            raise ValueError("frame_skip is at least 1")
        self._house = None if opponent is None else strength_of(opponent)
        self._slots = (0, 1) if opponent is None else (0,)
        self.num_agents = num_matches * len(self._slots)
        self._matches = matches
        self._choices = actions or Choices()
        self._reward = reward or Nothing()
        self._frame_skip = frame_skip
        self._max_frames = max_frames
        self._random = np.random.default_rng(seed)
        flat = Flat(memory)
        self.single_observation_space = flat.space
        self.single_action_space = self._choices.space
        super().__init__(buf)
        self.batch = EnvBatch(
            num_matches,
            _ROWS,
            action_format="raw",
            delay=delay,
            workers=workers,
            observation=flat,
            slots=self._slots,
        )
        """The matches themselves."""
        self._rows: Floats = self.batch.observation_view.reshape(self.num_agents, flat.size)
        self._is_copied = buf is not None
        if not self._is_copied:
            self.observations = self._rows
        self._lanes = np.arange(num_matches)
        self._me = np.zeros(num_matches, np.intp)
        self._began = np.zeros(num_matches, np.int64)
        self._inputs: Records = np.zeros(self.num_agents, INPUT_PLAYER)

    def reset(self, seed: int | None = None) -> tuple[Floats, list[dict[str, Any]]]:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.batch.t = 0
        self._begin(self._lanes)
        self.rewards[:] = 0
        self.terminals[:] = False
        self.truncations[:] = False
        return self._shown(), []

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Floats, Floats, npt.NDArray[np.bool_], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        """`infos` has an entry for each match that ended: whether slot 0 won it, and its frames."""
        batch, count = self.batch, self.batch.batch_size
        if batch.t >= batch.length:
            batch.reset_cursor()
        before, row = batch.current_frame, batch.t
        self._choices(np.asarray(actions).reshape(self.num_agents, -1), self._inputs)
        given = batch.current_action_frame["p"]
        for slot in self._slots:
            given[self._lanes, self._me if slot == 0 else 1 - self._me] = self._inputs[
                slot * count : (slot + 1) * count
            ]
        batch.step_repeated(self._frame_skip)
        after, terminal = batch.current_frame, batch.terminal_at(row)
        self.rewards[:count] = self._reward(before, after, terminal)
        if len(self._slots) > 1:
            self.rewards[count:] = self._reward(seen_by_other(before), seen_by_other(after), terminal)
        ended = (terminal["match_ended"] != 0) | (terminal["fault"] != 0)
        cut = terminal["max_frame_reached"] != 0
        frames = after["frame_id"] - self._began
        if self._max_frames is not None:
            cut |= frames >= self._max_frames
        cut &= ~ended
        self.terminals.reshape(-1, count)[:] = ended
        self.truncations.reshape(-1, count)[:] = cut
        over = np.flatnonzero(ended | cut)
        infos = [
            {"won": float(terminal["winner"][lane] == self._me[lane]), "frames": int(frames[lane])} for lane in over
        ]
        if len(over):
            self._begin(over)
        return self._shown(), self.rewards, self.terminals, self.truncations, infos

    def close(self) -> None:
        self.batch.close()

    def _shown(self) -> Floats:
        if self._is_copied:
            self.observations[:] = self._rows
        seen: Floats = self.observations
        return seen

    def _begin(self, lanes: npt.NDArray[np.integer[Any]]) -> None:
        configs = [draw(self._matches, self._house, self._random) for _ in lanes]
        self.batch.configure_matches(configs, env_ids=lanes)
        self._me[lanes] = [config.viewpoint_player for config in configs]
        self.batch.reset_matches(lanes)
        self._began[lanes] = self.batch.current_frame["frame_id"][lanes]
