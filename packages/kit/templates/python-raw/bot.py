"""A bot without an SDK: it walks up to its opponent, hits, and comes back to the stage. Change `hands`, and watch.

The protocol is explained at {{arena}}/docs/play-protocol, the events at {{arena}}/docs/replay-format.
"""

import asyncio
import json
import os
import struct
import sys
from http import HTTPStatus
from typing import NamedTuple

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

try:
    import arena_signature
except ImportError:  # without the package cryptography, anyone who knows the address may connect
    arena_signature = None

FOX = 2
A, X = 0x0100, 0x0400
# Where the ground ends, by stage id: {{arena}}/docs/characters-and-stages
EDGE = {2: 63.35, 3: 87.75, 8: 56.0, 28: 77.27, 31: 68.4, 32: 85.57}
EVENT_PAYLOADS, GAME_START, POST_FRAME, FRAME_BOOKEND = 0x35, 0x36, 0x38, 0x3C


class Fighter(NamedTuple):
    x: float
    y: float
    facing: float
    percent: float
    stocks: int
    speed_y: float


def hands(frame, me, opponent, edge):
    """What the hands do on a frame: stick x and y from -1 to 1, and buttons."""
    draw(frame, kind="line", **{"from": [me.x, me.y], "to": [opponent.x, opponent.y]}, colour="cyan")
    if abs(me.x) > edge:  # off the stage: drift back, and jump now and then while falling
        return -1 if me.x > 0 else 1, 0, X if me.speed_y < 0 and frame % 20 == 0 else 0
    if opponent.y < me.y - 8:  # the opponent is lower: tap down, which falls through a platform
        return 0, -1 if frame % 10 < 2 else 0, 0
    ahead = max(4 - edge, min(edge - 4, opponent.x)) - me.x
    if abs(ahead) > 8:  # walk up to the opponent, but not off the edge
        return (1 if abs(ahead) > 30 else 0.4) * (1 if ahead > 0 else -1), 0, 0
    if opponent.y > me.y + 8:
        return ahead / 10, 0, X if frame % 33 < 15 else 0
    side = -1 if opponent.x < me.x else 1
    if me.facing != side:
        return side * 0.4, 0, 0
    return 0, 0, A if frame % 20 < 2 else 0


def draw(frame, **mark):
    """Has the viewer draw over a match at home. Nobody reads it on the ladder."""
    if os.environ.get("ARENA_DEBUG"):
        print("arena-debug", json.dumps({"frame": frame, **mark}), file=sys.stderr, flush=True)


def pad(frame, x=0.0, y=0.0, buttons=0):
    """The controller on a frame: 12 bytes. A stick is 0 to 255 with 128 in the centre, and leans fully at 80 from it."""
    return struct.pack("<iHBBBBBB", frame, buttons, 128 + round(80 * x), 128 + round(80 * y), 128, 128, 0, 0)


def events(message, sizes):
    """The events of a message as code and offset. Event Payloads, the first of all, gives the size of each."""
    at = 0
    while at < len(message):
        code = message[at]
        if code == EVENT_PAYLOADS:
            for entry in range(at + 2, at + 1 + message[at + 1], 3):
                sizes[message[entry]] = struct.unpack_from(">H", message, entry + 1)[0]
            at += 1 + message[at + 1]
            continue
        yield code, at
        at += 1 + sizes[code]


async def play(socket):
    """One match. After a lost connection the arena opens another socket: the stream comes without a pick before it."""
    match = socket.request.headers["x-arena-match"]
    port, lead = matches.get(match, (None, None))
    sizes, fighters, edge = {}, {}, 0.0
    async for message in socket:
        if isinstance(message, str):
            pick = json.loads(message)
            port, lead = matches[match] = pick["port"], pick["inputDelayFrames"]
            await socket.send(json.dumps({"id": pick["id"], "action": {"character": FOX, "costume": 0}}))
            for frame in range(-123, -122 + lead):  # polled before any frame can be seen
                await socket.send(pad(frame))
            continue
        for code, at in events(message, sizes):
            if code == GAME_START:
                edge = EDGE[struct.unpack_from(">H", message, at + 0x13)[0]]
            elif code == POST_FRAME and not message[at + 6]:  # not the second of the Ice Climbers
                x, y, facing, percent = struct.unpack_from(">4f", message, at + 0x0A)
                (speed_y,) = struct.unpack_from(">f", message, at + 0x39)
                fighters[message[at + 5]] = Fighter(x, y, facing, percent, message[at + 0x21], speed_y)
            elif code == FRAME_BOOKEND and len(fighters) == 2 and port is not None:
                (frame,) = struct.unpack_from(">i", message, at + 1)
                answer = hands(frame, fighters[port], fighters[1 - port], edge)
                await socket.send(pad(frame + 1 + lead, *answer))


# What a match needs after a lost connection, by its id.
matches = {}


async def handle(socket):
    if socket.request.headers.get("x-arena-match") == "deploy-check":
        return
    try:
        await play(socket)
    except ConnectionClosed:
        pass  # the arena connects again as long as the match runs


def admit(connection, request):
    """What is answered in the place of a socket; None opens it."""
    if request.path.endswith("/ping"):
        return connection.respond(HTTPStatus.OK, "pong")
    if arena_signature and not arena_signature.is_valid(request.headers):
        return connection.respond(HTTPStatus.UNAUTHORIZED, "not signed by the arena")
    return None


def say_version(connection, request, response):
    """The arena shows it beside the matches of this version. The kit sets ARENA_VERSION."""
    if version := os.environ.get("ARENA_VERSION"):
        response.headers["x-arena-version"] = version
    return response


async def main():
    port = int(os.environ.get("PORT", "9000"))
    where = (os.environ.get("HOST", "127.0.0.1"), port)
    async with serve(handle, *where, process_request=admit, process_response=say_version, compression=None):
        print(f"listening on http://127.0.0.1:{port}", flush=True)
        await asyncio.get_running_loop().create_future()


asyncio.run(main())
