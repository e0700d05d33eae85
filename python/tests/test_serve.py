"""A bot that is served, from the arena's side: real sockets on loopback, an arena that does what a test says."""

import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.protocol import State
from websockets.sync.client import connect

from arena import Bot, Button, Character, Ended, Game, MissedPad, Pad, Pick, PickRequest, Reconnect, link, serve
from arena.door import Door
from arena.lead import LeadPolicy
from arena.signature import PlatformKey

from .support import GAME_END, PUBLIC_KEY, SECONDS, Clock, Dial, Served, encode, frame, headers, opening, served


class Recorder(Bot):
    """Presses A, and notes what it is told."""

    def __init__(self) -> None:
        self.games: list[Game] = []
        self.told: list[Any] = []
        self.is_over = threading.Event()

    def pick(self, request: PickRequest) -> Pick:
        self.told.append(request)
        return Pick(20, 3)

    def frame(self, game: Game) -> Pad:
        self.games.append(game)
        return Pad(Button.A)

    def missed(self, pad: MissedPad) -> None:
        self.told.append(pad)

    def reconnected(self, reconnect: Reconnect) -> None:
        self.told.append(reconnect)

    def end(self, result: Ended) -> None:
        self.told.append(result)
        self.is_over.set()


def pressed(buttons: int = Button.A) -> dict[str, Any]:
    return {"physical_buttons": int(buttons)}


def status_of(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, timeout=SECONDS) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_ping_is_answered_with_pong_at_any_path_and_nothing_else_is() -> None:
    with served(Recorder) as bot:
        url = bot.url.replace("ws", "http", 1)
        assert status_of(f"{url}/ping") == (200, "pong")
        assert status_of(f"{url}/bots/one/ping?x=1") == (200, "pong")
        assert status_of(f"{url}/")[0] == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"secret": Ed25519PrivateKey.generate()},
        {"age_ms": 31_000},
    ],
)
def test_an_upgrade_that_the_arena_did_not_sign_is_refused_with_401(wrong: dict[str, Any]) -> None:
    with served(Recorder) as bot:
        with pytest.raises(InvalidStatus) as refused:
            bot.dial(**wrong)
        assert refused.value.response.status_code == 401


def test_an_upgrade_without_signature_is_refused_with_401() -> None:
    with served(Recorder) as bot:
        with pytest.raises(InvalidStatus) as refused:
            connect(bot.url, additional_headers={"x-arena-match": "match_1"}).__enter__()
        assert refused.value.response.status_code == 401


@pytest.mark.parametrize("name", ["x-arena-match", "x-arena-timestamp", "x-arena-signature"])
def test_an_upgrade_with_a_header_of_the_signature_twice_is_refused_with_401(name: str) -> None:
    signed = headers("match_1")
    with served(Recorder) as bot:
        with pytest.raises(InvalidStatus) as refused:
            connect(bot.url, additional_headers=[*signed.items(), (name, signed[name])]).__enter__()
        assert refused.value.response.status_code == 401


def test_nobody_is_let_in_while_the_arenas_key_is_not_known() -> None:
    key = PlatformKey(arena_url="http://127.0.0.1:9")
    with ExitStack() as sockets, Door(lambda link: None, host="127.0.0.1", port=0, key=key) as door:
        threading.Thread(target=door.run, daemon=True).start()
        with pytest.raises(InvalidStatus) as refused:
            Served(door, sockets).dial()
        assert refused.value.response.status_code == 503


def test_the_deploy_check_opens_a_socket_and_makes_no_bot() -> None:
    made: list[Bot] = []

    def make() -> Bot:
        made.append(Recorder())
        return made[-1]

    with served(make) as bot:
        dial = bot.dial("deploy-check")
        with pytest.raises(ConnectionClosed):
            dial.socket.recv(SECONDS)
    assert made == []


def test_the_pick_is_answered_and_followed_by_the_pads_of_the_first_three_frames() -> None:
    recorder = Recorder()
    with served(lambda: recorder) as bot:
        dial = bot.dial()
        assert dial.ask(port=1) == {"id": 0, "action": {"character": 20, "costume": 3}}
        assert [dial.pad() for _ in range(3)] == [(each, 0, 128, 128, 128, 128, 0, 0) for each in (-123, -122, -121)]
    request = recorder.told[0]
    assert (request.port, request.opponent_name, request.deadline_ms) == (1, "Edgeguard", 10_000)


