"""Starts a UMI bot as it is: `python -m arena.umi --cmd "python run.py" [options]`."""

from __future__ import annotations

import argparse
import sys

from ..env.config import MAX_DELAY
from . import UmiError, serve


def main() -> None:
    options = _parser().parse_args()
    try:
        serve(
            options.cmd,
            characters=options.characters,
            delay=options.delay,
            bots=options.bots,
            host=options.host,
            port=options.port,
        )
    except UmiError as error:
        print(f"{error}.", file=sys.stderr, flush=True)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m arena.umi",
        description="Starts a bot of the Computer Melee Championship, unchanged, as a bot of the arena.",
    )
    parser.add_argument("--cmd", required=True, metavar="COMMAND", help='starts the bot, such as "python run.py"')
    parser.add_argument(
        "--characters", metavar="NAMES", help="which it plays: ALL, 12, FOX, FOX+FALCO (default: its own)"
    )
    parser.add_argument(
        "--delay", type=int, choices=range(MAX_DELAY + 1), metavar="D", help="at which it plays (default: its own)"
    )
    parser.add_argument("--bots", type=_count, default=1, metavar="N", help="matches at a time (default: 1)")
    parser.add_argument("--host", help="address to listen on (default: HOST, else 127.0.0.1)")
    parser.add_argument("--port", type=int, help="port to listen on (default: PORT, else 9000)")
    return parser


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError("it is at least 1")
    return count


if __name__ == "__main__":
    main()
