"""Events of a match, field by field, and the names of what is in them.

Generated from the arena's own tables by scripts/python-tables.ts; do not edit.
"""

# ruff: noqa

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag

from .layout import Event, Field, Stage

VERSION = (3, 18, 0)
FIRST_FRAME = -123
EVENT_PAYLOADS = 0x35
GECKO_LIST = 0x3d


class Character(IntEnum):
    """External ids: in picks and in Game Start."""

    CAPTAIN_FALCON = 0
    DONKEY_KONG = 1
    FOX = 2
    MR_GAME_AND_WATCH = 3
    KIRBY = 4
    BOWSER = 5
    LINK = 6
    LUIGI = 7
    MARIO = 8
    MARTH = 9
    MEWTWO = 10
    NESS = 11
    PEACH = 12
    PIKACHU = 13
    ICE_CLIMBERS = 14
    JIGGLYPUFF = 15
    SAMUS = 16
    YOSHI = 17
    ZELDA = 18
    SHEIK = 19
    FALCO = 20
    YOUNG_LINK = 21
    DR_MARIO = 22
    ROY = 23
    PICHU = 24
    GANONDORF = 25


class Button(IntFlag):
    """Buttons of a pad."""

    DPAD_LEFT = 0x0001
    DPAD_RIGHT = 0x0002
    DPAD_DOWN = 0x0004
    DPAD_UP = 0x0008
    Z = 0x0010
    R = 0x0020
    L = 0x0040
    A = 0x0100
    B = 0x0200
    X = 0x0400
    Y = 0x0800
    START = 0x1000


class Action(IntEnum):
    """Action states that all fighters share."""

    DEAD_DOWN = 0
    DEAD_LEFT = 1
    DEAD_RIGHT = 2
    DEAD_UP = 3
    DEAD_UP_STAR = 4
    DEAD_UP_STAR_ICE = 5
    DEAD_UP_FALL = 6
    DEAD_UP_FALL_HIT_CAMERA = 7
    DEAD_UP_FALL_HIT_CAMERA_FLAT = 8
    DEAD_UP_FALL_ICE = 9
    DEAD_UP_FALL_HIT_CAMERA_ICE = 10
    SLEEP = 11
    REBIRTH = 12
    REBIRTH_WAIT = 13
    WAIT = 14
    WALK_SLOW = 15
    WALK_MIDDLE = 16
    WALK_FAST = 17
    TURN = 18
    TURN_RUN = 19
    DASH = 20
    RUN = 21
    RUN_DIRECT = 22
    RUN_BRAKE = 23
    KNEE_BEND = 24
    JUMP_F = 25
    JUMP_B = 26
    JUMP_AERIAL_F = 27
    JUMP_AERIAL_B = 28
    FALL = 29
    FALL_F = 30
    FALL_B = 31
    FALL_AERIAL = 32
    FALL_AERIAL_F = 33
    FALL_AERIAL_B = 34
    FALL_SPECIAL = 35
    FALL_SPECIAL_F = 36
    FALL_SPECIAL_B = 37
    DAMAGE_FALL = 38
    SQUAT = 39
    SQUAT_WAIT = 40
    SQUAT_RV = 41
    LANDING = 42
    LANDING_FALL_SPECIAL = 43
    ATTACK11 = 44
    ATTACK12 = 45
    ATTACK13 = 46
    ATTACK100START = 47
    ATTACK100LOOP = 48
    ATTACK100END = 49
    ATTACK_DASH = 50
    ATTACK_S3HI = 51
    ATTACK_S3HI_S = 52
    ATTACK_S3S = 53
    ATTACK_S3LW_S = 54
    ATTACK_S3LW = 55
    ATTACK_HI3 = 56
    ATTACK_LW3 = 57
    ATTACK_S4HI = 58
    ATTACK_S4HI_S = 59
    ATTACK_S4S = 60
    ATTACK_S4LW_S = 61
    ATTACK_S4LW = 62
    ATTACK_HI4 = 63
    ATTACK_LW4 = 64
    ATTACK_AIR_N = 65
    ATTACK_AIR_F = 66
    ATTACK_AIR_B = 67
    ATTACK_AIR_HI = 68
    ATTACK_AIR_LW = 69
    LANDING_AIR_N = 70
    LANDING_AIR_F = 71
    LANDING_AIR_B = 72
    LANDING_AIR_HI = 73
    LANDING_AIR_LW = 74
    DAMAGE_HI1 = 75
    DAMAGE_HI2 = 76
    DAMAGE_HI3 = 77
    DAMAGE_N1 = 78
    DAMAGE_N2 = 79
    DAMAGE_N3 = 80
    DAMAGE_LW1 = 81
    DAMAGE_LW2 = 82
    DAMAGE_LW3 = 83
    DAMAGE_AIR1 = 84
    DAMAGE_AIR2 = 85
    DAMAGE_AIR3 = 86
    DAMAGE_FLY_HI = 87
    DAMAGE_FLY_N = 88
    DAMAGE_FLY_LW = 89
    DAMAGE_FLY_TOP = 90
    DAMAGE_FLY_ROLL = 91
    LIGHT_GET = 92
    HEAVY_GET = 93
    LIGHT_THROW_F = 94
    LIGHT_THROW_B = 95
    LIGHT_THROW_HI = 96
    LIGHT_THROW_LW = 97
    LIGHT_THROW_DASH = 98
    LIGHT_THROW_DROP = 99
    LIGHT_THROW_AIR_F = 100
    LIGHT_THROW_AIR_B = 101
    LIGHT_THROW_AIR_HI = 102
    LIGHT_THROW_AIR_LW = 103
    HEAVY_THROW_F = 104
    HEAVY_THROW_B = 105
    HEAVY_THROW_HI = 106
    HEAVY_THROW_LW = 107
    LIGHT_THROW_F4 = 108
    LIGHT_THROW_B4 = 109
    LIGHT_THROW_HI4 = 110
    LIGHT_THROW_LW4 = 111
    LIGHT_THROW_AIR_F4 = 112
    LIGHT_THROW_AIR_B4 = 113
    LIGHT_THROW_AIR_HI4 = 114
    LIGHT_THROW_AIR_LW4 = 115
    HEAVY_THROW_F4 = 116
    HEAVY_THROW_B4 = 117
    HEAVY_THROW_HI4 = 118
    HEAVY_THROW_LW4 = 119
    SWORD_SWING1 = 120
    SWORD_SWING3 = 121
    SWORD_SWING4 = 122
    SWORD_SWING_DASH = 123
    BAT_SWING1 = 124
    BAT_SWING3 = 125
    BAT_SWING4 = 126
    BAT_SWING_DASH = 127
    PARASOL_SWING1 = 128
    PARASOL_SWING3 = 129
    PARASOL_SWING4 = 130
    PARASOL_SWING_DASH = 131
    HARISEN_SWING1 = 132
    HARISEN_SWING3 = 133
    HARISEN_SWING4 = 134
    HARISEN_SWING_DASH = 135
    STAR_ROD_SWING1 = 136
    STAR_ROD_SWING3 = 137
    STAR_ROD_SWING4 = 138
    STAR_ROD_SWING_DASH = 139
    LIPSTICK_SWING1 = 140
    LIPSTICK_SWING3 = 141
    LIPSTICK_SWING4 = 142
    LIPSTICK_SWING_DASH = 143
    ITEM_PARASOL_OPEN = 144
    ITEM_PARASOL_FALL = 145
    ITEM_PARASOL_FALL_SPECIAL = 146
    ITEM_PARASOL_DAMAGE_FALL = 147
    L_GUN_SHOOT = 148
    L_GUN_SHOOT_AIR = 149
    L_GUN_SHOOT_EMPTY = 150
    L_GUN_SHOOT_AIR_EMPTY = 151
    FIRE_FLOWER_SHOOT = 152
    FIRE_FLOWER_SHOOT_AIR = 153
    ITEM_SCREW = 154
    ITEM_SCREW_AIR = 155
    DAMAGE_SCREW = 156
    DAMAGE_SCREW_AIR = 157
    ITEM_SCOPE_START = 158
    ITEM_SCOPE_RAPID = 159
    ITEM_SCOPE_FIRE = 160
    ITEM_SCOPE_END = 161
    ITEM_SCOPE_AIR_START = 162
    ITEM_SCOPE_AIR_RAPID = 163
    ITEM_SCOPE_AIR_FIRE = 164
    ITEM_SCOPE_AIR_END = 165
    ITEM_SCOPE_START_EMPTY = 166
    ITEM_SCOPE_RAPID_EMPTY = 167
    ITEM_SCOPE_FIRE_EMPTY = 168
    ITEM_SCOPE_END_EMPTY = 169
    ITEM_SCOPE_AIR_START_EMPTY = 170
    ITEM_SCOPE_AIR_RAPID_EMPTY = 171
    ITEM_SCOPE_AIR_FIRE_EMPTY = 172
    ITEM_SCOPE_AIR_END_EMPTY = 173
    LIFT_WAIT = 174
    LIFT_WALK1 = 175
    LIFT_WALK2 = 176
    LIFT_TURN = 177
    GUARD_ON = 178
    GUARD = 179
    GUARD_OFF = 180
    GUARD_SET_OFF = 181
    GUARD_REFLECT = 182
    DOWN_BOUND_U = 183
    DOWN_WAIT_U = 184
    DOWN_DAMAGE_U = 185
    DOWN_STAND_U = 186
    DOWN_ATTACK_U = 187
    DOWN_FOWARD_U = 188
    DOWN_BACK_U = 189
    DOWN_SPOT_U = 190
    DOWN_BOUND_D = 191
    DOWN_WAIT_D = 192
    DOWN_DAMAGE_D = 193
    DOWN_STAND_D = 194
    DOWN_ATTACK_D = 195
    DOWN_FOWARD_D = 196
    DOWN_BACK_D = 197
    DOWN_SPOT_D = 198
    PASSIVE = 199
    PASSIVE_STAND_F = 200
    PASSIVE_STAND_B = 201
    PASSIVE_WALL = 202
    PASSIVE_WALL_JUMP = 203
    PASSIVE_CEIL = 204
    SHIELD_BREAK_FLY = 205
    SHIELD_BREAK_FALL = 206
    SHIELD_BREAK_DOWN_U = 207
    SHIELD_BREAK_DOWN_D = 208
    SHIELD_BREAK_STAND_U = 209
    SHIELD_BREAK_STAND_D = 210
    FURAFURA = 211
    CATCH = 212
    CATCH_PULL = 213
    CATCH_DASH = 214
    CATCH_DASH_PULL = 215
    CATCH_WAIT = 216
    CATCH_ATTACK = 217
    CATCH_CUT = 218
    THROW_F = 219
    THROW_B = 220
    THROW_HI = 221
    THROW_LW = 222
    CAPTURE_PULLED_HI = 223
    CAPTURE_WAIT_HI = 224
    CAPTURE_DAMAGE_HI = 225
    CAPTURE_PULLED_LW = 226
    CAPTURE_WAIT_LW = 227
    CAPTURE_DAMAGE_LW = 228
    CAPTURE_CUT = 229
    CAPTURE_JUMP = 230
    CAPTURE_NECK = 231
    CAPTURE_FOOT = 232
    ESCAPE_F = 233
    ESCAPE_B = 234
    ESCAPE_N = 235
    ESCAPE_AIR = 236
    REBOUND_STOP = 237
    REBOUND = 238
    THROWN_F = 239
    THROWN_B = 240
    THROWN_HI = 241
    THROWN_LW = 242
    THROWNLW_WOMEN = 243
    PASS = 244
    OTTOTTO = 245
    OTTOTTO_WAIT = 246
    FLY_REFLECT_WALL = 247
    FLY_REFLECT_CEIL = 248
    STOP_WALL = 249
    STOP_CEIL = 250
    MISS_FOOT = 251
    CLIFF_CATCH = 252
    CLIFF_WAIT = 253
    CLIFF_CLIMB_SLOW = 254
    CLIFF_CLIMB_QUICK = 255
    CLIFF_ATTACK_SLOW = 256
    CLIFF_ATTACK_QUICK = 257
    CLIFF_ESCAPE_SLOW = 258
    CLIFF_ESCAPE_QUICK = 259
    CLIFF_JUMP_SLOW1 = 260
    CLIFF_JUMP_SLOW2 = 261
    CLIFF_JUMP_QUICK1 = 262
    CLIFF_JUMP_QUICK2 = 263
    APPEAL_SR = 264
    APPEAL_SL = 265
    SHOULDERED_WAIT = 266
    SHOULDERED_WALK_SLOW = 267
    SHOULDERED_WALK_MIDDLE = 268
    SHOULDERED_WALK_FAST = 269
    SHOULDERED_TURN = 270
    THROWN_FF = 271
    THROWN_FB = 272
    THROWN_F_HI = 273
    THROWN_F_LW = 274
    CAPTURE_CAPTAIN = 275
    CAPTURE_YOSHI = 276
    YOSHI_EGG = 277
    CAPTURE_KOOPA = 278
    CAPTURE_DAMAGE_KOOPA = 279
    CAPTURE_WAIT_KOOPA = 280
    THROWN_KOOPA_F = 281
    THROWN_KOOPA_B = 282
    CAPTURE_KOOPA_AIR = 283
    CAPTURE_DAMAGE_KOOPA_AIR = 284
    CAPTURE_WAIT_KOOPA_AIR = 285
    THROWN_KOOPA_AIR_F = 286
    THROWN_KOOPA_AIR_B = 287
    CAPTURE_KIRBY = 288
    CAPTURE_WAIT_KIRBY = 289
    THROWN_KIRBY_STAR = 290
    THROWN_COPY_STAR = 291
    THROWN_KIRBY = 292
    BARREL_WAIT = 293
    BURY = 294
    BURY_WAIT = 295
    BURY_JUMP = 296
    DAMAGE_SONG = 297
    DAMAGE_SONG_WAIT = 298
    DAMAGE_SONG_RV = 299
    DAMAGE_BIND = 300
    CAPTURE_MEWTWO = 301
    CAPTURE_MEWTWO_AIR = 302
    THROWN_MEWTWO = 303
    THROWN_MEWTWO_AIR = 304
    WARP_STAR_JUMP = 305
    WARP_STAR_FALL = 306
    HAMMER_WAIT = 307
    HAMMER_WALK = 308
    HAMMER_TURN = 309
    HAMMER_KNEE_BEND = 310
    HAMMER_FALL = 311
    HAMMER_JUMP = 312
    HAMMER_LANDING = 313
    KINOKO_GIANT_START = 314
    KINOKO_GIANT_START_AIR = 315
    KINOKO_GIANT_END = 316
    KINOKO_GIANT_END_AIR = 317
    KINOKO_SMALL_START = 318
    KINOKO_SMALL_START_AIR = 319
    KINOKO_SMALL_END = 320
    KINOKO_SMALL_END_AIR = 321
    ENTRY = 322
    ENTRY_START = 323
    ENTRY_END = 324
    DAMAGE_ICE = 325
    DAMAGE_ICE_JUMP = 326
    CAPTURE_MASTER_HAND = 327
    CAPTURE_DAMAGE_MASTER_HAND = 328
    CAPTURE_WAIT_MASTER_HAND = 329
    THROWN_MASTER_HAND = 330
    CAPTURE_KIRBY_YOSHI = 331
    KIRBY_YOSHI_EGG = 332
    CAPTURE_LEADEAD = 333
    CAPTURE_LIKELIKE = 334
    DOWN_REFLECT = 335
    CAPTURE_CRAZY_HAND = 336
    CAPTURE_DAMAGE_CRAZY_HAND = 337
    CAPTURE_WAIT_CRAZY_HAND = 338
    THROWN_CRAZY_HAND = 339
    BARREL = 340


