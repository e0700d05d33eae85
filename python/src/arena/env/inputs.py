"""Controllers in raw units and in libmelee's."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._tables import Button
from . import dtypes

Records = npt.NDArray[np.void]

BUTTONS = {
    "A": int(Button.A),
    "B": int(Button.B),
    "X": int(Button.X),
    "Y": int(Button.Y),
    "Z": int(Button.Z),
    "L": int(Button.L),
    "R": int(Button.R),
    "D_UP": int(Button.DPAD_UP),
}
"""Bits of the buttons of `arena.env.dtypes.CONTROLLER_BUTTONS` in the raw word."""

STICK_RANGE = 160
TRIGGER_RANGE = 140


def neutral_controllers(records: Records) -> None:
    """Sticks centred, nothing pressed."""
    records[...] = np.zeros((), records.dtype)
    players = records["p"]
    for name in ("main_stick_x", "main_stick_y", "c_stick_x", "c_stick_y"):
        players[name] = 0.5


def raw_of_controllers(controllers: Records, into: Records) -> None:
    """Fills raw inputs from controllers in libmelee's units: a stick is `round((x - 0.5) * 160)`, the shoulder
    `round(140 * t)`. What is beyond 0 to 1 is cut off."""
    players: Any = controllers["p"]
    raw: Any = into["p"]
    buttons = np.zeros(players.shape, np.uint16)
    for name, bit in BUTTONS.items():
        buttons |= np.where(players["buttons"][name] != 0, np.uint16(bit), np.uint16(0))
    raw["buttons"] = buttons
    for name, short in (("main_stick", "main"), ("c_stick", "c")):
        for axis in "xy":
            raw[f"{short}_{axis}"] = np.rint((_unit(players[f"{name}_{axis}"]) - 0.5) * STICK_RANGE).astype(np.int8)
    raw["l"] = np.rint(_unit(players["shoulder"]) * TRIGGER_RANGE).astype(np.uint8)
    raw["r"] = 0


def controllers_of_raw(raw: Records) -> Records:
    """Raw inputs in libmelee's units."""
    players = raw["p"]
    controllers = np.zeros(raw.shape, dtypes.CONTROLLER_INPUT)
    into: Any = controllers["p"]
    for name, bit in BUTTONS.items():
        into["buttons"][name] = (players["buttons"] & bit) != 0
    for name, short in (("main_stick", "main"), ("c_stick", "c")):
        for axis in "xy":
            into[f"{name}_{axis}"] = stick_of_raw(players[f"{short}_{axis}"])
    into["shoulder"] = shoulder_of_raw(players)
    return controllers


def stick_of_raw(axis: npt.NDArray[np.int8]) -> npt.NDArray[np.floating[Any]]:
    """An axis of a stick from 0 to 1."""
    return np.clip(axis / STICK_RANGE + 0.5, 0, 1)


def shoulder_of_raw(players: Records) -> npt.NDArray[np.floating[Any]]:
    """The trigger that is further down, from 0 to 1."""
    return np.minimum(np.maximum(players["l"], players["r"]) / TRIGGER_RANGE, 1)


def _unit(values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """A value that is no number counts as 0.5."""
    return np.clip(np.nan_to_num(values, nan=0.5), 0, 1)


CENTRE = 128


def pad_of(held: Any) -> dict[str, int]:
    """The arguments of `arena.Pad` for one raw input."""
    return {
        "buttons": int(held["buttons"]),
        "stick_x": CENTRE + int(held["main_x"]),
        "stick_y": CENTRE + int(held["main_y"]),
        "cstick_x": CENTRE + int(held["c_x"]),
        "cstick_y": CENTRE + int(held["c_y"]),
        "l": int(held["l"]),
        "r": int(held["r"]),
    }
