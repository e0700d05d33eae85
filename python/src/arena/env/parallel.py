"""A match as a PettingZoo environment: both players learn."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..optional import needed

with needed("ArenaParallelEnv"):
    from gymnasium import spaces
    from pettingzoo import ParallelEnv

from .actions import Actions, Choices
from .batch import EnvBatch
from .config import LADDER_DELAY, MatchConfig
from .dtypes import INPUT_PLAYER
from .matches import DEFAULT_MATCH
from .observation import Flat, Floats, Observation
from .rewards import Nothing, Reward, seen_by_other
from .sight import made_by_engine, sight_of

AGENTS = ("p1", "p2")
_ROWS = 64


class ArenaParallelEnv(ParallelEnv[str, Floats, npt.NDArray[Any]]):
    """One match of `p1` against `p2`, each with the same kind of observations and actions.

    The arguments have the meaning of those of `ArenaVectorEnv`. What one player is rewarded for is taken from the
    same `reward`, asked for each of them.
    """

    metadata: dict[str, Any] = {"name": "arena_v0", "render_modes": [], "is_parallelizable": True}  # noqa: RUF012

    def __init__(
        self,
        *,
        match: MatchConfig = DEFAULT_MATCH,
        observation: Observation | None = None,
        actions: Actions | None = None,
        reward: Reward | None = None,
        delay: int = LADDER_DELAY,
        frame_skip: int = 1,
        max_frames: int | None = None,
        record: bool = False,
    ) -> None:
        if frame_skip < 1:
            raise ValueError("frame_skip is at least 1")
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.render_mode: str | None = None
        self._match = replace(match, viewpoint_player=0)
        self._observation = observation or Flat()
        self._actions = actions or Choices()
        self._reward = reward or Nothing()
        # Each of them samples by itself.
        self._action_spaces = {agent: copy.deepcopy(self._actions.space) for agent in AGENTS}
        self._frame_skip = frame_skip
        self._max_frames = max_frames
        self._random = np.random.default_rng()
        self.batch = EnvBatch(
            1,
            length=_ROWS,
            action_format="raw",
            delay=delay,
            workers=1,
            record=record,
            observation=made_by_engine(self._observation),
            slots=(0, 1),
        )
        self._sight = sight_of(self.batch, self._observation)
        self._began = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation.space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Floats], dict[str, dict[str, Any]]]:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        match = self._match
        if match.seed is None:
            match = replace(match, seed=int(self._random.integers(1 << 62)))
        self.batch.configure_matches([match])
        self.batch.reset_all()
        self._sight.forget(np.ones(1, np.bool_))
        self._began = int(self.batch.current_frame["frame_id"][0])
        self.agents = list(AGENTS)
        return self._see(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, npt.NDArray[Any]]
    ) -> tuple[dict[str, Floats], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        batch = self.batch
        if batch.t >= batch.length:
            batch.reset_cursor()
        before = batch.current_frame
        inputs = np.zeros(2, INPUT_PLAYER)
        for player, agent in enumerate(AGENTS):
            self._actions(np.asarray(actions[agent]).reshape(1, -1), inputs[player : player + 1])
            self._sight.remember(player, inputs[player : player + 1])
        batch.current_action_frame["p"][0, :2] = inputs
        row = batch.t
        batch.step_repeated(self._frame_skip)
        after, terminal = batch.current_frame, batch.terminal_at(row)
        rewards = {AGENTS[0]: float(self._reward(before, after, terminal)[0])}
        rewards[AGENTS[1]] = float(self._reward(seen_by_other(before), seen_by_other(after), terminal)[0])
        is_over = bool(terminal["match_ended"][0] or terminal["fault"][0])
        is_cut = bool(terminal["max_frame_reached"][0])
        if self._max_frames is not None:
            is_cut = is_cut or int(after["frame_id"][0]) - self._began >= self._max_frames
        is_cut = is_cut and not is_over
        seen = self._see()
        if is_over or is_cut:
            self.agents = []
        return (
            seen,
            rewards,
            dict.fromkeys(AGENTS, is_over),
            dict.fromkeys(AGENTS, is_cut),
            {agent: {"winner": int(terminal["winner"][0])} if is_over else {} for agent in AGENTS},
        )

    def close(self) -> None:
        self.batch.close()

    def _see(self) -> dict[str, Floats]:
        # Copies: what is a view of the batch would change with it.
        return {agent: np.array(self._sight(player)[0]) for player, agent in enumerate(AGENTS)}