@dataclass(frozen=True, slots=True)
class MessageSplitter:
    """One block of a message too long for an event; only the Gecko List is sent so."""

    block: bytes
    """Part of the message, padded to the block."""
    actual_size: int
    """How many bytes of the block belong to the message."""
    internal_command: int
    """Code of the event that the message is."""
    is_last_message: int
    """1 on the last block."""


@dataclass(frozen=True, slots=True)
class GameStartPlayer:
    """A port of Game Start."""

    character_id: int
    """External character id."""
    player_type: int
    """0 = human, 1 = CPU, 2 = demo, 3 = empty."""
    start_stocks: int
    """Stocks at the start."""
    costume_index: int
    """Costume; 0 is the default."""
    unknown64: bytes
    """Not documented; carried as it is."""
    team_shade: int
    """0 = normal, 1 = light, 2 = dark."""
    handicap: int
    """Handicap, 9 when none is set."""
    team_id: int
    """In teams: 0 = red, 1 = blue, 2 = green."""
    unknown6a: bytes
    """Not documented; carried as it is."""
    player_bitfield: int
    """Stamina 0x01, ... rumble 0x80."""
    unknown6d: bytes
    """Not documented; carried as it is."""
    cpu_level: int
    """CPU level, given for humans too."""
    damage_start: int
    """Percent of the first stock at its start."""
    damage_spawn: int
    """Percent of every stock at its start."""
    unknown74: bytes
    """Not documented; carried as it is."""
    offense_ratio: float
    """Multiplies knockback dealt."""
    defense_ratio: float
    """Multiplies knockback taken."""
    model_scale: float
    """Multiplies the size of the model."""
    dashback_fix: int
    """0 = off, 1 = UCF, 2 = Dween."""
    shield_drop_fix: int
    """0 = off, 1 = UCF, 2 = Dween."""
    nametag: bytes
    """Tag chosen in the game: full-width Shift-JIS up to a zero byte."""
    display_name: str
    """Name shown by the client."""
    connect_code: str
    """Code used to connect; its # is full-width."""
    user_id: str
    """Account id of the client."""


