"""A connection that can send several messages as one: the pads that answer a frame need one write, and arrive
together."""

from __future__ import annotations

import socket as sockets
import time
from collections.abc import Iterable
from threading import Lock
from typing import Any, cast

from websockets.sync.server import ServerConnection


class _Outlet:
    """A socket that keeps back what is written while it is held. All else is the socket's own."""

    def __init__(self, socket: sockets.socket) -> None:
        self._socket = socket
        self._lock = Lock()
        self._kept: list[bytes] | None = None
        self.heard_at = time.monotonic()
        """When the last bytes came, of pings too."""

    def recv(self, size: int) -> bytes:
        data = self._socket.recv(size)
        self.heard_at = time.monotonic()
        return data

    def sendall(self, data: bytes) -> None:
        with self._lock:
            if self._kept is None:
                self._socket.sendall(data)
            else:
                self._kept.append(bytes(data))

    def hold(self) -> None:
        with self._lock:
            self._kept = []

    def release(self) -> None:
        with self._lock:
            kept, self._kept = self._kept, None
            if kept:
                self._socket.sendall(b"".join(kept))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)


class BotConnection(ServerConnection):
    """A WebSocket of the arena. One thread sends."""

    def __init__(self, socket: sockets.socket, *args: Any, **options: Any) -> None:
        self._outlet = _Outlet(socket)
        super().__init__(cast(sockets.socket, self._outlet), *args, **options)

    @property
    def quiet_seconds(self) -> float:
        """How long nothing has come."""
        return time.monotonic() - self._outlet.heard_at

    def send_together(self, messages: Iterable[str | bytes]) -> None:
        """Sends messages in one write. Raises what `send` does, and `OSError` where the socket is gone."""
        self._outlet.hold()
        try:
            for message in messages:
                self.send(message)
        finally:
            self._outlet.release()

    def cut(self) -> None:
        """Ends a socket that nobody answers on any more, so that whoever reads it returns at once."""
        self._outlet.shutdown(sockets.SHUT_RDWR)
