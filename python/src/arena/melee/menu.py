"""`MenuHelper` in place of libmelee's: what a bot chooses in the menus is its pick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import raised
from .._tables import BY_INTERNAL_ID
from ..session import Pick

MOST_COSTUME = 5


def pick_of(character: Any, costume: Any = 0) -> Pick | None:
    """The pick for a character of libmelee; None for one that nobody can play."""
    internal = int(character.value)
    external = BY_INTERNAL_ID[internal] if 0 <= internal < len(BY_INTERNAL_ID) else None
    return None if external is None else Pick(external, min(MOST_COSTUME, max(0, int(costume))))


class _Chooses:
    """A method that may be called on the class, as in the older line of libmelee, and on an object, as in the newer
    one.

    Who calls it on the class was written for the older line, whose controllers take sticks as they are.
    """

    def __init__(self, choice: Callable[..., tuple[Any, Any, Any]]) -> None:
        self._choice = choice

    def __get__(self, instance: object, owner: type) -> Callable[..., None]:
        def choose(*args: Any, **options: Any) -> None:
            controller, character, costume = self._choice(*args, **options)
            console = controller._console
            if instance is None:
                console.take_raw_sticks()
            if not console.is_bots_own(controller):
                return
            pick = pick_of(character, costume)
            if pick is None:
                # On each frame of the menu.
                raised.MEMORY.take(ValueError(f"{character} cannot be picked"), "The bot has chosen nobody:")
            else:
                console.choose(pick)

        return choose


class MenuHelper:
    """Takes the choice of the bot's own controller. The arena draws the stage."""

    @_Chooses
    def menu_helper_simple(
        gamestate: Any,
        controller: Any,
        character_selected: Any,
        stage_selected: Any = None,
        connect_code: Any = "",
        cpu_level: int = 0,
        costume: int = 0,
        *_: Any,
        **__: Any,
    ) -> tuple[Any, Any, Any]:
        return controller, character_selected, costume

    @_Chooses
    def choose_character(
        character: Any,
        gamestate: Any,
        controller: Any,
        cpu_level: int = 0,
        costume: int = 0,
        *_: Any,
        **__: Any,
    ) -> tuple[Any, Any, Any]:
        return controller, character, costume

    # The rest of libmelee's: screens that the arena does not have.
    @staticmethod
    def choose_stage(*_: Any, **__: Any) -> None:
        pass

    @staticmethod
    def skip_postgame(*_: Any, **__: Any) -> None:
        pass

    @staticmethod
    def change_controller_status(*_: Any, **__: Any) -> None:
        pass

    @staticmethod
    def choose_versus_mode(*_: Any, **__: Any) -> None:
        pass

    @staticmethod
    def choose_direct_online(*_: Any, **__: Any) -> None:
        pass

    @staticmethod
    def enter_direct_code(*_: Any, **__: Any) -> int:
        return 0