@dataclass(frozen=True, slots=True)
class GameStart:
    """Settings of the game, once, before the first frame. Offsets 0x05 to 0x13C are the game info block."""

    version: tuple[int, ...]
    """Version of the format: major, minor, build, unused."""
    game_bitfield1: int
    """Timer behaviour 0x03, player places 0x1C, game mode 0xE0 (1 = stock)."""
    game_bitfield2: int
    """Friendly fire 0x01; single-player modes."""
    game_bitfield3: int
    """Single-button mode 0x10, pause mode 0x80."""
    game_bitfield4: int
    """What the pause screen and the score display show."""
    unknown04: bytes
    """Not documented; carried as it is."""
    bomb_rain: int
    """Not 0: bombs fall after 20 seconds."""
    unknown07: bytes
    """Not documented; carried as it is."""
    is_teams: int
    """Not 0: team battle."""
    unknown09: bytes
    """Not documented; carried as it is."""
    item_spawn_behavior: int
    """How often items spawn; -1 = off."""
    self_destruct_score_value: int
    """Score of a self-destruct."""
    unknown0d: bytes
    """Not documented; carried as it is."""
    stage_id: int
    """Stage."""
    starting_timer_seconds: int
    """Seconds on the timer."""
    unknown14: bytes
    """Not documented; carried as it is."""
    item_spawn_bitfields: tuple[int, ...]
    """The items that may spawn."""
    unknown28: bytes
    """Not documented; carried as it is."""
    damage_ratio: float
    """Damage ratio of the match."""
    unknown34: bytes
    """Not documented; carried as it is."""
    player5: bytes
    """Fifth player place of the block; not used in replays."""
    player6: bytes
    """Sixth player place of the block; not used in replays."""
    random_seed: int
    """State of the generator before the first frame."""
    is_pal: int
    """1 on the European release."""
    is_frozen_stadium: int
    """1 when the Stadium stage does not transform."""
    minor_scene: int
    """Minor scene number, 2 in a game."""
    major_scene: int
    """Major scene number: 2 local, 8 online."""
    language: int
    """0 = Japanese, 1 = English."""
    session_id: str
    """Id of the session: its mode and the time it began."""
    game_number: int
    """Number of the game in its session, from 1."""
    tiebreaker_number: int
    """0 unless the game is a tie-break."""
    players: tuple[GameStartPlayer, ...]
    """By port, 4 of them."""


@dataclass(frozen=True, slots=True)
class PreFrame:
    """One per fighter and frame, taken just before the inputs decide what the fighter does next."""

    frame: int
    """Frame number; the first is -123, play starts at 0."""
    player_index: int
    """Player index, 0 to 3."""
    is_follower: int
    """1 for the second climber, else 0."""
    seed: int
    """State of the generator at this point."""
    action_state_id: int
    """Action state before the frame."""
    position_x: float
    """X position."""
    position_y: float
    """Y position."""
    facing_direction: float
    """-1 = left, 1 = right."""
    joystick_x: float
    """Processed stick x, -1 to 1."""
    joystick_y: float
    """Processed stick y, -1 to 1."""
    c_stick_x: float
    """Processed C-stick x, -1 to 1."""
    c_stick_y: float
    """Processed C-stick y, -1 to 1."""
    trigger: float
    """Processed trigger, 0 to 1."""
    buttons: int
    """Processed buttons; sticks and triggers as buttons in the upper half."""
    physical_buttons: int
    """Buttons as pressed."""
    physical_l_trigger: float
    """L trigger as pressed, 0 to 1."""
    physical_r_trigger: float
    """R trigger as pressed, 0 to 1."""
    raw_joystick_x: int
    """Raw stick x."""
    percent: float
    """Damage."""
    raw_joystick_y: int
    """Raw stick y."""
    raw_c_stick_x: int
    """Raw C-stick x."""
    raw_c_stick_y: int
    """Raw C-stick y."""


@dataclass(frozen=True, slots=True)
class PostFrame:
    """One per fighter and frame, taken after collision, the last thing a frame decides."""

    frame: int
    """Frame number; the first is -123, play starts at 0."""
    player_index: int
    """Player index, 0 to 3."""
    is_follower: int
    """1 for the second climber, else 0."""
    internal_character_id: int
    """Internal id of the fighter now played."""
    action_state_id: int
    """Action state."""
    position_x: float
    """X position."""
    position_y: float
    """Y position."""
    facing_direction: float
    """-1 = left, 1 = right."""
    percent: float
    """Damage."""
    shield_size: float
    """Shield health, 0 to 60."""
    last_attack_landed: int
    """Id of the attack this fighter last hit with."""
    current_combo_count: int
    """Combo count as the game has it."""
    last_hit_by: int
    """Player index of who last hit this fighter, 6 for nobody."""
    stocks_remaining: int
    """Stocks left."""
    action_state_counter: float
    """Frames into the action state; may have a fraction."""
    state_bit_flags1: int
    """Absorber 0x02, reflect keeps owner 0x08, reflect 0x10."""
    state_bit_flags2: int
    """Intangible by script 0x04, fast fall 0x08, hit by hitlag 0x10, hitlag 0x20."""
    state_bit_flags3: int
    """Holds another fighter 0x04, shield 0x80."""
    state_bit_flags4: int
    """Hitstun 0x02, shield touched 0x04, power shield 0x20."""
    state_bit_flags5: int
    """Cloak 0x02, follower 0x08, inactive 0x10, dead 0x40, off screen 0x80."""
    misc_action_state: float
    """Depends on the action; in hitstun, frames of it left."""
    is_airborne: int
    """1 in the air."""
    last_ground_id: int
    """Ground last stood on."""
    jumps_remaining: int
    """Jumps left."""
    l_cancel_status: int
    """0 = none, 1 = successful, 2 = missed."""
    hurtbox_collision_state: int
    """0 = vulnerable, 1 = invulnerable, 2 = intangible."""
    speed_air_x: float
    """Self-induced x speed in the air."""
    speed_y: float
    """Self-induced y speed."""
    speed_attack_x: float
    """X speed from being hit."""
    speed_attack_y: float
    """Y speed from being hit."""
    speed_ground_x: float
    """Self-induced x speed on the ground."""
    hitlag_remaining: float
    """Frames of hitlag left."""
    animation_index: int
    """Animation being played."""
    instance_hit_by: int
    """Instance id of what last hit this fighter."""
    instance_id: int
    """Serial number of the action; 0 for a while after death."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The last event of a game that was recorded to its end."""

    game_end_method: int
    """1 = time, 2 = game, 7 = no contest; before 2.0.0: 0 = unresolved, 3 = resolved."""
    lras_initiator_index: int
    """Player index of who quit, -1 for nobody."""
    placements: tuple[int, ...]
    """Placement of each port from 0, -1 where nobody plays."""


@dataclass(frozen=True, slots=True)
class FrameStart:
    """The first event of a frame."""

    frame: int
    """Frame number; the first is -123, play starts at 0."""
    seed: int
    """State of the generator at the start of the frame."""
    scene_frame_counter: int
    """Frames since the scene began, counted during pause too."""


@dataclass(frozen=True, slots=True)
class ItemUpdate:
    """One per item or projectile and frame, at most 15 a frame."""

    frame: int
    """Frame number; the first is -123, play starts at 0."""
    type_id: int
    """Type of item."""
    state: int
    """State of the item; its meaning depends on the type."""
    facing_direction: float
    """-1 = left, 1 = right, 0 for some types."""
    velocity_x: float
    """X velocity."""
    velocity_y: float
    """Y velocity."""
    position_x: float
    """X position."""
    position_y: float
    """Y position."""
    damage_taken: int
    """Damage the item has taken."""
    expiration_timer: float
    """Frames until it expires."""
    spawn_id: int
    """Number of the item in order of spawning, from 0."""
    missile_type: int
    """Missile's kind: 0 = homing, 1 = super."""
    turnip_face: int
    """Turnip's face, 0 to 7."""
    charge_shot_launched: int
    """Charge shot: 1 once launched."""
    charge_power: int
    """Charge shot: power so far."""
    owner: int
    """Player index of the owner, -1 for nobody."""
    instance_id: int
    """The owner's instance id when it was spawned, 0 for nobody's."""


@dataclass(frozen=True, slots=True)
class FrameBookend:
    """The last event of a frame."""

    frame: int
    """Frame number; the first is -123, play starts at 0."""
    latest_finalized_frame: int
    """Frame that no rollback can reach any more; the frame itself without rollback."""


@dataclass(frozen=True, slots=True)
class FodPlatforms:
    """One per platform that moved in this frame."""

    frame: int
    """Frame number; the first is -123, play starts at 0."""
    platform: int
    """0 = right, 1 = left."""
    height: float
    """New height of the platform."""


@dataclass(frozen=True, slots=True)
class DreamlandWhispy:
    """Whenever the wind changes."""

    frame: int
    """Frame number; the first is -123, play starts at 0."""
    direction: int
    """0 = none, 1 = left, 2 = right."""


@dataclass(frozen=True, slots=True)
class StadiumTransformation:
    """Whenever the transformation, or the step it is at, changes."""

    frame: int
    """Frame number; the first is -123, play starts at 0."""
    event: int
    """2 = begin, 3 = on the monitor, 4 = old recedes, 5 = new rises, 6 = finalize, 0 = finished."""
    type: int
    """3 = fire, 4 = grass, 5 = normal, 6 = rock, 9 = water."""


