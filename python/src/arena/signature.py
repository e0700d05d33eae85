"""Knows the arena by its signature (spec: Requests from the service to a bot, recommended procedure)."""

from __future__ import annotations

import base64
import binascii
import json
import time
import urllib.request
from collections.abc import Mapping
from threading import Lock

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

MATCH_HEADER = "x-arena-match"
TIMESTAMP_HEADER = "x-arena-timestamp"
SIGNATURE_HEADER = "x-arena-signature"
DEPLOY_CHECK = "deploy-check"
"""Stands in the place of the match id when the arena only checks that the bot can be reached."""

TOLERANCE_MS = 30_000
"""How far a timestamp may be from this machine's clock."""
FETCH_SECONDS = 5.0
ASK_AGAIN_SECONDS = 60.0
"""From one question for the keys to the next at least, where an upgrade does not fit those that are known."""
MOST_DOCUMENT_BYTES = 64 * 1024


class KeyUnavailable(Exception):
    """The arena's key could not be fetched; it is tried again at the next connection."""


class PlatformKey:
    """The arena's public key: given, or fetched when it is first needed and kept.

    An arena names two keys or more while it changes its key. A signature that fits none of those fetched makes this ask
    again.
    """

    def __init__(self, key: str | None = None, *, arena_url: str | None = None) -> None:
        """`key` is base64 of the raw 32 bytes, as `/.well-known/arena.json` of `arena_url` has it.

        A `ValueError` where a given key is none.
        """
        if (key is None) == (arena_url is None):
            raise ValueError("one of key and arena_url is needed")
        self._url = None if arena_url is None else f"{arena_url.rstrip('/')}/.well-known/arena.json"
        self._keys: tuple[Ed25519PublicKey, ...] | None = None if key is None else (_read_key(key),)
        self._fetched_at = -ASK_AGAIN_SECONDS
        self._lock = Lock()

    def is_signed(self, headers: Mapping[str, str], now_ms: float | None = None) -> bool:
        """Whether the arena has signed these headers of an upgrade. May raise `KeyUnavailable`."""
        try:
            timestamp, match, signature = (headers[each] for each in (TIMESTAMP_HEADER, MATCH_HEADER, SIGNATURE_HEADER))
        except LookupError:
            # One is missing, or is there more than once.
            return False
        if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 16):
            return False
        now = time.time() * 1000 if now_ms is None else now_ms
        if abs(now - int(timestamp)) > TOLERANCE_MS:
            return False
        try:
            signed, seal = f"{timestamp}.{match}".encode(), base64.b64decode(signature, validate=True)
        except (binascii.Error, ValueError):
            return False
        return self._fits(self._public_keys(), signed, seal) or self._fits(self._newer_keys(), signed, seal)

    @staticmethod
    def _fits(keys: tuple[Ed25519PublicKey, ...], signed: bytes, signature: bytes) -> bool:
        for key in keys:
            try:
                key.verify(signature, signed)
            except InvalidSignature:
                continue
            return True
        return False

    def _public_keys(self) -> tuple[Ed25519PublicKey, ...]:
        with self._lock:
            if self._keys is None:
                self._keys = self._fetch()
            return self._keys

    def _newer_keys(self) -> tuple[Ed25519PublicKey, ...]:
        """None to try where it is too early to ask: whoever forges upgrades does not make this ask all the time."""
        with self._lock:
            if self._url is None or time.monotonic() - self._fetched_at < ASK_AGAIN_SECONDS:
                return ()
            try:
                self._keys = self._fetch()
            except KeyUnavailable:
                return ()
            return self._keys

    def _fetch(self) -> tuple[Ed25519PublicKey, ...]:
        assert self._url is not None
        self._fetched_at = time.monotonic()
        try:
            with urllib.request.urlopen(self._url, timeout=FETCH_SECONDS) as answer:
                document = json.loads(answer.read(MOST_DOCUMENT_BYTES))
            return tuple(_read_key(text) for text in (document["publicKey"], *document.get("publicKeys", ())))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise KeyUnavailable(f"{self._url}: {str(error) or type(error).__name__}") from error


def _read_key(text: str) -> Ed25519PublicKey:
    try:
        return Ed25519PublicKey.from_public_bytes(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError) as error:
        raise ValueError(f"a platform key is base64 of 32 bytes, not {text!r}") from error
