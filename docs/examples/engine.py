"""The engine protocol in Python: a small engine in which fighters walk, jab at any distance, and fall off the stage.

Check it: arena-kit engine-check "python3 docs/examples/engine.py"
Run the arena with it: ARENA_ENGINE="python3 docs/examples/engine.py"
"""
import hmac
import json
import struct
import sys

FIRST_FRAME, LAST_FRAME = -123, 8 * 60 * 60
EDGE, BOTTOM = 50.0, -80.0
WAIT, WALK, FALL, JAB = 14, 15, 29, 44  # action states
ICE_CLIMBERS = 14
# Internal ids by external id: Post-Frame has these, a start has those.
INTERNAL = [2, 3, 1, 24, 4, 5, 6, 17, 0, 18, 16, 8, 9, 12, 10, 15, 13, 14, 19, 7, 22, 20, 21, 26, 23, 25]
# Payload sizes of the events that it writes, as Slippi 3.18.0 has them.
SIZES = {0x36: 760, 0x37: 66, 0x38: 84, 0x39: 6, 0x3A: 12, 0x3C: 8}


def event(code, *fields):
    """An event from fields (offset, type, value), as docs/replay-format.md has them: big-endian."""
    data = bytearray(1 + SIZES[code])
    data[0] = code
    for offset, kind, value in fields:
        struct.pack_into(">" + kind, data, offset, value)
    return bytes(data)


class Fighter:
    def __init__(self, port, character, follower=0):
        self.port, self.follower, self.character = port, follower, INTERNAL[character] + follower
        self.x, self.y, self.facing = (-40.0, 0.0, 1.0) if port == 0 else (40.0, 0.0, -1.0)
        self.stocks, self.percent, self.action, self.age = 4, 0.0, WAIT, 0.0

    def move(self, pad):
        before, stick = self.action, pad[2] - 128
        if abs(self.x) > EDGE:
            self.action = FALL
            self.y -= 2
        elif pad[1] & 1:  # A is 0x0100 of the buttons
            self.action = JAB
        elif abs(stick) > 22:
            self.action, self.facing = WALK, 1.0 if stick > 0 else -1.0
            self.x += self.facing
        else:
            self.action = WAIT
        self.age = self.age + 1 if self.action == before else 0.0
        if self.y < BOTTOM:
            self.x, self.y, self.percent = 0.0, 0.0, 0.0
            self.stocks -= 1

    def place(self, code, frame):
        """What Pre-Frame and Post-Frame both have; the offsets differ from the action state on."""
        at = {0x37: 0x0B, 0x38: 0x08}[code]
        return ((1, "i", frame), (5, "B", self.port), (6, "B", self.follower), (at, "H", self.action),
                (at + 2, "f", self.x), (at + 6, "f", self.y), (at + 10, "f", self.facing))

    def before(self, frame, seed, pad):
        buttons, *sticks, l, r = struct.unpack("<H6B", pad)
        x, y, cx, cy = (stick - 128 for stick in sticks)
        axes = [max(-1.0, min(1.0, axis / 80)) for axis in (x, y, cx, cy)]
        l, r = min(l / 140, 1), min(r / 140, 1)
        return event(0x37, *self.place(0x37, frame), (7, "I", seed), *zip((0x19, 0x1D, 0x21, 0x25), "ffff", axes),
                     (0x29, "f", max(l, r)), (0x2D, "I", buttons), (0x31, "H", buttons), (0x33, "f", l), (0x37, "f", r),
                     (0x3B, "b", x), (0x3C, "f", self.percent), (0x40, "b", y), (0x41, "b", cx), (0x42, "b", cy))

    def after(self, frame):
        return event(0x38, *self.place(0x38, frame), (7, "B", self.character), (0x16, "f", self.percent), (0x1A, "f", 60),
                     (0x20, "B", 6), (0x21, "B", self.stocks), (0x22, "f", self.age), (0x2F, "B", self.action == FALL),
                     (0x32, "B", 2), (0x39, "f", -2 * (self.action == FALL)), (0x45, "f", self.facing * (self.action == WALK)))


