"""Stands still, through `arena.serve`."""

import arena


class Still(arena.Bot):
    def pick(self, request: arena.PickRequest) -> arena.Pick:
        return arena.Pick(arena.Character.FOX)

    def frame(self, game: arena.Game) -> arena.Pad:
        return arena.NEUTRAL


arena.serve(Still)
