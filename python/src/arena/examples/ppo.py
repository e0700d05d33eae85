"""Learns to beat a house bot by Proximal Policy Optimization, then plays on the ladder.

    pip install stable-baselines3
    python ppo.py train model.zip --minutes 40
    python ppo.py serve model.zip

The learner plays Fox against Fox on Final Destination, with the ladder's delay. An action is held for four frames. What
it learns is written to a table beside the model, with the share of the last hundred games that it won.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np

try:
    from stable_baselines3 import PPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError:
    raise SystemExit("ppo.py needs Stable-Baselines3: pip install stable-baselines3") from None

from arena.env import ArenaVectorEnv, Fight
from arena.env.config import STRENGTHS, Strength
from arena.env.live import Player

FRAME_SKIP = 4
EPISODE_FRAMES = 3 * 60 * 60
WHOLE_GAME = 8 * 60 * 60
GAMES_OF_RATE = 100
ROLLOUTS_A_SAVE = 10


class ArenaVecEnv(VecEnv):
    """`ArenaVectorEnv` with the interface of Stable-Baselines3, which begins a match anew in the step that ends it."""

    def __init__(self, envs: ArenaVectorEnv) -> None:
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)
        self.envs = envs
        self.render_mode: str | None = None
        self.actions: Any = None

    def reset(self) -> Any:
        seed, self._seeds = self._seeds[0], [None] * self.num_envs
        return self.envs.reset(seed=seed)[0]

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        seen, rewards, terminations, truncations, infos = self.envs.step(self.actions)
        dones = terminations | truncations
        each: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if dones.any():
            for lane in np.flatnonzero(dones):
                each[lane] = {
                    "terminal_observation": seen[lane],
                    "TimeLimit.truncated": bool(truncations[lane]),
                    "won": bool(infos["won"][lane]),
                }
            seen = self.envs.reset(options={"reset_mask": dones})[0]
        return seen, rewards, dones, each

    def close(self) -> None:
        self.envs.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.envs, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError("lanes have no attributes of their own")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        raise NotImplementedError("lanes have no methods of their own")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs


class Diary(BaseCallback):
    """Writes how the learner does, and stops after so many minutes."""

    def __init__(self, model_path: Path, minutes: float) -> None:
        super().__init__()
        self._model_path = model_path
        self._path = model_path.with_suffix(".csv")
        self._rollouts = 0
        self._ends = time.monotonic() + 60 * minutes
        self._began = time.monotonic()
        self._games: list[bool] = []
        self._rewards: list[float] = []

    def _on_training_start(self) -> None:
        with self._path.open("w", newline="") as file:
            csv.writer(file).writerow(["minutes", "decisions", "frames", "games", "won", "reward"])

    def _on_step(self) -> bool:
        self._rewards.append(float(np.mean(self.locals["rewards"])))
        for info in self.locals["infos"]:
            if "won" in info:
                self._games.append(info["won"])
        return time.monotonic() < self._ends

    def _on_rollout_end(self) -> None:
        recent = self._games[-GAMES_OF_RATE:]
        row = [
            round((time.monotonic() - self._began) / 60, 2),
            self.num_timesteps,
            self.num_timesteps * FRAME_SKIP,
            len(self._games),
            round(float(np.mean(recent)), 3) if recent else "",
            round(float(np.mean(self._rewards)), 5),
        ]
        self._rewards.clear()
        with self._path.open("a", newline="") as file:
            csv.writer(file).writerow(row)
        print(*row, flush=True)
        self._rollouts += 1
        if self._rollouts % ROLLOUTS_A_SAVE == 0:
            self.model.save(self._model_path)


def train(path: Path, opponent: Strength, minutes: float, lanes: int, seed: int) -> None:
    envs = ArenaVecEnv(
        ArenaVectorEnv(
            lanes,
            opponent=opponent,
            reward=Fight(scale=0.01),
            frame_skip=FRAME_SKIP,
            max_frames=EPISODE_FRAMES,
        )
    )
    envs.seed(seed)
    model = PPO(
        "MlpPolicy",
        envs,
        n_steps=256,
        batch_size=1024,
        n_epochs=4,
        gamma=0.995,
        learning_rate=3e-4,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
    )
    model.learn(1 << 40, callback=Diary(path, minutes))
    model.save(path)
    envs.close()


def play(path: Path, opponent: Strength, games: int, frames: int, seed: int) -> None:
    """Plays games, each to its end or for so many frames, and says how they ended."""
    model = PPO.load(path, device="cpu")
    envs = ArenaVectorEnv(min(games, 16), opponent=opponent, frame_skip=FRAME_SKIP, max_frames=frames)
    seen, _ = envs.reset(seed=seed)
    won: list[bool] = []
    while len(won) < games:
        seen, _, terminations, truncations, infos = envs.step(model.predict(seen, deterministic=False)[0])
        over = terminations | truncations
        if over.any():
            won += infos["won"][over].tolist()
    print(f"{sum(won)} of {len(won)} games won against {opponent}")
    envs.close()


def serve(path: Path) -> None:
    import arena

    model = PPO.load(path, device="cpu")

    class Learned(arena.Bot):
        def __init__(self) -> None:
            self._player = Player(lambda seen: model.predict(seen, deterministic=False)[0], frame_skip=FRAME_SKIP)

        def pick(self, request: arena.PickRequest) -> arena.Pick:
            return arena.Pick(arena.Character.FOX)

        def frame(self, game: arena.Game) -> arena.Pad:
            return arena.Pad(**self._player(game))

    arena.serve(Learned)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["train", "play", "serve"])
    parser.add_argument("model", type=Path)
    parser.add_argument("--opponent", default="walker", choices=STRENGTHS, help="a strength of the house")
    parser.add_argument("--minutes", type=float, default=40, help="of training")
    parser.add_argument("--lanes", type=int, default=32)
    parser.add_argument("--games", type=int, default=32, help="to play")
    parser.add_argument("--frames", type=int, default=WHOLE_GAME, help="of a game that is played, at most")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.what == "train":
        train(options.model, options.opponent, options.minutes, options.lanes, options.seed)
    elif options.what == "play":
        play(options.model, options.opponent, options.games, options.frames, options.seed)
    else:
        serve(options.model)


if __name__ == "__main__":
    main()
