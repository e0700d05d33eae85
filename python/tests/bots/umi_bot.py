"""A bot of the championship, by its own library: what it does follows from what it has seen, and it writes down both.

`UMI_LOG` names the file: a line of JSON for each call. `UMI_DELAY` is its delay. `UMI_FAULT` has it go wrong on a
frame: `die`, `stall` or `nonsense`.
"""

from __future__ import annotations

import json
import os
import time
from typing import Any

import numpy as np

import umi

LOG = os.environ.get("UMI_LOG")
FAULT = os.environ.get("UMI_FAULT", "")
FAULT_FRAME = 60


class Bot(umi.Bot):
    name = "watched"
    characters = ("FOX", "SAMUS")
    delay = int(os.environ.get("UMI_DELAY", "18"))
    max_games = 32
    deterministic = True
    reports_win_prob = True
    reports_value = True

    def setup(self, session: Any) -> None:
        self.log = open(LOG, "a", buffering=1) if LOG else None  # noqa: SIM115 - for as long as it lives
        self.write(setup=[session.delay, session.max_games, session.lanes, list(session.buckets)])

    def initial_state(self, n: int) -> Any:
        return np.zeros((n, 2), np.float32)

    def new_games(self, games: Any) -> None:
        self.write(new=[[g.game, g.port, g.character, g.opp_character, g.stage] for g in games])

    def act(self, batch: Any, state: Any = None) -> Any:
        frames = batch.frames
        now = int(frames["frame"].max())
        if FAULT and now == FAULT_FRAME and not batch.warmup and not os.path.exists(f"{LOG}.fault"):
            open(f"{LOG}.fault", "w").close()
            if FAULT == "die":
                os._exit(3)
            if FAULT == "stall":
                time.sleep(60)
            if FAULT == "nonsense":
                raise ValueError("boom")
        me, other = frames["players"][:, 0], frames["players"][:, 1]
        state = state + np.stack([np.ones(len(frames)), me["x"] / 100], axis=1).astype(np.float32)
        rows = np.full((len(frames), 13), 0.5, np.float32)
        rows[:, 4:] = 0
        rows[:, 0] = np.where(other["x"] > me["x"], 1, 0) * 0.9 + 0.05
        rows[:, 1] = 0.5 + 0.4 * np.sin(state[:, 0] / 9)
        rows[:, 2] = np.where(state[:, 0] % 40 < 2, 1, 0.5)
        rows[:, 4] = np.where(state[:, 0] % 90 < 5, 0.6, 0)
        rows[:, 5 + 1] = state[:, 0] % 50 < 3
        rows[:, 5 + 2] = state[:, 0] % 31 < 2
        if not batch.warmup:
            for place, game in enumerate(batch.games.tolist()):
                if game:
                    first, frame = bool(batch.first[place]), int(frames["frame"][place])
                    self.write(game=game, first=first, lane=batch.lane, frame=frame, row=rows[place].tolist())
        chance = 1 / (1 + np.exp((me["percent"].astype(float) - other["percent"]) / 50))
        return umi.Actions(ctrl=rows, win_prob=chance, value=state[:, 1]), state

    def end_games(self, results: Any) -> None:
        self.write(end=results)

    def write(self, **line: Any) -> None:
        if self.log:
            self.log.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    umi.serve(Bot())
