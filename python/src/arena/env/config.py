"""What a match of a batch begins with."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Literal

Strength = Literal["walker", "jumper", "striker", "guard", "dancer", "sound"]
"""House bots, weakest first."""
STRENGTHS: tuple[Strength, ...] = ("walker", "jumper", "striker", "guard", "dancer", "sound")

MAX_DELAY = 30
"""The longest that a bot of UMI may name."""
LADDER_DELAY = 2
"""As on the ladder: what a bot answers to frame F is polled at F + 3."""
STOCKS = 4


class Character(IntEnum):
    """Fighters by their internal ids, as `char_id` in records has them. `pick` is the id that a bot picks."""

    MARIO = 0
    FOX = 1
    FALCON = 2
    DONKEY_KONG = 3
    KIRBY = 4
    BOWSER = 5
    LINK = 6
    SHEIK = 7
    NESS = 8
    PEACH = 9
    ICE_CLIMBERS = 10
    PIKACHU = 12
    SAMUS = 13
    YOSHI = 14
    JIGGLYPUFF = 15
    MEWTWO = 16
    LUIGI = 17
    MARTH = 18
    ZELDA = 19
    YOUNG_LINK = 20
    DRMARIO = 21
    FALCO = 22
    PICHU = 23
    GAME_AND_WATCH = 24
    GANONDORF = 25
    ROY = 26

    @property
    def pick(self) -> int:
        """The external id: what a bot picks, and what Game Start has."""
        return _PICKS.index(self)

    @classmethod
    def of_pick(cls, pick: int) -> Character:
        if not 0 <= pick < len(_PICKS):
            raise ValueError(f"a pick is a number from 0 to {len(_PICKS) - 1}, not {pick}")
        return _PICKS[pick]


_PICKS = (
    Character.FALCON,
    Character.DONKEY_KONG,
    Character.FOX,
    Character.GAME_AND_WATCH,
    Character.KIRBY,
    Character.BOWSER,
    Character.LINK,
    Character.LUIGI,
    Character.MARIO,
    Character.MARTH,
    Character.MEWTWO,
    Character.NESS,
    Character.PEACH,
    Character.PIKACHU,
    Character.ICE_CLIMBERS,
    Character.JIGGLYPUFF,
    Character.SAMUS,
    Character.YOSHI,
    Character.ZELDA,
    Character.SHEIK,
    Character.FALCO,
    Character.YOUNG_LINK,
    Character.DRMARIO,
    Character.ROY,
    Character.PICHU,
    Character.GANONDORF,
)


class Stage(IntEnum):
    FOUNTAIN_OF_DREAMS = 2
    POKEMON_STADIUM = 3
    YOSHIS_STORY = 8
    DREAM_LAND_N64 = 28
    BATTLEFIELD = 31
    FINAL_DESTINATION = 32


@dataclass(frozen=True, slots=True)
class PlayerConfig:
    """A player. `house` has a house bot of that strength play it; its inputs are then ignored."""

    character: int | Character
    team_id: int | None = None
    facing: int | None = None
    controller_port: int | None = None
    costume: int = 0
    handicap: int = 9
    start_percent: int = 0
    name: str = ""
    house: Strength | None = None


@dataclass(frozen=True, slots=True)
class MatchConfig:
    """A match by the arena's rules: four stocks, eight minutes.

    `seed` is a number, or the 32 bytes of a match seed of the arena; without one it is the lane's number. `max_frame`
    cuts the match off at a frame, -1 never. `delay`: see `EnvBatch`; None takes the batch's.
    """

    stage: int | Stage = Stage.FINAL_DESTINATION
    players: tuple[PlayerConfig, ...] | None = None
    seed: int | bytes | None = None
    max_frame: int = -1
    stocks: int = STOCKS
    damage_ratio: float = 1.0
    is_teams: bool = False
    friendly_fire: bool = False
    viewpoint_player: int = 0
    ucf_cardinals_1_0_enabled: bool = False
    delay: int | None = None


DEFAULT_PLAYERS = (PlayerConfig(Character.FOX), PlayerConfig(Character.FALCO))


def seed_bytes(seed: int | bytes) -> bytes:
    """The 32 bytes of a match seed. Of a number: the SHA-256 of its decimal digits after `arena.env `."""
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError(f"a match seed has 32 bytes, not {len(seed)}")
        return seed
    return hashlib.sha256(f"arena.env {int(seed)}".encode()).digest()


def settings_of(config: MatchConfig, lane: int, delay: int) -> dict[str, Any]:
    """What the engine is told of a lane's match."""
    players = DEFAULT_PLAYERS if config.players is None else config.players
    if len(players) != 2:
        raise ValueError(f"a match has two players, not {len(players)}")
    others = {
        "stocks": (config.stocks, STOCKS),
        "damage_ratio": (config.damage_ratio, 1.0),
        "is_teams": (config.is_teams, False),
        "friendly_fire": (config.friendly_fire, False),
        "ucf_cardinals_1_0_enabled": (config.ucf_cardinals_1_0_enabled, False),
    }
    for name, (given, rule) in others.items():
        if given != rule:
            raise ValueError(f"by the arena's rules {name} is {rule}, not {given}")
    return {
        "lane": lane,
        "seed": seed_bytes(lane if config.seed is None else config.seed).hex(),
        "stage": int(config.stage),
        "players": [_player(player, port) for port, player in enumerate(players)],
        "maxFrame": config.max_frame,
        "viewpoint": config.viewpoint_player,
        "delay": delay if config.delay is None else config.delay,
    }


def _player(player: PlayerConfig, port: int) -> dict[str, Any]:
    others: dict[str, tuple[Any, tuple[Any, ...]]] = {
        "team_id": (player.team_id, (None,)),
        "facing": (player.facing, (None,)),
        "controller_port": (player.controller_port, (None, port)),
        "handicap": (player.handicap, (9,)),
        "start_percent": (player.start_percent, (0,)),
    }
    for name, (given, allowed) in others.items():
        if given not in allowed:
            raise ValueError(f"by the arena's rules the {name} of player {port} is {allowed[-1]}, not {given}")
    try:
        character = Character(player.character)
    except ValueError:
        raise ValueError(f"there is no character {player.character}; ids are those of arena.env.Character") from None
    return {
        "character": character.pick,
        "costume": player.costume,
        "name": player.name or f"player {port}",
        "house": player.house,
    }
