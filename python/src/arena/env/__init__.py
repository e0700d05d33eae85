"""Training on the arena's engine, without a disc and without an emulator.

`EnvBatch` steps many matches together and shows them as NumPy records. `ArenaVectorEnv` is a Gymnasium vector
environment, `ArenaParallelEnv` one of PettingZoo and `ArenaPufferEnv` one of PufferLib, all on a batch. All but these
and `ArenaEnv` need NumPy alone.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..optional import needed

with needed("arena.env"):
    import numpy as _numpy  # noqa: F401 - the modules below need it

from .actions import Choices, RawInputs
from .batch import EnvBatch
from .config import LADDER_DELAY, STRENGTHS, Character, MatchConfig, PlayerConfig, Stage, Strength
from .engine import EngineError
from .live import Player, records_of
from .node import NodeNotFoundError, find_node
from .observation import Flat
from .replay import Recording
from .rewards import Fight
from .what_if import WhatIf, what_if

if TYPE_CHECKING:
    from .parallel import ArenaParallelEnv
    from .puffer import ArenaPufferEnv
    from .single import ArenaEnv
    from .vector import ArenaVectorEnv

__all__ = [
    "LADDER_DELAY",
    "STRENGTHS",
    "ArenaEnv",
    "ArenaParallelEnv",
    "ArenaPufferEnv",
    "ArenaVectorEnv",
    "Character",
    "Choices",
    "EngineError",
    "EnvBatch",
    "Fight",
    "Flat",
    "MatchConfig",
    "NodeNotFoundError",
    "Player",
    "PlayerConfig",
    "RawInputs",
    "Recording",
    "Stage",
    "Strength",
    "WhatIf",
    "find_node",
    "records_of",
    "what_if",
]

_INTERFACES = {
    "ArenaEnv": "single",
    "ArenaParallelEnv": "parallel",
    "ArenaPufferEnv": "puffer",
    "ArenaVectorEnv": "vector",
}
"""The environments of other libraries, with their modules: looked for when they are asked for."""


def __getattr__(name: str) -> Any:
    if name not in _INTERFACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_INTERFACES[name]}", __name__), name)
