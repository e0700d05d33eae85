"""Reads the replays of play-replays.ts with a Python reader, and holds what it finds against the records.

    python read_replays.py FOLDER READER

Prints a line; the exit code is 1 when the reader found anything else, or refused a file.
"""

import json
import logging
import math
import sys
from pathlib import Path

FIRST_FRAME = -123
STAGES = [31, 32, 28, 8, 2, 3]
# Methods of Game End; a forfeit is a game that a player broke off.
METHODS = {"time": 1, "stocks": 2, "forfeit": 7}


def expected(record):
    """What a replay says if it is as the record says."""
    summary = record["summary"]
    players = summary["players"]
    return {
        "stage": summary["stage"],
        "characters": [player["character"] for player in players],
        "costumes": [player["costume"] for player in players],
        "frames": summary["frames"] - FIRST_FRAME,
        "last frame": summary["frames"] - 1,
        "stocks": [player["stocks"] for player in players],
        "percent": [player["percent"] for player in players],
        "end": METHODS[summary["endReason"]],
        # Replays count places from 0.
        "placements": [placement - 1 for placement in record["placements"]],
    }


def with_peppi(path):
    import peppi_py

    game = peppi_py.read_slippi(str(path))
    players, ports = game.start.players, game.frames.ports
    posts = [port.leader.post for port in ports]
    placements = {int(player.port): player.placement for player in game.end.players}
    return {
        "stage": game.start.stage,
        "characters": [player.character for player in players],
        "costumes": [player.costume for player in players],
        "frames": len(game.frames.id),
        "last frame": game.frames.id[-1].as_py(),
        "stocks": [post.stocks[-1].as_py() for post in posts],
        "percent": [math.floor(post.percent[-1].as_py()) for post in posts],
        "end": int(game.end.method),
        "placements": [placements[0], placements[1]],
    }


def with_py_slippi(path):
    from slippi import Game

    game = Game(str(path))
    assert game.metadata.duration == len(game.frames), "metadata.duration"
    players = game.start.players[:2]
    last = game.frames[-1]
    posts = [port.leader.post for port in last.ports[:2]]
    return {
        "stage": int(game.start.stage),
        "characters": [int(player.character) for player in players],
        "costumes": [player.costume for player in players],
        "frames": len(game.frames),
        "last frame": last.index,
        "stocks": [post.stocks for post in posts],
        "percent": [math.floor(post.damage) for post in posts],
        "end": int(game.end.method),
    }


def with_libmelee(path):
    import melee

    console = melee.Console(path=str(path), is_dolphin=False)
    assert console.connect(), "connect"
    frames, last = 0, None
    while (state := console.step()) is not None:
        frames, last = frames + 1, state
    console.stop()
    players = [last.players[1], last.players[2]]
    return {
        "stage": next(stage for stage in STAGES if melee.enums.to_internal_stage(stage) == last.stage),
        "costumes": [int(player.costume) for player in players],
        "frames": frames,
        "last frame": int(last.frame),
        "stocks": [int(player.stock) for player in players],
        "percent": [math.floor(player.percent) for player in players],
    }


class Warnings(logging.Handler):
    """Whatever a reader says at a level that somebody should look at."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.said = set()

    def emit(self, record):
        self.said.add(record.getMessage())


READERS = {"peppi-py": with_peppi, "py-slippi": with_py_slippi, "melee": with_libmelee}


def complaints(read, path, record):
    warnings = Warnings()
    logging.getLogger().addHandler(warnings)
    try:
        found = read(path)
    # A reader may refuse a file with whatever it likes, Rust panics among it.
    except BaseException as error:
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        return [f"refused: {error!r}"]
    finally:
        logging.getLogger().removeHandler(warnings)
    told = expected(record)
    wrong = [f"{name} {value}, in the record {told[name]}" for name, value in found.items() if value != told[name]]
    return wrong + sorted(warnings.said)


def main():
    folder, reader = Path(sys.argv[1]), sys.argv[2]
    records = json.loads((folder / "records.json").read_text())
    wrong = 0
    for record in records:
        found = complaints(READERS[reader], folder / f"{record['id']}.slp", record)
        wrong += bool(found)
        for complaint in found:
            print(f"{record['id']}: {complaint}")
    print(f"{len(records) - wrong} of {len(records)} replays read as their records")
    sys.exit(1 if wrong > 0 else 0)


main()
