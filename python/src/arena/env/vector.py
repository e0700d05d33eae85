"""A Gymnasium vector environment: one player a match learns, the other is a house bot, a policy or a recording."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..optional import needed

with needed("ArenaVectorEnv"):
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

from .actions import Actions, Choices
from .batch import EnvBatch
from .config import LADDER_DELAY, Strength
from .dtypes import INPUT_PLAYER
from .inputs import Records
from .matches import DEFAULT_MATCH, Matches, draw, strength_of
from .observation import Flat, Floats, Observation
from .opponents import Opponent, Playing, Policy, Recorded
from .replay import Recording
from .rewards import Nothing, Reward
from .sight import made_by_engine, sight_of

_ROWS = 64


class ArenaVectorEnv(VectorEnv[Floats, npt.NDArray[Any], npt.NDArray[Any]]):
    """`num_envs` matches, stepped together.

        envs = ArenaVectorEnv(64, opponent="walker", reward=Fight(scale=0.01), frame_skip=3)
        observations, infos = envs.reset(seed=1)
        observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())

    `matches`: the match of every lane, or a function that draws one for each episode. The learner is its
    `viewpoint_player`; a match without a seed gets one that follows from the seed of `reset`. `opponent`: None (does
    nothing), the strength of a house bot, a function from observations to actions, a `Recording`: it repeats, frame by
    frame, the player in whose place it sits, or an `Opponent`, such as `arena.umi.Opponent`. `delay`: as on the ladder,
    2; 0 to 30. `frame_skip`: frames that an action is held for. `max_frames`: an episode is truncated after so many
    frames. `start_at`: a function that draws the recording and frame at which an episode begins, or None.

    A match that is over shows its last state and begins anew with the next step (`AutoresetMode.NEXT_STEP`).
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        *,
        matches: Matches = DEFAULT_MATCH,
        opponent: Strength | Policy | Recording | Opponent | None = None,
        observation: Observation | None = None,
        actions: Actions | None = None,
        reward: Reward | None = None,
        delay: int = LADDER_DELAY,
        frame_skip: int = 1,
        max_frames: int | None = None,
        start_at: Callable[[np.random.Generator], tuple[bytes, int]] | None = None,
        workers: int | None = None,
        record: bool = False,
    ) -> None:
        if frame_skip < 1:
            raise ValueError("frame_skip is at least 1")
        self.num_envs = num_envs
        self.frame_skip = frame_skip
        seen = observation or Flat()
        self._actions = actions or Choices()
        self._reward = reward or Nothing()
        self._matches = matches
        self._max_frames = max_frames
        self._start_at = start_at
        self._house: Strength | None = None
        self._opponent = Opponent()
        policy: Policy | None = None
        if isinstance(opponent, str):
            self._house = strength_of(opponent)
        elif isinstance(opponent, Recording):
            self._opponent = Recorded(opponent)
        elif isinstance(opponent, Opponent):
            self._opponent = opponent
        elif opponent is not None:
            policy = opponent
        self.single_observation_space = seen.space
        self.single_action_space = self._actions.space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = frame_skip if self._opponent.is_asked_for_each_frame else 1
        """Rows of inputs of a step."""
        length = max(_ROWS, self._rows)
        self.batch = EnvBatch(
            num_envs,
            length,
            action_format="raw",
            delay=delay,
            workers=workers,
            record=record,
            observation=made_by_engine(seen),
            slots=(0,) if policy is None else (0, 1),
        )
        """The matches themselves, for what the interface of Gymnasium has no words for."""
        self._sight = sight_of(self.batch, seen)
        try:
            if policy is not None:
                self._opponent = Playing(policy, self._actions, self._sight)
            self._opponent.join(num_envs)
        except BaseException:
            self.batch.close()
            raise
        self._lanes = np.arange(num_envs)
        self._me = np.zeros(num_envs, np.intp)
        self._began = np.zeros(num_envs, np.int64)
        self._mine: Records = np.zeros(num_envs, INPUT_PLAYER)
        self._theirs: Records = np.zeros((self._rows, num_envs), INPUT_PLAYER)
        self._delays = np.full(num_envs, delay, np.int64)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begins every match anew, or those that `options["reset_mask"]` marks."""
        super().reset(seed=self._joined(seed) if isinstance(seed, list) else seed)
        mask = None if options is None else options.get("reset_mask")
        marked = np.ones(self.num_envs, np.bool_) if mask is None else np.asarray(mask, np.bool_)
        self._begin(marked)
        return self._see(), {}

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Floats, Floats, npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        batch = self.batch
        fresh = batch.pending_reset.copy()
        if batch.t + self._rows > batch.length:
            batch.reset_cursor()
        if fresh.any():
            self._begin(fresh)
        before = batch.current_frame
        self._actions(np.asarray(actions).reshape(self.num_envs, -1), self._mine)
        played = ~fresh if fresh.any() else None
        for first in range(0, self._rows, self._opponent.reach):
            self._play(self._theirs[first : first + self._opponent.reach], played, is_decision=first == 0)
        self._sight.remember(0, self._mine)
        # What was given to a match that only began anew is played by nobody.
        self._sight.forget(fresh)
        self._opponent.begin(fresh, self._delays)
        after, terminal = batch.current_frame, batch.terminal_at(batch.t - 1)
        rewards = np.array(self._reward(before, after, terminal), np.float32)
        rewards[fresh] = 0
        terminations = (terminal["match_ended"] != 0) | (terminal["fault"] != 0)
        truncations = (terminal["max_frame_reached"] != 0) & ~terminations
        if self._max_frames is not None:
            truncations |= (after["frame_id"] - self._began >= self._max_frames) & ~terminations
        terminations &= ~fresh
        truncations &= ~fresh
        over = terminations | truncations
        batch.pending_reset[...] = over
        infos: dict[str, Any] = {}
        if over.any():
            infos = {
                "winner": terminal["winner"].copy(),
                "_winner": over,
                "won": (terminal["winner"] == self._me) & (terminal["match_ended"] != 0),
                "_won": over.copy(),
            }
        return self._see(), rewards, terminations, truncations, infos

    def close_extras(self, **kwargs: Any) -> None:
        self._opponent.close()
        self.batch.close()

    def _play(self, theirs: Records, played: npt.NDArray[np.bool_] | None, *, is_decision: bool) -> None:
        """Plays as many rows as the opponent is asked for."""
        batch, rows = self.batch, len(theirs)
        self._opponent(batch.current_frame, theirs)
        inputs = batch.action_view["p"][batch.t : batch.t + rows]
        inputs[:, self._lanes, self._me] = self._mine
        inputs[:, self._lanes, 1 - self._me] = theirs
        if self._rows == 1:
            batch.step_repeated(self.frame_skip, played)
        else:
            batch.step_many(rows, played, decisions=int(is_decision))
        if self._opponent.is_asked_for_each_frame:
            self._opponent.watch(batch.gamestate_view[batch.t - rows + 1 : batch.t + 1], self._mine, theirs)

    def _see(self) -> Floats:
        # A copy: what is a view of the batch would change with it.
        return np.array(self._sight(0))

    def _begin(self, marked: npt.NDArray[np.bool_]) -> None:
        lanes = np.flatnonzero(marked)
        configs = [draw(self._matches, self._house, self.np_random) for _ in lanes]
        self.batch.configure_matches(configs, env_ids=lanes)
        self._me[lanes] = [config.viewpoint_player for config in configs]
        self._sight.forget(marked)
        self._delays[lanes] = [self.batch.delay if config.delay is None else config.delay for config in configs]
        self._opponent.begin(marked, self._delays)
        if self._start_at is None:
            self.batch.reset_matches(lanes)
        else:
            for lane in lanes:
                replay, frame = self._start_at(self.np_random)
                self.batch.start_from(replay, frame, [int(lane)])
        self._began[lanes] = self.batch.current_frame["frame_id"][lanes]

    def _joined(self, seeds: list[int | None]) -> int | None:
        """One seed of many: lanes draw from one generator, in order. What is not given is drawn."""
        if all(seed is None for seed in seeds):
            return None
        given = [int(self.np_random.integers(1 << 32)) if seed is None else seed for seed in seeds]
        return int(np.random.SeedSequence(given).generate_state(1)[0])
