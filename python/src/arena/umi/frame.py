"""What a UMI bot sees and answers: its frames of 770 bytes, the names in them, and its controller rows.

Frames are made of the records of `arena.env`, so that a match of the ladder and a lane of a batch look the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..env.actions import RawInputs
from ..env.config import Character, Stage
from ..env.dtypes import INPUT_PLAYER, MAX_ITEMS
from ..env.inputs import BUTTONS, Records, shoulder_of_raw, stick_of_raw
from ..env.observation import Floats
from ..pad import TRIGGER

CONTROLLER = np.dtype(
    [("main_x", "<f4"), ("main_y", "<f4"), ("c_x", "<f4"), ("c_y", "<f4"), ("shoulder", "<f4"), ("buttons", "u1")]
)
"""A controller: sticks 0 to 1 around the centre 0.5, the shoulder 0 to 1, a bit for each of `BUTTONS` in order."""

FIGHTER = np.dtype(
    [
        ("exists", "u1"),
        ("character", "u1"),
        ("stocks", "u1"),
        ("facing", "u1"),
        ("on_ground", "u1"),
        ("invulnerable", "u1"),
        ("hurtbox_state", "u1"),
        ("jumps_left", "u1"),
        ("action", "<u2"),
        ("action_frame", "<i2"),
        ("percent", "<u2"),
        ("hitlag_left", "<u2"),
        ("hitstun_left", "<u2"),
        ("x", "<f4"),
        ("y", "<f4"),
        ("shield_strength", "<f4"),
        ("speed_air_x_self", "<f4"),
        ("speed_ground_x_self", "<f4"),
        ("speed_y_self", "<f4"),
        ("speed_x_attack", "<f4"),
        ("speed_y_attack", "<f4"),
        ("controller", CONTROLLER),
    ]
)
ITEM = np.dtype(
    [
        ("exists", "u1"),
        ("type", "<u2"),
        ("state", "u1"),
        ("owner", "i1"),
        ("x", "<f4"),
        ("y", "<f4"),
        ("vx", "<f4"),
        ("vy", "<f4"),
        ("spawn_id", "<u4"),
        ("timer", "<f4"),
        ("damage", "<u2"),
    ]
)
FRAME = np.dtype(
    [
        ("frame", "<i4"),
        ("stage", "u1"),
        ("randall_x", "<f4"),
        ("randall_y", "<f4"),
        ("fod_left", "<f4"),
        ("fod_right", "<f4"),
        ("players", FIGHTER, (2,)),
        ("nana", FIGHTER, (2,)),
        ("items", ITEM, (MAX_ITEMS,)),
    ]
)
"""`players[0]` is the bot, `players[1]` its opponent. `nana` has the second climber of each, `owner` is 0, 1 or -1."""

ROW = 5 + len(BUTTONS)
"""Numbers of a controller row: main x and y, C-stick x and y, the shoulder, then `BUTTONS`."""

OTHER_NAMES = {
    Character.FALCON: "CPTFALCON",
    Character.DONKEY_KONG: "DK",
    Character.ICE_CLIMBERS: "POPO",
    Character.YOUNG_LINK: "YLINK",
    Character.DRMARIO: "DOC",
    Character.GAME_AND_WATCH: "GAMEANDWATCH",
}
CHARACTERS = {OTHER_NAMES.get(each, each.name): each for each in Character}
"""Fighters by libmelee's names, which UMI has."""
CHARACTER_NAMES = {each: name for name, each in CHARACTERS.items()}
TWELVE = (
    "FOX", "FALCO", "MARTH", "SHEIK", "JIGGLYPUFF", "CPTFALCON", "PEACH", "YOSHI", "POPO", "LUIGI", "PIKACHU", "SAMUS",
)  # fmt: skip
"""What a bot that plays "12" plays."""

STAGE_IDS = {
    Stage.FOUNTAIN_OF_DREAMS: 8,
    Stage.POKEMON_STADIUM: 18,
    Stage.YOSHIS_STORY: 6,
    Stage.DREAM_LAND_N64: 26,
    Stage.BATTLEFIELD: 24,
    Stage.FINAL_DESTINATION: 25,
}
"""Internal ids, which UMI has in place of Game Start's."""
STAGE_NAMES = {each: "DREAMLAND" if each is Stage.DREAM_LAND_N64 else each.name for each in Stage}

FIGHTER_FIELDS = {
    "character": "char_id",
    "stocks": "stocks",
    "facing": "facing",
    "on_ground": "on_ground",
    "invulnerable": "invulnerable",
    "hurtbox_state": "hurtbox_state",
    "jumps_left": "jumps_left",
    "action": "action_id",
    "action_frame": "action_frame",
    "percent": "percent",
    "hitlag_left": "hitlag",
    "hitstun_left": "hitstun",
    "x": "pos_x",
    "y": "pos_y",
    "shield_strength": "shield_hp",
    **{f"speed_{name}": f"speed_{name}" for name in ("air_x_self", "ground_x_self", "y_self", "x_attack", "y_attack")},
}
"""Fields of a fighter, and what they are called in `arena.env`. A percent loses its fraction."""
ITEM_FIELDS = {
    "type": "type",
    "state": "state",
    "x": "pos_x",
    "y": "pos_y",
    "vx": "vel_x",
    "vy": "vel_y",
    "spawn_id": "spawn_id",
    "timer": "timer",
    "damage": "damage",
}
STICKS = ("main_x", "main_y", "c_x", "c_y")


