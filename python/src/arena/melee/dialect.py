"""What differs between the libraries that are called libmelee, so that a bot written for one runs on another.

PyPI's `melee` up to 0.41 and from 0.45 on are two lines of development. Bots written for still older versions use
names that the newer line has dropped. Nothing here is needed by the bridge itself but `FILE_MODE`, `pretend_emulator`
and `EVENT_CODES`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import melee.console
import melee.enums
import melee.framedata
import melee.gamestate
import melee.slippstream
import melee.stages

import melee

IS_OLD_LINE = "system" in inspect.signature(melee.console.Console.__init__).parameters
FILE_MODE: dict[str, Any] = {"system": "file"} if IS_OLD_LINE else {"is_dolphin": False}
"""Options of a Console that starts no emulator."""
EVENT_CODES = frozenset(event.value for event in melee.slippstream.EventType)
"""Events that this version knows. It logs an error for each of another kind, or raises."""


def is_file(options: dict[str, Any]) -> bool:
    """Whether a Console with these options reads a recording."""
    return options.get("system") == "file" or options.get("is_dolphin") is False


def pretend_emulator(console: Any) -> None:
    """From here on the console is one that controllers may be plugged into."""
    if IS_OLD_LINE:
        console.system = "dolphin"
    else:
        console.is_dolphin = True


def speak_all() -> None:
    """Adds what a bot of the other line, or an older one, asks for. Twice does nothing more."""
    _add_old_names()
    for name in ("top_platform_position", "left_platform_position", "right_platform_position"):
        _take_either(melee.stages, name, 0)
    _take_either(melee.stages, "side_platform_position", 1)
    for name in ("roll_end_position", "project_hit_location"):
        _take_either(melee.framedata.FrameData, name, 2)


def _add_old_names() -> None:
    """Names of versions before 0.41, which the older line still has."""
    if IS_OLD_LINE:
        return
    state, player, projectile = (getattr(melee.gamestate, each) for each in ("GameState", "PlayerState", "Projectile"))
    state.player = property(attrgetter("players"))
    projectile.frame = property(attrgetter("expiration_frames"))
    for axis in ("x", "y"):
        setattr(player, axis, property(attrgetter(f"position.{axis}")))
        setattr(player, f"cursor_{axis}", property(attrgetter(f"cursor.{axis}")))
        setattr(projectile, axis, property(attrgetter(f"position.{axis}")))
        setattr(projectile, f"{axis}_speed", property(attrgetter(f"speed.{axis}")))
    # The newer line itself still asks for it.
    if not hasattr(melee.enums.Action, "UNKNOWN_ANIMATION"):
        melee.enums.Action.UNKNOWN_ANIMATION = melee.gamestate.UnknownAnimation()


class Safety:
    """Counts `invulnerability_left`, which the newer line leaves at zero: frames after the respawn platform and on
    the ledge."""

    PLATFORM, LEDGE = 120, 36

    def __init__(self) -> None:
        self._until: dict[int, float] = {}

    def count(self, state: Any) -> None:
        """Puts the count into a state. To be called for each, in their order."""
        action = melee.enums.Action
        for port, player in state.players.items():
            # The descent before the game begins gives none.
            comes_back = player.action == action.ON_HALO_DESCENT and state.frame > 0
            if comes_back or player.action == action.ON_HALO_WAIT:
                self._until[port] = state.frame + self.PLATFORM
            elif player.action == action.EDGE_CATCHING and player.action_frame == 1:
                self._until[port] = state.frame + self.LEDGE
            elif state.frame <= 0:
                self._until[port] = state.frame
            player.invulnerability_left = max(0, int(self._until.get(port, state.frame) - state.frame))


class _Stage:
    """A stage for functions that ask a GameState for it."""

    def __init__(self, stage: Any) -> None:
        self.stage = stage
        self._fod_platform_left = self._fod_platform_right = 0


def _take_either(owner: Any, name: str, index: int) -> None:
    """Has a function take a GameState or a Stage as its argument at `index`: the one line wants this, the other
    that."""
    function: Callable[..., Any] = getattr(owner, name)
    if hasattr(function, "__wrapped__"):
        return

    @functools.wraps(function)
    def either(*args: Any, **options: Any) -> Any:
        for key in ("gamestate", "stage"):
            if key in options:
                args = (*args, options.pop(key)) if len(args) == index else args
        if len(args) > index:
            args = (*args[:index], _as_wanted(args[index]), *args[index + 1 :])
        return function(*args, **options)

    setattr(owner, name, either)
    if owner is melee.stages and getattr(melee, name, None) is function:
        setattr(melee, name, either)


def _as_wanted(given: Any) -> Any:
    is_stage = isinstance(given, melee.enums.Stage)
    if IS_OLD_LINE:
        return _Stage(given) if is_stage else given
    return given if is_stage else given.stage
