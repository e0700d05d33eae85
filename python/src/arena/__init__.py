"""Serve, bridge and train bots for the bot arena.

A whole bot:

    import arena

    class Walker(arena.Bot):
        def pick(self, request):
            return arena.Pick(arena.Character.FOX)

        def frame(self, game):
            return arena.Pad.tilt(1 if game.opponent.position_x > game.me.position_x else -1)

    arena.serve(Walker)
"""

from ._tables import Action, Button, Character
from .bot import Bot, Ended, MissedPad, Reconnect
from .connect import connect
from .data import data
from .debug import Debug
from .game import Frame, Game, Item, Player
from .layout import Stage
from .pad import NEUTRAL, Pad
from .replay import Replay, ReplayError, ReplayWarning, read
from .serving import serve
from .session import Pick, PickRequest

__all__ = [
    "NEUTRAL",
    "Action",
    "Bot",
    "Button",
    "Character",
    "Debug",
    "Ended",
    "Frame",
    "Game",
    "Item",
    "MissedPad",
    "Pad",
    "Pick",
    "PickRequest",
    "Player",
    "Reconnect",
    "Replay",
    "ReplayError",
    "ReplayWarning",
    "Stage",
    "connect",
    "data",
    "read",
    "serve",
]
