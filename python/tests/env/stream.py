"""Reads a replay's events by their offsets, as the replay format has them: records are held against this."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

PRE, POST, END, START, ITEM, BOOKEND, PLATFORM, WIND = 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3F, 0x40

POST_FIELDS = [
    ("char_id", 0x07, "B"),
    ("action_id", 0x08, "H"),
    ("pos_x", 0x0A, "f"),
    ("pos_y", 0x0E, "f"),
    ("facing", 0x12, "f"),
    ("percent", 0x16, "f"),
    ("shield_hp", 0x1A, "f"),
    ("last_attack_landed", 0x1E, "B"),
    ("combo_count", 0x1F, "B"),
    ("last_hit_by", 0x20, "B"),
    ("stocks", 0x21, "B"),
    ("action_counter", 0x22, "f"),
    ("state_flags", 0x26, "5s"),
    ("misc", 0x2B, "f"),
    ("airborne", 0x2F, "B"),
    ("ground_id", 0x30, "H"),
    ("jumps_left", 0x32, "B"),
    ("l_cancel", 0x33, "B"),
    ("hurtbox_state", 0x34, "B"),
    ("speed_air_x_self", 0x35, "f"),
    ("speed_y_self", 0x39, "f"),
    ("speed_x_attack", 0x3D, "f"),
    ("speed_y_attack", 0x41, "f"),
    ("speed_ground_x_self", 0x45, "f"),
    ("hitlag", 0x49, "f"),
    ("animation_index", 0x4D, "I"),
    ("instance_hit_by", 0x51, "H"),
    ("instance_id", 0x53, "H"),
]
ITEM_FIELDS = [
    ("type", 0x05, "H"),
    ("state", 0x07, "B"),
    ("direction", 0x08, "f"),
    ("vel_x", 0x0C, "f"),
    ("vel_y", 0x10, "f"),
    ("pos_x", 0x14, "f"),
    ("pos_y", 0x18, "f"),
    ("damage", 0x1C, "H"),
    ("timer", 0x1E, "f"),
    ("spawn_id", 0x22, "I"),
    ("misc0", 0x26, "B"),
    ("misc1", 0x27, "B"),
    ("misc2", 0x28, "B"),
    ("misc3", 0x29, "B"),
    ("owner", 0x2A, "b"),
    ("instance_id", 0x2B, "H"),
]


@dataclass
class EventFrame:
    """What one frame's events say."""

    frame: int
    seed: int
    posts: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    """By port and whether it is a follower."""
    pads: dict[int, tuple[int, int, int, int, int]] = field(default_factory=dict)
    """Buttons, stick and C-stick of leaders."""
    items: list[dict[str, Any]] = field(default_factory=list)
    platforms: dict[int, float] = field(default_factory=dict)
    wind: int | None = None


def raw_of(file: bytes) -> bytes:
    (length,) = struct.unpack_from(">I", file, 11)
    return file[15 : 15 + length]


def frames_of(file: bytes) -> Iterator[EventFrame]:
    raw = raw_of(file)
    sizes = {}
    for at in range(2, 1 + raw[1], 3):
        sizes[raw[at]] = struct.unpack_from(">H", raw, at + 1)[0]
    at = 1 + raw[1]
    frame = EventFrame(0, 0)
    while at < len(raw):
        code = raw[at]
        event = raw[at : at + 1 + sizes[code]]
        if code == START:
            frame = EventFrame(*struct.unpack_from(">iI", event, 1))
        elif code == PRE and event[6] == 0:
            (buttons,) = struct.unpack_from(">H", event, 0x31)
            x, y, c_x, c_y = (struct.unpack_from("b", event, place)[0] for place in (0x3B, 0x40, 0x41, 0x42))
            frame.pads[event[5]] = (buttons, x, y, c_x, c_y)
        elif code == POST:
            frame.posts[event[5], event[6]] = _fields(event, POST_FIELDS)
        elif code == ITEM:
            frame.items.append(_fields(event, ITEM_FIELDS))
        elif code == PLATFORM:
            frame.platforms[event[5]] = struct.unpack_from(">f", event, 6)[0]
        elif code == WIND:
            frame.wind = event[5]
        elif code == BOOKEND:
            yield frame
        at += len(event)


def _fields(event: bytes, table: list[tuple[str, int, str]]) -> dict[str, Any]:
    return {name: struct.unpack_from(">" + kind, event, at)[0] for name, at, kind in table}