def test_the_answer_to_frame_f_is_the_pad_for_f_and_3() -> None:
    recorder = Recorder()
    with served(lambda: recorder) as bot:
        dial = bot.dial()
        dial.begin(port=1)
        dial.send(frame(-123, percent=12.5))
        assert dial.pad() == (-120, 0x0100, 128, 128, 128, 128, 0, 0)
    game = recorder.games[0]
    assert (game.frame, game.me.port, game.opponent.port, game.me.percent, game.lead) == (-123, 1, 0, 12.5, 2)
    assert game.stage.name == "Battlefield"


@pytest.mark.parametrize(
    ("options", "first", "then"),
    [
        ({"lead": 0}, [-123, -122, -121], [-122]),
        ({"lead": 0, "hold": 2}, [-123, -122, -121], [-122, -121, -120]),
        ({"hold": 3}, [-123, -122, -121, -120, -119, -118], [-120, -119, -118, -117]),
        ({"lead": "early"}, [-123, -122, -121], [-122, -121, -120]),
    ],
)
def test_lead_and_hold_say_for_which_frames_an_answer_is_sent(
    options: dict[str, Any], first: list[int], then: list[int]
) -> None:
    with served(Recorder, **options) as bot:
        dial = bot.dial()
        dial.ask()
        assert dial.frames(len(first)) == first
        dial.send(opening(), frame(-123))
        assert dial.frames(len(then)) == then


def test_a_held_answer_that_does_not_change_is_sent_for_the_new_frame_and_the_next() -> None:
    with served(Recorder, hold=3) as bot:
        dial = bot.dial()
        dial.ask()
        dial.frames(6)
        dial.send(opening(), frame(-123))
        assert dial.frames(4) == [-120, -119, -118, -117]
        # That of -119 takes the place of the one before, which tells the arena that the frame is answered.
        dial.send(frame(-122))
        assert dial.frames(2) == [-119, -116]


def test_a_redial_goes_on_with_the_same_bot_without_another_pick() -> None:
    recorder = Recorder()
    with served(lambda: recorder) as bot:
        dial = bot.dial()
        dial.begin()
        dial.send(frame(-123))
        dial.pad()
        dial.drop()
        again = bot.redial()
        # Frames to come that no pad was sent for get the same.
        again.send(opening(), frame(-110))
        assert again.frames(3) == [-109, -108, -107]
        again.send(frame(-109), GAME_END)
        assert again.frames(1) == [-106]
        assert recorder.is_over.wait(SECONDS)
    reconnects = [each for each in recorder.told if isinstance(each, Reconnect)]
    assert reconnects == [Reconnect(-123, -110, 1)]
    assert [game.frame for game in recorder.games] == [-123, -110, -109]
    assert recorder.told[-1].reconnects == 1


