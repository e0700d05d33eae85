"""Players of the stream, moved to where a bot believes to sit."""

import itertools

import pytest

from arena.melee.ports import move, seats_of

from ..support import encode
from ..test_events import decoded


@pytest.mark.parametrize(
    ("port", "seat", "opponent", "seats"),
    [
        (0, 0, 1, (0, 1, 2, 3)),
        (1, 0, 1, (1, 0, 2, 3)),
        (0, 3, None, (3, 0, 1, 2)),
        (1, 2, 3, (3, 2, 0, 1)),
        (0, 1, 1, (1, 0, 2, 3)),
    ],
)
def test_the_bot_sits_at_its_seat_its_opponent_at_the_other_and_nobody_twice(
    port: int, seat: int, opponent: int | None, seats: tuple[int, ...]
) -> None:
    assert seats_of(port, seat, opponent) == seats


def test_every_reference_to_a_player_is_moved_and_nobody_stays_nobody() -> None:
    seats = (2, 3, 0, 1)
    assert decoded(move(encode(0x37, player_index=0), seats)).player_index == 2
    post = decoded(move(encode(0x38, player_index=1, last_hit_by=0), seats))
    assert (post.player_index, post.last_hit_by) == (3, 2)
    assert decoded(move(encode(0x38, last_hit_by=6), seats)).last_hit_by == 6
    assert decoded(move(encode(0x3B, owner=1), seats)).owner == 3
    assert decoded(move(encode(0x3B, owner=-1), seats)).owner == -1
    end = decoded(move(encode(0x39, lras_initiator_index=-1, placements=(0, 1, -1, -1)), seats))
    assert (end.lras_initiator_index, end.placements) == (-1, (-1, -1, 0, 1))
    assert decoded(move(encode(0x39, lras_initiator_index=1), seats)).lras_initiator_index == 3


def test_game_start_is_moved_player_by_player_and_moved_back_is_as_before() -> None:
    players = [
        {
            "character_id": 20 + port,
            "display_name": f"player {port}".encode(),
            "nametag": bytes([port]) * 16,
            "dashback_fix": port,
        }
        for port in range(4)
    ]
    event = encode(0x36, stage_id=31, session_id=b"session", players=players)
    for seats in itertools.permutations(range(4)):
        moved = move(event, seats)
        start = decoded(moved)
        for port, seat in enumerate(seats):
            player = start.players[seat]
            assert (player.character_id, player.display_name) == (20 + port, f"player {port}")
            assert (player.nametag, player.dashback_fix) == (bytes([port]) * 16, port)
        assert move(moved, [seats.index(port) for port in range(4)]) == event


def test_other_events_are_left_as_they_are() -> None:
    event = encode(0x3C, frame=0)
    assert move(event, (1, 0, 2, 3)) is event