EVENTS: dict[int, Event] = {
    0x10: Event("message_splitter", 0x10, MessageSplitter, (
        Field("block", 0x01, "bytes", 512, True, 0, 0),
        Field("actual_size", 0x201, "H", 0, True, 0, 0),
        Field("internal_command", 0x203, "B", 0, True, 0, 0),
        Field("is_last_message", 0x204, "B", 0, True, 0, 0),
    ), (
    ), None),
    0x36: Event("game_start", 0x36, GameStart, (
        Field("version", 0x01, "B", 4, True, 0, 0),
        Field("game_bitfield1", 0x05, "B", 0, True, 0, 0),
        Field("game_bitfield2", 0x06, "B", 0, True, 0, 0),
        Field("game_bitfield3", 0x07, "B", 0, True, 0, 0),
        Field("game_bitfield4", 0x08, "B", 0, True, 0, 0),
        Field("unknown04", 0x09, "bytes", 2, True, 0, 0),
        Field("bomb_rain", 0x0b, "B", 0, True, 0, 0),
        Field("unknown07", 0x0c, "bytes", 1, True, 0, 0),
        Field("is_teams", 0x0d, "B", 0, True, 0, 0),
        Field("unknown09", 0x0e, "bytes", 2, True, 0, 0),
        Field("item_spawn_behavior", 0x10, "b", 0, True, 0, 0),
        Field("self_destruct_score_value", 0x11, "b", 0, True, 0, 0),
        Field("unknown0d", 0x12, "bytes", 1, True, 0, 0),
        Field("stage_id", 0x13, "H", 0, True, 0, 0),
        Field("starting_timer_seconds", 0x15, "I", 0, True, 0, 0),
        Field("unknown14", 0x19, "bytes", 15, True, 0, 0),
        Field("item_spawn_bitfields", 0x28, "B", 5, True, 0, 0),
        Field("unknown28", 0x2d, "bytes", 8, True, 0, 0),
        Field("damage_ratio", 0x35, "f", 0, True, 0, 0),
        Field("unknown34", 0x39, "bytes", 44, True, 0, 0),
        Field("player5", 0xf5, "bytes", 36, True, 0, 0),
        Field("player6", 0x119, "bytes", 36, True, 0, 0),
        Field("random_seed", 0x13d, "I", 0, True, 0, 0),
        Field("is_pal", 0x1a1, "B", 0, False, 0, 0),
        Field("is_frozen_stadium", 0x1a2, "B", 0, False, 0, 0),
        Field("minor_scene", 0x1a3, "B", 0, False, 0, 0),
        Field("major_scene", 0x1a4, "B", 0, False, 0, 0),
        Field("language", 0x2bd, "B", 0, False, 0, 0),
        Field("session_id", 0x2be, "str", 51, False, 0, 0),
        Field("game_number", 0x2f1, "I", 0, False, 0, 0),
        Field("tiebreaker_number", 0x2f5, "I", 0, False, 0, 0),
    ), (
        Field("character_id", 0x65, "B", 0, True, 0, 36),
        Field("player_type", 0x66, "B", 0, True, 0, 36),
        Field("start_stocks", 0x67, "B", 0, True, 0, 36),
        Field("costume_index", 0x68, "B", 0, True, 0, 36),
        Field("unknown64", 0x69, "bytes", 3, True, 0, 36),
        Field("team_shade", 0x6c, "B", 0, True, 0, 36),
        Field("handicap", 0x6d, "B", 0, True, 0, 36),
        Field("team_id", 0x6e, "B", 0, True, 0, 36),
        Field("unknown6a", 0x6f, "bytes", 2, True, 0, 36),
        Field("player_bitfield", 0x71, "B", 0, True, 0, 36),
        Field("unknown6d", 0x72, "bytes", 2, True, 0, 36),
        Field("cpu_level", 0x74, "B", 0, True, 0, 36),
        Field("damage_start", 0x75, "H", 0, True, 0, 36),
        Field("damage_spawn", 0x77, "H", 0, True, 0, 36),
        Field("unknown74", 0x79, "bytes", 4, True, 0, 36),
        Field("offense_ratio", 0x7d, "f", 0, True, 0, 36),
        Field("defense_ratio", 0x81, "f", 0, True, 0, 36),
        Field("model_scale", 0x85, "f", 0, True, 0, 36),
        Field("dashback_fix", 0x141, "I", 0, False, 0, 8),
        Field("shield_drop_fix", 0x145, "I", 0, False, 0, 8),
        Field("nametag", 0x161, "bytes", 16, False, 0, 16),
        Field("display_name", 0x1a5, "str", 31, False, 0, 31),
        Field("connect_code", 0x221, "str", 10, False, 0, 10),
        Field("user_id", 0x249, "str", 29, False, 0, 29),
    ), GameStartPlayer),
    0x37: Event("pre_frame", 0x37, PreFrame, (
        Field("frame", 0x01, "i", 0, True, 0, 0),
        Field("player_index", 0x05, "B", 0, True, 0, 0),
        Field("is_follower", 0x06, "B", 0, True, 0, 0),
        Field("seed", 0x07, "I", 0, True, 0, 0),
        Field("action_state_id", 0x0b, "H", 0, True, 0, 0),
        Field("position_x", 0x0d, "f", 0, True, 0, 0),
        Field("position_y", 0x11, "f", 0, True, 0, 0),
        Field("facing_direction", 0x15, "f", 0, True, 0, 0),
        Field("joystick_x", 0x19, "f", 0, True, 0, 0),
        Field("joystick_y", 0x1d, "f", 0, True, 0, 0),
        Field("c_stick_x", 0x21, "f", 0, True, 0, 0),
        Field("c_stick_y", 0x25, "f", 0, True, 0, 0),
        Field("trigger", 0x29, "f", 0, True, 0, 0),
        Field("buttons", 0x2d, "I", 0, True, 0, 0),
        Field("physical_buttons", 0x31, "H", 0, True, 0, 0),
        Field("physical_l_trigger", 0x33, "f", 0, True, 0, 0),
        Field("physical_r_trigger", 0x37, "f", 0, True, 0, 0),
        Field("raw_joystick_x", 0x3b, "b", 0, False, 0, 0, "joystick_x"),
        Field("percent", 0x3c, "f", 0, False, 0, 0),
        Field("raw_joystick_y", 0x40, "b", 0, False, 0, 0, "joystick_y"),
        Field("raw_c_stick_x", 0x41, "b", 0, False, 0, 0, "c_stick_x"),
        Field("raw_c_stick_y", 0x42, "b", 0, False, 0, 0, "c_stick_y"),
    ), (
    ), None),
    0x38: Event("post_frame", 0x38, PostFrame, (
        Field("frame", 0x01, "i", 0, True, 0, 0),
        Field("player_index", 0x05, "B", 0, True, 0, 0),
        Field("is_follower", 0x06, "B", 0, True, 0, 0),
        Field("internal_character_id", 0x07, "B", 0, True, 0, 0),
        Field("action_state_id", 0x08, "H", 0, True, 0, 0),
        Field("position_x", 0x0a, "f", 0, True, 0, 0),
        Field("position_y", 0x0e, "f", 0, True, 0, 0),
        Field("facing_direction", 0x12, "f", 0, True, 0, 0),
        Field("percent", 0x16, "f", 0, True, 0, 0),
        Field("shield_size", 0x1a, "f", 0, True, 0, 0),
        Field("last_attack_landed", 0x1e, "B", 0, True, 0, 0),
        Field("current_combo_count", 0x1f, "B", 0, True, 0, 0),
        Field("last_hit_by", 0x20, "B", 0, True, 0, 0),
        Field("stocks_remaining", 0x21, "B", 0, True, 0, 0),
        Field("action_state_counter", 0x22, "f", 0, False, 0, 0),
        Field("state_bit_flags1", 0x26, "B", 0, False, 0, 0),
        Field("state_bit_flags2", 0x27, "B", 0, False, 0, 0),
        Field("state_bit_flags3", 0x28, "B", 0, False, 0, 0),
        Field("state_bit_flags4", 0x29, "B", 0, False, 0, 0),
        Field("state_bit_flags5", 0x2a, "B", 0, False, 0, 0),
        Field("misc_action_state", 0x2b, "f", 0, False, 0, 0),
        Field("is_airborne", 0x2f, "B", 0, False, 0, 0),
        Field("last_ground_id", 0x30, "H", 0, False, 0, 0),
        Field("jumps_remaining", 0x32, "B", 0, False, 0, 0),
        Field("l_cancel_status", 0x33, "B", 0, False, 0, 0),
        Field("hurtbox_collision_state", 0x34, "B", 0, False, 0, 0),
        Field("speed_air_x", 0x35, "f", 0, False, 0, 0),
        Field("speed_y", 0x39, "f", 0, False, 0, 0),
        Field("speed_attack_x", 0x3d, "f", 0, False, 0, 0),
        Field("speed_attack_y", 0x41, "f", 0, False, 0, 0),
        Field("speed_ground_x", 0x45, "f", 0, False, 0, 0),
        Field("hitlag_remaining", 0x49, "f", 0, False, 0, 0),
        Field("animation_index", 0x4d, "I", 0, False, 0, 0),
        Field("instance_hit_by", 0x51, "H", 0, False, 0, 0),
        Field("instance_id", 0x53, "H", 0, False, 0, 0),
    ), (
    ), None),
    0x39: Event("game_end", 0x39, GameEnd, (
        Field("game_end_method", 0x01, "B", 0, True, 0, 0),
        Field("lras_initiator_index", 0x02, "b", 0, False, -1, 0),
        Field("placements", 0x03, "b", 4, False, -1, 0),
    ), (
    ), None),
    0x3a: Event("frame_start", 0x3a, FrameStart, (
        Field("frame", 0x01, "i", 0, True, 0, 0),
        Field("seed", 0x05, "I", 0, True, 0, 0),
        Field("scene_frame_counter", 0x09, "I", 0, False, 0, 0),
    ), (
    ), None),
    0x3b: Event("item_update", 0x3b, ItemUpdate, (
        Field("frame", 0x01, "i", 0, True, 0, 0),
        Field("type_id", 0x05, "H", 0, True, 0, 0),
        Field("state", 0x07, "B", 0, True, 0, 0),
        Field("facing_direction", 0x08, "f", 0, True, 0, 0),
        Field("velocity_x", 0x0c, "f", 0, True, 0, 0),
        Field("velocity_y", 0x10, "f", 0, True, 0, 0),
        Field("position_x", 0x14, "f", 0, True, 0, 0),
        Field("position_y", 0x18, "f", 0, True, 0, 0),
        Field("damage_taken", 0x1c, "H", 0, True, 0, 0),
        Field("expiration_timer", 0x1e, "f", 0, True, 0, 0),
        Field("spawn_id", 0x22, "I", 0, True, 0, 0),
        Field("missile_type", 0x26, "B", 0, False, 0, 0),
        Field("turnip_face", 0x27, "B", 0, False, 0, 0),
        Field("charge_shot_launched", 0x28, "B", 0, False, 0, 0),
        Field("charge_power", 0x29, "B", 0, False, 0, 0),
        Field("owner", 0x2a, "b", 0, False, -1, 0),
        Field("instance_id", 0x2b, "H", 0, False, 0, 0),
    ), (
    ), None),
    0x3c: Event("frame_bookend", 0x3c, FrameBookend, (
        Field("frame", 0x01, "i", 0, True, 0, 0),
        Field("latest_finalized_frame", 0x05, "i", 0, False, 0, 0),
    ), (
    ), None),
    0x3f: Event("fod_platforms", 0x3f, FodPlatforms, (
        Field("frame", 0x01, "i", 0, True, 0, 0),
        Field("platform", 0x05, "B", 0, True, 0, 0),
        Field("height", 0x06, "f", 0, True, 0, 0),
    ), (
    ), None),
    0x40: Event("dreamland_whispy", 0x40, DreamlandWhispy, (
        Field("frame", 0x01, "i", 0, True, 0, 0),
        Field("direction", 0x05, "B", 0, True, 0, 0),
    ), (
    ), None),
    0x41: Event("stadium_transformation", 0x41, StadiumTransformation, (
        Field("frame", 0x01, "i", 0, True, 0, 0),
        Field("event", 0x05, "H", 0, True, 0, 0),
        Field("type", 0x07, "H", 0, True, 0, 0),
    ), (
    ), None),
}