def test_a_socket_that_hangs_is_replaced_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second socket of a match takes over when the first is half open: it has brought nothing for a while."""
    monkeypatch.setattr(link, "JOINING_QUIET_SECONDS", 60)
    monkeypatch.setattr(link, "QUIET_SECONDS", 0.5)
    with served(Recorder) as bot:
        first = bot.dial()
        first.begin()
        first.send(frame(-123))
        first.pad()
        second = bot.redial()
        with pytest.raises(ConnectionClosed):
            first.socket.recv(SECONDS)
        second.send(opening(), frame(-122))
        assert second.pad()[0] == -119


def refusal(bot: Served, sent: dict[str, str]) -> tuple[int, bytes]:
    with pytest.raises(InvalidStatus) as refused:
        connect(bot.url, additional_headers=sent, compression=None).__enter__()
    return refused.value.response.status_code, bytes(refused.value.response.body or b"")


def test_a_match_keeps_a_socket_that_lives_whoever_shows_a_handshake_of_the_arena() -> None:
    """A second socket of a match takes over only when the first is closed or has brought nothing for a while."""
    with served(Recorder) as bot:
        dial = bot.dial()
        for begin in (dial.settle, dial.begin, lambda: dial.send(frame(-123))):
            begin()
            # Such as the opponent gets from the arena.
            assert refusal(bot, headers("match_1", age_ms=1000)) == (409, b"The match has a socket that is in use.\n")
        assert dial.pad()[0] == -120


def test_a_handshake_opens_one_socket() -> None:
    """A handshake already used (same timestamp and signature) for a match is refused, also when its socket is gone."""
    with served(Recorder) as bot:
        sent = headers("match_1")
        with connect(bot.url, additional_headers=sent, compression=None) as socket:
            Dial(socket).begin()
        refused = refusal(bot, sent)
        while b"in use" in refused[1]:
            refused = refusal(bot, sent)
        assert refused == (409, b"This handshake was used already.\n")
        assert bot.dial().socket.protocol.state is State.OPEN


def stick(pad: tuple[int, ...]) -> dict[str, Any]:
    """What the game polled, where it was this pad."""
    return {"raw_joystick_x": pad[2] - 128}


@pytest.mark.parametrize("lead", [None, "early"])
def test_a_program_that_was_restarted_in_the_match_finds_its_port_by_moving_the_stick_a_little(
    lead: LeadPolicy | None,
) -> None:
    """Several frames in agreement, of those that this process sent its pattern for, decide whose port it is."""
    recorder = Recorder()
    with served(lambda: recorder, lead=lead) as bot:
        dial = bot.dial()
        dial.send(opening(), frame(40))
        sent: dict[int, tuple[int, ...]] = {}
        for number in (41, 42, 43):
            for _ in range(3):
                pad = dial.pad()
                assert sent.setdefault(pad[0], pad) == pad and 0 < abs(pad[2] - 128) <= 15
            assert recorder.games == []
            dial.send(frame(number, {0: {"raw_joystick_x": 80}, 1: stick(sent[number])}))
        assert dial.pad()[:2] == (44, 0x0100)
    assert sorted(sent) == [41, 42, 43, 44, 45]
    assert (recorder.games[0].frame, recorder.games[0].me.port) == (43, 1)
    assert recorder.told == [Reconnect(None, 40, 1)]


def test_a_restarted_program_takes_no_frame_for_its_own_that_it_sent_nothing_for() -> None:
    """Only frames count whose wiggle this process sent; one that shows it at the other port begins the count anew."""
    recorder = Recorder()
    with served(lambda: recorder, catches_up=False) as bot:
        dial = bot.dial()
        # Each of these is small enough for a wiggle, and was played before the program was back.
        dial.send(opening(), frame(40, {1: {"raw_joystick_x": -5}}))
        sent: dict[int, tuple[int, ...]] = {}
        for number in range(41, 48):
            for _ in range(3):
                pad = dial.pad()
                sent[pad[0]] = pad
            # The opponent, at port 1, shows the right thing on two frames, and the bot's pads for these are late.
            port = 1 if number in (41, 42) else 0
            dial.send(frame(number, {port: {} if number == 43 else stick(sent[number])}))
            if number == 46:
                break
        assert dial.pad()[:2] == (47, 0x0100)
    assert (recorder.games[0].frame, recorder.games[0].me.port) == (46, 0)


def test_the_pattern_of_a_restarted_program_is_its_own() -> None:
    """The pattern is drawn at random for each match, so that the opponent's bot, restarted as well, shows another."""
    with served(Recorder) as bot:
        patterns = set()
        for match in ("match_1", "match_2"):
            dial = bot.dial(match)
            dial.send(opening())
            pads: list[int] = []
            for number in range(40, 64, 3):
                dial.send(frame(number))
                pads += [dial.pad()[2] for _ in range(3)]
            patterns.add(tuple(pads))
        assert len(patterns) == 2


