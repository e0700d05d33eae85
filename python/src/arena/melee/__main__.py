"""Starts a libmelee bot as it is: `python -m arena.melee [options] BOT.py [its arguments]`."""

from __future__ import annotations

import argparse
import os
import runpy
import signal
import sys
from types import FrameType

from .._tables import Character
from ..layout import PORTS
from ..lead import LeadPolicy
from ..session import Pick
from . import configure
from .bridge import HOLD


def main() -> None:
    parser = _parser()
    options = parser.parse_args()
    if not os.path.isfile(options.bot):
        parser.error(f"there is no file {options.bot}")
    pick = None if options.character is None else Pick(options.character, options.costume)
    try:
        configure(
            host=options.host,
            port=options.port,
            lead=options.lead,
            hold=options.hold,
            pick=pick,
            controller=options.controller,
        )
    except ValueError as error:
        parser.error(str(error))
    # As Python itself does for a script.
    sys.argv = [options.bot, *options.arguments]
    sys.path[0] = os.path.dirname(os.path.abspath(options.bot))
    signal.signal(signal.SIGTERM, _end)
    try:
        runpy.run_path(options.bot, run_name="__main__")
    except KeyboardInterrupt:
        # Not an error of the bot's.
        sys.exit(128 + signal.SIGINT)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m arena.melee",
        description="Starts a bot that was written for libmelee, unchanged, as a bot of the arena.",
    )
    parser.add_argument("--host", help="address to listen on (default: HOST, else 127.0.0.1)")
    parser.add_argument("--port", type=int, help="port to listen on (default: PORT, else 9000)")
    parser.add_argument(
        "--lead",
        type=_lead,
        metavar="N|early",
        help="frames between the next one and the first that is answered: 2, the rule, by default; early: least",
    )
    parser.add_argument(
        "--hold", type=int, default=HOLD, metavar="N", help=f"frames for which an input is sent again (default: {HOLD})"
    )
    parser.add_argument(
        "--character",
        type=_character,
        metavar="NAME",
        help="in place of what the bot chooses in the menu, such as FOX",
    )
    parser.add_argument("--costume", type=int, default=0, choices=range(6), help="with --character (default: 0)")
    parser.add_argument(
        "--controller",
        type=int,
        choices=range(1, PORTS + 1),
        help="port of the controller that plays, of a program that connects several (default: the first)",
    )
    parser.add_argument("bot", metavar="BOT.py")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="of the bot, as it knows them")
    return parser


def _lead(text: str) -> LeadPolicy:
    try:
        return "early" if text == "early" else int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f'it is a number of frames, or "early", not {text}') from None


def _character(text: str) -> Character:
    try:
        return Character[text.upper()]
    except KeyError:
        names = ", ".join(each.name for each in Character)
        raise argparse.ArgumentTypeError(f"{text} is none of {names}") from None


def _end(number: int, frame: FrameType | None) -> None:
    # A bot may catch the exit: a second signal ends the process whatever it does.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.exit(0)


if __name__ == "__main__":
    main()
