"""Keeps a bot on the ladder from this machine: `python -m arena.connect BOT.py`."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from ..version import VARIABLE, program_of, version_to_say
from . import LOOPBACK, Entry, Refused, run, say, words
from .account import find_key

START_SECONDS = 60.0
"""How long a program may take until it listens: one that loads weights takes long."""
END_SECONDS = 5.0
LOOK_SECONDS = 0.5
"""From one look for a server that does not listen yet to the next."""
CONNECT_SECONDS = 10.0


def main() -> None:
    parser = _parser()
    own, program = _split(sys.argv[1:])
    options = parser.parse_args(own)
    bot: str | None = options.bot
    if (bot is None) == (not program):
        parser.error("name a bot, or a program behind --")
    if bot is None and options.name is None:
        parser.error("a program needs --name")
    runs = bot is not None and bot.startswith(("http://", "ws://"))
    if runs and options.bot_version is not None:
        parser.error("--bot-version: a bot that runs already says its version itself")
    try:
        arena, key = find_key(options.arena, options.key)
    except ValueError as error:
        parser.error(str(error))
    if bot is not None and runs:
        url = urlsplit(bot)
        if url.hostname is None:
            parser.error("a bot that runs already is named by its address, such as http://127.0.0.1:9000")
        path = url.path.rstrip("/") + (f"?{url.query}" if url.query else "")
        entry = Entry(options.name or url.hostname, (url.hostname, url.port or 80), path)
        _wait_for_server(entry, bot)
        _run(arena, key, entry)
        return
    if bot is not None and not os.path.isfile(bot):
        parser.error(f"there is no file {bot}")
    command = program if bot is None else [sys.executable, bot]
    name = options.name or Path(command[-1]).stem
    port = _free_port()
    environment = {**os.environ, "HOST": LOOPBACK, "PORT": str(port), "ARENA_BASE_URL": arena}
    try:
        environment[VARIABLE] = version_to_say(options.bot_version, program_of(command) or "") or ""
    except ValueError as error:
        parser.error(str(error))
    # A group of its own: Ctrl-C is for this program, which plays a running match to its end.
    try:
        process = subprocess.Popen(command, env=environment, start_new_session=True)
    except OSError as error:
        parser.error(f"{command[0]} cannot be started: {error.strerror or error}")
    try:
        _wait_for(process, port)
        _run(arena, key, Entry(name, (LOOPBACK, port)))
    finally:
        _end(process)


def _split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """What stands behind `--` is a program with its arguments, in the place of a bot."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:at], arguments[at + 1 :]


def _run(arena: str, key: str, bot: Entry) -> None:
    try:
        run(arena, key, [bot])
    except Refused as refused:
        print(refused, file=sys.stderr, flush=True)
        sys.exit(1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m arena.connect",
        usage="%(prog)s [options] BOT, or %(prog)s --name NAME [options] -- PROGRAM [its arguments]",
        description="Registers a bot, or finds it again, and keeps it on the ladder from this machine, which needs no "
        "address that can be reached from outside. Ctrl-C pauses the bot, plays a running match to its end, and "
        "leaves.",
    )
    parser.add_argument("--arena", metavar="URL", help="the arena (default: ARENA_URL, else the one you signed in to)")
    parser.add_argument("--key", metavar="KEY", help="a key (default: ARENA_KEY, else that of arena-kit login)")
    parser.add_argument("--name", help="of the bot on the ladder (default: the name of its file)")
    parser.add_argument(
        "--bot-version",
        metavar="VERSION",
        help="what it says of its version (default: ARENA_VERSION, else the commit, or a hash of its file)",
    )
    parser.add_argument("bot", metavar="BOT", nargs="?", help="its file, or the address of a bot that runs already")
    return parser


def _free_port() -> int:
    with socket.socket() as one:
        one.bind((LOOPBACK, 0))
        port: int = one.getsockname()[1]
        return port


def _wait_for(program: subprocess.Popen[bytes], port: int) -> None:
    """Until the program listens; ends this one where it does not."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        code = program.poll()
        if code is not None:
            print(f"The bot ended with {code} before it listened on PORT.", file=sys.stderr)
            sys.exit(1)
        with suppress(OSError), socket.create_connection((LOOPBACK, port), 1):
            return
        time.sleep(0.05)
    print(f"The bot does not listen on PORT ({port}), which it finds in its environment.", file=sys.stderr)
    sys.exit(1)


def _wait_for_server(bot: Entry, url: str) -> None:
    """Until it listens; ends this program where it is not to be reached at all, and at Ctrl-C."""
    is_told = False
    try:
        while True:
            try:
                socket.create_connection(bot.address, CONNECT_SECONDS).close()
                return
            except ConnectionRefusedError:
                if not is_told:
                    say(f"waits     {words.absent(bot.name, url)}")
                is_told = True
                time.sleep(LOOK_SECONDS)
    except OSError as error:
        print(f"There is no bot at {url}: {error.strerror or error}.", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


def _end(program: subprocess.Popen[bytes]) -> None:
    program.send_signal(signal.SIGTERM)
    try:
        program.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        program.kill()


if __name__ == "__main__":
    main()
