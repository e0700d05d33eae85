"""Rewards. An environment has none unless it is given one: what a bot is to learn is its author's business."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from .inputs import Records

_REBIRTH = 12
"""The action state on the platform; those of a fighter that is out of play are below."""


class Reward(Protocol):
    """What the player of slot 0 gets for a step."""

    def __call__(self, before: Records, after: Records, terminal: Records) -> npt.NDArray[np.float32]: ...


class Nothing:
    def __call__(self, before: Records, after: Records, terminal: Records) -> npt.NDArray[np.float32]:
        return np.zeros(len(after), np.float32)


class Fight:
    """So much a percent dealt, a stock taken, a game won; the same taken away for what is suffered.

    The defaults are those that `hal` trains with: 1 a percent, 120 a stock, 50 more for the last. A healed percent
    counts back; the percent of a lost stock does not. Rewards of a network are best kept about 1: `scale`.
    """

    def __init__(self, percent: float = 1.0, stock: float = 120.0, win: float = 50.0, scale: float = 1.0) -> None:
        self.percent = percent * scale
        self.stock = stock * scale
        self.win = win * scale

    def __call__(self, before: Records, after: Records, terminal: Records) -> npt.NDArray[np.float32]:
        was, now = before["slots"][:, :2], after["slots"][:, :2]
        lost = was["stocks"].astype(np.float32) - now["stocks"]
        # The percent of a lost stock is no healing. It stays until the fighter is back, a second later.
        is_back = (was["action_id"] < _REBIRTH) & (now["action_id"] >= _REBIRTH)
        hurt = np.where(lost == 0, now["percent"] - np.where(is_back, 0.0, was["percent"]), 0.0)
        value = self.percent * (hurt[:, 1] - hurt[:, 0]) + self.stock * (lost[:, 1] - lost[:, 0])
        me = after["viewpoint_player"].astype(np.int8)
        over = (terminal["match_ended"] != 0) & (terminal["winner"] >= 0)
        value += np.where(over, np.where(terminal["winner"] == me, self.win, -self.win), 0.0)
        rewards: npt.NDArray[np.float32] = value.astype(np.float32)
        return rewards


def seen_by_other(states: Records) -> Records:
    """States as the player of slot 1 sees them."""
    turned = states.copy()
    for name in ("slots", "followers", "recorded", "follower_recorded"):
        turned[name][:, :2] = states[name][:, 1::-1]
        if name in ("slots", "followers"):
            turned[name]["team_relation"][:, :2] = states[name]["team_relation"][:, :2]
    turned["viewpoint_player"] = 1 - states["viewpoint_player"]
    return turned
