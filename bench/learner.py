"""Frames a second from end to end of a learner in the way of PPO: a network of two layers of 256 chooses for all lanes, and learns of what
came of it or does not. By the clock on the wall, as learners report it, beside the same environment with actions of chance.

    npm run build -w @arena/batch
    PYTHONPATH=python/src python3 bench/learner.py 64 256 1024

Python needs PyTorch, Gymnasium and NumPy. Each figure is the median of ROUNDS.
"""

import argparse
import os
import statistics
import time

import torch
from arena.env import ArenaVectorEnv, Fight
from torch import nn
from torch.distributions import Categorical

ROUNDS = 5
HORIZON = 32
EPOCHS, MINIBATCHES = 2, 4


class Network(nn.Module):
    def __init__(self, size, choices):
        super().__init__()
        self.choices = choices
        self.body = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.policy, self.value = nn.Linear(256, sum(choices)), nn.Linear(256, 1)

    def forward(self, seen, chosen=None):
        hidden = self.body(seen)
        each = [Categorical(logits=part) for part in self.policy(hidden).split(self.choices, dim=-1)]
        if chosen is None:
            chosen = torch.stack([one.sample() for one in each], dim=-1)
        return chosen, sum(one.log_prob(chosen[..., i]) for i, one in enumerate(each)), self.value(hidden)[..., 0]


class Learner:
    def __init__(self, lanes, frame_skip, workers):
        self.envs = ArenaVectorEnv(lanes, reward=Fight(scale=0.01), frame_skip=frame_skip, workers=workers)
        self.seen = torch.from_numpy(self.envs.reset(seed=1)[0])
        self.envs.action_space.seed(1)
        self.network = Network(self.seen.shape[1], self.envs.single_action_space.nvec.tolist())
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=3e-4)
        self.frames = HORIZON * lanes * frame_skip

    def chance(self):
        for _ in range(HORIZON):
            self.envs.step(self.envs.action_space.sample())

    def choose(self):
        rows = []
        for _ in range(HORIZON):
            with torch.no_grad():
                chosen, log, value = self.network(self.seen)
            after, reward, *_ = self.envs.step(chosen.numpy())
            rows.append((self.seen, chosen, log, value, torch.from_numpy(reward)))
            self.seen = torch.from_numpy(after)
        return [torch.stack(column) for column in zip(*rows, strict=True)]

    def learn(self):
        seen, chosen, log, value, reward = self.choose()
        advantage, last = torch.zeros_like(reward), torch.zeros(len(self.seen))
        for t in reversed(range(HORIZON - 1)):
            last = advantage[t] = reward[t] + 0.99 * value[t + 1] - value[t] + 0.99 * 0.95 * last
        flat = [column.flatten(0, 1) for column in (seen, chosen, log, advantage, advantage + value)]
        for _ in range(EPOCHS):
            for places in torch.randperm(len(flat[0])).chunk(MINIBATCHES):
                saw, did, was, gain, target = (column[places] for column in flat)
                _, now, valued = self.network(saw, did)
                ratio = (now - was).exp()
                loss = -torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean() + (valued - target).square().mean()
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()


def main():
    parser = argparse.ArgumentParser(description="Measures frames a second with a network in the loop.")
    parser.add_argument("lanes", type=int, nargs="*", default=[64, 256, 1024])
    parser.add_argument("--frame-skip", type=int, default=4)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--threads", type=int, help="threads of PyTorch")
    given = parser.parse_args()
    if given.threads is not None:
        torch.set_num_threads(given.threads)
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, torch {torch.__version__}, {torch.get_num_threads()} threads\n"
    )
    print("| lanes | chosen by chance | by the network | and it learns |\n| --- | --- | --- | --- |")
    for lanes in given.lanes:
        learner = Learner(lanes, given.frame_skip, given.workers)
        ways = (learner.chance, learner.choose, learner.learn)
        rates = {way.__name__: [] for way in ways}
        for number in range(-1, ROUNDS):
            for way in ways:
                began = time.perf_counter()
                way()
                if number >= 0:
                    rates[way.__name__].append(learner.frames / (time.perf_counter() - began))
        learner.envs.close()
        print(
            f"| {lanes} | " + " | ".join(f"{statistics.median(all_of):,.0f}" for all_of in rates.values()) + " |",
            flush=True,
        )


main()
