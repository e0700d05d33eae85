"""What a libmelee Console reads in place of an emulator: the stream of a match, one event at a time, and a menu
between matches.

    menu       the bot is shown the character select screen until it has chosen
    waiting    it has chosen; the console waits for a match, answers its pick and plays
    playing    a frame is handed out, and answered with what is on the controller when the next is asked for
"""

from __future__ import annotations

import base64
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from .. import raised
from .._tables import EVENT_PAYLOADS, PreFrame
from ..events import EventReader, StreamError
from ..link import Link
from ..pad import Pad
from ..session import Deadline, Pick, Session
from . import ports

log = logging.getLogger("arena")

BOOKEND = 0x3C
MENU_SECONDS = 1 / 60
MENU_REPEAT = 60
"""Menu frames without a choice until that of the match before is taken again."""
MENU_PATIENCE = 600
"""Menu frames without a choice until the bot's author is told."""

CHARACTER_SELECT = bytes([0x3E, 0x00, 0x02]) + bytes(0x48)
"""A menu event of the emulator: the character select screen, with nothing on it."""

Message = dict[str, Any]


def _game_event(event: bytes) -> Message:
    return {"type": "game_event", "payload": base64.b64encode(event)}


MENU_EVENT: Message = {"type": "menu_event", "payload": base64.b64encode(CHARACTER_SELECT)}


class Stream:
    """In the place of libmelee's `SlippstreamClient`."""

    def __init__(
        self,
        *,
        next_link: Callable[[float | None], Link | None],
        new_session: Callable[[Link], Session],
        known_codes: frozenset[int],
        pad: Callable[[], Pad],
        seats: Callable[[int], ports.Seats],
    ) -> None:
        """`next_link` waits for a match, as many seconds as it is given; `pad` is what is on the bot's controller;
        `seats` is where the players sit, given the port that the arena has drawn for the bot."""
        self._next_link = next_link
        self._new_session = new_session
        self._known_codes = known_codes
        self._pad = pad
        self._seats_of = seats
        self._pick: Pick | None = None
        self._last_pick: Pick | None = None
        self._menu_frames = 0
        self._link: Link | None = None
        self._session: Session | None = None
        self._events = EventReader()
        self._opening: list[tuple[int, bytes]] = []
        """The first message. libmelee begins a game anew with it, so it is handed out once a match, before the first
        frame."""
        self._has_begun = False
        self._pending: deque[bytes] = deque()
        self._answered: int | None = None
        self.frames_waiting = 0
        """Whole frames that are there and not yet handed out."""
        # libmelee copies these into each GameState.
        self.playedOn = "network"
        self.timestamp = ""
        self.consoleNick = "arena"
        self.players: dict[str, Any] = {}

    def connect(self) -> bool:
        return True

    def shutdown(self) -> None:
        if self._link is not None:
            self._link.abandon()

    def choose(self, pick: Pick) -> None:
        """The bot's choice in the menu: its pick for the next match."""
        self._pick = pick

    def dispatch(self, polling_mode: bool = False, timeout: float = 0) -> Message | None:
        """What comes next. None only in polling mode, when there is nothing yet."""
        while True:
            if self._pending:
                return _game_event(self._take())
            if self._session is None:
                if self._pick is None:
                    return self._menu()
                if not self._join(timeout if polling_mode else None):
                    return None
            elif not self._go_on(timeout if polling_mode else None):
                return None

    def _menu(self) -> Message:
        if self._menu_frames > 0:
            time.sleep(MENU_SECONDS)
        self._menu_frames += 1
        if self._menu_frames == MENU_REPEAT:
            self._pick = self._last_pick
        if self._menu_frames == MENU_PATIENCE:
            log.warning("The bot has not chosen a character through MenuHelper: give it one with --character")
        return MENU_EVENT

    def _join(self, timeout: float | None) -> bool:
        """Begins a match. False in polling mode, when there is none yet."""
        link = self._next_link(timeout)
        if link is None:
            return False
        self._link, self._session = link, self._new_session(link)
        request = self._session.join()
        if request is not None:
            has_passed = Deadline(request).has_passed
            self._session.choose(None if has_passed else self._pick)
        self._events = EventReader()
        self._has_begun = False
        self._answered = None
        return True

    def _go_on(self, timeout: float | None) -> bool:
        """Answers the last frame and reads on. False in polling mode, when nothing has come."""
        assert self._session is not None
        if self._answered is not None:
            self._session.answer(self._answered, self._pad())
            self._answered = None
        messages = self._session.batch(timeout)
        if messages is None:
            return False
        for message in messages:
            try:
                self._read(message)
            except StreamError as error:
                raised.MEMORY.take(error, "A message of the arena cannot be read:")
        if self._session.is_over:
            self._leave()
        return True

    def _leave(self) -> None:
        assert self._link is not None
        raised.MEMORY.tell()
        self._link.end()
        self._link = self._session = None
        self._last_pick, self._pick = self._pick, None
        self._menu_frames = 0

    def _take(self) -> bytes:
        event = self._pending.popleft()
        if event[0] == BOOKEND:
            self.frames_waiting -= 1
        return event

    def _read(self, message: bytes) -> None:
        assert self._session is not None
        events = [(code, message[at : at + size]) for code, at, size in self._events.events(message)]
        if events[0][0] == EVENT_PAYLOADS:
            self._opening = events
            return
        frame = self._frame_of(events)
        if frame is not None:
            self._session.saw(frame, self._pres(events))
            self._answered = frame
        # A program that was restarted in the match has to find out first where it sits.
        if self._session.port is None:
            return
        seats = self._seats_of(self._session.port)
        if not self._has_begun:
            self._has_begun = True
            self._queue(self._opening, seats)
        self._queue(events, seats)

    def _queue(self, events: list[tuple[int, bytes]], seats: ports.Seats) -> None:
        for code, event in events:
            if code in self._known_codes:
                self._pending.append(ports.move(event, seats))
                self.frames_waiting += code == BOOKEND

    def _frame_of(self, events: list[tuple[int, bytes]]) -> int | None:
        if not events or events[-1][0] != BOOKEND:
            return None
        return int.from_bytes(events[-1][1][1:5], "big", signed=True)

    def _pres(self, events: list[tuple[int, bytes]]) -> list[PreFrame | None]:
        """What was polled, by port."""
        found: list[PreFrame | None] = [None, None]
        for code, event in events:
            if code == ports.PRE_FRAME and not event[6] and event[5] < len(found):
                found[event[5]] = self._events.decode(event)
        return found
