"""100,000 steps of each interface, those of PettingZoo by its checker. The suite of Python has the short checks."""

import sys

import numpy as np
from arena.env import ArenaEnv, ArenaParallelEnv, ArenaVectorEnv
from gymnasium.vector import SyncVectorEnv
from pettingzoo.test import parallel_api_test

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000


def gymnasium() -> None:
    for envs in (
        SyncVectorEnv([lambda: ArenaEnv(opponent="walker", frame_skip=4, max_frames=900)] * 4),
        ArenaVectorEnv(32, opponent="walker", frame_skip=4, max_frames=900),
    ):
        seen, _ = envs.reset(seed=1)
        envs.action_space.seed(1)
        for _ in range(-(-STEPS // envs.num_envs)):
            assert envs.observation_space.contains(seen)
            seen, rewards, *_ = envs.step(envs.action_space.sample())
            assert np.isfinite(rewards).all()
        envs.close()


def pettingzoo() -> None:
    env = ArenaParallelEnv(max_frames=3600)
    parallel_api_test(env, num_cycles=STEPS)
    env.close()


{"gymnasium": gymnasium, "pettingzoo": pettingzoo}[sys.argv[2]]()
print(f"{STEPS} steps")
