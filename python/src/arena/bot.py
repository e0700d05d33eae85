"""What a bot is: one object for each match, whose methods `serve` calls."""

from __future__ import annotations

from dataclasses import dataclass

from ._tables import GameEnd
from .game import Game
from .lead import LeadPolicy
from .pad import Pad
from .session import Pick, PickRequest


@dataclass(frozen=True, slots=True)
class MissedPad:
    """A frame of the bot's that was played neutral, as the stream shows."""

    frame: int
    is_late: bool
    """Pads for the frame were sent, but came too late; else none was sent."""
    count: int
    """How many were missed so far in the match, this one included."""


@dataclass(frozen=True, slots=True)
class Reconnect:
    """The arena has connected anew, after the socket to it was lost. The frames in between are not sent."""

    last_frame: int | None
    """The last frame that was seen before; None for a bot that was restarted meanwhile."""
    frame: int
    """The first frame that is seen again."""
    count: int


@dataclass(frozen=True, slots=True)
class Ended:
    """How a match ended."""

    game: Game | None
    """The last frame that the bot was asked for."""
    game_end: GameEnd
    missed: int
    reconnects: int


class Bot:
    """A bot for one match. What a method raises is logged, and the game goes on.

    Methods are called from one thread for each match, so several matches may run at once.
    """

    lead: LeadPolicy | None = None
    """As the option of `serve`, for a bot that is made for one lead. An option that is given goes before it."""
    patience: int = 0
    """Frames that may wait behind the one that is answered. When more wait, the bot is behind, and the newest is
    answered. For a bot with a long lead, whose answers are still in time."""

    def pick(self, request: PickRequest) -> Pick:
        """Called once, before the game, with `request.deadline_ms` to answer. Slow work, such as loading a model,
        belongs before `serve`."""
        raise NotImplementedError("a bot has a method pick(request) that returns a Pick")

    def frame(self, game: Game) -> Pad | None:
        """Called for each frame; what it gives is on the controller for one frame. None is hands off."""
        raise NotImplementedError("a bot has a method frame(game) that returns a Pad")

    def missed(self, pad: MissedPad) -> None:
        """Called for each frame that was played neutral because no pad of the bot's was there, before `frame`."""

    def reconnected(self, reconnect: Reconnect) -> None:
        """Called with the first frame on a new socket, before `frame`."""

    def end(self, result: Ended) -> None:
        """Called when the game has ended; not for a match that the arena gave up."""

    def closed(self) -> None:
        """Called last, once for each bot that was made: also where no game was played, the arena gave the match up or
        was not heard of for a while, or the program is ended by a signal. What the bot holds beside its memory, such as
        a process, is let go here."""
