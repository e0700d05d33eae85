"""A UMI bot that plays several games: which of them are answered together, and what happens where it fails.

A lane is a group of games. One message of a lane is under way at a time; what comes for it meanwhile goes out together
as its next batch. A bot that ends, breaks the protocol or answers nothing for ten seconds is ended and started again,
and goes on with its games as with new ones.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..env.inputs import Records
from .process import ACT_SECONDS, Process, Wishes
from .wire import Answer, Gone, Message, UmiError, answers_of, observation

log = logging.getLogger("arena")

LOOK_SECONDS = 0.5
LAST_SECONDS = 1.0
"""How long a bot that has closed its socket may take to end, which says why it has."""
PAUSE_LEAST, PAUSE_MOST = 1.0, 30.0
"""Seconds until a bot that could not be started is started again: longer each time that it fails."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game as a bot is told of it, in UMI's names."""

    port: int
    """1 or 2."""
    character: str
    opp_character: str
    stage: str


@dataclass(slots=True, eq=False)
class Seat:
    """A game that a bot plays."""

    info: GameInfo
    lane: int
    game: int | None = None
    """Its number in the bot's present life; None while the bot does not run."""
    is_first: bool = True
    """Whether the bot has not seen a frame of it yet."""


@dataclass(slots=True, eq=False)
class _Ask:
    seat: Seat
    frame: Records
    is_over: bool = False
    answer: Answer | None = None


@dataclass(slots=True)
class _Lane:
    seats: list[Seat] = field(default_factory=list)
    waiting: list[_Ask] = field(default_factory=list)
    under_way: list[_Ask] = field(default_factory=list)
    seq: int = 0
    sent_at: float = 0.0


