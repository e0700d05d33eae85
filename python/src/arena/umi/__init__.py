"""UMI, the interface of the Computer Melee Championship: its bots in matches of the arena as they are, and policies of
`arena.env` as bots of the championship.

    python -m arena.umi --cmd "python run.py"

needs `pip install "bot-arena[umi]"`. The bot itself has what it needs, as for the championship.
"""

from __future__ import annotations

from ..optional import needed

with needed("arena.umi"):
    import msgpack as _msgpack  # noqa: F401 - the modules below need them
    import numpy as _numpy  # noqa: F401

from ..serving import serve as _serve
from ..version import program_of as _program_of
from ..version import version_to_say as _version_to_say
from .bot import UmiBot
from .frame import FRAME, Places, frames_of, inputs_of_rows, rows_of_inputs
from .learned import Learned
from .opponent import Opponent
from .program import GameInfo, Program, Seat
from .wire import Answer, UmiError
from .write import write

__all__ = [
    "FRAME",
    "Answer",
    "GameInfo",
    "Learned",
    "Opponent",
    "Places",
    "Program",
    "Seat",
    "UmiBot",
    "UmiError",
    "frames_of",
    "inputs_of_rows",
    "rows_of_inputs",
    "serve",
    "write",
]


def serve(
    command: str,
    *,
    characters: str | None = None,
    delay: int | None = None,
    bots: int = 1,
    host: str | None = None,
    port: int | None = None,
    arena_url: str | None = None,
    platform_key: str | None = None,
    version: str | None = None,
) -> None:
    """Starts a UMI bot and serves it until SIGINT or SIGTERM.

    `command` starts the bot. `characters` (`FOX`, `FOX+FALCO`, `12`, `ALL`) and `delay` are for a bot that names none;
    `characters` may also be fewer than the bot's. `bots`: matches at a time, each of a bot of the arena with this
    address. `version` is by default that of the file which the command names. See `arena.serve` for the rest. Raises
    `UmiError` where the bot does not come to be ready.
    """
    with Program(command, characters=characters, delay=delay, games=bots) as program:
        _serve(
            lambda: UmiBot(program),
            host=host,
            port=port,
            arena_url=arena_url,
            platform_key=platform_key,
            version=_version_to_say(version, _program_of(command)) or "",
            admits=lambda: program.has_room,
        )
