"""The arena as the owner of a bot asks it, with a key of scopes `bots.read` and `bots.write`."""

from __future__ import annotations

import json
import os
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ANSWER_SECONDS = 30.0
"""Longer than a deploy check takes."""
MOST_ANSWER_BYTES = 8 * 1024 * 1024

Json = dict[str, Any]


class ArenaError(Exception):
    """What the arena refuses, or why it cannot be asked, in a sentence. `status` is that of its answer, 0 for none."""

    def __init__(self, status: int, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code


class Account:
    def __init__(self, arena: str, key: str) -> None:
        """`arena` is the address of the arena, `key` the secret of a bearer key."""
        self.arena = arena.rstrip("/")
        self.headers = {"authorization": f"Bearer {key}", "user-agent": "bot-arena-python"}

    def bots(self) -> list[Json]:
        bots: list[Json] = self._ask("GET", "/bots")["bots"]
        return bots

    def register(self, name: str, url: str) -> Json:
        return self._ask("POST", "/bots", {"name": name, "mode": "live", "url": url})

    def change(self, bot: str, **change: str) -> Json:
        return self._ask("PATCH", f"/bots/{bot}", change)

    def match(self, match: str) -> Json:
        return self._ask("GET", f"/matches/{match}")

    def live(self) -> list[Json]:
        """The matches that run now."""
        matches: list[Json] = self._ask("GET", "/live")["matches"]
        return matches

    def receipt(self, match: str) -> Json | None:
        """None where there is none, as of a match that its machine did not live to report."""
        try:
            return self._ask("GET", f"/matches/{match}/receipt")
        except ArenaError as error:
            if error.status == 404:
                return None
            raise

    def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
        data = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, "accept": "application/json"}
        if data is not None:
            headers["content-type"] = "application/json"
        request = urllib.request.Request(self.arena + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                return _document(answer.read(MOST_ANSWER_BYTES))
        except urllib.error.HTTPError as error:
            raise refusal(error.code, error.read(MOST_ANSWER_BYTES), self.arena) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise ArenaError(0, f"{self.arena} cannot be reached: {reason}") from None


def refusal(status: int, body: bytes, arena: str) -> ArenaError:
    """What an answer that refuses says."""
    try:
        problem = _document(body)
    except ValueError:
        return ArenaError(status, f"{arena} answered {status}: is it an arena?")
    places = [f"{each.get('path')}: {each.get('message')}" for each in problem.get("errors", [])]
    detail = str(problem.get("detail") or problem.get("title") or f"{arena} answered {status}.")
    return ArenaError(status, " ".join([detail, *places]), str(problem.get("code", "")))


def _document(body: bytes) -> Json:
    document = json.loads(body)
    if not isinstance(document, dict):
        raise ValueError("not a JSON object")
    return document


def find_key(arena: str | None, key: str | None) -> tuple[str, str]:
    """The arena's address and a key for it: as given, else `ARENA_URL` and `ARENA_KEY`, else what `arena-kit login`
    has kept. Raises `ValueError` with what to do."""
    kept = _kept()
    address = _address(arena, kept)
    secret = key or os.environ.get("ARENA_KEY") or kept.get(address)
    if secret is None:
        raise ValueError(
            f"There is no key for {address}. Sign in with npx {address}/kit/arena-kit.tgz login, or set ARENA_KEY."
        )
    return address, secret


def find_arena(arena: str | None) -> str:
    """The arena's address alone, found as for `find_key`."""
    return _address(arena, {} if arena else _kept())


def _address(arena: str | None, kept: dict[str, str]) -> str:
    address = arena or os.environ.get("ARENA_URL") or (next(iter(kept)) if len(kept) == 1 else None)
    if address is None:
        raise ValueError("Which arena? Name it (--arena, arena_url), or set ARENA_URL, as https://arena.example.org")
    return address.rstrip("/")


def _kept() -> dict[str, str]:
    """Secrets by arena, as `arena-kit login` keeps them."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA")
    path = (Path(home) if home else Path.home() / ".config") / "arena-kit" / "keys.json"
    try:
        keys = json.loads(path.read_text("utf-8"))
        return {str(arena): str(key["secret"]) for arena, key in keys.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        print(f"{path} cannot be read ({error}); sign in again with arena-kit login.", file=sys.stderr)
        return {}
