"""`Console` and `Controller` in place of libmelee's, whose own parser reads the arena's stream."""

from __future__ import annotations

import inspect
import logging
from typing import Any

import melee.console
import melee.controller
import melee.enums

from ..pad import NEUTRAL, Pad
from ..session import Pick
from . import dialect
from .bridge import BRIDGE
from .pipe import Pipe
from .ports import Seats, seats_of
from .stream import Stream

log = logging.getLogger("arena")

_ORIGINAL = melee.console.Console
_SIGNATURE = inspect.signature(_ORIGINAL.__init__)
_KEPT = ("logger", "polling_mode", "polling_timeout", "skip_rollback_frames", "allow_old_version")
"""Options that mean something without an emulator."""
STANDARD = melee.enums.ControllerType.STANDARD


class Console(_ORIGINAL):
    """The arena as a console. With the options for a file it reads a recording, as libmelee's own does."""

    processingtime: float

    def __init__(self, *args: Any, **options: Any) -> None:
        known = {name: value for name, value in options.items() if name in _SIGNATURE.parameters}
        given = _SIGNATURE.bind_partial(self, *args, **known).arguments
        self._is_bridged = not dialect.is_file({**given, **options})
        if not self._is_bridged:
            super().__init__(*args, **known)
            return
        kept = {name: given[name] for name in _KEPT if name in given}
        super().__init__(path="", **dialect.FILE_MODE, **kept)
        dialect.pretend_emulator(self)
        self.path = "arena"
        self.is_mainline = self.has_user_json = True
        self._plugged: dict[int, Any] = {}
        self._safety = dialect.Safety()
        self._slippstream = Stream(
            next_link=BRIDGE.next_link,
            new_session=BRIDGE.session,
            known_codes=dialect.EVENT_CODES,
            pad=self._pad,
            seats=self._seats,
        )

    def run(self, *args: Any, **options: Any) -> None:
        """There is no emulator to start."""

    def connect(self) -> bool:
        if not self._is_bridged:
            return bool(super().connect())
        BRIDGE.open()
        if BRIDGE.options.pick is not None:
            self.choose(BRIDGE.options.pick)
        self.connected = True
        return True

    def step(self) -> Any:
        """The newest frame. The frames before it, where the bot was slow, are read as well."""
        if not self._is_bridged:
            return super().step()
        self._require_own()
        state = self._next()
        seconds = self.processingtime
        while state is not None and self._slippstream.frames_waiting > 0:
            state = self._next()
        self.processingtime = seconds
        return state

    def _next(self) -> Any:
        state = super().step()
        if state is not None and not dialect.IS_OLD_LINE:
            self._safety.count(state)
        return state

    def stop(self) -> None:
        """Leaves the match: the arena plays it on without the bot."""
        super().stop()
        if self._is_bridged:
            BRIDGE.close()

    def interrupt(self) -> None:
        self._slippstream.shutdown()

    def choose(self, pick: Pick) -> None:
        """The bot's pick for the next match."""
        self._slippstream.choose(BRIDGE.options.pick or pick)

    def take_raw_sticks(self) -> None:
        """Has the controllers take sticks as the older line does. The newer one scales them to the range of the
        game."""
        for controller in self.controllers:
            controller.scales_sticks(False)

    def is_bots_own(self, controller: Any) -> bool:
        """Whether this is the controller that plays."""
        own = self._own_port()
        return own is None or own == controller.port

    def get_dolphin_pipes_path(self, port: int) -> str:
        return f"port {port}"

    def setup_dolphin_controller(self, port: int, controllertype: Any = STANDARD) -> None:
        self._plugged[port] = controllertype

    def _own_port(self) -> int | None:
        """The port of the controller that plays: the one that was asked for, else the first that was plugged in."""
        first = self.controllers[0].port if self.controllers else None
        return BRIDGE.options.controller or first

    def _own(self) -> Any:
        return next((each for each in self.controllers if each.port == self._own_port()), None)

    def _require_own(self) -> None:
        """Ends the program where the controller that was asked for is none of those that it has connected."""
        if BRIDGE.options.controller is not None and self._own() is None:
            ports = ", ".join(str(each.port) for each in self.controllers) or "none"
            raise SystemExit(f"The program has no controller at port {BRIDGE.options.controller}, but at: {ports}.")

    def _pad(self) -> Pad:
        own = self._own()
        return own.pipe.pad if own is not None and own.pipe is not None else NEUTRAL

    def _seats(self, port: int) -> Seats:
        """Where the bot believes to sit, and its opponent, by the controllers that it has set up."""
        standard = [each for each, kind in self._plugged.items() if kind == STANDARD]
        seat = self._own_port() or next(iter(standard), 1)
        opponent = next((each for each in self._plugged if each != seat), None)
        return seats_of(port, seat - 1, None if opponent is None else opponent - 1)


class Controller(melee.controller.Controller):
    """A controller of libmelee, whose pipe ends here."""

    pipe: Pipe | None

    def connect(self) -> bool:
        if not getattr(self._console, "_is_bridged", False):
            return bool(super().connect())
        if self._type == STANDARD:
            played = self._console.controllers
            if played and self not in played and BRIDGE.options.controller is None:
                log.warning(
                    "Port %d is not played: a bot of the arena has one controller, here port %d. Choose it by "
                    "--controller %d, or melee.configure(controller=%d).",
                    self.port,
                    played[0].port,
                    self.port,
                    self.port,
                )
            self._console.controllers.append(self)
            self.pipe = Pipe()
        return True

    def scales_sticks(self, scales: bool) -> None:
        """Whether 1 is the end of the game's range, as in the newer line, or that of the controller."""
        self._fix_analog_inputs = scales

    def disconnect(self) -> None:
        """Also called for an object that could not be made."""
        pipe, self.pipe = getattr(self, "pipe", None), None
        if pipe is not None:
            pipe.close()

    def _write(self, command: str) -> None:
        if self.pipe is not None:
            self.pipe.write(command)

    def flush(self) -> None:
        if self.pipe is not None:
            super().flush()