class Program:
    """A bot that is started by a command. Several threads may play with it, each a game of its own.

    Raises `UmiError` where the bot does not come to be ready. `close` ends it.
    """

    def __init__(
        self, command: str, *, characters: str | None = None, delay: int | None = None, games: int = 1
    ) -> None:
        self._wishes = Wishes(command, characters, delay, games)
        self._process = Process(self._wishes)
        self._process.start()
        self.terms = self._process.terms
        """How the bot plays."""
        self.fault: str | None = None
        """Why the bot does not run now."""
        self._lanes = [_Lane() for _ in range(self.terms.lanes)]
        self._changed = threading.Condition()
        self._is_ready = True
        self._is_closed = False
        self._numbers = itertools.count(1)
        self._seqs = itertools.count(1)
        self._thread = threading.Thread(target=self._run, name="umi bot", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the bot. Doing so again changes nothing."""
        with self._changed:
            was_closed, self._is_closed = self._is_closed, True
            self._give_up()
        if not was_closed:
            self._process.end("the arena's side ends")
            self._thread.join()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def has_room(self) -> bool:
        """Whether it can be given another game now."""
        with self._changed:
            return self._is_ready and self._emptiest() is not None

    def enter(self, info: GameInfo) -> Seat:
        """Begins a game. Raises `UmiError` where it plays as many as it can."""
        with self._changed:
            lane = self._emptiest()
            if lane is None:
                raise UmiError(f"The bot plays {self.terms.games} games at a time, and that many are being played")
            seat = Seat(info, lane)
            self._lanes[lane].seats.append(seat)
            if self._is_ready:
                self._tell_of([seat])
            return seat

    def leave(self, seat: Seat, result: Message) -> None:
        """Ends a game. `result` are the fields of `end_games` but its number."""
        with self._changed:
            lane = self._lanes[seat.lane]
            if seat not in lane.seats:
                return
            lane.seats.remove(seat)
            lane.waiting = [ask for ask in lane.waiting if ask.seat is not seat]
            if self._is_ready and seat.game is not None:
                self._send({"t": "end_games", "games": [{"game": seat.game, **result}]})

    def ask(self, asks: Sequence[tuple[Seat, Records]], seconds: float) -> list[Answer | None]:
        """The answers to a frame of each of some games (`FRAME`, one row each). None where none has come within
        `seconds`, and while the bot does not run."""
        given = [_Ask(seat, frame) for seat, frame in asks]
        with self._changed:
            if not self._is_ready:
                return [None] * len(given)
            for ask in given:
                self._lanes[ask.seat.lane].waiting.append(ask)
            self._dispatch()
            self._changed.wait_for(lambda: all(ask.is_over for ask in given), seconds)
            for lane in self._lanes:
                lane.waiting = [ask for ask in lane.waiting if ask not in given]
        return [ask.answer for ask in given]

    def _emptiest(self) -> int | None:
        sizes = [len(lane.seats) for lane in self._lanes]
        least = min(sizes)
        return sizes.index(least) if least < self.terms.lane_size else None

    def _send(self, message: Message) -> None:
        """What the bot does not take ends its life."""
        try:
            self._process.wire.send(message)
        except Gone:
            # Whoever reads from it finds that out, and how it has ended.
            pass
        except UmiError as error:
            self._lose(str(error))

    def _tell_of(self, seats: list[Seat]) -> None:
        for seat in seats:
            seat.game, seat.is_first = next(self._numbers), True
        games = [
            {
                "game": seat.game,
                "port": seat.info.port,
                "character": seat.info.character,
                "opp_character": seat.info.opp_character,
                "stage": seat.info.stage,
            }
            for seat in seats
        ]
        if games:
            self._send({"t": "new_games", "games": games})

    def _dispatch(self) -> None:
        """Sends what waits for each lane that has nothing under way."""
        for number, lane in enumerate(self._lanes):
            if not lane.waiting or lane.under_way or not self._is_ready:
                continue
            lane.under_way = lane.waiting
            lane.waiting = []
            lane.seq, lane.sent_at = next(self._seqs), time.monotonic()
            games = [ask.seat.game or 0 for ask in lane.under_way]
            first = [ask.seat.is_first for ask in lane.under_way]
            for ask in lane.under_way:
                ask.seat.is_first = False
            frames = np.concatenate([ask.frame for ask in lane.under_way])
            self._send(observation("obs", lane.seq, number, games, first, frames))

    def _run(self) -> None:
        pause = PAUSE_LEAST
        while True:
            try:
                self._listen(self._process)
            except UmiError as error:
                code = self._process.ended(LAST_SECONDS) if isinstance(error, Gone) else None
                with self._changed:
                    self._lose(str(error) if code is None else f"{error}: it ended with {code}")
            with self._changed:
                if self._is_closed:
                    return
            self._process.kill()
            while not self._begin_again(pause):
                pause = min(2 * pause, PAUSE_MOST)
            with self._changed:
                if self._is_closed:
                    return
            pause = PAUSE_LEAST

    def _listen(self, process: Process) -> None:
        """Takes answers until the bot's life is over."""
        while True:
            message = process.wire.receive(LOOK_SECONDS)
            with self._changed:
                if not self._is_ready:
                    return
                if message is None:
                    self._check_patience()
                else:
                    self._take(message)

    def _take(self, message: Message) -> None:
        due = next((lane for lane in self._lanes if lane.under_way and lane.seq == message.get("seq")), None)
        if due is None:
            raise UmiError(f"The bot sends {message['t']} {message.get('seq')}, which nothing has asked for")
        answers = answers_of(message, due.seq, len(due.under_way))
        for ask, answer in zip(due.under_way, answers, strict=True):
            ask.answer, ask.is_over = answer, True
        due.under_way = []
        self._dispatch()
        self._changed.notify_all()

    def _check_patience(self) -> None:
        for lane in self._lanes:
            if lane.under_way and time.monotonic() - lane.sent_at > ACT_SECONDS:
                raise UmiError(f"The bot has not answered an observation in {ACT_SECONDS:.0f} s")

    def _lose(self, why: str) -> None:
        """The bot's life is over."""
        if not self._is_ready:
            return
        self._give_up()
        self.fault = why
        log.error("%s; it is started again", self.fault)

    def _give_up(self) -> None:
        self._is_ready = False
        for lane in self._lanes:
            for ask in (*lane.under_way, *lane.waiting):
                ask.is_over = True
            lane.under_way = []
            lane.waiting = []
        self._changed.notify_all()

    def _begin_again(self, pause: float) -> bool:
        """Starts the bot anew; false where that has failed, after a pause. True also where it is no longer wanted."""
        with self._changed:
            if self._is_closed:
                return True
            self._process = process = Process(self._wishes)
        try:
            process.start()
            if process.terms != self.terms:
                process.kill()
                raise UmiError("The bot says something else of itself than before")
        except UmiError as error:
            with self._changed:
                self.fault = str(error)
                if not self._is_closed:
                    log.error("%s; it is tried again in %.0f s", error, pause)
                    self._changed.wait_for(lambda: self._is_closed, pause)
                return self._is_closed
        with self._changed:
            if self._is_closed:
                process.kill()
                return True
            self._is_ready, self.fault = True, None
            self._tell_of([seat for lane in self._lanes for seat in lane.seats])
        return True


def result_of(result: str, reason: str, frame: int, stocks: Sequence[int], percent: Sequence[float]) -> dict[str, Any]:
    """The end of a game as a bot is told of it; `void` for one that does not count."""
    return {
        "result": result,
        "reason": reason,
        "frame": frame,
        "stocks": [int(each) for each in stocks],
        "percent": [int(each) for each in percent],
    }