class Slow(Recorder):
    """Thinks about frame 0 until it is told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.thinks, self.goes_on = threading.Event(), threading.Event()

    def frame(self, game: Game) -> Pad:
        if game.frame == 0:
            self.thinks.set()
            assert self.goes_on.wait(SECONDS)
        return super().frame(game)


def think(slow: Slow, dial: Dial) -> None:
    dial.begin()
    dial.send(frame(0))
    assert slow.thinks.wait(SECONDS)
    dial.send(frame(1), frame(2), frame(3))
    dial.settle()
    slow.goes_on.set()


def test_a_slow_bot_answers_the_newest_frame_and_is_shown_those_in_between() -> None:
    slow = Slow()
    with served(lambda: slow) as bot:
        dial = bot.dial()
        think(slow, dial)
        assert dial.frames(6) == [1, 2, 3, 4, 5, 6]
    assert [game.frame for game in slow.games] == [0, 3]
    assert [each.frame for each in slow.games[1].skipped] == [1, 2]


class Sleeper(Recorder):
    """Thinks 40 ms about a frame, and notes how far the next one is behind what had come by then."""

    def __init__(self) -> None:
        super().__init__()
        self.clock: Clock | None = None
        self.behind: list[int] = []
        self.is_done = threading.Event()
        self._had_come = -123

    def frame(self, game: Game) -> Pad:
        self.behind.append(self._had_come - game.frame)
        time.sleep(0.04)
        if len(self.behind) == 40:
            self.is_done.set()
        assert self.clock is not None
        self._had_come = self.clock.newest
        return super().frame(game)


@pytest.mark.slow
def test_on_the_clock_a_bot_that_takes_40_ms_is_never_more_than_a_frame_behind_the_newest() -> None:
    """However busy the machine is: the frame is held against what had come when the bot was free for it."""
    sleeper = Sleeper()
    with served(lambda: sleeper) as bot:
        dial = bot.dial()
        dial.begin()
        sleeper.clock = Clock(dial)
        with sleeper.clock:
            assert sleeper.is_done.wait(SECONDS)
    assert max(sleeper.behind) <= 1
    # It was too slow for the clock.
    assert sum(len(game.skipped) for game in sleeper.games) >= 40


def test_without_catching_up_each_frame_is_answered() -> None:
    slow = Slow()
    with served(lambda: slow, catches_up=False) as bot:
        dial = bot.dial()
        think(slow, dial)
        assert dial.frames(6) == [1, 2, 3, 4, 5, 6]
    assert [game.frame for game in slow.games] == [0, 1, 2, 3]


class Patient(Slow):
    patience = 2


def test_frames_that_a_bot_has_the_patience_for_are_answered_one_by_one() -> None:
    slow = Patient()
    with served(lambda: slow) as bot:
        dial = bot.dial()
        think(slow, dial)
        assert dial.frames(6) == [1, 2, 3, 4, 5, 6]
    assert [game.frame for game in slow.games] == [0, 1, 2, 3]
    assert all(game.skipped == () for game in slow.games)


class Hasty(Slow):
    patience = 1


def test_when_more_wait_the_newest_is_answered() -> None:
    slow = Hasty()
    with served(lambda: slow) as bot:
        dial = bot.dial()
        think(slow, dial)
        assert dial.frames(6) == [1, 2, 3, 4, 5, 6]
    assert [game.frame for game in slow.games] == [0, 3]


class Long(Recorder):
    lead = 5


@pytest.mark.parametrize(("options", "lead"), [({}, 5), ({"lead": 3}, 3)])
def test_a_bot_may_have_a_lead_of_its_own_and_an_option_goes_before_it(options: dict[str, Any], lead: int) -> None:
    with served(Long, **options) as bot:
        dial = bot.dial()
        dial.ask()
        assert dial.frames(1 + lead) == list(range(-123, -122 + lead))
        dial.send(opening(), frame(-123))
        assert dial.frames(1) == [-122 + lead]


def test_several_matches_run_at_once_each_with_a_bot_of_its_own() -> None:
    made: list[Recorder] = []

    def make() -> Bot:
        made.append(Recorder())
        return made[-1]

    with served(make) as bot:
        dials = [bot.dial(f"match_{each}") for each in range(3)]
        for port, dial in enumerate(dials):
            dial.begin(port % 2)
        for number, dial in enumerate(dials):
            dial.send(frame(-123 + number))
            assert dial.frames(1 + number)[-1] == -120 + number
    assert sorted(each.games[0].frame for each in made) == [-123, -122, -121]


def test_the_bot_is_told_of_frames_that_were_played_without_its_pad() -> None:
    recorder = Recorder()
    with served(lambda: recorder) as bot:
        dial = bot.dial()
        dial.begin()
        dial.send(frame(-123), frame(-122, {0: pressed()}))
        dial.frames(2)
        # For -120 A was sent. It was polled neutral.
        dial.send(frame(-121), frame(-120), frame(-119, {0: pressed()}), GAME_END)
        assert recorder.is_over.wait(SECONDS)
    assert [each for each in recorder.told if isinstance(each, MissedPad)] == [MissedPad(-120, True, 1)]
    assert recorder.told[-1].missed == 1


class LettingGo(Recorder):
    def __init__(self) -> None:
        super().__init__()
        self.has_let_go = threading.Event()

    def closed(self) -> None:
        self.told.append("closed")
        self.has_let_go.set()


def no_contest(initiator: int, *places: int) -> bytes:
    return encode(0x39, game_end_method=7, lras_initiator_index=initiator, placements=(*places, -1, -1))


@pytest.mark.parametrize(
    ("last", "is_ended"),
    [
        (GAME_END, True),
        (no_contest(1, 0, 1), True),
        (no_contest(-1, 0, 0), True),
        (no_contest(-1, -1, -1), False),
    ],
    ids=["by stocks", "by forfeit", "by a forfeit of both", "as the arena gave the match up"],
)
def test_end_is_called_when_the_game_has_ended_not_for_a_match_that_the_arena_gave_up_and_closed_last(
    last: bytes, is_ended: bool
) -> None:
    recorder = LettingGo()
    with served(lambda: recorder) as bot:
        dial = bot.dial()
        dial.begin()
        dial.send(frame(-123), last)
        assert recorder.has_let_go.wait(SECONDS)
    assert [type(each) for each in recorder.told[1:]] == ([Ended, str] if is_ended else [str])


def say_goodbye(dial: Dial) -> None:
    dial.socket.close(1000)


@pytest.mark.parametrize(
    ("begin", "leave"),
    [(Dial.settle, say_goodbye), (Dial.ask, say_goodbye), (Dial.begin, say_goodbye), (Dial.begin, Dial.drop)],
    ids=["before a pick was asked for", "before the game", "in the game", "and is not heard of for a while"],
)
def test_closed_is_called_once_for_each_bot_also_where_the_arena_leaves(
    begin: Callable[[Dial], Any], leave: Callable[[Dial], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link.Link.__init__, "__defaults__", (0.1,))
    recorder = LettingGo()
    with served(lambda: recorder) as bot:
        dial = bot.dial()
        begin(dial)
        leave(dial)
        assert recorder.has_let_go.wait(SECONDS)
    assert [each for each in recorder.told if not isinstance(each, PickRequest)] == ["closed"]


def test_what_closed_raises_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    class Holding(LettingGo):
        def closed(self) -> None:
            super().closed()
            raise RuntimeError("no such process")

    recorder = Holding()
    with served(lambda: recorder) as bot:
        say_goodbye(bot.dial())
        assert recorder.has_let_go.wait(SECONDS)
        # The next match comes to a bot of its own.
        assert bot.dial("match_2").ask()["action"] == {"character": 20, "costume": 3}
    assert "no such process" in caplog.text


class Failing(Recorder):
    def frame(self, game: Game) -> Pad:
        pad = super().frame(game)
        if game.frame == -122:
            raise RuntimeError("no plan")
        return Pad(stick_x=300) if game.frame == -121 else pad


def test_a_bot_that_raises_or_gives_an_impossible_pad_keeps_its_last_one(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with served(Failing, catches_up=False) as bot:
        dial = bot.dial()
        dial.begin()
        dial.send(frame(-123), frame(-122), frame(-121))
        assert [dial.pad()[:2] for _ in range(3)] == [(-120, 0x0100), (-119, 0x0100), (-118, 0x0100)]
    assert "no plan" in caplog.text
    assert "stick_x is an integer from 0 to 255, not 300" in caplog.text


@pytest.mark.parametrize("wrong", [(1, 0), {"buttons": 1}, Button.A, "A", False])
@pytest.mark.parametrize("lead", [None, "early"])
def test_a_bot_that_returns_no_pad_keeps_its_last_one(
    wrong: Any, lead: LeadPolicy | None, caplog: pytest.LogCaptureFixture
) -> None:
    """What a method raises, or returns in the place of what it says, is logged, and the game goes on with the last
    pad."""

    class Wrong(Recorder):
        def frame(self, game: Game) -> Pad:
            return super().frame(game) if game.frame == -123 else wrong

    with served(Wrong, catches_up=False, lead=lead) as bot:
        dial = bot.dial()
        dial.begin()
        dial.send(frame(-123), frame(-122))
        while (pad := dial.pad())[0] < -119:
            pass
        assert pad[:2] == (-119, 0x0100)
    assert f"frame returns a Pad, not {wrong!r}" in caplog.text


@pytest.mark.parametrize("stick", ["left", [1, 2], np.array([1, 2])])
def test_a_pad_of_anything_is_neutral_with_any_lead(stick: Any) -> None:
    """The bot's pad that cannot be sent is neutral, and the match goes on."""

    class Wild(Recorder):
        def frame(self, game: Game) -> Pad:
            return Pad(stick_x=stick) if game.frame > -123 else Pad()

    with served(Wild, catches_up=False) as bot:
        dial = bot.dial()
        dial.begin()
        dial.send(frame(-123), frame(-122))
        assert dial.pad()[0] == -120
        assert dial.pad() == (-119, 0, 128, 128, 128, 128, 0, 0)


