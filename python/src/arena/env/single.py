"""A single match as a Gymnasium environment, for code that wants one."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..optional import needed

with needed("ArenaEnv"):
    import gymnasium

from .observation import Floats
from .vector import ArenaVectorEnv


class ArenaEnv(gymnasium.Env[Floats, npt.NDArray[Any]]):
    """One match. The arguments are those of `ArenaVectorEnv`; for speed use that."""

    metadata: dict[str, Any] = {"render_modes": [], "render_fps": 60}  # noqa: RUF012

    def __init__(self, **options: Any) -> None:
        self._envs = ArenaVectorEnv(1, workers=1, **options)
        self.observation_space = self._envs.single_observation_space
        self.action_space = self._envs.single_action_space

    @property
    def batch(self) -> Any:
        return self._envs.batch

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is None and self._envs._np_random is None:
            seed = int(self.np_random.integers(1 << 31))
        observations, _ = self._envs.reset(seed=seed)
        return observations[0], {}

    def step(self, action: npt.NDArray[Any]) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        observations, rewards, terminations, truncations, infos = self._envs.step(np.asarray(action)[None])
        info = {name: values[0].item() for name, values in infos.items() if not name.startswith("_")}
        return observations[0], float(rewards[0]), bool(terminations[0]), bool(truncations[0]), info

    def close(self) -> None:
        self._envs.close()
