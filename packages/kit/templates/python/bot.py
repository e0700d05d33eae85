"""A bot that comes back to the stage, strikes what is in reach, and approaches. Change it, and watch it play."""

import random

import arena
from arena import Button, Pad

REACH = 26  # of Fox's forward smash, in world units


class Fox(arena.Bot):
    def __init__(self) -> None:  # a new one for each match
        self.random = random.Random(0)

    def pick(self, request: arena.PickRequest) -> arena.Pick:
        self.random.seed(f"{request.match_id} {request.port}")  # the same match is the same game
        return arena.Pick(arena.Character.FOX)

    def frame(self, game: arena.Game) -> Pad:  # 60 times a second: what is on the controller for one frame
        me, opponent, edge = game.me, game.opponent, game.stage.edge
        dx, dy = opponent.position_x - me.position_x, opponent.position_y - me.position_y
        side = 1 if dx > 0 else -1
        game.debug.line((me.position_x, me.position_y), (opponent.position_x, opponent.position_y), "cyan")
        if me.action_name.startswith("Cliff"):  # on the ledge: climb
            return Pad.tilt(0.6 * me.facing_direction)
        if abs(me.position_x) > edge:  # off the stage: drift home, and jump now and then while falling
            jumps = me.speed_y < 0 and game.frame % 8 == 0
            return Pad.tilt(-1 if me.position_x > 0 else 1, 0, Button.X if jumps else 0)
        if abs(dx) < REACH and abs(dy) < 16:  # in reach: smash, in the air upwards, or turn to the opponent
            strikes = self.random.random() < 0.15
            if me.is_airborne:
                return Pad.tilt(side, c=(0, strikes))
            return Pad.tilt(c=(side * strikes, 0)) if me.facing_direction == side else Pad.tilt(0.5 * side)
        if dy < -8:  # it is lower: tap down, which falls through a platform
            return Pad.tilt(0, -1 if game.frame % 10 < 2 else 0)
        ahead = max(8 - edge, min(edge - 8, opponent.position_x)) - me.position_x
        jumps = dy > 12 and abs(ahead) < 12 and game.frame % 8 < 4
        return Pad.tilt(max(-1, min(1, ahead / 30)), 0, Button.X if jumps else 0)


arena.serve(Fox)
