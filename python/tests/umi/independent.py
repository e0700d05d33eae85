"""Frames of UMI as other readers have them: fighters and controllers by peppi-py, items and platforms by their offsets
in the events, Randall by libmelee."""

from __future__ import annotations

import operator
from pathlib import Path
from typing import Any

import numpy as np
import peppi_py
from melee.stages import randall_position

import umi
from arena.env.inputs import Records

from ..env import stream

STAGES = {2: 8, 3: 18, 8: 6, 28: 26, 31: 24, 32: 25}
"""Internal ids of umi.STAGES by those of Game Start."""
BUTTONS = (0x100, 0x200, 0x400, 0x800, 0x10, 0x40, 0x20, 0x08)
"""Bits of umi.BUTTONS in a Pre-Frame Update."""


def frames(path: Path, seat: int) -> Records:
    """Every frame of a recording of two players, seen by its first or second."""
    game = peppi_py.read_slippi(str(path))
    numbers = np.array(game.frames.id)
    seen: Records = np.zeros(len(numbers), umi.FRAME)
    seen["frame"] = numbers
    stage = int(game.start.stage)
    seen["stage"] = STAGES[stage]
    for place, side in enumerate((seat, 1 - seat)):
        port = game.frames.ports[side]
        fill_fighter(seen["players"][:, place], port.leader.post)
        fill_controller(seen["players"][:, place]["controller"], port.leader.pre)
        if port.follower is not None:
            fill_fighter(seen["nana"][:, place], port.follower.post)
    for axis, values in enumerate((seen["randall_x"], seen["randall_y"])):
        if stage == 8:
            places = [randall_position(int(number)) for number in numbers]
            values[...] = [height if axis else (left + right) / 2 for height, left, right in places]
    fill_rest(seen, path.read_bytes(), [int(player.port.value) for player in game.start.players], seat, stage)
    return seen


def column(values: Any) -> Any:
    return np.array(values.to_pylist(), dtype=object)


def fill_fighter(into: Any, post: Any) -> None:
    state = column(post.state)
    there = np.array([value is not None for value in state])
    rows = np.flatnonzero(there)

    def put(name: str, values: Any, make: Any = None) -> None:
        taken = values.to_pylist()
        into[name][rows] = [taken[row] if make is None else make(taken[row]) for row in rows]

    into["exists"] = there
    put("character", post.character)
    put("stocks", post.stocks)
    put("facing", post.direction, (0.0).__lt__)
    put("on_ground", post.airborne, operator.not_)
    put("hurtbox_state", post.hurtbox_state)
    put("invulnerable", post.hurtbox_state, bool)
    put("jumps_left", post.jumps)
    put("action", post.state)
    put("action_frame", post.state_age, int)
    put("percent", post.percent, int)
    put("hitlag_left", post.hitlag, int)
    flags = post.state_flags[3].to_pylist()
    misc = post.misc_as.to_pylist()
    into["hitstun_left"][rows] = [int(misc[row]) if flags[row] & 2 else 0 for row in rows]
    put("x", post.position.x)
    put("y", post.position.y)
    put("shield_strength", post.shield)
    speeds = post.velocities
    put("speed_air_x_self", speeds.self_x_air)
    put("speed_ground_x_self", speeds.self_x_ground)
    put("speed_y_self", speeds.self_y)
    put("speed_x_attack", speeds.knockback_x)
    put("speed_y_attack", speeds.knockback_y)


def fill_controller(into: Any, pre: Any) -> None:
    buttons = np.array(pre.buttons_physical.to_pylist())
    into["buttons"] = sum(((buttons & bit) != 0).astype(int) << place for place, bit in enumerate(BUTTONS))
    for name, raw in (("main_x", pre.raw_analog_x), ("main_y", pre.raw_analog_y)):
        into[name] = np.clip(np.array(raw.to_pylist()) / 160 + 0.5, 0, 1)
    pressed = np.maximum(pre.triggers_physical.l.to_pylist(), pre.triggers_physical.r.to_pylist())
    into["shoulder"] = np.clip(np.rint(pressed * 140) / 140, 0, 1)


def fill_rest(seen: Records, file: bytes, ports: list[int], seat: int, stage: int) -> None:
    """Fills controllers, items and platforms. The last playing of a frame counts."""
    last = {each.frame: each for each in stream.frames_of(file)}
    heights = {0: 28.0, 1: 20.0}
    held: dict[int, int] = {}
    for row in seen:
        frame = last[int(row["frame"])]
        heights.update(frame.platforms)
        if stage == 2:
            row["fod_right"], row["fod_left"] = heights[0], heights[1]
        for place, side in enumerate((seat, 1 - seat)):
            *_, c_x, c_y = frame.pads[ports[side]]
            controller = row["players"][place]["controller"]
            for name, raw in (("c_x", c_x), ("c_y", c_y)):
                controller[name] = min(1, max(0, raw / 160 + 0.5))
        ids = [item["spawn_id"] for item in frame.items]
        held = {spawn: slot for spawn, slot in held.items() if spawn in ids}
        for item in sorted(frame.items, key=lambda item: item["spawn_id"]):
            free = [slot for slot in range(15) if slot not in held.values()]
            if item["spawn_id"] not in held and free:
                held[item["spawn_id"]] = free[0]
            if item["spawn_id"] not in held:
                continue
            into = row["items"][held[item["spawn_id"]]]
            into["exists"] = 1
            into["owner"] = {ports[seat]: 0, ports[1 - seat]: 1}.get(item["owner"], -1)
            into["x"], into["y"], into["vx"], into["vy"] = (item[name] for name in ("pos_x", "pos_y", "vel_x", "vel_y"))
            for name in ("type", "state", "spawn_id", "timer", "damage"):
                into[name] = item[name]
