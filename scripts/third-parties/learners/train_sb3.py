"""Stable-Baselines3 checks `ArenaEnv` and trains on it for 100,000 steps, as on any environment of Gymnasium."""

import functools
import sys

import torch
from arena.env import ArenaEnv, Fight
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
make = functools.partial(ArenaEnv, opponent="walker", reward=Fight(scale=0.01), frame_skip=4, max_frames=3600)

env = make()
check_env(env)
env.close()
envs = make_vec_env(make, n_envs=4, seed=1)
model = PPO("MlpPolicy", envs, n_steps=512, batch_size=256, seed=1, device="cpu")
model.learn(STEPS)
assert all(torch.isfinite(value).all() for value in model.policy.parameters())
print(f"{model.num_timesteps} steps")
envs.close()