# By external id.
CHARACTER_NAMES = ("Captain Falcon", "Donkey Kong", "Fox", "Mr. Game & Watch", "Kirby", "Bowser", "Link", "Luigi", "Mario", "Marth", "Mewtwo", "Ness", "Peach", "Pikachu", "Ice Climbers", "Jigglypuff", "Samus", "Yoshi", "Zelda", "Sheik", "Falco", "Young Link", "Dr. Mario", "Roy", "Pichu", "Ganondorf")
COSTUME_COUNTS = (6, 5, 4, 4, 6, 4, 5, 4, 5, 5, 4, 4, 5, 4, 4, 5, 5, 6, 5, 5, 4, 5, 5, 5, 4, 5)
# By internal id, which a Post-Frame Update holds. Popo and Nana are both Ice Climbers.
BY_INTERNAL_ID = (Character(8), Character(2), Character(0), Character(1), Character(4), Character(5), Character(6), Character(19), Character(11), Character(12), Character(14), Character(14), Character(13), Character(16), Character(17), Character(15), Character(10), Character(7), Character(9), Character(18), Character(21), Character(22), Character(20), Character(24), Character(3), Character(25), Character(23))

# The game's names of action states: those that all fighters share, in the order of their ids, and behind them each fighter's own, by internal id.
ACTION_NAMES = tuple("DeadDown DeadLeft DeadRight DeadUp DeadUpStar DeadUpStarIce DeadUpFall DeadUpFallHitCamera DeadUpFallHitCameraFlat DeadUpFallIce DeadUpFallHitCameraIce Sleep Rebirth RebirthWait Wait WalkSlow WalkMiddle WalkFast Turn TurnRun Dash Run RunDirect RunBrake KneeBend JumpF JumpB JumpAerialF JumpAerialB Fall FallF FallB FallAerial FallAerialF FallAerialB FallSpecial FallSpecialF FallSpecialB DamageFall Squat SquatWait SquatRv Landing LandingFallSpecial Attack11 Attack12 Attack13 Attack100Start Attack100Loop Attack100End AttackDash AttackS3Hi AttackS3HiS AttackS3S AttackS3LwS AttackS3Lw AttackHi3 AttackLw3 AttackS4Hi AttackS4HiS AttackS4S AttackS4LwS AttackS4Lw AttackHi4 AttackLw4 AttackAirN AttackAirF AttackAirB AttackAirHi AttackAirLw LandingAirN LandingAirF LandingAirB LandingAirHi LandingAirLw DamageHi1 DamageHi2 DamageHi3 DamageN1 DamageN2 DamageN3 DamageLw1 DamageLw2 DamageLw3 DamageAir1 DamageAir2 DamageAir3 DamageFlyHi DamageFlyN DamageFlyLw DamageFlyTop DamageFlyRoll LightGet HeavyGet LightThrowF LightThrowB LightThrowHi LightThrowLw LightThrowDash LightThrowDrop LightThrowAirF LightThrowAirB LightThrowAirHi LightThrowAirLw HeavyThrowF HeavyThrowB HeavyThrowHi HeavyThrowLw LightThrowF4 LightThrowB4 LightThrowHi4 LightThrowLw4 LightThrowAirF4 LightThrowAirB4 LightThrowAirHi4 LightThrowAirLw4 HeavyThrowF4 HeavyThrowB4 HeavyThrowHi4 HeavyThrowLw4 SwordSwing1 SwordSwing3 SwordSwing4 SwordSwingDash BatSwing1 BatSwing3 BatSwing4 BatSwingDash ParasolSwing1 ParasolSwing3 ParasolSwing4 ParasolSwingDash HarisenSwing1 HarisenSwing3 HarisenSwing4 HarisenSwingDash StarRodSwing1 StarRodSwing3 StarRodSwing4 StarRodSwingDash LipstickSwing1 LipstickSwing3 LipstickSwing4 LipstickSwingDash ItemParasolOpen ItemParasolFall ItemParasolFallSpecial ItemParasolDamageFall LGunShoot LGunShootAir LGunShootEmpty LGunShootAirEmpty FireFlowerShoot FireFlowerShootAir ItemScrew ItemScrewAir DamageScrew DamageScrewAir ItemScopeStart ItemScopeRapid ItemScopeFire ItemScopeEnd ItemScopeAirStart ItemScopeAirRapid ItemScopeAirFire ItemScopeAirEnd ItemScopeStartEmpty ItemScopeRapidEmpty ItemScopeFireEmpty ItemScopeEndEmpty ItemScopeAirStartEmpty ItemScopeAirRapidEmpty ItemScopeAirFireEmpty ItemScopeAirEndEmpty LiftWait LiftWalk1 LiftWalk2 LiftTurn GuardOn Guard GuardOff GuardSetOff GuardReflect DownBoundU DownWaitU DownDamageU DownStandU DownAttackU DownFowardU DownBackU DownSpotU DownBoundD DownWaitD DownDamageD DownStandD DownAttackD DownFowardD DownBackD DownSpotD Passive PassiveStandF PassiveStandB PassiveWall PassiveWallJump PassiveCeil ShieldBreakFly ShieldBreakFall ShieldBreakDownU ShieldBreakDownD ShieldBreakStandU ShieldBreakStandD Furafura Catch CatchPull CatchDash CatchDashPull CatchWait CatchAttack CatchCut ThrowF ThrowB ThrowHi ThrowLw CapturePulledHi CaptureWaitHi CaptureDamageHi CapturePulledLw CaptureWaitLw CaptureDamageLw CaptureCut CaptureJump CaptureNeck CaptureFoot EscapeF EscapeB EscapeN EscapeAir ReboundStop Rebound ThrownF ThrownB ThrownHi ThrownLw ThrownlwWomen Pass Ottotto OttottoWait FlyReflectWall FlyReflectCeil StopWall StopCeil MissFoot CliffCatch CliffWait CliffClimbSlow CliffClimbQuick CliffAttackSlow CliffAttackQuick CliffEscapeSlow CliffEscapeQuick CliffJumpSlow1 CliffJumpSlow2 CliffJumpQuick1 CliffJumpQuick2 AppealSR AppealSL ShoulderedWait ShoulderedWalkSlow ShoulderedWalkMiddle ShoulderedWalkFast ShoulderedTurn ThrownFF ThrownFB ThrownFHi ThrownFLw CaptureCaptain CaptureYoshi YoshiEgg CaptureKoopa CaptureDamageKoopa CaptureWaitKoopa ThrownKoopaF ThrownKoopaB CaptureKoopaAir CaptureDamageKoopaAir CaptureWaitKoopaAir ThrownKoopaAirF ThrownKoopaAirB CaptureKirby CaptureWaitKirby ThrownKirbyStar ThrownCopyStar ThrownKirby BarrelWait Bury BuryWait BuryJump DamageSong DamageSongWait DamageSongRv DamageBind CaptureMewtwo CaptureMewtwoAir ThrownMewtwo ThrownMewtwoAir WarpStarJump WarpStarFall HammerWait HammerWalk HammerTurn HammerKneeBend HammerFall HammerJump HammerLanding KinokoGiantStart KinokoGiantStartAir KinokoGiantEnd KinokoGiantEndAir KinokoSmallStart KinokoSmallStartAir KinokoSmallEnd KinokoSmallEndAir Entry EntryStart EntryEnd DamageIce DamageIceJump CaptureMasterHand CaptureDamageMasterHand CaptureWaitMasterHand ThrownMasterHand CaptureKirbyYoshi KirbyYoshiEgg CaptureLeadead CaptureLikelike DownReflect CaptureCrazyHand CaptureDamageCrazyHand CaptureWaitCrazyHand ThrownCrazyHand Barrel".split())
OWN_ACTION_NAMES = (
    tuple("AppealSR AppealSL SpecialN SpecialAirN SpecialS SpecialAirS SpecialHi SpecialAirHi SpecialLw SpecialAirLw".split()),
    tuple("SpecialNStart SpecialNLoop SpecialNEnd SpecialAirNStart SpecialAirNLoop SpecialAirNEnd SpecialSStart SpecialS SpecialSEnd SpecialAirSStart SpecialAirS SpecialAirSEnd SpecialHiHold SpecialHiHoldAir SpecialHi SpecialAirHi SpecialHiLanding SpecialHiFall SpecialHiBound SpecialLwStart SpecialLwLoop SpecialLwHit SpecialLwEnd SpecialLwTurn SpecialAirLwStart SpecialAirLwLoop SpecialAirLwHit SpecialAirLwEnd SpecialAirLwTurn AppealSStartR AppealSStartL AppealSR AppealSL AppealSEndR AppealSEndL".split()),
    tuple("SwordSwing4 BatSwing4 ParasolSwing4 HarisenSwing4 StarRodSwing4 LipstickSwing4 SpecialN SpecialAirN SpecialSStart SpecialS SpecialAirSStart SpecialAirS SpecialHi SpecialAirHi SpecialHiCatch SpecialHiThrow SpecialLw SpecialLwEnd SpecialAirLw SpecialAirLwEnd SpecialAirLwEndAir SpecialLwEndAir SpecialHiThrow1".split()),
    tuple("HeavyWait HeavyWalkSlow HeavyWalkMiddle HeavyWalkFast HeavyTurn HeavyKneebend HeavyFall HeavyJump HeavyLanding HeavyWait2 ThrowFWait0 ThrowFWalkSlow ThrowFWalkMiddle ThrowFWalkFast ThrowFTurn ThrowFKneebend ThrowFFall ThrowFJump ThrowFLanding ThrowFWait2 ThrowFF ThrowFB ThrowFHi ThrowFLw ThrowAirFF ThrowAirFB ThrowAirFHi ThrowAirFLw SpecialNStart SpecialNLoop SpecialNCancel SpecialN SpecialNFull SpecialAirNStart SpecialAirNLoop SpecialAirNCancel SpecialAirN SpecialAirNFull SpecialS SpecialAirS SpecialHi SpecialAirHi SpecialLwStart SpecialLwLoop SpecialLwEnd0 SpecialLwEnd1".split()),
    tuple("JumpAerialF1 JumpAerialF2 JumpAerialF3 JumpAerialF4 JumpAerialF5 JumpAerialF1Met JumpAerialF2Met JumpAerialF3Met JumpAerialF4Met JumpAerialF5Met AttackDash AttackDashAir SpecialN SpecialNLoop SpecialNEnd SpecialNCapture0 SpecialNCapture1 Eat EatWait EatWalkSlow EatWalkMiddle EatWalkFast EatTurn EatJump1 EatJump2 EatLanding SpecialNDrink0 SpecialNDrink1 SpecialNSpit0 SpecialNSpit1 SpecialAirN SpecialAirNLoop SpecialAirNEnd SpecialAirNCapture0 SpecialAirNCapture1 EatAir EatFall SpecialAirNDrink0 SpecialAirNDrink1 SpecialAirNSpit0 SpecialAirNSpit1 EatTurnAir SpecialS SpecialAirS SpecialHi1 SpecialHi2 SpecialHi3 SpecialHi4 SpecialAirHi1 SpecialAirHi2 SpecialAirHi3 SpecialAirHi4 SpecialLw1 SpecialLw SpecialLwEnd SpecialAirLwStart SpecialAirLw SpecialAirLwEnd MrSpecialN MrSpecialAirN LkSpecialNStart LkSpecialNLoop LkSpecialNEnd LkSpecialAirNStart LkSpecialAirNLoop LkSpecialAirNEnd SsSpecialNStart SsSpecialNHold SsSpecialNCancel SsSpecialN SsSpecialAirNStart SsSpecialAirN YsSpecialN1 YsSpecialNCapture1_0 YsSpecialNCapture1_1 YsSpecialNCapture2_0 YsSpecialNCapture2_1 YsSpecialAirNCapture2 YsSpecialAirNCapture1_0 YsSpecialAirNCapture1_1 YsSpecialAirN2_0 YsSpecialAirN2_1 FxSpecialNStart FxSpecialNLoop FxSpecialNEnd FxSpecialAirNStart FxSpecialAirNLoop FxSpecialAirNEnd PkSpecialN PkSpecialAirN LgSpecialN LgSpecialAirN CaSpecialN CaSpecialAirN NsSpecialNStart NsSpecialNHold0 NsSpecialNHold1 NsSpecialNEnd NsSpecialAirNStart NsSpecialAirNHold0 NsSpecialAirNHold1 NsSpecialAirNEnd KpSpecialNStart KpSpecialN KpSpecialNEnd KpSpecialAirNStart KpSpecialAirN KpSpecialAirNEnd PeSpecialLw PeSpecialLwHit PeSpecialAirLw PeSpecialAirLwHit PpSpecialN PpSpecialAirN DkSpecialNStart DkSpecialNLoop DkSpecialNCancel DkSpecialN DkSpecialNFull DkSpecialAirNStart DkSpecialAirNLoop DkSpecialAirNCancel DkSpecialAirN DkSpecialAirNFull ZdSpecialN ZdSpecialAirN SkSpecialNStart SkSpecialNLoop SkSpecialNCancel SkSpecialNEnd SkSpecialAirNStart SkSpecialAirNLoop SkSpecialAirNCancel SkSpecialAirNEnd PrSpecialNStartR PrSpecialNStartL PrSpecialNLoop PrSpecialNFull PrSpecialN1 PrSpecialNTurn PrSpecialNEndR PrSpecialNEndL PrSpecialAirNStartR PrSpecialAirNStartL PrSpecialAirNLoop PrSpecialAirNFull PrSpecialAirN PrSpecialN0 PrSpecialAirNEndR0 PrSpecialAirNEndR1 PrSpecialNHit MsSpecialNStart MsSpecialNLoop MsSpecialNEnd0 MsSpecialNEnd1 MsSpecialAirNStart MsSpecialAirNLoop MsSpecialAirNEnd0 MsSpecialAirNEnd1 MtSpecialNStart MtSpecialNLoop MtSpecialNLoopFull MtSpecialNCancel MtSpecialNEnd MtSpecialAirNStart MtSpecialAirNLoop MtSpecialAirNLoopFull MtSpecialAirNCancel MtSpecialAirNEnd GwSpecialN GwSpecialAirN DrSpecialN DrSpecialAirN ClSpecialNStart ClSpecialNLoop ClSpecialNEnd ClSpecialAirNStart ClSpecialAirNLoop ClSpecialAirNEnd FcSpecialNStart FcSpecialNLoop FcSpecialNEnd FcSpecialAirNStart FcSpecialAirNLoop FcSpecialAirNEnd PcSpecialN PcSpecialAirN GnSpecialN GnSpecialAirN FeSpecialNStart FeSpecialNLoop FeSpecialNEnd0 FeSpecialNEnd1 FeSpecialAirNStart FeSpecialAirNLoop FeSpecialAirNEnd0 FeSpecialAirNEnd1 GkSpecialNStart GkSpecialN GkSpecialNEnd GkSpecialAirNStart GkSpecialAirN GkSpecialAirNEnd".split()),
    tuple("SpecialNStart SpecialN SpecialNEnd SpecialAirNStart SpecialAirN SpecialAirNEnd SpecialSStart SpecialSHit0_0 SpecialSHit1 SpecialSHit0_1 SpecialSEndF SpecialSEndB SpecialAirSStart SpecialAirSHit0_0 SpecialAirSHit1 SpecialAirSHit0_1 SpecialAirSEndF SpecialAirSEndB SpecialHi SpecialAirHi SpecialLw SpecialAirLw SpecialLwLanding".split()),
    tuple("AttackS42 AppealSR AppealSL SpecialNStart SpecialNLoop SpecialNEnd SpecialAirNStart SpecialAirNLoop SpecialAirNEnd SpecialS1 SpecialS2 SpecialS1Empty SpecialAirS1 SpecialAirS2 SpecialAirS1Empty SpecialHi SpecialAirHi SpecialLw SpecialAirLw AirCatch AirCatchHit".split()),
    tuple("SpecialNStart SpecialNLoop SpecialNCancel SpecialNEnd SpecialAirNStart SpecialAirNLoop SpecialAirNCancel SpecialAirNEnd SpecialSStart SpecialS SpecialSEnd SpecialAirSStart SpecialAirS SpecialAirSEnd SpecialHiStart_0 SpecialHiStart_1 SpecialHi SpecialAirHiStart_0 SpecialAirHiStart_1 SpecialAirHi SpecialLw SpecialLw2 SpecialAirLw SpecialAirLw2".split()),
    tuple("AttackS4 AttackHi4 AttackHi4Charge AttackHi4Release AttackLw4 AttackLw4Charge AttackLw4Release SpecialNStart SpecialNHold SpecialNRelease SpecialNEnd SpecialAirNStart SpecialAirNHold SpecialAirNRelease SpecialAirNEnd SpecialS SpecialAirS SpecialHiStart SpecialHiHold SpecialHiEnd SpecialHi SpecialAirHiStart SpecialAirHiHold SpecialAirHiEnd SpecialAirHi SpecialAirHiRebound SpecialLwStart SpecialLwHold SpecialLwHit SpecialLwEnd SpecialLwTurn SpecialAirLwStart SpecialAirLwHold SpecialAirLwHit SpecialAirLwEnd SpecialAirLwTurn".split()),
    tuple("Float FloatFallF FloatFallB FloatAttackAirN FloatAttackAirF FloatAttackAirB FloatAttackAirHi FloatAttackAirLw AttackS4Club AttackS4Pan AttackS4Racket SpecialLw SpecialAirLw SpecialSStart SpecialSEnd SpecialSJump SpecialAirSStart SpecialAirSEnd_0 SpecialAirSEnd_1 SpecialAirSJump SpecialHiStart SpecialHiEnd SpecialAirHiStart SpecialAirHiEnd SpecialN SpecialNHit SpecialAirN SpecialAirNHit ItemParasolOpen ItemParasolFall".split()),
    tuple("SpecialN SpecialAirN SpecialS1 SpecialS2 SpecialAirS1 SpecialAirS2 SpecialHiStart_0 SpecialHiThrow_0 SpecialHiThrow2 SpecialHiStart_1 SpecialHiThrow_1 SpecialAirHiStart_0 SpecialAirHiThrow_0 SpecialAirHiThrow2 SpecialAirHiStart_1 SpecialAirHiThrow_1 SpecialLw SpecialAirLw SpecialS_0 SpecialS_1 SpecialHi_0 SpecialHi_1 SpecialHi_2 SpecialHi_3 SpecialHi_4 SpecialHi_5".split()),
    tuple("SpecialN SpecialAirN SpecialS1 SpecialS2 SpecialAirS1 SpecialAirS2 SpecialHiStart_0 SpecialHiThrow_0 SpecialHiThrow2 SpecialHiStart_1 SpecialHiThrow_1 SpecialAirHiStart_0 SpecialAirHiThrow_0 SpecialAirHiThrow2 SpecialAirHiStart_1 SpecialAirHiThrow_1 SpecialLw SpecialAirLw SpecialS_0 SpecialS_1 SpecialHi_0 SpecialHi_1 SpecialHi_2 SpecialHi_3 SpecialHi_4 SpecialHi_5".split()),
    tuple("SpecialN SpecialAirN SpecialSStart SpecialSHold SpecialS1 SpecialSEnd SpecialS0 SpecialAirSStart SpecialAirSHold SpecialAirS1 SpecialAirSEnd SpecialAirS0 SpecialHiStart0 SpecialHiStart1 SpecialHiEnd SpecialAirHiStart0 SpecialAirHiStart1 SpecialAirHiEnd SpecialLwStart SpecialLwLoop0 SpecialLwLoop1 SpecialLwEnd SpecialAirLwStart SpecialAirLwLoop0 SpecialAirLwLoop1 SpecialAirLwEnd".split()),
    tuple("SpecialLw SpecialAirLw SpecialNStart SpecialNHold SpecialNCancel SpecialN SpecialAirNStart SpecialAirN SpecialS SpecialSSmash SpecialAirS SpecialAirSSmash SpecialHi SpecialAirHi SpecialLwBomb SpecialAirLwBomb AirCatch AirCatchHit".split()),
    tuple("GuardOn_0 GuardHold GuardOff GuardDamage GuardOn_1 SpecialN1 SpecialN1_0 SpecialN1_1 SpecialN2_0 SpecialN2_1 SpecialAirN1_0 SpecialAirN1_1 SpecialAirN1_2 SpecialAirN2_0 SpecialAirN2_1 SpecialAirSStart_0 SpecialAirSLoop_0 SpecialAirSLoop_1 SpecialAirSEnd SpecialAirSStart_1 SpecialAirSLoop_2 SpecialAirSLoop_3 SpecialAirSLanding SpecialHi SpecialAirHi SpecialLw SpecialLwLanding SpecialAirLw".split()),
    tuple("JumpAerialF1 JumpAerialF2 JumpAerialF3 JumpAerialF4 JumpAerialF5 SpecialNStartR SpecialNStartL SpecialNLoop SpecialNFull SpecialNRelease SpecialNTurn SpecialNEndR SpecialNEndL SpecialAirNStartR SpecialAirNStartL SpecialAirNChargeLoop SpecialAirNChargeFull SpecialAirNChargeRelease SpecialAirNStartTurn SpecialAirNEndR SpecialAirNEndL SpecialNHit SpecialS SpecialAirS SpecialHiL SpecialAirHiL SpecialHiR SpecialAirHiR SpecialLwL SpecialAirLwL SpecialLwR SpecialAirLwR".split()),
    tuple("SpecialNStart SpecialNLoop SpecialNLoopFull SpecialNCancel SpecialNEnd SpecialAirNStart SpecialAirNLoop SpecialAirNLoopFull SpecialAirNCancel SpecialAirNEnd SpecialS SpecialAirS SpecialHiStart SpecialHiLost SpecialHi SpecialAirHiStart SpecialAirHiLost SpecialAirHi SpecialLw SpecialAirLw".split()),
    tuple("SpecialN SpecialAirN SpecialSStart SpecialSHold SpecialS2 SpecialSEnd SpecialS SpecialSMisfire SpecialAirSStart SpecialAirSHold SpecialAirS2 SpecialAirSEnd SpecialAirS SpecialAirSMisfire SpecialHi SpecialAirHi SpecialLw SpecialAirLw".split()),
    tuple("SpecialNStart SpecialNLoop SpecialNEnd0 SpecialNEnd1 SpecialAirNStart SpecialAirNLoop SpecialAirNEnd0 SpecialAirNEnd1 SpecialS1 SpecialS2Hi SpecialS2Lw SpecialS3Hi SpecialS3S SpecialS3Lw SpecialS4Hi SpecialS4S SpecialS4Lw SpecialAirS1 SpecialAirS2Hi SpecialAirS2Lw SpecialAirS3Hi SpecialAirS3S SpecialAirS3Lw SpecialAirS4Hi SpecialAirS4S SpecialAirS4Lw SpecialHi SpecialAirHi SpecialLw SpecialLwHit SpecialAirLw SpecialAirLwHit".split()),
    tuple("SpecialN SpecialAirN SpecialSStart SpecialSLoop SpecialSEnd SpecialAirSStart SpecialAirSLoop SpecialAirSEnd SpecialHiStart_0 SpecialHiStart_1 SpecialHi SpecialAirHiStart_0 SpecialAirHiStart_1 SpecialAirHi SpecialLw SpecialLw2 SpecialAirLw SpecialAirLw2".split()),
    tuple("AttackS42 AppealSR AppealSL SpecialNStart SpecialNLoop SpecialNEnd SpecialAirNStart SpecialAirNLoop SpecialAirNEnd SpecialS1 SpecialS2 SpecialS1Empty SpecialAirS1 SpecialAirS2 SpecialAirS1Empty SpecialHi SpecialAirHi SpecialLw SpecialAirLw AirCatch AirCatchHit".split()),
    tuple("AppealSR AppealSL SpecialN SpecialAirN SpecialS SpecialAirS SpecialHi SpecialAirHi SpecialLw SpecialAirLw".split()),
    tuple("SpecialNStart SpecialNLoop SpecialNEnd SpecialAirNStart SpecialAirNLoop SpecialAirNEnd SpecialSStart SpecialS SpecialSEnd SpecialAirSStart SpecialAirS SpecialAirSEnd SpecialHiHold SpecialHiHoldAir SpecialHi SpecialAirHi SpecialHiLanding SpecialHiFall SpecialHiBound SpecialLwStart SpecialLwLoop SpecialLwHit SpecialLwEnd SpecialLwTurn SpecialAirLwStart SpecialAirLwLoop SpecialAirLwHit SpecialAirLwEnd SpecialAirLwTurn AppealSStartR AppealSStartL AppealSR AppealSL AppealSEndR AppealSEndL".split()),
    tuple("SpecialN SpecialAirN SpecialSStart SpecialSHold SpecialS1 SpecialSEnd SpecialS0 SpecialAirSStart SpecialAirSHold SpecialAirS1 SpecialAirSEnd SpecialAirS0 SpecialHiStart0 SpecialHiStart1 SpecialHiEnd SpecialAirHiStart0 SpecialAirHiStart1 SpecialAirHiEnd SpecialLwStart SpecialLwLoop0 SpecialLwLoop1 SpecialLwEnd SpecialAirLwStart SpecialAirLwLoop0 SpecialAirLwLoop1 SpecialAirLwEnd".split()),
    tuple("Attack11 Attack100Start Attack100Loop Attack100End AttackLw3 AttackS4 AttackAirN AttackAirB AttackAirHi LandingAirN LandingAirB LandingAirHi SpecialN SpecialAirN SpecialS1 SpecialS2 SpecialS3 SpecialS4 SpecialS5 SpecialS6 SpecialS7 SpecialS8 SpecialS9 SpecialAirS1 SpecialAirS2 SpecialAirS3 SpecialAirS4 SpecialAirS5 SpecialAirS6 SpecialAirS7 SpecialAirS8 SpecialAirS9 SpecialHi SpecialAirHi SpecialLw SpecialLwCatch SpecialLwShoot SpecialAirLw SpecialAirLwCatch SpecialAirLwShoot".split()),
    tuple("SwordSwing4 BatSwing4 ParasolSwing4 HarisenSwing4 StarRodSwing4 LipstickSwing4 SpecialN SpecialAirN SpecialSStart SpecialS SpecialAirSStart SpecialAirS SpecialHi SpecialAirHi SpecialHiCatch SpecialHiThrow SpecialLw SpecialLwEnd SpecialAirLw SpecialAirLwEnd SpecialAirLwEndAir SpecialLwEndAir SpecialHiThrow1".split()),
    tuple("SpecialNStart SpecialNLoop SpecialNEnd0 SpecialNEnd1 SpecialAirNStart SpecialAirNLoop SpecialAirNEnd0 SpecialAirNEnd1 SpecialS1 SpecialS2Hi SpecialS2Lw SpecialS3Hi SpecialS3S SpecialS3Lw SpecialS4Hi SpecialS4S SpecialS4Lw SpecialAirS1 SpecialAirS2Hi SpecialAirS2Lw SpecialAirS3Hi SpecialAirS3S SpecialAirS3Lw SpecialAirS4Hi SpecialAirS4S SpecialAirS4Lw SpecialHi SpecialAirHi SpecialLw SpecialLwHit SpecialAirLw SpecialAirLwHit".split()),
)

