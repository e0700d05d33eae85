"""Training on the arena's engine, without a disc and without an emulator.

`EnvBatch` steps many matches together and shows them as NumPy records. `ArenaVectorEnv` is a Gymnasium vector
environment and `ArenaParallelEnv` a PettingZoo one, both on a batch.
"""

from .actions import Choices, RawInputs
from .batch import EnvBatch
from .config import LADDER_DELAY, STRENGTHS, Character, MatchConfig, PlayerConfig, Stage, Strength
from .engine import EngineError
from .live import Player, records_of
from .node import NodeNotFoundError, find_node
from .observation import Flat
from .parallel import ArenaParallelEnv
from .replay import Recording
from .rewards import Fight
from .single import ArenaEnv
from .vector import ArenaVectorEnv

__all__ = [
    "LADDER_DELAY",
    "STRENGTHS",
    "ArenaEnv",
    "ArenaParallelEnv",
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
    "find_node",
    "records_of",
]
