"""The frames for which the answers of a bot are sent (spec: Pad timing rules 2, 3 and 7).

A lead of n: the answer to frame F is played at F + 1 + n. n = `inputDelayFrames` is rule 7, two frames for the bot
and the network. A smaller one plays earlier, if the pads arrive in time.

`early`: the answer is sent for F + 1, and for the frames up to F + 1 + `inputDelayFrames` as well, so that it is
played a frame later if it is late for F + 1. The stream shows what was polled. After a late pad all answers are sent
a frame later, so that each is played, in order, and no tap is lost. Where nothing is pressed, a shorter lead is tried
again.

`hold`: each answer is sent for that many more frames, as a controller that keeps its last state. The last pad for a
frame counts, so the next answer takes its place.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ._tables import FIRST_FRAME, Button, PreFrame
from .pad import NEUTRAL, TRIGGER, Pad

LeadPolicy = int | Literal["early"]

MOST_HOLD = 60
"""Frames: a second. The arena takes 1,000 messages a second, and each change of the controller is sent for all of
them."""

PATIENCE_LEAST, PATIENCE_MOST = 60, 3600
"""Frames after a late pad until a shorter lead is tried: longer each time that it fails, shorter again when it held."""
HELD_FRAMES = 600
"""A shorter lead that lasted this many frames was no failure."""

Polled = Literal["newest", "older", "late", "absent", "unknown"]
"""What the game polled for a frame: the newest pad sent for it, an older one as the newest was late, none as all were
late, none as none was sent, or something that tells nothing."""


class _Sent(NamedTuple):
    pad: Pad
    after: int
    """The frame that had been seen when it was sent."""
    earlier: tuple[Pad, ...]
    """What had been sent for the frame before."""


class Outbox:
    """The pads of one match on their way."""

    def __init__(self, lead: LeadPolicy | None = None, *, hold: int = 0, input_delay: int = 2) -> None:
        """`lead` None is the mode's, `input_delay`. A `ValueError` for what is no lead or no hold."""
        if lead is not None and lead != "early" and not (isinstance(lead, int) and 0 <= lead <= 600):
            raise ValueError(f'a lead is a number of frames, or "early", not {lead!r}')
        if not (isinstance(hold, int) and 0 <= hold <= MOST_HOLD):
            raise ValueError(f"hold is a number of frames up to {MOST_HOLD}, not {hold!r}")
        self._is_early = lead == "early"
        self._most = input_delay
        self.lead = 0 if lead == "early" else input_delay if lead is None else lead
        """Frames between the next one and the first for which an answer is sent."""
        self._reach = (input_delay if self._is_early else self.lead) + hold
        self._next = FIRST_FRAME
        self._sent: dict[int, _Sent] = {}
        self._patience = PATIENCE_LEAST
        self._steady_until = self._shortened_at = FIRST_FRAME - PATIENCE_MOST
        self._last: Pad | None = None
        self._last_but_one: Pad | None = None

    def first(self) -> list[bytes]:
        """The pads for the frames that are polled before any is seen."""
        return self._send(FIRST_FRAME, FIRST_FRAME + max(self._reach, self._most), FIRST_FRAME - 1, NEUTRAL)

    def answer(self, frame: int, pad: Pad) -> list[bytes]:
        """The messages that carry the answer to a frame, the most urgent first."""
        if self._is_early:
            self._shorten(frame, pad)
        # After frames that were not seen, those in between get the same pad.
        first = min(max(self._next, frame + 1), frame + 1 + self.lead)
        return self._send(first, frame + 1 + self._reach, frame, pad)

    def seen(self, frame: int, pre: PreFrame) -> Polled:
        """What was polled for a frame that is seen now. To be called before it is answered."""
        sent = self._sent.get(frame)
        for passed in [each for each in self._sent if each <= frame]:
            del self._sent[passed]
        if sent is None:
            return "absent" if _is_played(pre, NEUTRAL) else "unknown"
        if _is_played(pre, sent.pad):
            return "newest"
        if any(_is_played(pre, pad) for pad in sent.earlier):
            if self._is_early:
                self._lengthen(min(self._most, frame - sent.after), frame)
            return "older"
        return "late" if _is_played(pre, NEUTRAL) else "unknown"

    def lost(self) -> None:
        """The socket was lost, and perhaps pads with it: what follows is sent whole."""
        self._sent.clear()

    def _send(self, first: int, last: int, after: int, pad: Pad) -> list[bytes]:
        messages = []
        for frame in range(first, last + 1):
            before = self._sent.get(frame)
            if before is not None and before.pad == pad and frame != first:
                continue
            earlier = () if before is None else (*before.earlier, before.pad)
            messages.append(pad.encode(frame))
            self._sent[frame] = _Sent(pad, after, earlier)
        self._next = max(self._next, last + 1)
        return messages

    def _shorten(self, frame: int, pad: Pad) -> None:
        """Where nothing is lost by it, a shorter lead is tried."""
        before, passed = self._last_but_one, self._last
        self._last, self._last_but_one = pad, passed
        if self.lead == 0 or frame < self._steady_until or before is None or passed is None:
            return
        if _is_passed_by(before, passed, pad):
            self.lead -= 1
            self._shortened_at = frame
            self._steady_until = frame + PATIENCE_LEAST

    def _lengthen(self, lead: int, frame: int) -> None:
        if lead <= self.lead:
            return
        self.lead = lead
        has_held = frame - self._shortened_at > HELD_FRAMES
        self._patience = PATIENCE_LEAST if has_held else min(2 * self._patience, PATIENCE_MOST)
        self._steady_until = frame + self._patience


def _is_played(pre: PreFrame, pad: Pad) -> bool:
    """Whether this pad is what the game polled. START does nothing, and an engine need not report it."""
    return (
        (pre.physical_buttons ^ pad.buttons) & ~Button.START == 0
        and pre.raw_joystick_x == pad.stick_x - 128
        and pre.raw_joystick_y == pad.stick_y - 128
        and pre.raw_c_stick_x == pad.cstick_x - 128
        and pre.raw_c_stick_y == pad.cstick_y - 128
        and _is_pressed(pre.physical_l_trigger, pad.l)
        and _is_pressed(pre.physical_r_trigger, pad.r)
    )


def _is_pressed(reported: float, raw: int) -> bool:
    return abs(reported * TRIGGER - min(raw, TRIGGER)) < 0.5


def _is_passed_by(before: Pad, pad: Pad, after: Pad) -> bool:
    """Whether `pad` can be left out: nothing is pressed, and the sticks pass it anyway on their way."""
    if any(each.buttons or each.l or each.r for each in (before, pad, after)):
        return False
    return all(
        (getattr(pad, axis) - getattr(before, axis)) * (getattr(after, axis) - getattr(pad, axis)) >= 0
        for axis in ("stick_x", "stick_y", "cstick_x", "cstick_y")
    )
