"""The address of a bot, as the arena expects it: `/ping` answers `pong`, an upgrade opens the socket of a match.

Which match a socket carries is said by its headers. A redial of a match goes to that match; a new one to `on_match`,
in the thread of its first connection.

The handshake of the arena names no bot: the opponent gets one for the same match, and may show it here. So a match that
has a living socket keeps it, and each handshake opens one socket. The arena dials again only after its own is gone.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable
from http import HTTPStatus

from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

from . import raised
from .connection import BotConnection
from .link import Link
from .signature import DEPLOY_CHECK, MATCH_HEADER, TIMESTAMP_HEADER, TOLERANCE_MS, KeyUnavailable, PlatformKey
from .version import HEADER as VERSION_HEADER

MOST_MESSAGE_BYTES = 1 << 20
"""Messages are one frame's events; the first one, with a Gecko List, is the largest."""
MOST_WAITING = 4096
"""Messages that wait for a slow bot before its socket is no longer read: a minute of frames."""
CLOSE_SECONDS = 2.0
DEFAULT_PORT = 9000
MOST_PORT = 65_535
DEFAULT_HOST = "127.0.0.1"


class CannotListen(OSError):
    """A bot cannot be served at this address; the message says why, and what to do."""


class Door:
    """Listens, and lends each connection to its match."""

    def __init__(
        self,
        on_match: Callable[[Link], None],
        *,
        host: str | None = None,
        port: int | None = None,
        key: PlatformKey | None = None,
        version: str | None = None,
        admits: Callable[[], bool] = lambda: True,
    ) -> None:
        """Listens from here on; `run` answers.

        `host` and `port` are `HOST` and `PORT` of the environment where they are not given, else 127.0.0.1 and 9000.
        Port 0 takes any. `version` is what the bot says of its version. `admits` says whether another match can be
        played; else it is refused with 503, and the arena dials again.

        Raises `CannotListen`.
        """
        self._on_match = on_match
        self._key = key
        self._version = version
        self._admits = admits
        self._links: dict[str, Link] = {}
        self._used: dict[tuple[str, str], float] = {}
        """Handshakes that have opened a socket, by match and timestamp, until they are too old to open one."""
        self._is_closed = False
        self._lock = threading.Lock()
        self._server = self._listen(host or os.environ.get("HOST") or DEFAULT_HOST, _port(port))
        self.port: int = self._server.socket.getsockname()[1]

    def run(self) -> None:
        """Answers until `close`."""
        self._server.serve_forever()

    def close(self) -> None:
        """Stops listening and gives up what is played: the arena dials again as long as a match runs."""
        with self._lock:
            self._is_closed = True
            links = list(self._links.values())
        for link in links:
            link.abandon()
        self._server.shutdown()

    def __enter__(self) -> Door:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _listen(self, host: str, port: int) -> Server:
        try:
            return serve(
                self._handle,
                host,
                port,
                process_request=self._admit,
                process_response=self._say_version,
                create_connection=BotConnection,
                compression=None,
                max_size=MOST_MESSAGE_BYTES,
                max_queue=MOST_WAITING,
                close_timeout=CLOSE_SECONDS,
                server_header=None,
            )
        except OSError as error:
            raise CannotListen(_why(error, host, port)) from error

    def _admit(self, connection: ServerConnection, request: Request) -> Response | None:
        """What is answered in the place of a socket; None opens it."""
        path = request.path.split("?")[0].rstrip("/")
        if "upgrade" not in request.headers:
            if path.endswith("/ping"):
                return connection.respond(HTTPStatus.OK, "pong")
            return connection.respond(HTTPStatus.NOT_FOUND, "A bot of an arena: /ping, or the WebSocket of a match.\n")
        if self._key is not None:
            try:
                if not self._key.is_signed(request.headers):
                    return connection.respond(HTTPStatus.UNAUTHORIZED, "Not signed by the arena.\n")
            except KeyUnavailable as error:
                raised.MEMORY.take(error, "The arena's key is not known, so nobody is let in:")
                return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "The arena's key is not known.\n")
        match = request.headers.get(MATCH_HEADER)
        if match is None:
            return connection.respond(HTTPStatus.BAD_REQUEST, f"The header {MATCH_HEADER} is missing.\n")
        if match != DEPLOY_CHECK and match not in self._links and not self._admits():
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "No other match can be played now.\n")
        link = self._links.get(match)
        if link is not None and link.is_held:
            return connection.respond(HTTPStatus.CONFLICT, "The match has a socket that is in use.\n")
        # What nobody has to sign, anyone can make anew.
        if self._key is not None and not self._use(match, request.headers[TIMESTAMP_HEADER]):
            return connection.respond(HTTPStatus.CONFLICT, "This handshake was used already.\n")
        return None

    def _say_version(self, connection: ServerConnection, request: Request, response: Response) -> Response:
        """In what is answered to `/ping`, and to a handshake."""
        if self._version is not None and response.status_code in (HTTPStatus.OK, HTTPStatus.SWITCHING_PROTOCOLS):
            response.headers[VERSION_HEADER] = self._version
        return response

    def _use(self, match: str, timestamp: str) -> bool:
        """False for a handshake that was used already. The signature follows from these two."""
        now = time.monotonic()
        with self._lock:
            self._used = {each: until for each, until in self._used.items() if until > now}
            if (match, timestamp) in self._used:
                return False
            self._used[match, timestamp] = now + 2 * TOLERANCE_MS / 1000
            return True

    def _handle(self, connection: ServerConnection) -> None:
        assert isinstance(connection, BotConnection) and connection.request is not None
        match = connection.request.headers[MATCH_HEADER]
        if match == DEPLOY_CHECK:
            return
        with self._lock:
            if self._is_closed:
                return
            known = self._links.get(match)
            link = known or Link(match)
            self._links[match] = link
        if known is not None:
            link.carry(connection)
            return
        try:
            link.lend(connection)
            self._on_match(link)
        finally:
            link.end()
            with self._lock:
                del self._links[match]


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program. Choose another with PORT=..."
    if error.errno == errno.EACCES:
        return f"Port {port} is not for everyone. Choose one from 1024 on with PORT=..."
    return f"{host}, port {port}, cannot be listened on: {error.strerror or error}. HOST names the address."


def _port(given: int | None) -> int:
    text = (os.environ.get("PORT") or str(DEFAULT_PORT)) if given is None else str(given)
    if not (text.isascii() and text.isdigit() and int(text) <= MOST_PORT):
        raise CannotListen(f'The port is "{text}". It has to be a number from 0 to {MOST_PORT}.')
    return int(text)
