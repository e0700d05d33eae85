"""The way to the arena for one match, over all of its sockets.

The thread of a connection lends it to the match (`lend`, `carry`) and waits. The one thread that plays the match
reads and writes (`receive`, `send`). When a socket is lost, `receive` waits for the next: the arena dials as long as
the match runs.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import suppress

from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from .connection import BotConnection

REDIAL_SECONDS = 30.0
"""How long a lost match is waited for. The arena dials every 2 seconds."""
QUIET_SECONDS = 4.0
"""A socket that has brought nothing for so long in a game may be replaced: longer than any stall of the arena that
costs no match, 3.4 s, and shorter than what is lost by forfeit, 5 s."""
JOINING_QUIET_SECONDS = 7.0
"""The same before the first frame, when the arena may send nothing but a ping every 5 seconds."""
CLOSED = 1000
"""The close code of a match that is over."""

Message = str | bytes


class Link:
    """One match's sockets, one after the other."""

    def __init__(self, match_id: str, redial_seconds: float = REDIAL_SECONDS) -> None:
        self.match_id = match_id
        self.dials = 0
        """Sockets that there were, the present one included."""
        self._redial_seconds = redial_seconds
        self._condition = threading.Condition()
        self._connection: BotConnection | None = None
        self._is_over = False
        self._has_begun = False

    @property
    def is_held(self) -> bool:
        """Whether its present socket is open, and was heard lately: then no other takes over."""
        connection = self._connection
        if connection is None or connection.protocol.state is not State.OPEN:
            return False
        return connection.quiet_seconds < (QUIET_SECONDS if self._has_begun else JOINING_QUIET_SECONDS)

    @property
    def is_over(self) -> bool:
        return self._is_over

    def lend(self, connection: BotConnection) -> None:
        """The match goes on on this connection."""
        with self._condition:
            replaced, self._connection = self._connection, connection
            self.dials += 1
            self._condition.notify_all()
        if replaced is not None:
            _cut(replaced)

    def carry(self, connection: BotConnection) -> None:
        """Lends a connection; returns when it is lost, replaced or no longer needed."""
        self.lend(connection)
        with self._condition:
            self._condition.wait_for(lambda: self._is_over or self._connection is not connection)

    def receive(self, timeout: float | None = None) -> Message | None:
        """The next message. None when the match is over, or when none has come in `timeout` seconds.

        Without a `timeout`, a match whose socket is lost is over when none follows for a while.
        """
        while True:
            connection = self._current(timeout)
            if connection is None:
                return None
            try:
                message = connection.recv(timeout=timeout)
                self._has_begun = self._has_begun or isinstance(message, bytes)
                return message
            except TimeoutError:
                return None
            except ConnectionClosed as closed:
                self._lost(connection, closed)

    def send(self, messages: Iterable[Message]) -> None:
        """Sends what can be sent: what a lost socket no longer takes is lost with it."""
        connection = self._connection
        if connection is None:
            return
        with suppress(ConnectionClosed, OSError):
            connection.send_together(messages)

    def end(self) -> None:
        """The match is over: whoever waits in it returns."""
        with self._condition:
            self._is_over = True
            self._condition.notify_all()

    def abandon(self) -> None:
        """The match is given up here: its socket is cut, and whoever waits in it returns."""
        self.end()
        connection = self._connection
        if connection is not None:
            _cut(connection)

    def wait(self) -> None:
        """Returns when the match is over."""
        with self._condition:
            self._condition.wait_for(lambda: self._is_over)

    def _current(self, timeout: float | None) -> BotConnection | None:
        with self._condition:
            if self._connection is None and not self._is_over:
                seconds = self._redial_seconds if timeout is None else timeout
                there = self._condition.wait_for(lambda: self._is_over or self._connection is not None, seconds)
                if not there and timeout is None:
                    self._is_over = True
                    self._condition.notify_all()
            return None if self._is_over else self._connection

    def _lost(self, connection: BotConnection, closed: ConnectionClosed) -> None:
        with self._condition:
            if self._connection is connection:
                self._connection = None
            if closed.rcvd is not None and closed.rcvd.code == CLOSED:
                self._is_over = True
            self._condition.notify_all()


def _cut(connection: BotConnection) -> None:
    """Ends a socket that nobody answers on any more, so that whoever reads it returns at once."""
    with suppress(OSError):
        connection.cut()
