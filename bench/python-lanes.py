"""The Python side of bench/python.ts: opens batches and plays frames with them, as told on stdin; times on stdout."""

import json
import os
import sys
import time
from pathlib import Path

import numpy as np

from arena.env import Character, EnvBatch, MatchConfig, PlayerConfig, memory
from arena.env.dtypes import INPUT

TICKS = os.sysconf("SC_CLK_TCK")
batches = {}


WRITTEN = memory._file_in_memory


def open_batch(order):
    settings = order["settings"]
    # As on a system without files in memory.
    memory._file_in_memory = (lambda: None) if order["isPiped"] else WRITTEN
    inputs = np.fromfile(order["file"], INPUT).reshape(-1, len(settings))
    env = EnvBatch(len(settings), length=len(inputs), action_format="raw", workers=1)
    env.action_view[...] = inputs
    env.configure_matches(
        [
            MatchConfig(
                stage=each["stage"],
                seed=bytes.fromhex(each["seed"]),
                players=tuple(PlayerConfig(Character.of_pick(pick)) for pick in each["picks"]),
            )
            for each in settings
        ]
    )
    env.reset_all()
    batches[order["open"]] = (env, order["framesAStep"])
    return {}


def seconds(env):
    """Processor time of this process, and of the engine's."""
    engines = 0
    for engine in env._workers.engines:
        fields = Path(f"/proc/{engine.pid}/stat").read_text().rsplit(")", 1)[1].split()
        engines += int(fields[11]) + int(fields[12])
    return time.process_time(), engines / TICKS


def run(order):
    env, step = batches[order["run"]]
    steps = -(-order["frames"] // (env.batch_size * step))
    own_began, engines_began = seconds(env)
    for _ in range(steps):
        if env.t + step > env.length:
            env.reset_cursor()
        env.step_many(step)
        over = np.flatnonzero(env.done_at(env.t - 1))
        if len(over):
            env.reset_matches(over)
    own, engines = seconds(env)
    own_us, us = 1e6 * (own - own_began), 1e6 * (own - own_began + engines - engines_began)
    kilobytes = 0
    for engine in env._workers.engines:
        for line in Path(f"/proc/{engine.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                kilobytes += int(line.split()[1])
    return {"frames": steps * step * env.batch_size, "us": us, "ownUs": own_us, "kB": kilobytes}


for line in sys.stdin:
    order = json.loads(line)
    print(json.dumps(open_batch(order) if "open" in order else run(order)), flush=True)