@pytest.mark.parametrize("wrong", [Character.FOX, "Fox", (2, 0)])
def test_a_pick_of_another_kind_is_logged_and_the_game_is_played(wrong: Any, caplog: pytest.LogCaptureFixture) -> None:
    """What a method raises, or returns in the place of what it says, is logged; the arena draws a character."""

    class Wrong(Recorder):
        def pick(self, request: PickRequest) -> Pick:
            return wrong

    with served(Wrong) as bot:
        dial = bot.dial()
        dial.send_request()
        assert dial.frames(3) == [-123, -122, -121]
    assert f"pick returns a Pick, not {wrong!r}" in caplog.text


class Undecided(Recorder):
    def pick(self, request: PickRequest) -> Pick:
        return Pick(26)


def test_a_pick_that_is_none_is_not_sent_and_the_game_is_played(caplog: pytest.LogCaptureFixture) -> None:
    with served(Undecided) as bot:
        dial = bot.dial()
        dial.send_request()
        assert dial.frames(3) == [-123, -122, -121]
    assert "a pick's character is a number from 0 to 25, not 26" in caplog.text


def test_a_pick_after_its_deadline_is_not_sent(caplog: pytest.LogCaptureFixture) -> None:
    with served(Recorder) as bot:
        dial = bot.dial()
        dial.send_request(deadline_ms=-1)
        assert dial.frames(3) == [-123, -122, -121]
    assert "so the arena draws a character" in caplog.text


