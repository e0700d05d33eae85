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
MOST_DOCUMENT_BYTES = 64 * 1024


class KeyUnavailable(Exception):
    """The arena's key could not be fetched; it is tried again at the next connection."""


class PlatformKey:
    """The arena's public key: given, or fetched when it is first needed and kept."""

    def __init__(self, key: str | None = None, *, arena_url: str | None = None) -> None:
        """`key` is base64 of the raw 32 bytes, as `/.well-known/arena.json` of `arena_url` has it.

        A `ValueError` where a given key is none.
        """
        if (key is None) == (arena_url is None):
            raise ValueError("one of key and arena_url is needed")
        self._url = None if arena_url is None else f"{arena_url.rstrip('/')}/.well-known/arena.json"
        self._key = None if key is None else _read_key(key)
        self._lock = Lock()

    def is_signed(self, headers: Mapping[str, str], now_ms: float | None = None) -> bool:
        """Whether the arena has signed these headers of an upgrade. May raise `KeyUnavailable`."""
        timestamp, match = headers.get(TIMESTAMP_HEADER), headers.get(MATCH_HEADER)
        signature = headers.get(SIGNATURE_HEADER)
        if timestamp is None or match is None or signature is None:
            return False
        if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 16):
            return False
        now = time.time() * 1000 if now_ms is None else now_ms
        if abs(now - int(timestamp)) > TOLERANCE_MS:
            return False
        try:
            self._public_key().verify(base64.b64decode(signature, validate=True), f"{timestamp}.{match}".encode())
        except (InvalidSignature, binascii.Error, ValueError):
            return False
        return True

    def _public_key(self) -> Ed25519PublicKey:
        with self._lock:
            if self._key is None:
                self._key = self._fetch()
            return self._key

    def _fetch(self) -> Ed25519PublicKey:
        assert self._url is not None
        try:
            with urllib.request.urlopen(self._url, timeout=FETCH_SECONDS) as answer:
                return _read_key(json.loads(answer.read(MOST_DOCUMENT_BYTES))["publicKey"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise KeyUnavailable(f"{self._url}: {error}") from error


def _read_key(text: str) -> Ed25519PublicKey:
    try:
        return Ed25519PublicKey.from_public_bytes(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError) as error:
        raise ValueError(f"a platform key is base64 of 32 bytes, not {text!r}") from error
