"""A scripted bot, played on the engine first and on the ladder afterwards.

    python scripted.py try      20 games against the walking house bot
    python scripted.py serve    on the ladder

`decide` sees a state as the records of `arena.env` have it, in both places. It walks up to the opponent and swings its
sword; off the stage it comes back. What it chooses is held for four frames.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from arena.env import Character, EnvBatch, MatchConfig, PlayerConfig, Stage, records_of
from arena.env.actions import CSTICKS, PRESSES, STICKS, Choices

RIGHT, UP, LEFT = STICKS.index((80, 0)), STICKS.index((0, 80)), STICKS.index((-80, 0))
SWING_RIGHT, SWING_LEFT = CSTICKS.index((80, 0)), CSTICKS.index((-80, 0))
HOLD = 4
REACH = 28.0
"""The reach of Marth's forward smash, with the steps that the opponent takes meanwhile."""
HIGH = 20.0
EDGE = 80.0
"""A little within the edges of Final Destination."""
LOW = -10.0


def decide(state: Any) -> tuple[int, int, int]:
    """A choice of `arena.env.Choices` for slot 0: stick, press, C-stick."""
    me, opponent = state["slots"][0], state["slots"][1]
    # A press is a new one only after a pause.
    presses = bool(state["frame_id"] // HOLD % 2)
    if abs(me["pos_x"]) > EDGE:
        inwards = LEFT if me["pos_x"] > 0 else RIGHT
        if me["pos_y"] > LOW or me["speed_y_self"] > 0:
            return inwards, 0, 0
        press = "X" if me["jumps_left"] > 0 else "B"
        return UP if press == "B" else inwards, PRESSES.index(press) if presses else 0, 0
    away = opponent["pos_x"] - me["pos_x"]
    if abs(away) < REACH and opponent["pos_y"] - me["pos_y"] < HIGH:
        swing = SWING_RIGHT if away > 0 else SWING_LEFT
        return 0, 0, swing if presses else 0
    return RIGHT if away > 0 else LEFT, 0, 0


def try_out(games: int) -> None:
    """Plays games against the walking house bot, all at once, with the ladder's delay."""
    actions = Choices()
    players = (PlayerConfig(Character.MARTH), PlayerConfig(Character.FOX, house="walker"))
    with EnvBatch(games, length=1, action_format="raw", delay=2) as env:
        env.configure_match(MatchConfig(stage=Stage.FINAL_DESTINATION, players=players))
        env.reset_all()
        while True:
            env.reset_cursor()
            chosen = np.array([decide(state) for state in env.current_frame])
            actions(chosen, env.current_action_frame["p"][:, 0])
            # One request for the frames for which the choice is held.
            env.step_repeated(HOLD)
            ends = env.terminal_at(0)
            if ends["done"].all():
                print(f"{(ends['winner'] == 0).sum()} of {games} games won against walker")
                return


def serve() -> None:
    import arena

    actions = Choices()

    class Scripted(arena.Bot):
        def __init__(self) -> None:
            self._decides_at = -1000
            self._pad = arena.NEUTRAL

        def pick(self, request: arena.PickRequest) -> arena.Pick:
            return arena.Pick(Character.MARTH.pick)

        def frame(self, game: arena.Game) -> arena.Pad:
            if game.frame >= self._decides_at:
                self._decides_at = game.frame + HOLD
                self._pad = arena.Pad(**actions.pad(np.array([decide(records_of(game)[0])])))
            return self._pad

    arena.serve(Scripted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True)
    commands.add_parser("try").add_argument("--games", type=int, default=20)
    commands.add_parser("serve")
    given = parser.parse_args()
    if given.what == "try":
        try_out(given.games)
    else:
        serve()


if __name__ == "__main__":
    main()
