"""The one door of a program that plays through libmelee, and how it plays."""

from __future__ import annotations

import atexit
import queue
import threading
from dataclasses import dataclass

from ..door import Door
from ..layout import PORTS
from ..lead import LeadPolicy, Outbox
from ..link import Link
from ..serving import follows_clock, log_listening, open_door, trusted_key
from ..session import Pick, Session
from ..version import version_to_say

NOTICED_SECONDS = 1.0
"""Python does not notice a signal that comes just before a wait, until that ends."""

HOLD = 6
"""Frames for which an answer is sent again by default: a tenth of a second. An emulator holds it for ever."""


@dataclass(slots=True)
class Options:
    """How a program plays; see `arena.serve` for those of the same name."""

    host: str | None = None
    port: int | None = None
    arena_url: str | None = None
    platform_key: str | None = None
    lead: LeadPolicy | None = None
    hold: int = HOLD
    catches_up: bool | None = None
    version: str | None = None
    pick: Pick | None = None
    """In place of what the bot chooses in the menu."""
    controller: int | None = None
    """Port of the controller that plays, 1 to 4; None for the first that the program connects."""


class Bridge:
    """Listens for matches, of which one is played at a time."""

    def __init__(self) -> None:
        self.options = Options()
        self._links: queue.SimpleQueue[Link] = queue.SimpleQueue()
        self._busy = threading.Lock()
        self._door: Door | None = None

    def open(self) -> None:
        """Begins to listen; once is enough. Ends the program where it cannot."""
        if self._door is not None:
            return
        options = self.options
        Outbox(options.lead, hold=options.hold)
        key = trusted_key(options.arena_url, options.platform_key)
        version = version_to_say(options.version)
        self._door = open_door(self._play, options.host, options.port, key, version, lambda: not self._busy.locked())
        threading.Thread(target=self._door.run, name="arena door", daemon=True).start()
        atexit.register(self.close)
        log_listening(self._door)

    def close(self) -> None:
        door, self._door = self._door, None
        if door is not None:
            door.close()

    def next_link(self, timeout: float | None) -> Link | None:
        """The next match; None when none has come in `timeout` seconds."""
        while True:
            try:
                link = self._links.get(timeout=NOTICED_SECONDS if timeout is None else timeout)
            except queue.Empty:
                if timeout is None:
                    continue
                return None
            if not link.is_over:
                return link

    def session(self, link: Link) -> Session:
        options = self.options
        catches_up = follows_clock() if options.catches_up is None else options.catches_up
        return Session(link, options.lead, options.hold, catches_up=catches_up)

    def _play(self, link: Link) -> None:
        """In the thread of the first connection: the program's own thread plays, and this one waits."""
        with self._busy:
            self._links.put(link)
            link.wait()


BRIDGE = Bridge()


def configure(
    *,
    host: str | None = None,
    port: int | None = None,
    arena_url: str | None = None,
    platform_key: str | None = None,
    lead: LeadPolicy | None = None,
    hold: int = HOLD,
    catches_up: bool | None = None,
    version: str | None = None,
    pick: Pick | None = None,
    controller: int | None = None,
) -> None:
    """Says how the program plays, before its console connects. See `arena.serve` for the options of the same name.

    `pick` takes the place of what the bot chooses in the menu. `controller` is the port, 1 to 4, of the controller that
    plays, where the program connects several; by default the first that it connects.
    """
    Outbox(lead, hold=hold)
    if not (controller is None or controller in range(1, PORTS + 1)):
        raise ValueError(f"a controller is named by its port, 1 to {PORTS}, not {controller!r}")
    BRIDGE.options = Options(host, port, arena_url, platform_key, lead, hold, catches_up, version, pick, controller)