class Places:
    """Where the items of one game stand: each keeps its place for life, a new one takes the first that is free."""

    def __init__(self) -> None:
        self._held: list[int | None] = [None] * MAX_ITEMS

    def of(self, ids: Sequence[int]) -> list[int | None]:
        """The places of the items that there are now, by their spawn ids; None beyond the 15th."""
        held = [each if each in ids else None for each in self._held]
        for new in sorted(set(ids).difference(held)):
            if None in held:
                held[held.index(None)] = new
        self._held = held
        return [held.index(each) if each in held else None for each in ids]


def frames_of(states: Records, controllers: Records, places: Sequence[Places], slot: int = 0) -> Records:
    """Frames, of the states of games as records of `arena.env`, a row a game.

    `controllers` (`CONTROLLER`, a row a game) are those of the two players in the order of the frame; `places` are each
    game's own, from frame to frame; `slot` is whose side is seen.
    """
    frames: Records = np.zeros(len(states), FRAME)
    frames["frame"] = states["frame_id"]
    stages = states["stage_id"].tolist()
    frames["stage"] = [STAGE_IDS[Stage(each)] if each in STAGE_IDS else 0 for each in stages]
    parts: Any = states["stage"]
    for axis in "xy":
        frames[f"randall_{axis}"] = np.where(parts["randall"]["exists"] != 0, parts["randall"][axis], 0)
    is_fountain = states["stage_id"] == Stage.FOUNTAIN_OF_DREAMS
    for side in ("left", "right"):
        frames[f"fod_{side}"] = np.where(is_fountain, parts["fod_platforms"][side], 0)
    for seat, seen in enumerate((slot, 1 - slot)):
        _fill_fighters(frames["players"][:, seat], states["slots"][:, seen])
        nana = states["followers"][:, seen]
        is_there = nana["present"] != 0
        if is_there.any():
            followers: Records = np.zeros(int(is_there.sum()), FIGHTER)
            _fill_fighters(followers, nana[is_there])
            frames["nana"][is_there, seat] = followers
    frames["players"]["controller"] = controllers
    _fill_items(frames, states, places, slot)
    return frames


def _fill_fighters(into: Records, records: Records) -> None:
    into["exists"] = 1
    for name, field in FIGHTER_FIELDS.items():
        into[name] = records[field]


def _fill_items(frames: Records, states: Records, places: Sequence[Places], slot: int) -> None:
    items = states["items"]
    exists = items["exists"] != 0
    games: list[int] = []
    sources: list[int] = []
    targets: list[int] = []
    for game, there in enumerate(exists):
        found = np.flatnonzero(there).tolist()
        for source, target in zip(found, places[game].of(items["spawn_id"][game, found].tolist()), strict=True):
            if target is not None:
                games.append(game)
                sources.append(source)
                targets.append(target)
    if not games:
        return
    records = items[games, sources]
    seen: Records = np.zeros(len(games), ITEM)
    seen["exists"] = 1
    for name, field in ITEM_FIELDS.items():
        seen[name] = records[field]
    ports = states["slots"]["source_player"]
    seen["owner"] = -1
    for owner, side in enumerate((slot, 1 - slot)):
        seen["owner"][records["owner"] == ports[games, side]] = owner
    frames["items"][games, targets] = seen


def inputs_of(pre: Any) -> Records:
    """What was on a controller as a Pre-Frame Update has it, in raw units (`INPUT_PLAYER`). None is hands off."""
    held: Records = np.zeros((), INPUT_PLAYER)
    if pre is not None:
        held["buttons"] = pre.physical_buttons
        for name, field in zip(STICKS, ("joystick_x", "joystick_y", "c_stick_x", "c_stick_y"), strict=True):
            held[name] = getattr(pre, f"raw_{field}")
        for side in "lr":
            held[side] = round(min(1.0, max(0.0, getattr(pre, f"physical_{side}_trigger"))) * TRIGGER)
    return held


def controllers_of(inputs: Records) -> Records:
    """Controllers as frames show them, of raw inputs (`INPUT_PLAYER`): what was held, before the game makes anything
    of it."""
    controllers: Records = np.zeros(inputs.shape, CONTROLLER)
    for name in STICKS:
        controllers[name] = stick_of_raw(inputs[name])
    controllers["shoulder"] = shoulder_of_raw(inputs)
    bits = np.zeros(inputs.shape, np.uint8)
    for place, bit in enumerate(BUTTONS.values()):
        bits |= ((inputs["buttons"] & bit) != 0).astype(np.uint8) << place
    controllers["buttons"] = bits
    return controllers


_NEUTRAL = np.array([0.5] * 4 + [0.0] * (ROW - 4), np.float32)
_RAW = RawInputs()


def inputs_of_rows(rows: npt.NDArray[Any]) -> Records:
    """Raw inputs (`INPUT_PLAYER`) of controller rows. What is no number counts as not touched, what is beyond 0 to 1 is
    cut off, and a button is pressed above 0.5."""
    inputs: Records = np.zeros(len(rows), INPUT_PLAYER)
    mended = np.where(np.isfinite(rows), rows, _NEUTRAL)
    mended[:, 5:] = mended[:, 5:] > 0.5
    _RAW(mended, inputs)
    return inputs


def rows_of_inputs(inputs: Records) -> Floats:
    """Controller rows of raw inputs: the other way of `inputs_of_rows`."""
    controllers = controllers_of(inputs)
    rows = np.empty((len(inputs), ROW), np.float32)
    for column, name in enumerate((*STICKS, "shoulder")):
        rows[:, column] = controllers[name]
    rows[:, 5:] = (controllers["buttons"][:, None] >> np.arange(len(BUTTONS))) & 1
    return rows
