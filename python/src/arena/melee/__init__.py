"""libmelee on the arena: the same library, whose console is a match of the arena in place of an emulator.

Change one line of a bot:

    from arena import melee             # was: import melee

or none, and start it by `python -m arena.melee BOT.py`. Either needs libmelee: `pip install bot-arena[melee]`.

Importing this package replaces `Console`, `Controller` and `MenuHelper` in libmelee, for the whole program.
Everything else is libmelee's own: `arena.melee.Action` is `melee.Action`.
"""

from __future__ import annotations

from typing import Any

from ..optional import needed

with needed("arena.melee"):
    import melee as _melee

import melee.console as _console
import melee.controller as _controller
import melee.menuhelper as _menuhelper

from . import dialect
from .bridge import configure
from .console import Console, Controller
from .menu import MenuHelper

__all__ = ["Console", "Controller", "MenuHelper", "configure"]


def _replace() -> None:
    for owner, ours in ((_console, Console), (_controller, Controller), (_menuhelper, MenuHelper)):
        setattr(owner, ours.__name__, ours)
        setattr(_melee, ours.__name__, ours)
    dialect.speak_all()


_replace()

# Names of libmelee, modules among them, that are also names in this package.
console = _console
_OWN = frozenset(globals())


def __getattr__(name: str) -> Any:
    return getattr(_melee, name)
