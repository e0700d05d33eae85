"""`data`: the matches of a month, played again here. `arena.env` is loaded when it is called."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .env.archive import ArchivedGame


def data(
    month: str,
    arena_url: str | None = None,
    *,
    viewpoints: Sequence[int] = (0, 1),
    workers: int | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> Iterator[ArchivedGame]:
    """Every game of a month, `2026-11`, or of a day, `2026-11-24`, in the order in which it was seated:

        for game in arena.data("2026-11", "https://arena.example.org"):
            game.states(0)["slots"]["percent"]   # as the player of port 0 sees it, a row a frame
            game.inputs[:, 0]                    # what it did, a row a frame

    The arena's day files are fetched, compared with their SHA-256, and played again by `workers` processes, as many
    as this machine has cores. Only games whose replay comes out as it is on record are given; a `ReplayWarning` says
    of each other why.

    `arena_url` is the address of the arena, else `ARENA_URL`, else the one that `arena-kit login` has kept.
    `viewpoints`: by whom states are seen. `folder`: where day files are kept, for the next time. Raises `ArenaError`
    where the arena does not answer, and `ValueError` for what is no month and no day.
    """
    from .env.archive import games

    return games(month, arena_url, viewpoints=tuple(viewpoints), workers=workers, folder=folder)