def test_a_message_that_is_no_stream_is_logged_and_the_match_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    with served(Recorder, catches_up=False) as bot:
        dial = bot.dial()
        dial.begin()
        dial.send(b"\xff\x00", b"", frame(-123))
        assert dial.frames(1) == [-120]
    assert "event 0xff at byte 0 was not announced" in caplog.text


PROGRAM = """
import arena
class Still(arena.Bot):
    def pick(self, request): return arena.Pick(2)
    def frame(self, game): return arena.NEUTRAL
    def closed(self): print("let go", flush=True)
arena.serve(Still, port=0, platform_key=KEY)
print("ended", flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_program_ends_on_a_signal_also_in_a_match(number: signal.Signals) -> None:
    program = PROGRAM.replace("KEY", repr(PUBLIC_KEY))
    environment = {**os.environ, "ARENA_BASE_URL": ""}
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        port = int(child.stdout.readline().rpartition(" ")[2])
        with connect(f"ws://127.0.0.1:{port}", additional_headers=headers("match_1"), compression=None) as socket:
            Dial(socket).begin()
            child.send_signal(number)
            with pytest.raises(ConnectionClosed):
                socket.recv(SECONDS)
        assert sorted(child.stdout.read().splitlines()) == ["ended", "let go"]
        assert child.wait(SECONDS) == 0


HANGING = PROGRAM.replace("return arena.NEUTRAL", "import time; print('thinks', flush=True); time.sleep(600)")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_a_program_whose_bot_never_answers(number: signal.Signals) -> None:
    """SIGINT and SIGTERM end the program; a second one at once, whatever the bot does."""
    program = HANGING.replace("KEY", repr(PUBLIC_KEY))
    environment = {**os.environ, "ARENA_BASE_URL": ""}
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        port = int(child.stdout.readline().rpartition(" ")[2])
        with connect(f"ws://127.0.0.1:{port}", additional_headers=headers("match_1"), compression=None) as socket:
            dial = Dial(socket)
            dial.begin()
            dial.send(frame(-123))
            assert child.stdout.readline() == "thinks\n"
            child.send_signal(number)
            with pytest.raises(ConnectionClosed):
                while True:
                    socket.recv(SECONDS)
        child.send_signal(number)
        try:
            # With websockets 16, `serve` may have returned: then Python waits for the bot's thread. A SIGINT ends the
            # waiting, and the status is 0.
            assert child.wait(SECONDS) in ((-number, 0) if number == signal.SIGINT else (-number,))
        finally:
            child.kill()


def test_a_match_that_comes_while_the_door_closes_is_not_begun() -> None:
    """`Door.close` gives up what is played, also what has only just come."""
    begun: list[object] = []
    door = Door(begun.append, host="127.0.0.1", port=0)
    threading.Thread(target=door.run, daemon=True).start()
    with door._lock:
        # Opened, and not with its match yet, which takes the lock.
        socket = connect(f"ws://127.0.0.1:{door.port}", additional_headers=headers("match_1"), compression=None)
        door._is_closed = True
    with socket, pytest.raises(ConnectionClosed):
        socket.recv(SECONDS)
    door.close()
    assert begun == []


def test_a_port_that_is_taken_is_said_without_a_stack() -> None:
    with served(Recorder) as bot:
        port = str(bot.door.port)
        assert refused(PORT=port) == f"Port {port} is taken by another program. Choose another with PORT=...\n"


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"PORT": "http"}, 'The port is "http". It has to be a number from 0 to 65535.\n'),
        ({"PORT": "65536"}, 'The port is "65536". It has to be a number from 0 to 65535.\n'),
        ({"PORT": "0", "HOST": "192.0.2.1"}, "192.0.2.1, port 0, cannot be listened on: "),
        ({"PORT": "0", "HOST": "no host"}, "no host, port 0, cannot be listened on: "),
    ],
)
def test_so_is_an_address_on_which_a_bot_cannot_listen(environment: dict[str, str], words: str) -> None:
    assert refused(**environment).startswith(words)


def refused(**environment: str) -> str:
    """What a program says that cannot serve its bot."""
    program = [sys.executable, "-c", "import arena; arena.serve(arena.Bot)"]
    env = {**os.environ, **environment}
    ended = subprocess.run(program, env=env, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert len(ended.stderr.splitlines()) == 1
    return ended.stderr


def test_what_makes_no_bot_is_refused_before_a_match_is_played() -> None:
    with pytest.raises(TypeError, match="serve takes a class or a function that makes a bot for each match, not <"):
        serve(Recorder())  # pyrefly: ignore[bad-argument-type]


def test_what_is_drawn_is_a_line_of_error_output_with_the_frame(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    class Drawing(Recorder):
        def frame(self, game: Game) -> Pad:
            game.debug.line((0, 1.5), (2, 3), "cyan")
            return super().frame(game)

    monkeypatch.setenv("ARENA_DEBUG", "1")
    recorder = Drawing()
    with served(lambda: recorder) as bot:
        dial = bot.dial()
        dial.begin()
        dial.send(frame(-123), GAME_END)
        assert recorder.is_over.wait(SECONDS)
    line = 'arena-debug {"frame": -123, "kind": "line", "from": [0, 1.5], "to": [2, 3], "colour": "cyan"}\n'
    assert line in capfd.readouterr().err


@pytest.mark.parametrize(("place", "shown"), [(np.float32(1.5), '"at": [1.5, 2]'), ("left", '"at": ["left", 2]')])
def test_what_is_drawn_may_be_numbers_of_numpy(
    place: Any, shown: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    class Drawing(Recorder):
        def frame(self, game: Game) -> Pad:
            game.debug.point((place, 2))
            return super().frame(game)

    monkeypatch.setenv("ARENA_DEBUG", "1")
    with served(Drawing) as bot:
        dial = bot.dial()
        dial.begin()
        dial.send(frame(-123))
        assert dial.pad()[0] == -120
        dial.send(frame(-122))
        assert dial.pad()[0] == -119
    assert shown in capfd.readouterr().err


def test_what_cannot_be_drawn_is_logged_and_the_match_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What a method of the bot's leads to is logged, and the game goes on."""

    class Drawing(Recorder):
        def frame(self, game: Game) -> Pad:
            game.debug.point((object(), 2))  # pyrefly: ignore[bad-argument-type]
            return super().frame(game)

    monkeypatch.setenv("ARENA_DEBUG", "1")
    with served(Drawing) as bot:
        dial = bot.dial()
        dial.begin()
        for number in (-123, -122):
            dial.send(frame(number))
            assert dial.pad()[0] == number + 3
    assert "TypeError" in caplog.text
