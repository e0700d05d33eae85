"""The stage on a frame: platforms that move are where they are then.

Fountain of Dreams moves two platforms, which the stream shows whenever they move. Randall, the cloud of Yoshi's
Story, is where the frame says.
"""

from __future__ import annotations

from bisect import bisect_right

from ._tables import (
    FOD_BASE,
    FOD_PLATFORMS,
    FOD_SCALE,
    FOD_START,
    FOD_SUNK,
    RANDALL_PATH,
    RANDALL_PERIOD,
    RANDALL_WIDTH,
    STAGES,
    FodPlatforms,
)
from .layout import Stage

FOUNTAIN_OF_DREAMS = 2
YOSHIS_STORY = 8

Platform = tuple[float, float, float]

_STRETCHES = [stretch[0] for stretch in RANDALL_PATH]


def randall_at(frame: int) -> Platform:
    """Left end, right end and height of Randall on a frame, also one to come."""
    at = frame % RANDALL_PERIOD
    start, x, y, dx, dy = RANDALL_PATH[bisect_right(_STRETCHES, at) - 1]
    left = x + dx * (at - start)
    return left, left + RANDALL_WIDTH, y + dy * (at - start)


class StageReader:
    """Follows the stage of a match from frame to frame."""

    def __init__(self, stage_id: int) -> None:
        """A stage that is not one of the arena's six has no shape: its platforms are empty."""
        self._stage = STAGES.get(stage_id) or Stage(stage_id, f"Stage {stage_id}", 0.0, 0.0, (), (), (0.0,) * 4)
        self._heights: list[float] = list(FOD_START)

    def take(self, frame: int, moved: list[FodPlatforms]) -> Stage:
        """The stage on a frame, given the platforms that moved on it."""
        stage = self._stage
        for event in moved:
            if event.platform < len(self._heights):
                self._heights[event.platform] = event.height
        if stage.id == YOSHIS_STORY:
            return stage._replace(platforms=(*stage.platforms, randall_at(frame)))
        if stage.id == FOUNTAIN_OF_DREAMS:
            moving = {event.platform for event in moved}
            there = [side for side, height in enumerate(self._heights) if height > FOD_SUNK or side in moving]
            return stage._replace(platforms=(*stage.platforms, *(self._platform(side) for side in there)))
        return stage

    def _platform(self, side: int) -> Platform:
        left, right = FOD_PLATFORMS[side]
        return left, right, self._heights[side] * FOD_SCALE + FOD_BASE
