"""Who is let in: the recommended procedure of the interface specification."""

import base64
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.signature import KeyUnavailable, PlatformKey

from .support import PUBLIC_KEY, headers

# Made by @arena/protocol (`signHandshake`), with the key of 32 bytes 0 to 31.
NODE_HEADERS = {
    "x-arena-match": "match_01k9y40r6yes3v1c5hzq8p2n7t",
    "x-arena-timestamp": "1760000000000",
    "x-arena-signature": "8LCLRNRwkpl1i96JYgz4RRyMeqODRwPOYXp4goZyeOhc7Qfr+5l7G4UpPZ6WcZkZ5sND27PYdFqYXJ3VmVuTAQ==",
}


def test_what_the_arena_signs_is_let_in() -> None:
    assert PlatformKey(PUBLIC_KEY).is_signed(NODE_HEADERS, 1_760_000_000_000)


@pytest.mark.parametrize(
    ("later_ms", "is_let_in"), [(30_000, True), (30_001, False), (-30_000, True), (-30_001, False)]
)
def test_a_timestamp_may_be_30_seconds_off(later_ms: int, is_let_in: bool) -> None:
    assert PlatformKey(PUBLIC_KEY).is_signed(NODE_HEADERS, 1_760_000_000_000 + later_ms) is is_let_in


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x-arena-match", "match_other"),
        ("x-arena-timestamp", "1760000000001"),
        ("x-arena-timestamp", "soon"),
        ("x-arena-timestamp", "١٧٦٠٠٠٠٠٠٠٠٠٠"),
        ("x-arena-signature", "c2hvcnQ="),
        ("x-arena-signature", "no base64!"),
    ],
)
def test_a_header_that_was_changed_is_not_let_in(name: str, value: str) -> None:
    assert not PlatformKey(PUBLIC_KEY).is_signed({**NODE_HEADERS, name: value}, 1_760_000_000_000)


@pytest.mark.parametrize("name", list(NODE_HEADERS))
def test_each_header_is_needed(name: str) -> None:
    rest = {each: value for each, value in NODE_HEADERS.items() if each != name}
    assert not PlatformKey(PUBLIC_KEY).is_signed(rest, 1_760_000_000_000)


def test_another_key_is_not_the_arenas() -> None:
    assert not PlatformKey(PUBLIC_KEY).is_signed(headers("match_1", secret=Ed25519PrivateKey.generate()))


def test_a_given_key_has_to_be_one() -> None:
    with pytest.raises(ValueError, match="a platform key is base64 of 32 bytes, not 'c2hvcnQ='"):
        PlatformKey("c2hvcnQ=")


class Arena(BaseHTTPRequestHandler):
    asked: ClassVar[list[str]] = []
    is_up = False
    document: ClassVar[dict[str, object]] = {}

    def do_GET(self) -> None:
        Arena.asked.append(self.path)
        body = json.dumps(Arena.document).encode() if Arena.is_up else b"starting"
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def arena_url() -> Iterator[str]:
    Arena.asked.clear()
    Arena.document = {"publicKey": PUBLIC_KEY}
    Arena.is_up = True
    with HTTPServer(("127.0.0.1", 0), Arena) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_the_key_is_fetched_when_first_needed_again_after_a_failure_and_then_kept(arena_url: str) -> None:
    key = PlatformKey(arena_url=arena_url)
    assert Arena.asked == []
    Arena.is_up = False
    with pytest.raises(KeyUnavailable, match=r"/\.well-known/arena\.json"):
        key.is_signed(headers("match_1"))
    Arena.is_up = True
    assert key.is_signed(headers("match_1"))
    assert key.is_signed(headers("match_2"))
    assert Arena.asked == ["/.well-known/arena.json"] * 2


OTHER = Ed25519PrivateKey.generate()
OTHER_KEY = base64.b64encode(OTHER.public_key().public_bytes_raw()).decode()


def test_each_of_the_keys_that_an_arena_names_may_sign(arena_url: str) -> None:
    Arena.document = {"publicKey": PUBLIC_KEY, "publicKeys": [PUBLIC_KEY, OTHER_KEY]}
    key = PlatformKey(arena_url=arena_url)
    assert key.is_signed(headers("match_1"))
    assert key.is_signed(headers("match_2", secret=OTHER))
    assert len(Arena.asked) == 1


def test_a_key_that_is_new_is_asked_for_once_a_minute_at_most(arena_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("arena.signature.time.monotonic", lambda: now)
    key = PlatformKey(arena_url=arena_url)
    assert key.is_signed(headers("match_1"))
    Arena.document = {"publicKey": OTHER_KEY, "publicKeys": [OTHER_KEY]}
    now += 59
    assert not key.is_signed(headers("match_2", secret=OTHER))
    assert len(Arena.asked) == 1
    now += 1
    assert key.is_signed(headers("match_2", secret=OTHER))
    assert not key.is_signed(headers("match_3"))
    assert len(Arena.asked) == 2


def test_an_arena_that_is_away_does_not_take_the_known_keys_from_a_bot(
    arena_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("arena.signature.time.monotonic", lambda: now)
    key = PlatformKey(arena_url=arena_url)
    assert key.is_signed(headers("match_1"))
    Arena.is_up = False
    now += 60
    assert not key.is_signed(headers("match_2", secret=OTHER))
    assert key.is_signed(headers("match_3"))
