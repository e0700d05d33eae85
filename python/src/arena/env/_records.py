"""The records of a batch, field by field.

Generated from the arena's own tables by scripts/python-tables.ts; do not edit.
"""

from __future__ import annotations

import numpy as np

MAX_PLAYERS = 4
"""Places for players in a record. A game of the arena has two."""
MAX_ITEMS = 15

PLAYER = np.dtype(
    [
        ("present", "u1"),
        ("source_player", "u1"),
        ("team_relation", "u1"),
        ("team_id", "u1"),
        ("pos_x", "<f4"),
        ("pos_y", "<f4"),
        ("speed_air_x_self", "<f4"),
        ("speed_ground_x_self", "<f4"),
        ("speed_y_self", "<f4"),
        ("speed_x_attack", "<f4"),
        ("speed_y_attack", "<f4"),
        ("percent", "<f4"),
        ("shield_hp", "<f4"),
        ("action_id", "<u2"),
        ("action_frame", "<i2"),
        ("hitlag", "<u2"),
        ("hitstun", "<u2"),
        ("char_id", "u1"),
        ("stocks", "u1"),
        ("facing", "u1"),
        ("on_ground", "u1"),
        ("jumps_left", "u1"),
        ("hurtbox_state", "u1"),
        ("invulnerable", "u1"),
        ("_pad0", "u1"),
    ]
)
"""A fighter. `facing` is 1 to the right; `char_id` is an internal id; an absent one keeps who it is and its stocks."""

RECORDED = np.dtype(
    [
        ("state_flags", "u1", (5,)),
        ("l_cancel", "u1"),
        ("ground_id", "<u2"),
        ("last_attack_landed", "u1"),
        ("combo_count", "u1"),
        ("last_hit_by", "u1"),
        ("_pad0", "u1"),
        ("instance_hit_by", "<u2"),
        ("instance_id", "<u2"),
        ("animation_index", "<u4"),
        ("action_counter", "<f4"),
        ("misc", "<f4"),
        ("hitlag", "<f4"),
    ]
)
"""What a Post-Frame Update has of a fighter besides, in the recording's own encoding."""

ITEM = np.dtype(
    [
        ("exists", "u1"),
        ("state", "u1"),
        ("type", "<u2"),
        ("owner", "i1"),
        ("_pad0", "u1"),
        ("instance_id", "<u2"),
        ("attack_id", "<u2"),
        ("attack_instance", "<u2"),
        ("direction", "<f4"),
        ("vel_x", "<f4"),
        ("vel_y", "<f4"),
        ("pos_x", "<f4"),
        ("pos_y", "<f4"),
        ("damage", "<u2"),
        ("_pad1", "<u2"),
        ("timer", "<f4"),
        ("spawn_id", "<u4"),
        ("misc0", "u1"),
        ("misc1", "u1"),
        ("misc2", "u1"),
        ("misc3", "u1"),
    ]
)
"""A projectile or another item. `attack_id` and `attack_instance` are 0: no bot is shown them."""

RANDALL = np.dtype(
    [
        ("exists", "u1"),
        ("_pad0", "u1", (3,)),
        ("x", "<f4"),
        ("y", "<f4"),
    ]
)

FOD_PLATFORMS = np.dtype(
    [
        ("left", "<f4"),
        ("right", "<f4"),
    ]
)

STAGE_PARTS = np.dtype(
    [
        ("randall", RANDALL),
        ("fod_platforms", FOD_PLATFORMS),
        ("whispy", "u1"),
        ("_pad0", "u1", (3,)),
    ]
)

