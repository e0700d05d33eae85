"""A replay in five lines: who played, where, when, for how long, and how it ended."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import TYPE_CHECKING

from ._tables import CHARACTER_NAMES, STAGES, GameStartPlayer
from .layout import PORTS

if TYPE_CHECKING:
    from .replay import Replay

NOBODY = 3
"""The player type of a port that nobody plays on."""
FRAMES_PER_SECOND = 60
HOW = {1: " on time", 2: " by stocks"}
"""What decided a game, by the method of Game End."""
NO_CONTEST = 7


def described(replay: Replay) -> str:
    """The five lines."""
    start = replay.start
    ports = [port for port in range(PORTS) if start.players[port].player_type != NOBODY]
    called = _called(replay, ports)
    lines = _who(replay, called), stage_name(start.stage_id), _when(replay), _length(replay), _result(replay, called)
    return "\n".join(lines)


def _called(replay: Replay, ports: list[int]) -> dict[int, str]:
    """What a player is called, by port: its name, else its character; with the port where that is another's too."""
    called = {port: _name(replay, port) or _character(replay.start.players[port]) for port in ports}
    everyone = list(called.values())
    return {port: name if everyone.count(name) == 1 else f"{name} (port {port})" for port, name in called.items()}


def _name(replay: Replay, port: int) -> str:
    return _plain(replay.names[port])


def _plain(text: str) -> str:
    """Without what could steer a terminal."""
    return "".join(each for each in text if each.isprintable()).strip()


def _character(player: GameStartPlayer) -> str:
    id_ = player.character_id
    return CHARACTER_NAMES[id_] if id_ < len(CHARACTER_NAMES) else f"Character {id_}"


def _who(replay: Replay, called: dict[int, str]) -> str:
    players = replay.start.players
    sides: dict[int, list[str]] = {}
    for port, name in called.items():
        character = _character(players[port])
        who = f"{name} ({character})" if _name(replay, port) else name
        sides.setdefault(players[port].team_id if replay.start.is_teams else port, []).append(who)
    return " against ".join(" and ".join(side) for side in sides.values()) or "nobody"


def stage_name(stage_id: int) -> str:
    return STAGES[stage_id].name if stage_id in STAGES else f"Stage {stage_id}"


def _when(replay: Replay) -> str:
    moment, device = (_plain(str(replay.metadata.get(key, ""))) for key in ("startAt", "consoleNick"))
    return _moment(moment) + (f", recorded by {device}" if device else "")


def _moment(text: str) -> str:
    try:
        # Python 3.10 knows no Z.
        moment = datetime.fromisoformat(text.removesuffix("Z") + ("+00:00" if text.endswith("Z") else ""))
    except ValueError:
        return text or "at an unknown moment"
    zone = "" if moment.tzinfo is None else " UTC"
    return f"{moment.astimezone(timezone.utc) if zone else moment:%Y-%m-%d %H:%M:%S}{zone}"


def _length(replay: Replay) -> str:
    frames = len(replay.frame)
    seconds = int((replay.frame >= 0).sum()) // FRAMES_PER_SECOND
    version = ".".join(str(part) for part in replay.start.version[:3])
    return f"{seconds // 60}:{seconds % 60:02} of play, {_count(frames, 'frame')}, format {version}"


def _result(replay: Replay, called: dict[int, str]) -> str:
    stocks = {port: _stocks(replay, port) for port in called}
    standing = ", ".join(f"{name} {_left(stocks[port])}" for port, name in called.items())
    end = replay.end
    if end is None:
        return f"not recorded to its end: {standing}"
    how = HOW.get(end.game_end_method, "")
    left = called.get(end.lras_initiator_index)
    why = f", as {left} has left" if left else ""
    placed = [port for port in called if end.placements[port] == 0] or _last_standing(end.game_end_method, stocks)
    if not placed:
        return f"without a result{why}: {standing}"
    if len(placed) == len(called):
        return f"a draw{how}: {standing}"
    winners = " and ".join(called[port] for port in placed)
    won = f"{winners} {'wins' if len(placed) == 1 else 'win'}{how}"
    if len(called) > 2:
        return f"{won}{why}: {standing}"
    loser = next(port for port in called if port not in placed)
    return f"{won}{why}, {stocks[placed[0]]} to {stocks[loser]}"


def _last_standing(method: int, stocks: dict[int, int | None]) -> list[int]:
    """Who has won a game of before placements were recorded."""
    standing = [port for port, count in stocks.items() if count]
    return standing if len(standing) == 1 and method != NO_CONTEST else []


def _stocks(replay: Replay, port: int) -> int | None:
    """Those that were left on the last frame; None where the replay does not show the player."""
    fighter = replay.players[port]
    return None if fighter is None else int(fighter.post["stocks_remaining"][fighter.exists][-1])


def _left(stocks: int | None) -> str:
    return "unknown" if stocks is None else _count(stocks, "stock")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
