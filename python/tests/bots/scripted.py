"""Plays by the frame alone, through `arena.serve`. `scripted_melee.py` and `scripted.mjs` press the same."""

import arena
from arena import Button, Pad


class Scripted(arena.Bot):
    def pick(self, request: arena.PickRequest) -> arena.Pick:
        return arena.Pick(arena.Character.FOX)

    def frame(self, game: arena.Game) -> Pad:
        x = 1 if game.frame % 100 < 70 else -1
        if game.frame % 25 == 3:
            return Pad.tilt(x, 0, Button.X)
        if game.frame % 25 in (12, 13):
            return Pad(Button.L, Pad.tilt(x).stick_x, l=255)
        return Pad.tilt(x, 0, Button.B if game.frame % 25 == 20 else 0)


arena.serve(Scripted)
