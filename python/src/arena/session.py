"""One match from the bot's side: the pick, the stream, and the pads.

    joining   the first message is the pick request; its answer is followed by the pads of the first frames
    playing   messages hold the stream; each is answered, or, when the bot is slow, the newest of those that wait
    over      Game End came, or the match was given up

A socket that is dialled again brings no pick: it opens with the first message again and goes on with the current
frame. A program that was restarted meanwhile has seen no pick and does not know its port. It moves the stick within
the dead zone, in a pattern of its own drawn at random, and sees in whose Pre-Frame Updates that shows. Only frames that
it has sent the pattern for count, and several in a row have to agree: the opponent's stick may show anything.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ._tables import EVENT_PAYLOADS, Character, PreFrame
from .lead import LeadPolicy, Outbox, Polled
from .link import Link
from .pad import CENTRE, Pad

INPUT_DELAY = 2
"""The delay of the mode `live`, for a program that has seen no pick request."""
GAME_END = 0x39

WIGGLES = tuple(each for each in range(-15, 16) if each != 0)
"""Raw units from the centre that no game takes for a movement."""
AGREEING = 3
"""Frames in a row that show the pattern at one port alone, until that is the bot's."""


@dataclass(frozen=True, slots=True)
class PickRequest:
    """What the arena says before the game (spec: PickRequest)."""

    match_id: str
    mode: str
    port: int
    """The player index in every event that follows, 0 or 1."""
    opponent_id: str
    opponent_name: str
    deadline_ms: int
    """Milliseconds to answer."""
    input_delay_frames: int
    """The mode's lead."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A character, by its external id, and a costume."""

    character: Character | int
    costume: int = 0
    """0, the default, to 5."""

    def encode(self) -> str:
        """The answer to the request. A `ValueError` for what the arena would not take."""
        for name, value, most in (("character", self.character, 25), ("costume", self.costume, 5)):
            if not (isinstance(value, int) and 0 <= value <= most):
                raise ValueError(f"a pick's {name} is a number from 0 to {most}, not {value!r}")
        return json.dumps({"id": 0, "action": {"character": int(self.character), "costume": self.costume}})


def parse_pick_request(text: str) -> PickRequest | None:
    """None for what is no pick request."""
    try:
        message: dict[str, Any] = json.loads(text)
        if message["kind"] != "pick" or message["port"] not in (0, 1):
            return None
        opponent = message["opponent"]
        return PickRequest(
            match_id=str(message["matchId"]),
            mode=str(message["mode"]),
            port=int(message["port"]),
            opponent_id=str(opponent["botId"]),
            opponent_name=str(opponent["name"]),
            deadline_ms=int(message["deadlineMs"]),
            input_delay_frames=int(message["inputDelayFrames"]),
        )
    except (ValueError, KeyError, TypeError):
        return None