class Game:
    def __init__(self, start):
        if start["version"] != 1:
            raise ValueError("this engine speaks version 1 of the engine protocol")
        self.stage, self.players, self.seed = start["stage"], start["players"], bytes.fromhex(start["seed"])
        self.frame, self.ending, self.winner = FIRST_FRAME - 1, 0, 255
        picks = [(port, player["character"]) for port, player in enumerate(self.players)]
        self.leaders = [Fighter(port, character) for port, character in picks]
        self.followers = [Fighter(port, character, 1) for port, character in picks if character == ICE_CLIMBERS]

    def draw(self, frame):
        return int.from_bytes(hmac.digest(self.seed, b"frame/%d" % frame, "sha256")[:4], "big")

    def begin(self):
        sizes = b"".join(struct.pack(">BH", code, size) for code, size in SIZES.items())
        # Stock mode, a timer that counts down, no items, a damage ratio of 1, a frozen Stadium; ports 2 and 3 are empty.
        fields = [(0x01, "4s", bytes([3, 18, 0, 0])), (0x05, "B", 0x32), (0x10, "b", -1), (0x13, "H", self.stage),
                  (0x15, "I", 480), (0x35, "f", 1), (0x13D, "I", self.draw(FIRST_FRAME)), (0x1A2, "B", 1),
                  (0xAE, "B", 3), (0xD2, "B", 3)]
        for port, player in enumerate(self.players):
            at, name = 0x65 + 0x24 * port, player["name"].encode("shift_jis", "replace")[:30]
            fields += [(at, "B", player["character"]), (at + 2, "B", 4), (at + 3, "B", player["costume"]),
                       (0x1A5 + 0x1F * port, "31s", name)]
        return bytes([0x35, 1 + len(sizes)]) + sizes + event(0x36, *fields)

    def step(self, frame, *pads):
        self.frame, seed, fighters = frame, self.draw(frame), self.leaders + self.followers
        events = event(0x3A, (1, "i", frame), (5, "I", seed), (9, "I", frame - FIRST_FRAME))
        events += b"".join(fighter.before(frame, seed, pads[fighter.port]) for fighter in fighters)
        if frame >= 0:
            self.play(fighters, pads)
        events += b"".join(fighter.after(frame) for fighter in fighters)
        return events + event(0x3C, (1, "i", frame), (5, "i", frame))

    def play(self, fighters, pads):
        for fighter in fighters:
            fighter.move(pads[fighter.port])
        first, second = self.leaders
        for victim, other in ((first, second), (second, first)):
            if other.action == JAB:
                victim.percent = min(victim.percent + 0.25, 999.0)
        by_stocks = first.stocks == 0 or second.stocks == 0
        self.ending = 1 if by_stocks else 2 if self.frame >= LAST_FRAME else 0
        lead = first.stocks - second.stocks or int(second.percent) - int(first.percent)
        self.winner = 255 if self.ending == 0 or lead == 0 else 0 if lead > 0 else 1

    def end(self, reason):
        # Game, time, or no contest; then who forfeits, and the placements.
        method = 7 if reason else {1: 2, 2: 1}[self.ending]
        quitter = {0: -1, 1: 0, 2: 1, 3: -1}[reason]
        winner = {0: self.winner, 1: 1, 2: 0, 3: 255}[reason]
        return event(0x39, (1, "B", method), (2, "b", quitter), (3, "b", int(winner == 1)), (4, "b", int(winner == 0)),
                     (5, "b", -1), (6, "b", -1))

    def standing(self):
        players = (struct.pack("<BBHff", one.stocks, one.character, int(one.percent), one.x, one.y) for one in self.leaders)
        return struct.pack("<iBB", self.frame, self.ending, self.winner) + b"".join(players)


def read(count):
    data = sys.stdin.buffer.read(count)
    if len(data) < count:  # the host is gone
        sys.exit(0)
    return data


def answer(kind, body):
    sys.stdout.buffer.write(struct.pack("<IB", 1 + len(body), kind) + body)
    sys.stdout.buffer.flush()


def serve():
    game = None
    while True:
        (length,) = struct.unpack("<I", read(4))
        if not 1 <= length <= 1 << 20:
            raise ValueError(f"a request of {length} bytes")
        message = read(length)
        kind, body = message[0], message[1:]
        if kind == 0x01:
            game = Game(json.loads(body))
            events = game.begin()
            answer(0x81, game.standing() + events)
        elif kind == 0x02:
            events = game.step(*struct.unpack("<i8s8s", body))
            answer(0x82, game.standing() + events)
        elif kind == 0x03:
            events = game.end(*body)
            answer(0x84, game.standing() + events)
        else:
            raise ValueError(f"a request of unknown type {kind}")


try:
    serve()
except Exception as error:  # whatever is wrong, the host is told
    answer(0xFF, repr(error).encode())
    sys.exit(1)
