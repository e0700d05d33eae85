"""What a bot sees on the ladder, as the records that it was trained with; and a trained policy as a bot."""

from __future__ import annotations

from typing import Any

import numpy as np

from .dtypes import GAMESTATE, MAX_ITEMS
from .inputs import Records, pad_of
from .trained import LONG_AGO, Trained

_ONLY = np.zeros(1, np.int64)
"""The place of the game of a `Player`."""
_HITSTUN = 0x02
_FOUNTAIN, _YOSHIS_STORY = 2, 8

_PLAYER = {
    "pos_x": "position_x",
    "pos_y": "position_y",
    "speed_air_x_self": "speed_air_x",
    "speed_ground_x_self": "speed_ground_x",
    "speed_y_self": "speed_y",
    "speed_x_attack": "speed_attack_x",
    "speed_y_attack": "speed_attack_y",
    "percent": "percent",
    "shield_hp": "shield_size",
    "action_id": "action_state_id",
    "char_id": "internal_character_id",
    "stocks": "stocks_remaining",
    "jumps_left": "jumps_remaining",
    "hurtbox_state": "hurtbox_collision_state",
    "source_player": "player_index",
}
_RECORDED = {
    "l_cancel": "l_cancel_status",
    "ground_id": "last_ground_id",
    "last_attack_landed": "last_attack_landed",
    "combo_count": "current_combo_count",
    "last_hit_by": "last_hit_by",
    "instance_hit_by": "instance_hit_by",
    "instance_id": "instance_id",
    "animation_index": "animation_index",
    "action_counter": "action_state_counter",
    "misc": "misc_action_state",
    "hitlag": "hitlag_remaining",
}
_ITEM = {
    "state": "state",
    "type": "type_id",
    "owner": "owner",
    "instance_id": "instance_id",
    "direction": "facing_direction",
    "vel_x": "velocity_x",
    "vel_y": "velocity_y",
    "pos_x": "position_x",
    "pos_y": "position_y",
    "damage": "damage_taken",
    "timer": "expiration_timer",
    "spawn_id": "spawn_id",
    "misc0": "missile_type",
    "misc1": "turnip_face",
    "misc2": "charge_shot_launched",
    "misc3": "charge_power",
}
_OPPONENT = 2


def records_of(game: Any) -> Records:
    """One state, in the layout of a batch, of what `arena.Bot.frame` is given. Whispy's wind is left out."""
    states: Records = np.zeros(1, GAMESTATE)
    state: Any = states[0]
    state["frame_id"] = game.frame
    state["frame_pre_random_seed"] = game.raw.start.seed if game.raw.start is not None else 0
    state["stage_id"] = game.start.stage_id
    state["num_players"] = 2
    state["viewpoint_player"] = game.me.port
    state["slots"]["source_player"][2:] = 255
    for slot, player in enumerate((game.me, game.opponent)):
        _fill_fighter(state["slots"][slot], state["recorded"][slot], player, slot)
        if player.follower is not None:
            _fill_fighter(state["followers"][slot], state["follower_recorded"][slot], player.follower, slot)
    for place, item in enumerate(game.items[:MAX_ITEMS]):
        record = state["items"][place]
        record["exists"] = 1
        for name, attribute in _ITEM.items():
            record[name] = getattr(item, attribute)
    _fill_stage(state["stage"], game.stage)
    return states


def _fill_fighter(record: Any, recorded: Any, player: Any, slot: int) -> None:
    record["present"] = 1
    record["team_relation"] = _OPPONENT if slot == 1 else 0
    for name, attribute in _PLAYER.items():
        record[name] = getattr(player, attribute)
    record["action_frame"] = int(player.action_state_counter)
    record["hitlag"] = int(player.hitlag_remaining)
    record["hitstun"] = int(player.misc_action_state) if player.state_bit_flags4 & _HITSTUN else 0
    record["facing"] = player.facing_direction > 0
    record["on_ground"] = not player.is_airborne
    record["invulnerable"] = player.hurtbox_collision_state != 0
    for name, attribute in _RECORDED.items():
        recorded[name] = getattr(player, attribute)
    recorded["state_flags"] = [getattr(player, f"state_bit_flags{number}") for number in range(1, 6)]


def _fill_stage(parts: Any, stage: Any) -> None:
    if stage.id == _YOSHIS_STORY:
        left, right, height = stage.platforms[-1]
        parts["randall"] = (1, (0, 0, 0), (left + right) / 2, height)
    elif stage.id == _FOUNTAIN:
        from .._tables import FOD_BASE, FOD_PLATFORMS, FOD_SCALE, FOD_SUNK

        heights = [FOD_SUNK, FOD_SUNK]
        for left, right, height in stage.platforms:
            if (left, right) in FOD_PLATFORMS:
                heights[FOD_PLATFORMS.index((left, right))] = (height - FOD_BASE) / FOD_SCALE
        parts["fod_platforms"]["right"], parts["fod_platforms"]["left"] = heights


class Player(Trained):
    """Plays a policy frame by frame, with the observations and actions that it was trained with.

        player = Player(lambda seen: model.predict(seen)[0], frame_skip=3)

        class Learned(arena.Bot):
            def frame(self, game):
                return arena.Pad(**player(game))

    An action is held for `frame_skip` frames, as in training. A new game begins with the first frame.
    """

    _frame = LONG_AGO

    def __call__(self, game: Any) -> dict[str, int]:
        """The arguments of `arena.Pad` for the frame that the bot is asked for."""
        is_first = np.array([game.frame <= self._frame])
        self._frame = game.frame
        (given,) = self._inputs(lambda _: records_of(game), np.array([game.frame], np.int64), _ONLY, is_first)
        return pad_of(given)
