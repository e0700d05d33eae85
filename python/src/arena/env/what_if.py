"""What another player would have made of a moment: branches of a recorded match, one a lane."""

from __future__ import annotations

import hashlib
import hmac
import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .actions import Actions, Choices
from .batch import EnvBatch
from .config import LADDER_DELAY, MatchConfig, PlayerConfig, Strength
from .dtypes import INPUT_PLAYER
from .inputs import Records
from .observation import Flat, Floats, Observation
from .replay import Recording

AFTER_FRAMES = 300
"""Five seconds: by then the fall, the combo or the edge-guard that took the stock in the match is over."""

_SURE = 1.959963984540054
_ROWS = 64


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What came of the branches, as `arena-kit what-if` counts it.

    A stock counts as kept in a game where the player still has it at `until`, five seconds after the match took it, or
    where its opponent loses one first.
    """

    port: int
    """The player that plays anew."""
    frame: int
    """The branch point: the last frame that is as recorded."""
    until: int
    """The last frame that is played."""
    lost_in_match: int | None
    """The frame at which the match took the player's stock; None where it did not."""
    kept: npt.NDArray[np.bool_]
    """By game."""
    lost_first: npt.NDArray[np.int8]
    """The port whose stock was lost first, by game; 2 for both at once, -1 for nobody's."""
    last_frame: npt.NDArray[np.int32]
    """The frame at which each game ended."""
    recorded: npt.NDArray[np.int32]
    """Frames for which the opponent's recorded pads were played, by game."""

    @property
    def share(self) -> float:
        """The share of games in which the stock is kept."""
        return float(self.kept.mean())

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 of 100, by Wilson. It says something only where luck changes the games."""
        return wilson(self.share, len(self.kept))


def wilson(share: float, games: int) -> tuple[float, float]:
    """Where the true share lies with 95 of 100, by Wilson."""
    own = _SURE**2 / games
    middle = (share + own / 2) / (1 + own)
    reach = _SURE * math.sqrt(share * (1 - share) / games + own / games / 4) / (1 + own)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def what_if(
    replay: bytes | str | os.PathLike[str],
    frame: int,
    policy: Callable[[Floats], npt.NDArray[Any]],
    *,
    games: int = 50,
    port: int | None = None,
    against: Strength | None = "sound",
    lead: int = 2,
    seed: bytes | None = None,
    delay: int = LADDER_DELAY,
    frame_skip: int = 1,
    observation: Observation | None = None,
    actions: Actions | None = None,
    workers: int | None = None,
) -> WhatIf:
    """Plays a match of the arena on from a frame, with a policy in the place of one player.

        result = what_if("game.slp", 4120, policy)
        print(result.share, result.interval)

    `policy` sees and chooses as in `ArenaVectorEnv`, for all games at once; it sees nothing of the match before the
    frame. A bot that remembers is asked with `arena-kit what-if --bot bot.py`, which shows it the whole match. `port`:
    the player that plays anew; by default the one that loses the next stock. Its opponent's recorded pads are played as
    long as they make sense, then `against`, a house bot, or nobody (None). `lead`: what the opponent played with, as
    the match record has it. The first game has the luck of the match, each other its own, drawn from `seed`, 32 bytes.
    """
    observation = observation or Flat()
    actions = actions or Choices()
    with Recording(replay) as recording:
        file, frames = recording.file, recording.frames
        stocks = recording.states(0)["slots"]["stocks"][:, :2].astype(np.int64)
        stage, players = recording.stage, recording.players
    if not frames[0] <= frame < frames[-1]:
        raise ValueError(f"a game goes on from a frame between {frames[0]} and {frames[-1] - 1}, not from {frame}")
    losses = [_loss_after(frames, stocks[:, player], frame) for player in (0, 1)]
    if port is None:
        if losses[0] == losses[1]:
            raise ValueError(f"no player alone loses the next stock after frame {frame}: name one with port")
        port = 0 if losses[1] is None or (losses[0] is not None and losses[0] < losses[1]) else 1
    lost = losses[port]
    until = int(frames[-1] if lost is None else lost) + AFTER_FRAMES
    luck = hashlib.sha256(file).digest() if seed is None else seed

    def config(game: int) -> MatchConfig:
        own = PlayerConfig(players[port].character, name=players[port].name)
        other = PlayerConfig(players[1 - port].character, name=players[1 - port].name, house=against)
        return MatchConfig(
            stage=stage,
            players=(own, other) if port == 0 else (other, own),
            seed=hmac.digest(luck, f"game/{game}".encode(), "sha256"),
            max_frame=until,
            viewpoint_player=port,
        )

    with EnvBatch(games, _ROWS, action_format="raw", delay=delay, workers=workers) as batch:
        batch.configure_matches([config(game) for game in range(1, games + 1)])
        batch.start_from(file, frame)
        batch.play_recorded(1 - port, lead=lead, has_own_luck=True, env_ids=[0])
        batch.play_recorded(1 - port, lead=lead, env_ids=range(1, games))
        given: Records = np.zeros((games, max(1, observation.memory)), INPUT_PLAYER)
        before = batch.current_frame["slots"]["stocks"][:, :2].copy()
        playing = np.ones(games, np.bool_)
        lost_first = np.full(games, -1, np.int8)
        last_frame = np.full(games, frame, np.int32)
        for step in range(until - frame):
            if batch.t >= batch.length:
                batch.reset_cursor()
            if step % frame_skip == 0:
                chosen = np.asarray(policy(observation(batch.current_frame, given))).reshape(games, -1)
                given[:, 1:] = given[:, :-1]
                actions(chosen, given[:, 0])
            row = batch.t
            batch.current_action_frame["p"][:, port] = given[:, 0]
            batch.step(playing)
            fell = batch.current_frame["slots"]["stocks"][:, :2] < before
            over = playing & fell.any(axis=1)
            # Slot 0 is the player that plays anew.
            lost_first[over] = np.where(fell[over].all(axis=1), 2, np.where(fell[over, 0], port, 1 - port))
            last_frame[playing] += 1
            playing &= ~(over | (batch.terminal_view[row]["done"] != 0))
            if not playing.any():
                break
        recorded = batch.recorded_until() - frame
    kept = (lost_first == -1) | (lost_first == 1 - port)
    return WhatIf(port, frame, until, lost, kept, lost_first, last_frame, recorded)


def _loss_after(frames: npt.NDArray[np.int32], stocks: npt.NDArray[np.int64], frame: int) -> int | None:
    """The frame at which a player loses a stock that it has at another; None where it loses none."""
    before = stocks[np.searchsorted(frames, frame)]
    lost = frames[(frames > frame) & (stocks < before)]
    return int(lost[0]) if len(lost) else None
