"""A recording in the layout of a batch: to imitate, to begin from, to play against."""

from __future__ import annotations

import json
import os
import struct
import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..events import EventReader, absent_fields
from ..replay import RAW, ReplayWarning
from . import engine
from .config import Character, MatchConfig, PlayerConfig
from .dtypes import GAMESTATE, INPUT_PLAYER
from .inputs import Records

_ROWS = 2048


class Shown:
    """What the engine answers of a recording that it has read."""

    def __init__(self, answer: bytes) -> None:
        (length,) = struct.unpack_from("<I", answer)
        start = json.loads(answer[4 : 4 + length])
        self.fault: str | None = start["fault"]
        self.frames = np.array(start["frames"], np.int32)
        self.inputs: Records = np.frombuffer(answer, INPUT_PLAYER, offset=4 + length).reshape(-1, 2)
        self.without_inputs: list[list[int]] = start["withoutInputs"]
        self.stage: int = start["stage"]
        self.players = tuple(
            PlayerConfig(Character.of_pick(player["character"]), costume=player["costume"], name=player["name"])
            for player in start["players"]
        )


def shown_states(process: engine.EngineProcess, viewpoint: int, rows: int) -> Records:
    """Every frame of the recording that the engine has read last, as a player sees it."""
    states: Records = np.zeros(rows, GAMESTATE)
    for row in range(0, rows, _ROWS):
        count = min(_ROWS, rows - row)
        answer = process.ask(engine.REPLAY_STATES, struct.pack("<III", viewpoint, row, count))
        states[row : row + count] = np.frombuffer(answer, GAMESTATE)
    return states


class Recording:
    """A replay of two players on a stage of the arena, from the arena or elsewhere.

        recording = Recording("game.slp")
        recording.states(0)["slots"]["percent"]   # as player 0 sees it, a row a frame
        recording.inputs[:, 0]                    # what player 0 did, a row a frame

    Players are numbered 0 and 1, whatever ports they had. Of a file that is cut off or broken, what comes before is
    read, with a `ReplayWarning`.
    """

    def __init__(self, replay: str | os.PathLike[str] | bytes) -> None:
        self.file = replay if isinstance(replay, bytes) else Path(replay).read_bytes()
        self._engine = engine.EngineProcess(1, is_recorded=False)
        try:
            shown = Shown(self._engine.ask(engine.READ_REPLAY, self.file))
            if shown.fault is not None:
                warnings.warn(f"{shown.fault}; what comes before is read", ReplayWarning, stacklevel=2)
        except (ValueError, ReplayWarning):
            self._engine.close()
            raise
        self.frames = shown.frames
        """The frame of each row."""
        self.inputs = shown.inputs
        """What was played on the frame of each row, by player."""
        self.has_inputs: NDArray[np.bool_] = np.ones((len(self.frames), 2), np.bool_)
        """Whether the recording holds what was played, by row and player; elsewhere `inputs` are at rest."""
        for player, rows in enumerate(shown.without_inputs):
            self.has_inputs[rows, player] = False
        opening = EventReader()
        opening.announce(self.file[RAW : RAW + 256])
        self.absent: dict[str, tuple[str, ...]] = absent_fields(opening.sizes)
        """The fields that the recording is too old to hold, by event (docs/replay-format.md). Those of `states` that
        follow from them are zero and no measurements; raw sticks are worked out of the processed ones."""
        self.stage = shown.stage
        self.players = shown.players

    def __len__(self) -> int:
        return len(self.frames)

    def states(self, viewpoint: int = 0) -> Records:
        """Every frame as a player sees it."""
        return shown_states(self._engine, viewpoint, len(self))

    def config(self, seed: int | None = None) -> MatchConfig:
        """A match with its stage and fighters."""
        return MatchConfig(stage=self.stage, players=self.players, seed=seed)

    def input_at(self, frame: int) -> Records:
        """What both players did on a frame; nothing before its first frame and after its last."""
        row = int(np.searchsorted(self.frames, frame))
        if row < len(self) and self.frames[row] == frame:
            found: Records = self.inputs[row]
            return found
        return np.zeros(2, INPUT_PLAYER)

    def close(self) -> None:
        self._engine.close()

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