# Names of what fighters make, throw or hold, by type.
ITEM_NAMES = {
    6: "BobOmb",
    7: "MrSaturn",
    12: "BeamSword",
    48: "MarioFireball",
    49: "DrMarioCapsule",
    50: "KirbyCutter",
    51: "KirbyHammer",
    54: "FoxLaser",
    55: "FalcoLaser",
    56: "FoxShadow",
    57: "FalcoShadow",
    58: "LinkBomb",
    59: "YoungLinkBomb",
    60: "LinkBoomerang",
    61: "YoungLinkBoomerang",
    62: "LinkHookshot",
    63: "YoungLinkHookshot",
    64: "LinkArrow",
    65: "YoungLinkArrow",
    66: "NessPkFire",
    67: "NessPkFirePillar",
    68: "NessPkFlash",
    69: "NessPkThunder",
    70: "NessPkThunderTrail1",
    71: "NessPkThunderTrail2",
    72: "NessPkThunderTrail3",
    73: "NessPkThunderTrail4",
    74: "FoxBlaster",
    75: "FalcoBlaster",
    76: "LinkBow",
    77: "YoungLinkBow",
    78: "NessPkFlashBlast",
    79: "SheikNeedle",
    80: "SheikNeedlesHeld",
    81: "PikachuThunder",
    82: "PichuThunder",
    83: "MarioCape",
    84: "DrMarioCape",
    85: "SheikSmoke",
    86: "YoshiEgg",
    87: "YoshiTongue",
    88: "YoshiStar",
    89: "PikachuThunderJolt",
    90: "PikachuThunderJoltAnchor",
    91: "PichuThunderJolt",
    92: "PichuThunderJoltAnchor",
    93: "SamusBomb",
    94: "SamusChargeShot",
    95: "SamusMissile",
    96: "SamusGrappleBeam",
    97: "SheikChain",
    98: "PeachBomberBlast",
    99: "PeachTurnip",
    100: "BowserFlame",
    101: "NessBat",
    102: "NessYoyo",
    103: "PeachParasol",
    104: "PeachToad",
    105: "LuigiFireball",
    106: "IceClimbersIceShot",
    107: "IceClimbersBlizzard",
    108: "ZeldaDinsFire",
    109: "ZeldaDinsFireBlast",
    110: "MewtwoDisable",
    111: "PeachToadSpore",
    112: "MewtwoShadowBall",
    113: "IceClimbersRope",
    114: "GameAndWatchInsecticide",
    115: "GameAndWatchManhole",
    116: "GameAndWatchTorch",
    117: "GameAndWatchParachute",
    118: "GameAndWatchTurtle",
    119: "GameAndWatchBreath",
    120: "GameAndWatchJudge",
    121: "GameAndWatchBucket",
    122: "GameAndWatchSausage",
    123: "YoungLinkMilk",
    124: "GameAndWatchFirefighters",
    130: "KirbyMarioFireball",
    131: "KirbyDrMarioCapsule",
    132: "KirbyLuigiFireball",
    133: "KirbyIceClimbersIceShot",
    134: "KirbyPeachToad",
    135: "KirbyPeachToadSpore",
    136: "KirbyFoxLaser",
    137: "KirbyFalcoLaser",
    138: "KirbyFoxBlaster",
    139: "KirbyFalcoBlaster",
    140: "KirbyLinkArrow",
    141: "KirbyYoungLinkArrow",
    142: "KirbyLinkBow",
    143: "KirbyYoungLinkBow",
    144: "KirbyMewtwoShadowBall",
    145: "KirbyNessPkFlash",
    146: "KirbyNessPkFlashBlast",
    147: "KirbyPikachuThunderJolt",
    148: "KirbyPikachuThunderJoltAnchor",
    149: "KirbyPichuThunderJolt",
    150: "KirbyPichuThunderJoltAnchor",
    151: "KirbySamusChargeShot",
    152: "KirbySheikNeedle",
    153: "KirbySheikNeedlesHeld",
    154: "KirbyBowserFlame",
    155: "KirbyGameAndWatchSausage",
    157: "KirbyYoshiTongue",
    210: "ShyGuy",
}

