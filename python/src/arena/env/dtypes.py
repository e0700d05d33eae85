"""The records of a batch: those of `melee_sim.EnvBatch`, which training code may know, with followers.

The fields stand in `_records.py`. `EnvBatch` compares them with the engine's as it starts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._records import FOD_PLATFORMS as FOD_PLATFORMS
from ._records import GAMESTATE as GAMESTATE
from ._records import INPUT as INPUT
from ._records import INPUT_PLAYER as INPUT_PLAYER
from ._records import ITEM as ITEM
from ._records import MAX_ITEMS as MAX_ITEMS
from ._records import MAX_PLAYERS as MAX_PLAYERS
from ._records import PLAYER as PLAYER
from ._records import RANDALL as RANDALL
from ._records import RECORDED as RECORDED
from ._records import STAGE_PARTS as STAGE_PARTS
from ._records import TERMINAL as TERMINAL

CONTROLLER_BUTTONS = np.dtype([(name, "u1") for name in ("A", "B", "X", "Y", "Z", "L", "R", "D_UP")])
CONTROLLER_PLAYER = np.dtype(
    [
        ("buttons", CONTROLLER_BUTTONS),
        ("main_stick_x", "<f4"),
        ("main_stick_y", "<f4"),
        ("c_stick_x", "<f4"),
        ("c_stick_y", "<f4"),
        ("shoulder", "<f4"),
    ]
)
"""A controller in libmelee's units: sticks 0 to 1 around the centre 0.5, the shoulder 0 to 1."""
CONTROLLER_INPUT = np.dtype([("p", CONTROLLER_PLAYER, (MAX_PLAYERS,))])


def gamestate_dtype() -> np.dtype[np.void]:
    return GAMESTATE


def terminal_dtype() -> np.dtype[np.void]:
    return TERMINAL


def input_dtype() -> np.dtype[np.void]:
    return INPUT


def controller_input_dtype() -> np.dtype[np.void]:
    return CONTROLLER_INPUT


def describe(dtype: np.dtype[Any]) -> list[list[Any]]:
    """A record as the engine describes it: name, type and number of elements of each field."""
    fields = []
    for name in dtype.names or ():
        field = dtype[name]
        base, shape = field.subdtype if field.subdtype is not None else (field, ())
        kind = describe(base) if base.names else f"{base.kind}{base.itemsize}"
        fields.append([name, kind, int(np.prod(shape, dtype=int))])
    return fields
