"""Proximal Policy Optimization in one file, in the way of CleanRL, for 100,000 steps on an environment of Gymnasium.

The loop knows `gymnasium.vector` and nothing else. It runs on `SyncVectorEnv` and on `ArenaVectorEnv`.
"""

import functools
import sys

import gymnasium as gym
import numpy as np
import torch
from arena.env import ArenaEnv, ArenaVectorEnv, Fight
from gymnasium.vector import SyncVectorEnv, VectorEnv
from torch import nn
from torch.distributions import Categorical

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
HORIZON, MINIBATCHES, EPOCHS = 128, 4, 2
GAMMA, LAMBDA, CLIP = 0.99, 0.95, 0.2
OPTIONS = {"opponent": "walker", "reward": Fight(scale=0.01), "frame_skip": 4, "max_frames": 1800}


class Agent(nn.Module):
    def __init__(self, envs: VectorEnv) -> None:
        super().__init__()
        self.choices = envs.single_action_space.nvec.tolist()
        size = int(np.prod(envs.single_observation_space.shape))
        self.body = nn.Sequential(nn.Linear(size, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh())
        self.actor, self.critic = nn.Linear(64, sum(self.choices)), nn.Linear(64, 1)

    def forward(self, seen, actions=None):
        hidden = self.body(seen)
        each = [Categorical(logits=logits) for logits in self.actor(hidden).split(self.choices, dim=1)]
        if actions is None:
            actions = torch.stack([choice.sample() for choice in each], dim=1)
        log_probability = sum(choice.log_prob(actions[:, i]) for i, choice in enumerate(each))
        return actions, log_probability, sum(choice.entropy() for choice in each), self.critic(hidden)[:, 0]


def train(envs: VectorEnv) -> int:
    envs = gym.wrappers.vector.RecordEpisodeStatistics(envs)
    agent = Agent(envs)
    optimizer = torch.optim.Adam(agent.parameters(), lr=2.5e-4)
    seen = torch.tensor(envs.reset(seed=1)[0])
    done = torch.zeros(envs.num_envs)
    steps = episodes = 0
    while steps < STEPS:
        rows = []
        for _ in range(HORIZON):
            with torch.no_grad():
                actions, log_probability, _, value = agent(seen)
            after, reward, terminated, truncated, infos = envs.step(actions.numpy())
            rows.append((seen, actions, log_probability, value, torch.tensor(reward, dtype=torch.float32), done))
            seen, done = torch.tensor(after), torch.tensor(terminated | truncated, dtype=torch.float32)
            steps += envs.num_envs
            episodes += int(np.sum(infos.get("_episode", 0)))
        saw, did, was_log, values, rewards, dones = (torch.stack(column) for column in zip(*rows, strict=True))
        with torch.no_grad():
            following = agent(seen)[3]
        advantages, last, is_over = torch.zeros_like(rewards), torch.zeros(envs.num_envs), done
        for t in reversed(range(HORIZON)):
            delta = rewards[t] + GAMMA * following * (1 - is_over) - values[t]
            last = advantages[t] = delta + GAMMA * LAMBDA * (1 - is_over) * last
            following, is_over = values[t], dones[t]
        returns = (advantages + values).flatten()
        # What an environment that begins anew with the next step is given before that is played by nobody.
        played = (dones == 0).flatten()
        flat = [column.flatten(0, 1) for column in (saw, did, was_log, advantages)]
        for _ in range(EPOCHS):
            for places in torch.nonzero(played)[:, 0][torch.randperm(int(played.sum()))].chunk(MINIBATCHES):
                saw_now, did_now, was_now, gain = (column[places] for column in flat)
                _, log_probability, entropy, value = agent(saw_now, did_now)
                ratio = (log_probability - was_now).exp()
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                policy_loss = torch.max(-gain * ratio, -gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
                loss = policy_loss - 0.01 * entropy.mean() + 0.5 * ((value - returns[places]) ** 2).mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
    assert episodes > 0 or STEPS < 10_000
    assert all(torch.isfinite(value).all() for value in agent.parameters())
    envs.close()
    return steps


torch.manual_seed(1)
single = train(SyncVectorEnv([functools.partial(ArenaEnv, **OPTIONS)] * 4))
many = train(ArenaVectorEnv(32, **OPTIONS))
print(f"{single} steps of 4 single environments, {many} of 32 in one")
