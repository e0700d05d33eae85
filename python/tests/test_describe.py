"""`print(replay)`: five lines, whatever the recording has."""

from pathlib import Path
from typing import Any

import pytest

import arena
from arena.replay import HEADER

from .support import encode, frame, opening, payloads

pytest.importorskip("numpy")


def ubjson(value: Any) -> bytes:
    if isinstance(value, dict):
        return b"{" + b"".join(_text(key) + ubjson(each) for key, each in value.items()) + b"}"
    return b"S" + _text(value)


def _text(text: str) -> bytes:
    return b"U" + bytes([len(text.encode())]) + text.encode()


def start(*players: dict[str, Any], **fields: Any) -> bytes:
    """Event Payloads and Game Start of a game with these players; nobody plays at the other ports."""
    everyone = [{"player_type": 0, "start_stocks": 4, **player} for player in players]
    nobody = [{"player_type": 3, "character_id": 26} for _ in range(4 - len(players))]
    defaults: dict[str, Any] = {"version": (3, 18, 0, 0), "stage_id": 31, **fields}
    return payloads() + encode(0x36, players=[*everyone, *nobody], **defaults)


def last(*stocks: int, number: int = -123) -> bytes:
    """The events of a frame on which the players have so many stocks."""
    posts = [
        encode(0x38, frame=number, player_index=port, stocks_remaining=count, internal_character_id=1)
        for port, count in enumerate(stocks)
    ]
    return encode(0x3A, frame=number) + b"".join(posts) + encode(0x3C, frame=number)


def ended(method: int, *placements: int, left: int = -1) -> bytes:
    return encode(0x39, game_end_method=method, lras_initiator_index=left, placements=(*placements, -1, -1)[:4])


FOX, MARTH, PEACH = ({"character_id": id_} for id_ in (2, 9, 12))
TAG = b"\x83\x4a\x83\x43"
WHEN = {"startAt": "2026-11-28T14:40:28.191Z"}


@pytest.fixture
def printed(tmp_path: Path) -> Any:
    def lines_of(stream: bytes, metadata: dict[str, Any] | None) -> list[str]:
        is_whole = metadata is not None
        length = len(stream) if is_whole else 0
        rest = b"U\x08metadata" + ubjson(metadata) + b"}" if is_whole else b""
        path = tmp_path / "game.slp"
        path.write_bytes(HEADER + length.to_bytes(4, "big") + stream + rest)
        return str(arena.read(path)).split("\n")

    return lines_of


def test_a_game_of_two_is_who_where_when_how_long_and_who_has_won(printed: Any) -> None:
    stream = start(FOX | {"display_name": b"Lea"}, MARTH) + frame(-123) + last(2, 0, number=-122) + ended(2, 0, 1)
    assert printed(stream, WHEN | {"consoleNick": "arena"}) == [
        "Lea (Fox) against Marth",
        "Battlefield",
        "2026-11-28 14:40:28 UTC, recorded by arena",
        "0:00 of play, 2 frames, format 3.18.0",
        "Lea wins by stocks, 2 to 0",
    ]


@pytest.mark.parametrize(
    ("stocks", "end", "words"),
    [
        ((1, 3), ended(1, 1, 0), "Marth wins on time, 3 to 1"),
        ((0, 0), ended(2, 0, 0), "a draw by stocks: Fox 0 stocks, Marth 0 stocks"),
        ((4, 4), ended(7, 1, 0, left=0), "Marth wins, as Fox has left, 4 to 4"),
        ((4, 3), ended(7, -1, -1, left=1), "without a result, as Marth has left: Fox 4 stocks, Marth 3 stocks"),
        ((4, 4), ended(7, -1, -1), "without a result: Fox 4 stocks, Marth 4 stocks"),
        # Before placements were recorded.
        ((1, 0), ended(3, -1, -1), "Fox wins, 1 to 0"),
        ((1, 2), ended(0, -1, -1), "without a result: Fox 1 stock, Marth 2 stocks"),
        ((2, 1), b"", "not recorded to its end: Fox 2 stocks, Marth 1 stock"),
    ],
)
def test_each_end_has_its_words(printed: Any, stocks: tuple[int, ...], end: bytes, words: str) -> None:
    assert printed(start(FOX, MARTH) + last(*stocks) + end, WHEN)[4] == words


