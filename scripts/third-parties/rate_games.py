"""Rates the games of a file with LMArena's arena-rank, and compares its ratings with those that the file has.

The file is packages/ratings/tests/reference.json: for each two players their numbers and the wins, losses and draws of the first one, and by
player the rating in Elo less the mean of all. The unit suite holds this project's fit against the same ratings.
"""

import json
import sys

import pandas as pd
from arena_rank.models.bradley_terry import BradleyTerry
from arena_rank.utils.data_utils import PairDataset

# Points of Elo. It stops where a step gains less than it can tell apart.
NEAR = 0.01


def ratings_of(players: int, meetings: list[list[int]]) -> list[float]:
    """The ratings by player, less their mean."""
    rows = []
    for first, second, wins, losses, draws in meetings:
        pair = (f"{first:03}", f"{second:03}")
        rows += [(*pair, "model_a")] * wins + [(*pair, "model_b")] * losses + [(*pair, "tie")] * draws
    games = PairDataset.from_pandas(pd.DataFrame(rows, columns=["model_a", "model_b", "winner"]))
    fitted = BradleyTerry(n_competitors=players, ftol=1e-15, gtol=1e-12).compute_ratings_and_cis(games)
    by_name = dict(zip(fitted["competitors"], fitted["ratings"], strict=True))
    ratings = [float(by_name[f"{player:03}"]) for player in range(players)]
    mean = sum(ratings) / players
    return [rating - mean for rating in ratings]


def main(path: str, *, is_written: bool) -> int:
    """The exit code."""
    with open(path, encoding="utf-8") as file:
        reference = json.load(file)
    ratings = ratings_of(reference["players"], reference["meetings"])
    if is_written:
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**reference, "ratings": [round(rating, 4) for rating in ratings]}, file)
        return 0
    farthest = max(abs(own - other) for own, other in zip(ratings, reference["ratings"], strict=True))
    games = sum(sum(meeting[2:]) for meeting in reference["meetings"])
    print(f"{len(ratings)} players and {games} games: ratings differ by {farthest:.4f} at most")
    return 0 if farthest < NEAR else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], is_written="--write" in sys.argv[2:]))
