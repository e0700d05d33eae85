"""A UMI bot as the opponent of a learner: `ArenaVectorEnv(opponent=arena.umi.Opponent("python run.py"))`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..env import opponents
from ..env.config import Character, Stage
from ..env.dtypes import GAMESTATE, INPUT_PLAYER
from ..env.inputs import Records
from .frame import CHARACTER_NAMES, STAGE_NAMES, Places, controllers_of, frames_of, inputs_of_rows
from .process import ACT_SECONDS
from .program import GameInfo, Program, Seat, result_of
from .wire import UmiError

_FIRST = -123
_BEFORE = -(1 << 31)
_KEPT = 128
"""Frames that are remembered, by their number modulo this: more than a delay and the frames of a step."""


class Opponent(opponents.Opponent):
    """Plays every lane of an environment with one process. Its answers are played at its own delay, whatever that of
    the environment is, and it sees each frame, also where an action of the learner's is held for several.

    `command`, `characters` and `delay` are those of `arena.umi.serve`. Raises `UmiError` where the bot does not come to
    be ready, cannot play that number of games or these characters, and where it fails in a game.
    """

    is_asked_for_each_frame = True

    def __init__(self, command: str, *, characters: str | None = None, delay: int | None = None) -> None:
        self._command, self._characters, self._wanted_delay = command, characters, delay
        self._program: Program | None = None

    def join(self, lanes: int) -> None:
        # Two lanes of the bot's are of one size.
        games = lanes + lanes % 2 if lanes > 1 else 1
        self.close()
        self._program = Program(self._command, characters=self._characters, delay=self._wanted_delay, games=games)
        if self._program.terms.games < lanes:
            most = self._program.terms.games
            self.close()
            raise UmiError(f"The bot plays {most} games at a time, and the environment has {lanes}")
        self._delay = self._program.terms.delay
        self._waits = np.zeros(lanes, np.int64)
        """Frames that an answer waits here, by lane: the environment adds its own delay."""
        self._delays = np.zeros(lanes, np.int64)
        self._seats: list[Seat | None] = [None] * lanes
        self._places = [Places() for _ in range(lanes)]
        self._seen = np.full(lanes, _BEFORE)
        """The newest frame that each lane has shown."""
        self._last: Records = np.zeros(lanes, GAMESTATE)
        self._answers = _Kept((lanes,))
        self._held = _Kept((lanes, 2))
        """What is on both controllers, the opponent's first, by the frame on which it is."""

    def begin(self, lanes: npt.NDArray[np.bool_], delays: npt.NDArray[np.int64]) -> None:
        if (delays > self._delay).any():
            raise ValueError(f"the bot plays at a delay of {self._delay}; that of the environment is {delays.max()}")
        self._delays = delays.copy()
        self._waits = self._delay - self._delays
        self.reach = int(self._waits.min()) + 1
        for lane in np.flatnonzero(lanes).tolist():
            self._leave(lane)
            self._places[lane] = Places()
            self._seen[lane] = _BEFORE
            self._answers.forget(lane)
            self._held.forget(lane)

    def __call__(self, states: Records, into: Records) -> None:
        self._observe(states)
        first = states["frame_id"].astype(np.int64) - self._waits
        for row in range(len(into)):
            into[row] = self._answers.at(first + row)

    def watch(self, states: Records, mine: Records, theirs: Records) -> None:
        for row in range(len(states)):
            frames = states[row]["frame_id"].astype(np.int64)
            # Only what was played shows: a lane that has just begun has not moved.
            moved = frames > self._seen
            given = np.stack([theirs[row], mine], axis=1)
            self._held.put(frames + self._delays, given, moved)
        for row in range(len(states)):
            self._observe(states[row])

    def close(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.close()

    def _observe(self, states: Records) -> None:
        """Shows the bot the lanes that are at a new frame."""
        assert self._program is not None
        frames = states["frame_id"].astype(np.int64)
        new = np.flatnonzero((frames > self._seen) & (frames >= _FIRST))
        self._seen = np.maximum(self._seen, frames)
        if len(new) == 0:
            return
        shown = states[new]
        self._last[new] = shown
        controllers = controllers_of(self._held.at(frames)[new])
        places = [self._places[lane] for lane in new]
        seen = frames_of(shown, controllers, places, slot=1)
        seats = [self._seat(lane, shown[row]) for row, lane in enumerate(new.tolist())]
        asked = [(seat, seen[row : row + 1]) for row, seat in enumerate(seats)]
        answers = self._program.ask(asked, 2 * ACT_SECONDS)
        rows = [answer.row for answer in answers if answer is not None]
        if len(rows) < len(answers):
            raise UmiError(self._program.fault or f"The bot has not answered in {2 * ACT_SECONDS:.0f} s")
        given = self._answers.at(frames)
        given[new] = inputs_of_rows(np.stack(rows))
        is_new = np.zeros(len(frames), np.bool_)
        is_new[new] = True
        self._answers.put(frames, given, is_new)

    def _seat(self, lane: int, state: Any) -> Seat:
        seat = self._seats[lane]
        if seat is None:
            assert self._program is not None
            theirs, own = (CHARACTER_NAMES[Character(int(state["slots"]["char_id"][slot]))] for slot in (0, 1))
            if own not in self._program.terms.characters:
                raise UmiError(f"The bot does not play {own}, which is the opponent's character in the match")
            port = int(state["slots"]["source_player"][1]) + 1
            info = GameInfo(port, own, theirs, STAGE_NAMES[Stage(int(state["stage_id"]))])
            seat = self._seats[lane] = self._program.enter(info)
        return seat

    def _leave(self, lane: int) -> None:
        seat, self._seats[lane] = self._seats[lane], None
        if seat is None or self._program is None:
            return
        state: Any = self._last[lane]
        slots = state["slots"][1::-1]
        own, other = slots["stocks"].tolist()
        how = "void" if own and other else "draw" if own == other else "win" if own else "loss"
        why = "void" if how == "void" else "stocks"
        result = result_of(how, why, int(state["frame_id"]), (own, other), slots["percent"].tolist())
        self._program.leave(seat, result)


class _Kept:
    """Raw inputs by lane and frame, of the last frames."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._inputs: Records = np.zeros((_KEPT, *shape), INPUT_PLAYER)
        self._frames = np.full((_KEPT, shape[0]), _BEFORE)
        self._lanes = np.arange(shape[0])

    def put(self, frames: npt.NDArray[np.int64], inputs: Records, lanes: npt.NDArray[np.bool_]) -> None:
        rows, marked = frames[lanes] % _KEPT, self._lanes[lanes]
        self._inputs[rows, marked] = inputs[lanes]
        self._frames[rows, marked] = frames[lanes]

    def at(self, frames: npt.NDArray[np.int64]) -> Records:
        """What was put for each lane's frame; at rest where nothing was."""
        rows = frames % _KEPT
        found: Records = self._inputs[rows, self._lanes]
        found[self._frames[rows, self._lanes] != frames] = np.zeros((), INPUT_PLAYER)
        return found

    def forget(self, lane: int) -> None:
        self._frames[:, lane] = _BEFORE