GAMESTATE = np.dtype(
    [
        ("frame_id", "<i4"),
        ("frame_pre_random_seed", "<u4"),
        ("stage_id", "<u4"),
        ("num_players", "u1"),
        ("viewpoint_player", "u1"),
        ("is_teams", "u1"),
        ("_pad0", "u1"),
        ("stage", STAGE_PARTS),
        ("slots", PLAYER, (MAX_PLAYERS,)),
        ("items", ITEM, (MAX_ITEMS,)),
        ("followers", PLAYER, (MAX_PLAYERS,)),
        ("recorded", RECORDED, (MAX_PLAYERS,)),
        ("follower_recorded", RECORDED, (MAX_PLAYERS,)),
    ]
)
"""A frame as one player sees it: `slots[0]` is that player, `slots[1]` the opponent."""

TERMINAL = np.dtype(
    [
        ("frame_id", "<i4"),
        ("stage_id", "<u4"),
        ("done", "u1"),
        ("match_ended", "u1"),
        ("stockout", "u1"),
        ("max_frame_reached", "u1"),
        ("winner", "i1"),
        ("fault", "u1"),
        ("_pad0", "u1", (2,)),
    ]
)
"""Whether a lane is over. `winner` is a player, or -1. `fault`: the engine gave the game up."""

INPUT_PLAYER = np.dtype(
    [
        ("buttons", "<u2"),
        ("main_x", "i1"),
        ("main_y", "i1"),
        ("c_x", "i1"),
        ("c_y", "i1"),
        ("l", "u1"),
        ("r", "u1"),
    ]
)
"""A controller in raw units: sticks -80 to 80 around the centre 0, triggers 0 to 255."""

INPUT = np.dtype(
    [
        ("p", INPUT_PLAYER, (MAX_PLAYERS,)),
    ]
)

FLAT_SCALES = (
    ("pos_x", 100.0),
    ("pos_y", 100.0),
    ("speed_air_x_self", 5.0),
    ("speed_ground_x_self", 5.0),
    ("speed_y_self", 5.0),
    ("speed_x_attack", 5.0),
    ("speed_y_attack", 5.0),
    ("percent", 100.0),
    ("shield_hp", 60.0),
    ("action_frame", 60.0),
    ("hitlag", 20.0),
    ("hitstun", 60.0),
    ("stocks", 4.0),
    ("jumps_left", 5.0),
    ("present", 1.0),
    ("facing", 1.0),
    ("on_ground", 1.0),
    ("invulnerable", 1.0),
)
"""Fields of a fighter that `Flat` shows, and what each is divided by."""

ACTION_GROUPS = (
    "dead",
    "respawning",
    "standing",
    "walking",
    "turning",
    "dashing",
    "jumping",
    "falling",
    "helpless",
    "tumbling",
    "crouching",
    "landing",
    "ground attack",
    "smash",
    "air attack",
    "landing from attack",
    "hurt",
    "shielding",
    "down",
    "teching",
    "shield broken",
    "grabbing",
    "grabbed",
    "dodging",
    "air dodging",
    "ledge",
    "special",
    "other",
)
"""Kinds of action states, which `Flat` shows in place of some 400 numbers. The last is that of all others."""

ACTION_RANGES = (
    (0, 11, "dead"),
    (12, 13, "respawning"),
    (14, 14, "standing"),
    (15, 17, "walking"),
    (18, 19, "turning"),
    (20, 23, "dashing"),
    (24, 28, "jumping"),
    (29, 34, "falling"),
    (35, 37, "helpless"),
    (38, 38, "tumbling"),
    (39, 41, "crouching"),
    (42, 43, "landing"),
    (44, 57, "ground attack"),
    (58, 64, "smash"),
    (65, 69, "air attack"),
    (70, 74, "landing from attack"),
    (75, 91, "hurt"),
    (178, 182, "shielding"),
    (183, 198, "down"),
    (199, 204, "teching"),
    (205, 211, "shield broken"),
    (212, 222, "grabbing"),
    (223, 232, "grabbed"),
    (239, 243, "grabbed"),
    (233, 235, "dodging"),
    (236, 236, "air dodging"),
    (252, 263, "ledge"),
    (341, 1023, "special"),
)
"""First and last action state, and their kind."""