class Session:
    """The pads and messages of one match. One thread plays it."""

    def __init__(
        self, link: Link, lead: LeadPolicy | None = None, hold: int = 0, *, catches_up: bool = True, patience: int = 0
    ) -> None:
        """`catches_up`: when more than `patience` frames wait, the newest of them is answered, not each. See
        `lead.Outbox` for the rest."""
        self._link = link
        self._lead: LeadPolicy | None = lead
        self._hold = hold
        self._catches_up = catches_up
        self._patience = patience
        self._outbox = Outbox(lead, hold=hold, input_delay=INPUT_DELAY)
        self._waiting: list[bytes] = []
        self._wiggles = _Wiggles()
        self.port: int | None = None
        self.is_over = False
        self._has_begun = False

    @property
    def lead(self) -> int:
        return self._outbox.lead

    def join(self) -> PickRequest | None:
        """The pick request; None where the match runs already, or is over before it began."""
        while (message := self._link.receive()) is not None:
            if isinstance(message, bytes):
                self._waiting.append(message)
                return None
            request = parse_pick_request(message)
            if request is not None:
                self.port = request.port
                delay = request.input_delay_frames
                self._outbox = Outbox(self._lead, hold=self._hold, input_delay=delay)
                return request
        return None

    def choose(self, pick: Pick | None) -> None:
        """Answers the pick request, with nothing for None, and sends the pads of the first frames."""
        messages: list[str | bytes] = [] if pick is None else [pick.encode()]
        self._link.send([*messages, *self._outbox.first()])

    def batches(self) -> Iterator[list[bytes]]:
        """The stream, as the messages that wait together. The newest frame is in the last. Ends with the match."""
        while not self.is_over:
            yield self.batch() or []

    def batch(self, timeout: float | None = None) -> list[bytes] | None:
        """The messages that wait together, at least one; empty when the match has ended without another.

        None when nothing has come in `timeout` seconds.
        """
        self._gather(timeout)
        batch = self._due()
        if batch:
            if batch[0][:1] == bytes([EVENT_PAYLOADS]):
                if self._has_begun:
                    self._outbox.lost()
                self._has_begun = True
            self.is_over = batch[-1][:1] == bytes([GAME_END])
        elif self._link.is_over:
            self.is_over = True
        else:
            return None
        return batch

    def saw(self, frame: int, pres: Sequence[PreFrame | None]) -> Polled:
        """A frame has come, with what was polled by port. To be called for each, before it is answered."""
        if self.port is None:
            self.port = self._wiggles.port(frame, pres)
            return "unknown"
        pre = pres[self.port] if self.port < len(pres) else None
        return "unknown" if pre is None else self._outbox.seen(frame, pre)

    def answer(self, frame: int, pad: Pad) -> None:
        """Sends the answer to a frame. A `ValueError` where the pad holds something else than it can."""
        if self.port is None:
            # At least as far as the mode's lead, so that the pattern shows also where a shorter one is too short.
            last = frame + 1 + max(self._outbox.lead, INPUT_DELAY)
            self._link.send([self._wiggles.pad(each).encode(each) for each in range(frame + 1, last + 1)])
        else:
            self._link.send(self._outbox.answer(frame, pad))

    def _gather(self, timeout: float | None) -> None:
        """Takes what has come, at least one message. Where none are passed over, one at a time is enough."""
        while self._catches_up or not self._waiting:
            message = self._link.receive(0 if self._waiting else timeout)
            if message is None:
                return
            if isinstance(message, bytes):
                self._waiting.append(message)

    def _due(self) -> list[bytes]:
        """The messages that are due of those that wait: the last of them is to be answered."""
        # A new socket: what follows belongs together.
        later = (at for at, each in enumerate(self._waiting) if at > 0 and each[:1] == bytes([EVENT_PAYLOADS]))
        end = next(later, len(self._waiting))
        if end <= self._patience + 1:
            end = min(end, 1)
        due, self._waiting = self._waiting[:end], self._waiting[end:]
        return due


class Deadline:
    """Whether a pick can still be answered."""

    def __init__(self, request: PickRequest) -> None:
        self._ends = time.monotonic() + request.deadline_ms / 1000

    @property
    def has_passed(self) -> bool:
        return time.monotonic() > self._ends


class _Wiggles:
    """The pattern by which a bot finds out its port."""

    def __init__(self) -> None:
        self._sent: dict[int, int] = {}
        self._shown: list[int] = []
        """Ports that showed it alone, in the last frames."""

    def pad(self, frame: int) -> Pad:
        # Not by `random`, whose seed a bot may have set.
        return Pad(stick_x=CENTRE + self._sent.setdefault(frame, secrets.choice(WIGGLES)))

    def port(self, frame: int, pres: Sequence[PreFrame | None]) -> int | None:
        """The bot's port, once enough frames have shown it."""
        sent = self._sent.pop(frame, None)
        if sent is None:
            return None
        shows = [port for port, pre in enumerate(pres[:2]) if pre is not None and pre.raw_joystick_x == sent]
        self._shown = [*self._shown[1 - AGREEING :], *shows] if len(shows) == 1 else []
        is_clear = len(self._shown) == AGREEING and len(set(self._shown)) == 1
        return self._shown[0] if is_clear else None
