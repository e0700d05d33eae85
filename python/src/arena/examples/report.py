"""What is told of a run while it learns and after it: a line, a table of scalars, TensorBoard's, and a page."""

from __future__ import annotations

import csv
import html
import os
import platform
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.env.what_if import wilson

_WIDTH, _HEIGHT, _LEFT, _ROOM = 760, 320, 44, 28
_COLOURS = ("#2f6fde", "#d1495b", "#3a9d5d", "#b07d12", "#8a56c9", "#1f8a9e", "#888888")
_SECONDS_A_LINE = 10.0
_PAGE = """<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }}
body {{ max-width: 50rem; margin: 2rem auto; padding: 0 1rem }}
svg {{ width: 100%; height: auto; font-size: 12px; fill: currentColor }}
td, th {{ text-align: left; padding: .1rem 1rem .1rem 0 }}
</style>
<h1>{title}</h1>
{parts}
"""


@dataclass(frozen=True, slots=True)
class Games:
    """Games that were played against an opponent after the training."""

    opponent: str
    won: int
    games: int
    minutes: float
    """The mean length of a game."""

    def __str__(self) -> str:
        low, high = wilson(self.won / self.games, self.games)
        return f"{self.won} of {self.games} games won against {self.opponent} ({low:.0%} to {high:.0%})"


def machine() -> dict[str, str]:
    """The processor, how many of its cores there are, and how many wait for one."""
    name = platform.processor() or platform.machine()
    for line in _lines("/proc/cpuinfo"):
        if line.startswith("model name"):
            name = line.partition(":")[2].strip()
            break
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    return {"processor": name, "cores": str(os.cpu_count()), "load at the start": f"{load:.1f}"}


class Report:
    """A folder with `curve.csv`, TensorBoard's scalars where that is installed, and at the end `report.html`."""

    def __init__(self, folder: Path, facts: Mapping[str, str]) -> None:
        self._folder = folder
        self._facts = {**machine(), **facts}
        self._rows: list[dict[str, float]] = []
        self._began = time.monotonic()
        self._told = self._began
        self._board: Any = None
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ModuleNotFoundError:
            print("without TensorBoard: its scalars are in curve.csv alone")
        else:
            self._board = SummaryWriter(str(folder))

    @property
    def seconds(self) -> float:
        """Since the run began."""
        return time.monotonic() - self._began

    def note(self, step: int, done: float, scalars: Mapping[str, float]) -> None:
        """Writes what came of the steps so far. `done`: the share of the budget that is used up."""
        row = {"step": step, "seconds": round(self.seconds, 2), **{name: round(x, 6) for name, x in scalars.items()}}
        with (self._folder / "curve.csv").open("a", newline="") as file:
            table = csv.DictWriter(file, list(row))
            if not self._rows:
                table.writeheader()
            table.writerow(row)
        self._rows.append(row)
        if self._board is not None:
            for name, value in scalars.items():
                self._board.add_scalar(name, value, step)
        if done >= 1 or time.monotonic() - self._told >= _SECONDS_A_LINE:
            self._told = time.monotonic()
            left = self.seconds * (1 - done) / max(done, 1e-9)
            won = ", ".join(f"{_opponent(name)} {x:.0%}" for name, x in scalars.items() if _opponent(name) and x == x)
            times = f"{done:4.0%}  {_clock(self.seconds)}, ends in {_clock(left)}"
            speed = f"{step / 1e6:.2f} million steps, {step / self.seconds:,.0f} a second"
            print(f"{times}  {speed}  won against {won or 'nobody yet'}", flush=True)

    def end(self, games: Sequence[Games]) -> None:
        """Writes the page, with the games that were played at the end."""
        if self._board is not None:
            self._board.close()
        facts = "".join(f"<tr><th>{html.escape(name)}<td>{html.escape(x)}" for name, x in self._facts.items())
        parts = [f"<table>{facts}</table>", "<h2>Share of the last games won, in training</h2>", self._curve()]
        if games:
            with (self._folder / "games.csv").open("w", newline="") as file:
                table = csv.writer(file)
                table.writerow(["opponent", "won", "games", "low", "high", "minutes"])
                for g in games:
                    low, high = wilson(g.won / g.games, g.games)
                    table.writerow([g.opponent, g.won, g.games, round(low, 4), round(high, 4), round(g.minutes, 2)])
            lines = "".join(f"<li>{g}, {g.minutes:.1f} minutes each" for g in games)
            parts.append(f"<h2>Whole games after it</h2><ul>{lines}</ul>")
        title = f"{self._folder.name}: what was learned"
        (self._folder / "report.html").write_text(_PAGE.format(title=html.escape(title), parts="\n".join(parts)))

    def _curve(self) -> str:
        """A picture of the shares won, over the steps."""
        last = self._rows[-1]["step"]
        names = [name for name in self._rows[-1] if _opponent(name)]

        def at(step: float, share: float) -> str:
            x = _LEFT + (_WIDTH - _LEFT - 8) * step / last
            return f"{x:.1f},{_ROOM + (_HEIGHT - 2 * _ROOM) * (1 - share):.1f}"

        marks = []
        for share in (0, 0.25, 0.5, 0.75, 1):
            y = at(0, share).partition(",")[2]
            marks.append(f'<path d="M{_LEFT} {y}H{_WIDTH - 8}" stroke="currentColor" opacity=".2"/>')
            marks.append(f'<text x="{_LEFT - 6}" y="{float(y) + 4}" text-anchor="end">{share:.0%}</text>')
        words = f"{last / 1e6:.2f} million steps, {_clock(self._rows[-1]['seconds'])}"
        marks.append(f'<text x="{_WIDTH - 8}" y="{_HEIGHT - 8}" text-anchor="end">{words}</text>')
        for i, name in enumerate(names):
            colour = _COLOURS[i % len(_COLOURS)]
            points = " ".join(at(row["step"], row[name]) for row in self._rows if row[name] == row[name])
            marks.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
            marks.append(f'<text x="{_LEFT + 90 * i}" y="16" style="fill:{colour}">{_opponent(name)}</text>')
        return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="shares won">{"".join(marks)}</svg>'


def _opponent(name: str) -> str:
    """Whom a scalar tells the share won against, or nothing."""
    return name.removeprefix("charts/won_") if name.startswith("charts/won_") else ""


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []
