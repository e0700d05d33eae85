"""PufferLib's own learner trains on `ArenaPufferEnv` for 100,000 steps, both players of a match by one policy."""

import sys

import numpy as np
import pufferlib.models
import pufferlib.vector
import torch
from arena.env import ArenaPufferEnv, Fight
from pufferlib import pufferl

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000


def main() -> None:
    options = {"num_matches": 32, "reward": Fight(scale=0.01), "frame_skip": 4, "max_frames": 3600}
    vecenv = pufferlib.vector.make(ArenaPufferEnv, env_kwargs=options)
    assert np.shares_memory(vecenv.observations, vecenv.batch.observation_view), "rows are copied"
    sys.argv = sys.argv[:1]
    config = pufferl.load_config("default")["train"]
    config |= {
        "env": "arena",
        "device": "cpu",
        "optimizer": "adam",
        "learning_rate": 3e-4,
        "total_timesteps": STEPS,
        "minibatch_size": 2048,
        "use_rnn": False,
        "checkpoint_interval": 1 << 30,
    }
    policy = pufferlib.models.Default(vecenv, hidden_size=128)
    first = [value.detach().clone() for value in policy.parameters()]
    learner = pufferl.PuffeRL(config, vecenv, policy)
    learner.print_dashboard = lambda *_, **__: None
    while learner.global_step < STEPS:
        learner.evaluate()
        learner.train()
    changed = [not torch.equal(old, new) for old, new in zip(first, policy.parameters(), strict=True)]
    assert all(changed) and all(torch.isfinite(value).all() for value in policy.parameters())
    assert vecenv.observation_space.contains(vecenv.observations)
    print(f"{learner.global_step} steps of {vecenv.num_agents} agents")
    learner.utilization.stop()
    vecenv.close()


main()