def test_an_unfinished_recording_is_five_lines_too(printed: Any) -> None:
    assert printed(start(FOX, FOX, stage_id=99) + frame(-123) + frame(-122)[:-3], None) == [
        "Fox (port 0) against Fox (port 1)",
        "Stage 99",
        "at an unknown moment",
        "0:00 of play, 1 frame, format 3.18.0",
        "not recorded to its end: Fox (port 0) 0 stocks, Fox (port 1) 0 stocks",
    ]
    assert printed(start(FOX, MARTH), None)[3:] == [
        "0:00 of play, 0 frames, format 3.18.0",
        "not recorded to its end: Fox unknown, Marth unknown",
    ]


def test_four_players_are_named_each_for_itself_or_by_teams(printed: Any) -> None:
    four = (FOX, MARTH | {"team_id": 1}, PEACH, FOX | {"team_id": 1})
    end = last(0, 1, 0, 2) + encode(0x39, game_end_method=2, lras_initiator_index=-1, placements=(2, 0, 3, 0))
    who, *_, result = printed(start(*four, is_teams=1) + end, WHEN)
    assert who == "Fox (port 0) and Peach against Marth and Fox (port 3)"
    standing = "Fox (port 0) 0 stocks, Marth 1 stock, Peach 0 stocks, Fox (port 3) 2 stocks"
    assert result == f"Marth and Fox (port 3) win by stocks: {standing}"
    who, *_, result = printed(start(*four) + end.replace(b"\x02\x00\x03\x00", b"\x02\x01\x03\x00"), WHEN)
    assert who == "Fox (port 0) against Marth against Peach against Fox (port 3)"
    assert result.startswith("Fox (port 3) wins by stocks: ")


@pytest.mark.parametrize(
    ("player", "metadata", "name"),
    [
        ({"display_name": b"Lea", "nametag": TAG}, {}, "Lea (Fox)"),
        ({"nametag": TAG}, {"players": {"0": {"names": {"netplay": "Lea"}}}}, "Lea (Fox)"),
        ({"nametag": TAG}, {"players": {"0": {"names": {"netplay": ""}}}}, "カイ (Fox)"),
        ({"display_name": b"\x1b[31mLea\n"}, {"players": "nobody"}, "[31mLea (Fox)"),
        ({"display_name": b"Foxtrot"}, {}, "Foxtrot (Fox)"),
        ({"character_id": 40}, {}, "Character 40"),
    ],
)
def test_a_name_is_where_the_recording_has_one(printed: Any, player: Any, metadata: Any, name: str) -> None:
    assert printed(start(FOX | player, MARTH) + last(4, 4), metadata)[0] == f"{name} against Marth"


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        ("2018-06-22T07:52:59Z", "2018-06-22 07:52:59 UTC"),
        ("2018-06-22T07:52:59-05:00", "2018-06-22 12:52:59 UTC"),
        ("2018-06-22T07:52:59", "2018-06-22 07:52:59"),
        ("yesterday", "yesterday"),
    ],
)
def test_the_moment_is_that_of_the_metadata(printed: Any, moment: str, words: str) -> None:
    assert printed(start(FOX, MARTH) + last(4, 4), {"startAt": moment})[2] == words


def test_an_old_recording_has_neither_names_nor_placements(printed: Any) -> None:
    """Events as long as in version 0.1, without Frame Start and Bookend."""
    sizes = {0x36: 0x141, 0x37: 0x3B, 0x38: 0x22, 0x39: 2}
    players = [FOX | {"player_type": 0}, MARTH | {"player_type": 0}, *[{"player_type": 3}] * 2]
    begin = payloads(sizes) + encode(0x36, version=(0, 1, 0, 0), stage_id=32, players=players)[:0x141]
    posts = b"".join(
        encode(0x38, frame=-123, player_index=port, stocks_remaining=count)[:0x22] for port, count in enumerate((3, 0))
    )
    assert printed(begin + posts + b"\x39\x03", {"startAt": "2018-06-22T07:52:59Z"}) == [
        "Fox against Marth",
        "Final Destination",
        "2018-06-22 07:52:59 UTC",
        "0:00 of play, 1 frame, format 0.1.0",
        "Fox wins, 3 to 0",
    ]


def test_opening_of_the_arena_has_no_names(printed: Any) -> None:
    assert printed(opening() + last(4, 4), WHEN)[0] == "Fox (port 0) against Fox (port 1)"