# World units, y up, the origin at the centre of the stage. Platforms are left, right, y.
STAGES: dict[int, Stage] = {
    31: Stage(31, "Battlefield", 68.4, 0, ((-68.4, 0), (-60, 0), (60, 0), (68.4, 0)), ((-57.6, -20, 27.2), (-18.8, 18.8, 54.4), (20, 57.6, 27.2)), (-224, 224, 200, -108.8)),
    32: Stage(32, "Final Destination", 85.5657, 0, ((-85.5657, 0), (-75, 0), (75, 0), (85.5657, 0)), (), (-246, 246, 188, -140)),
    28: Stage(28, "Dream Land", 77.2713, 0.0088, ((-77.2713, 0.0088), (-67.61243, 0.0088), (67.61243, 0.0088), (77.2713, 0.0088)), ((-61.3929, -31.7254, 30.1421), (31.7036, 63.0745, 30.2425), (-19.0181, 19.0171, 51.4253)), (-255, 255, 250, -123)),
    8: Stage(8, "Yoshi’s Story", 56, -3.5, ((-56, -3.5), (-39.2, 0), (39.2, 0), (56, -3.5)), ((-59.5, -28, 23.45), (-15.75, 15.75, 42), (28, 59.5, 23.45)), (-175.7, 173.6, 168, -91)),
    2: Stage(2, "Fountain of Dreams", 63.34755, 0.623775, ((-63.34755, 0.623775), (-53.5844, 0.623775), (-51.2608, 0.002775), (51.2608, 0.002775), (53.5844, 0.623775), (63.34755, 0.623775)), ((-14.25, 14.25, 42.75),), (-198.75, 198.75, 202.5, -146.25)),
    3: Stage(3, "Pokémon Stadium", 87.75, 0, ((-87.75, 0), (-72.5, 0), (-70, 0), (70, 0), (72.25, 0), (87.75, 0)), ((-55, -25, 25), (25, 55, 25)), (-230, 230, 180, -111)),
}

