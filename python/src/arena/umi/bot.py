"""A UMI bot as a bot of the arena, match by match."""

from __future__ import annotations

import logging
import secrets
from typing import Any

import numpy as np

from ..bot import Bot, Ended, MissedPad
from ..env.config import Character, Stage
from ..env.inputs import Records, pad_of
from ..env.live import records_of
from ..game import Game
from ..pad import NEUTRAL, Pad
from ..session import Pick, PickRequest
from .frame import (
    CHARACTER_NAMES,
    CHARACTERS,
    STAGE_NAMES,
    Places,
    controllers_of,
    frames_of,
    inputs_of,
    inputs_of_rows,
)
from .program import GameInfo, Program, Seat, result_of
from .wire import Answer

log = logging.getLogger("arena")

REPLY_SECONDS = 1.0
"""How long a frame waits for its answer. Then the controller is let go of, so that no match is lost for the silence."""
ENDS = {1: "time", 2: "stocks"}
"""How a game has ended, by `game_end_method`; else a player was away."""
SCREEN_X, SCREEN_Y = (0.0, 1.0), 0.2


class UmiBot(Bot):
    """Plays one match with a program. Its answers are played at the program's own delay."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.lead = program.terms.delay
        # A late answer is of no use, so a bot that is behind by half its delay goes on with the newest frame.
        self.patience = self.lead // 2
        self._seat: Seat | None = None
        self._places = Places()
        self._frames = self._unanswered = self._missed = 0
        self._ending: dict[str, Any] | None = None

    def pick(self, request: PickRequest) -> Pick:
        return Pick(CHARACTERS[secrets.choice(self._program.terms.characters)].pick)

    def frame(self, game: Game) -> Pad:
        if self._seat is None:
            self._seat = self._program.enter(_info(game))
        self._frames += 1
        (answer,) = self._program.ask([(self._seat, view_of(game, self._places))], REPLY_SECONDS)
        self._ending = _standing(game)
        if answer is None:
            self._unanswered += 1
            return NEUTRAL
        if game.debug.is_on:
            _draw(game, answer)
        return Pad(**pad_of(inputs_of_rows(answer.row[None])[0]))

    def missed(self, pad: MissedPad) -> None:
        self._missed = pad.count

    def end(self, result: Ended) -> None:
        if self._seat is None or result.game is None:
            return
        placements, me = result.game_end.placements, result.game.me.port
        own, other = placements[me], placements[1 - me]
        how = "draw" if own == other else "win" if own < other else "loss"
        why = ENDS.get(result.game_end.game_end_method, "forfeit")
        self._program.leave(self._seat, result_of(how, why, **_standing(result.game)))
        self._ending = None

    def closed(self) -> None:
        if self._seat is not None:
            if self._ending is not None:
                self._program.leave(self._seat, result_of("void", "void", **self._ending))
            if self._unanswered or self._missed:
                log.warning(
                    "Of %d frames, %d had no answer in %g s and %d were played without a pad that was there in time",
                    self._frames,
                    self._unanswered,
                    REPLY_SECONDS,
                    self._missed,
                )


def view_of(game: Game, places: Places) -> Records:
    """A frame of a match as a UMI bot sees it, in one row. `places` are the match's."""
    held = np.stack([inputs_of(each.pre) for each in (game.me, game.opponent)])[None]
    return frames_of(records_of(game), controllers_of(held), [places])


def _info(game: Game) -> GameInfo:
    me, opponent = (
        CHARACTER_NAMES[Character.of_pick(game.start.players[player.port].character_id)]
        for player in (game.me, game.opponent)
    )
    return GameInfo(game.me.port + 1, me, opponent, STAGE_NAMES[Stage(game.start.stage_id)])


def _standing(game: Game) -> dict[str, Any]:
    """How a game stands, for `result_of`."""
    sides = (game.me, game.opponent)
    return {
        "frame": game.frame,
        "stocks": [each.stocks_remaining for each in sides],
        "percent": [each.percent for each in sides],
    }


def _draw(game: Game, answer: Answer) -> None:
    """What the bot thinks of the game, in a corner of the picture: two such bots do not write over each other."""
    said = []
    if answer.win_prob is not None:
        said.append(f"win {answer.win_prob:.0%}")
    if answer.value is not None:
        said.append(f"value {answer.value:+.2f}")
    if said:
        is_ahead = answer.win_prob is None or answer.win_prob >= 0.5
        game.debug.screen_text((SCREEN_X[game.me.port], SCREEN_Y), "  ".join(said), "green" if is_ahead else "orange")
