"""Runs a libmelee bot as `python -m arena.melee` does, and writes what it was shown: `watched.py REPORT [options]
BOT.py [arguments]`.

After each game the file REPORT gets a line of JSON: how many frames the bot was handed, and what no real game shows.
"""

import json
import math
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import melee.console
from melee.enums import Action

import arena.melee.__main__ as launcher
from arena.melee import Console, dialect

REPORT = Path(sys.argv.pop(1))
FIRST_FRAME = -123

NUMBERS = (
    "percent",
    "shield_strength",
    "hitlag_left",
    "hitstun_frames_left",
    "jumps_left",
    "stock",
    "action_frame",
    "speed_air_x_self",
    "speed_y_self",
    "speed_x_attack",
    "speed_y_attack",
    "speed_ground_x_self",
)


class Watch:
    """The frames of a game as libmelee shows them, held against what can be."""

    def __init__(self) -> None:
        self.frames = 0
        self.gaps = 0
        self.odd: Counter[str] = Counter()
        self.last: Any = None

    def see(self, state: Any) -> None:
        self.gaps += int(state.frame - (FIRST_FRAME if self.last is None else self.last.frame + 1))
        self.frames += 1
        for port, player in state.players.items():
            before = None if self.last is None else self.last.players.get(port)
            self._look(player, before)
        # The older line does not know the blasters of Fox and Falco, which real games have as well.
        for item in [] if dialect.IS_OLD_LINE else state.projectiles:
            if "UNKNOWN" in str(getattr(item.type, "name", "UNKNOWN")):
                self.odd[f"unknown item {item.type}"] += 1
        self.last = state

    def _look(self, player: Any, before: Any) -> None:
        numbers = {name: float(getattr(player, name)) for name in NUMBERS}
        numbers["x"], numbers["y"] = float(player.position.x), float(player.position.y)
        for name, value in numbers.items():
            if not math.isfinite(value):
                self.odd[f"{name} is {value}"] += 1
        if not isinstance(player.action, Action) or "UNKNOWN" in player.action.name:
            self.odd[f"unknown action of {player.character.name}"] += 1
        for name, most in (("shield_strength", 60), ("jumps_left", 6), ("stock", 4), ("hitlag_left", 60)):
            if not 0 <= numbers[name] <= most:
                self.odd[f"{name} is {numbers[name]}"] += 1
        if before is not None:
            if player.stock > before.stock:
                self.odd["a stock more"] += 1
            if player.percent < before.percent and player.stock == before.stock and player.percent != 0:
                self.odd["less percent"] += 1

    def report(self) -> str:
        return json.dumps({"frames": self.frames, "gaps": self.gaps, "odd": dict(self.odd)})


def watch() -> None:
    step = Console.step
    watches: list[Watch] = []

    def watched(console: Any) -> Any:
        state = step(console)
        if state is None or state.menu_state.name != "IN_GAME":
            if watches:
                with REPORT.open("a") as file:
                    file.write(watches.pop().report() + "\n")
            return state
        if not watches:
            watches.append(Watch())
        watches[0].see(state)
        return state

    # By now this is the console of libmelee's own module.
    melee.console.Console.step = watched


watch()
launcher.main()