# Fountain of Dreams: left and right end of the platforms that move, in the order in which events number them.
FOD_PLATFORMS = ((21, 49.5), (-49.5, -21))
# Their heights at the start, in the units of events; at or below the last it is under the floor.
FOD_START = (28, 20)
FOD_SUNK = -1
# y = height * scale + base.
FOD_SCALE, FOD_BASE = 0.75, 1.125

# Yoshi's Story: the cloud that circles the stage. First frame of a stretch, left end, height, and the steps per frame.
RANDALL_PERIOD, RANDALL_WIDTH = 1200, 11.9
RANDALL_PATH = (
    (0, -57.495, -33.2489, 0.35484, 0),
    (416, 89.7526, -33.1845, 0, 0),
    (417, 90.0788, -33.0447, 0, 0),
    (418, 90.4049, -32.9049, 0, 0),
    (419, 90.7311, -32.7652, 0, 0),
    (420, 90.9246, -32.4926, 0, 0),
    (421, 91.0644, -32.1664, 0, 0),
    (422, 91.2042, -31.8401, 0, 0),
    (423, 91.344, -31.5139, 0, 0),
    (424, 91.35, -31.1602, 0, 0.354839),
    (469, 91.3371, -15.1949, 0, 0),
    (470, 91.1974, -14.8687, 0, 0),
    (471, 91.0576, -14.5426, 0, 0),
    (472, 90.9178, -14.2165, 0, 0),
    (473, 90.7104, -13.9671, 0, 0),
    (474, 90.3692, -13.8697, 0, 0),
    (475, 90.028, -13.7722, 0, 0),
    (476, 89.6868, -13.6747, 0, 0),
    (477, 89.3354, -13.6499, -0.35484, 0),
    (1016, -101.9197, -13.6798, 0, 0),
    (1017, -102.2458, -13.8195, 0, 0),
    (1018, -102.572, -13.9593, 0, 0),
    (1019, -102.8981, -14.0991, 0, 0),
    (1020, -103.1476, -14.3201, 0, 0),
    (1021, -103.3063, -14.6375, 0, 0),
    (1022, -103.465, -14.9549, 0, 0),
    (1023, -103.6, -15.2779, 0, -0.354838),
    (1069, -103.5549, -31.59, 0, 0),
    (1070, -103.3963, -31.9074, 0, 0),
    (1071, -103.2376, -32.2248, 0, 0),
    (1072, -103.0789, -32.5422, 0, 0),
    (1073, -102.7744, -32.7217, 0, 0),
    (1074, -102.4663, -32.8978, 0, 0),
    (1075, -102.1581, -33.0738, 0, 0),
    (1076, -101.85, -33.2489, 0.35484, 0),
)
