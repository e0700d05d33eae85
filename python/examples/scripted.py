"""A scripted bot, played on the engine first and on the ladder afterwards.

    python scripted.py try      20 games against the walking house bot
    python scripted.py serve    on the ladder

`decide` sees a state as the records of `arena.env` have it, in both places. It walks up to the opponent and attacks;
off the stage it comes back.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from arena.env import Character, EnvBatch, MatchConfig, PlayerConfig, Stage, records_of
from arena.env.actions import PRESSES, STICKS, Choices

RIGHT, UP, LEFT = STICKS.index((80, 0)), STICKS.index((0, 80)), STICKS.index((-80, 0))
REACH = 12.0
EDGE = 80.0
"""A little within the edges of Final Destination."""


def decide(state: Any) -> tuple[int, int, int]:
    """A choice of `arena.env.Choices` for slot 0: stick, press, C-stick."""
    me, opponent = state["slots"][0], state["slots"][1]
    away = opponent["pos_x"] - me["pos_x"]
    inwards = LEFT if me["pos_x"] > 0 else RIGHT
    if abs(me["pos_x"]) > EDGE:
        # Every other frame, so that a press is a new one.
        press = "X" if me["jumps_left"] > 0 else "B"
        stick = UP if press == "B" else inwards
        return stick, PRESSES.index(press if state["frame_id"] % 2 else ""), 0
    if abs(away) < REACH:
        return (RIGHT if away > 0 else LEFT), PRESSES.index("A" if state["frame_id"] % 8 == 0 else ""), 0
    return (RIGHT if away > 0 else LEFT), 0, 0


def try_out(games: int = 20) -> None:
    """Plays games against the walking house bot, all at once, with the ladder's delay."""
    actions = Choices()
    players = (PlayerConfig(Character.MARTH), PlayerConfig(Character.FOX, house="walker"))
    with EnvBatch(games, length=256, action_format="raw", delay=2) as env:
        env.configure_match(MatchConfig(stage=Stage.FINAL_DESTINATION, players=players))
        env.reset_all()
        while True:
            if env.t >= env.length:
                env.reset_cursor()
            chosen = np.array([decide(state) for state in env.current_frame])
            actions(chosen, env.current_action_frame["p"][:, 0])
            env.step()
            ends = env.terminal_at(env.t - 1)
            if ends["done"].all():
                print(f"{(ends['winner'] == 0).sum()} of {games} games won")
                return


def serve() -> None:
    import arena

    actions = Choices()

    class Scripted(arena.Bot):
        def pick(self, request: arena.PickRequest) -> arena.Pick:
            return arena.Pick(Character.MARTH.pick)

        def frame(self, game: arena.Game) -> arena.Pad:
            return arena.Pad(**actions.pad(np.array([decide(records_of(game)[0])])))

    arena.serve(Scripted)


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["serve"] else try_out()
