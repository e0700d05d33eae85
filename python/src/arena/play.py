"""Plays one match with a `Bot`, from its pick to Game End."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from ._tables import GameEnd, PreFrame
from .bot import Bot, Ended, MissedPad, Reconnect
from .debug import NO_DEBUG, pen_of_environment
from .events import EventReader, StreamError
from .game import Frame, FrameReader, Game, Player
from .lead import LeadPolicy
from .link import Link
from .pad import NEUTRAL, Pad
from .session import Deadline, Pick, PickRequest, Session

log = logging.getLogger("arena")

T = TypeVar("T")

NO_CONTEST = 7
"""How a game ends that was not played to its end, in Game End."""


def play(
    link: Link,
    make_bot: Callable[[], Bot],
    *,
    lead: LeadPolicy | None = None,
    hold: int = 0,
    catches_up: bool = True,
) -> None:
    """Plays a match; returns when it is over. See `serve` for the options."""
    session = Session(link, lead, hold, catches_up=catches_up)
    bot = make_bot()
    try:
        request = session.join()
        if request is not None:
            session.choose(_pick(bot, request))
        _Player(session, bot, is_new=request is not None).run()
    finally:
        _guarded(bot.closed, None)


def _pick(bot: Bot, request: PickRequest) -> Pick | None:
    """None where the bot has none, or has it too late: the arena then draws a character."""
    deadline = Deadline(request)
    pick = _guarded(lambda: _of_kind(bot.pick(request), Pick, "pick"), None)
    if pick is None:
        return None
    if deadline.has_passed:
        log.error("The pick took more than %d ms, so the arena draws a character", request.deadline_ms)
        return None
    try:
        pick.encode()
    except ValueError as error:
        log.error("The arena draws a character, because %s", error)
        return None
    return pick


def _of_kind(value: T | None, kind: type[T], method: str) -> T | None:
    """What a method returned. A `TypeError` where that is something else than it says."""
    if value is not None and not isinstance(value, kind):
        raise TypeError(f"{method} returns a {kind.__name__}, not {value!r}")
    return value


def _guarded(call: Callable[[], T], otherwise: T) -> T:
    """What a bot raises is logged: the match is still to be played."""
    try:
        return call()
    except Exception:
        log.exception("The bot raised")
        return otherwise


class _Player:
    """The frames of one match, each with its answer."""

    def __init__(self, session: Session, bot: Bot, *, is_new: bool) -> None:
        self._session = session
        self._bot = bot
        self._pen = pen_of_environment()
        self._events = EventReader()
        self._reader = FrameReader()
        self._pad = NEUTRAL
        self._game: Game | None = None
        self._last_frame: int | None = None
        self._missed = 0
        self._reconnects = 0
        self._is_back = not is_new

    def run(self) -> None:
        for messages in self._session.batches():
            frames = [frame for message in messages for frame in self._read(message)]
            for frame in frames:
                self._report(frame)
            if frames:
                self._answer(frames[-1], tuple(frames[:-1]))
        end = self._reader.end
        if end is not None and not _is_given_up(end):
            ended = Ended(self._game, end, self._missed, self._reconnects)
            _guarded(lambda: self._bot.end(ended), None)
        if self._last_frame is not None:
            self._draw(self._last_frame)

    def _read(self, message: bytes) -> Iterable[Frame]:
        if message[:1] == b"\x35" and self._last_frame is not None:
            self._is_back = True
        try:
            return self._reader.take(self._events.read(message))
        except StreamError as error:
            log.error("A message of the arena cannot be read: %s", error)
            return []

    def _report(self, frame: Frame) -> None:
        """Tells the bot what a frame shows of its connection."""
        if self._is_back:
            self._is_back = False
            self._reconnects += 1
            reconnect = Reconnect(self._last_frame, frame.frame, self._reconnects)
            _guarded(lambda: self._bot.reconnected(reconnect), None)
        self._last_frame = frame.frame
        polled = self._session.saw(frame.frame, [_pre(player) for player in frame.players])
        if polled in ("late", "absent"):
            self._missed += 1
            pad = MissedPad(frame.frame, polled == "late", self._missed)
            _guarded(lambda: self._bot.missed(pad), None)

    def _answer(self, frame: Frame, skipped: tuple[Frame, ...]) -> None:
        game = self._view(frame, skipped)
        if game is not None:
            self._game = game
            self._pad = _guarded(lambda: _of_kind(self._bot.frame(game), Pad, "frame") or NEUTRAL, self._pad)
        try:
            self._pad.encode(frame.frame)
        except ValueError as error:
            log.error("The bot's pad cannot be sent: %s", error)
            self._pad = NEUTRAL
        self._session.answer(frame.frame, self._pad)
        self._draw(frame.frame)

    def _draw(self, frame: int) -> None:
        pen = self._pen
        if pen is not None:
            _guarded(lambda: pen.flush(frame), None)

    def _view(self, frame: Frame, skipped: tuple[Frame, ...]) -> Game | None:
        port, start = self._session.port, self._reader.start
        if port is None or start is None:
            return None
        me, opponent = frame.players[port], frame.players[1 - port]
        if me is None or opponent is None:
            return None
        debug = self._pen or NO_DEBUG
        return Game(
            frame.frame, me, opponent, frame.items, frame.stage, self._session.lead, start, frame, skipped, debug
        )


def _is_given_up(end: GameEnd) -> bool:
    """Game End of a match that the arena gave up: nobody has a place, unlike after a forfeit."""
    return end.game_end_method == NO_CONTEST and all(place < 0 for place in end.placements)


def _pre(player: Player | None) -> PreFrame | None:
    return None if player is None else player.pre
