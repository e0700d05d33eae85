"""An engine in which nobody moves and time runs out after ten seconds: the engine protocol in Python.

Run the arena with it: ARENA_ENGINE="python3 docs/examples/engine.py"
"""
import json
import struct
import sys

FIRST_FRAME = -123
LAST_FRAME = 600

# Payload sizes of the events it writes, as the replay format 3.18.0 has them.
SIZES = {0x36: 760, 0x37: 66, 0x38: 84, 0x39: 6, 0x3A: 12, 0x3C: 8}


def event(code, payload=b""):
    return bytes([code]) + payload.ljust(SIZES[code], b"\0")


def read(count):
    data = sys.stdin.buffer.read(count)
    if len(data) < count:  # the host is gone
        sys.exit(0)
    return data


def answer(kind, frame, events):
    over = frame >= LAST_FRAME
    standing = struct.pack("<iBB", frame, 2 if over else 0, 255)  # by time, nobody wins
    for port in (0, 1):
        # stocks, internal character id, percent, x, y
        standing += struct.pack("<BBHff", 4, 1, 0, -40.0 if port == 0 else 40.0, 0.0)
    message = bytes([kind]) + standing + events
    sys.stdout.buffer.write(struct.pack("<I", len(message)) + message)
    sys.stdout.buffer.flush()


frame = FIRST_FRAME - 1
while True:
    (length,) = struct.unpack("<I", read(4))
    message = read(length)
    kind, body = message[0], message[1:]

    if kind == 0x01:  # start
        start = json.loads(body)
        assert start["version"] == 1
        sizes = b"".join(struct.pack(">BH", code, size) for code, size in SIZES.items())
        payloads = bytes([0x35, 1 + len(sizes)]) + sizes
        answer(0x81, frame, payloads + event(0x36, bytes([3, 18, 0, 0])))

    elif kind == 0x02:  # step
        frame, pads = struct.unpack("<i16s", body)
        number = struct.pack(">i", frame)
        events = event(0x3A, number)
        events += b"".join(event(0x37, number + bytes([port, 0])) for port in (0, 1))
        events += b"".join(event(0x38, number + bytes([port, 0, 1])) for port in (0, 1))
        answer(0x82, frame, events + event(0x3C, number))

    elif kind == 0x03:  # end
        method, quitter = {0: (1, -1), 1: (7, 0), 2: (7, 1), 3: (7, -1)}[body[0]]
        answer(0x83, frame, event(0x39, struct.pack("bb4b", method, quitter, 0, 0, -1, -1)))
