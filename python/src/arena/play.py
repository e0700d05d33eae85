"""Plays one match with a `Bot`, from its pick to Game End."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from . import raised
from ._tables import GameEnd, PreFrame
from .bot import Bot, Ended, MissedPad, Reconnect
from .debug import NO_DEBUG, pen_of_environment
from .events import EventReader, StreamError
from .game import Frame, FrameReader, Game, Player
from .lead import LeadPolicy, Outbox
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
    """Plays a match; returns when it is over, or cannot be played as no bot could be made. See `serve` for the
    options."""
    bot = _guarded("__init__", lambda: _made(make_bot), None)
    try:
        if bot is not None:
            own = bot.lead if lead is None else lead
            _play(Session(link, own, hold, catches_up=catches_up, patience=bot.patience), bot)
    finally:
        raised.MEMORY.tell()


def _made(make_bot: Callable[[], Bot | None]) -> Bot:
    bot = make_bot()
    if bot is None:
        raise TypeError("serve takes what makes a bot, and this has made None")
    Outbox(bot.lead)
    return bot


def _play(session: Session, bot: Bot) -> None:
    player = _Player(session, bot)
    try:
        player.run()
    finally:
        _guarded("closed", bot.closed, None, player.last_frame)


def _pick(bot: Bot, request: PickRequest) -> Pick | None:
    """None where the bot has none, or has it too late: the arena then draws a character."""
    deadline = Deadline(request)
    pick = _guarded("pick", lambda: _of_kind(bot.pick(request), Pick, "pick"), None)
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


def _guarded(method: str, call: Callable[[], T], otherwise: T, frame: int | None = None) -> T:
    """What a bot raises is told to its author: the match is still to be played. So is `sys.exit`: other matches may run
    in the program."""
    try:
        return call()
    except (Exception, SystemExit) as error:
        where = f"in {method}" if frame is None else f"in {method}, on frame {frame}"
        raised.MEMORY.take(error, f"The bot raised {where}:", method=method, frame=frame)
        return otherwise


class _Player:
    """The frames of one match, each with its answer."""

    def __init__(self, session: Session, bot: Bot) -> None:
        self._session = session
        self._bot = bot
        self._pen = pen_of_environment()
        self._events = EventReader()
        self._reader = FrameReader()
        self._pad = NEUTRAL
        self._game: Game | None = None
        self.last_frame: int | None = None
        self._missed = 0
        self._reconnects = 0
        self._is_back = False

    def run(self) -> None:
        request = self._session.join()
        if request is None:
            self._is_back = True
        else:
            self._session.choose(_pick(self._bot, request))
        for messages in self._session.batches():
            frames = [frame for message in messages for frame in self._read(message)]
            for frame in frames:
                self._report(frame)
            if frames:
                self._answer(frames[-1], tuple(frames[:-1]))
        end = self._reader.end
        if end is not None and not _is_given_up(end):
            ended = Ended(self._game, end, self._missed, self._reconnects)
            _guarded("end", lambda: self._bot.end(ended), None, self.last_frame)
        if self.last_frame is not None:
            self._draw(self.last_frame)

    def _read(self, message: bytes) -> Iterable[Frame]:
        if message[:1] == b"\x35" and self.last_frame is not None:
            self._is_back = True
        try:
            return self._reader.take(self._events.read(message))
        except StreamError as error:
            raised.MEMORY.take(error, "A message of the arena cannot be read:", frame=self.last_frame)
            return []

    def _report(self, frame: Frame) -> None:
        """Tells the bot what a frame shows of its connection."""
        if self._is_back:
            self._is_back = False
            self._reconnects += 1
            reconnect = Reconnect(self.last_frame, frame.frame, self._reconnects)
            _guarded("reconnected", lambda: self._bot.reconnected(reconnect), None, frame.frame)
        self.last_frame = frame.frame
        polled = self._session.saw(frame.frame, [_pre(player) for player in frame.players])
        if polled in ("late", "absent"):
            self._missed += 1
            pad = MissedPad(frame.frame, polled == "late", self._missed)
            _guarded("missed", lambda: self._bot.missed(pad), None, frame.frame)

    def _answer(self, frame: Frame, skipped: tuple[Frame, ...]) -> None:
        game = self._view(frame, skipped)
        if game is not None:
            self._game = game
            self._pad = _guarded("frame", lambda: self._pad_for(game), self._pad, frame.frame)
        self._session.answer(frame.frame, self._pad)
        self._draw(frame.frame)

    def _pad_for(self, game: Game) -> Pad:
        pad = _of_kind(self._bot.frame(game), Pad, "frame") or NEUTRAL
        pad.encode(game.frame)
        return pad

    def _draw(self, frame: int) -> None:
        pen = self._pen
        if pen is not None:
            _guarded("frame", lambda: pen.flush(frame), None, frame)

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
