"""What is said of a bot on the ladder, in the words of `arena-kit connect`. Pure."""

from __future__ import annotations

from .._tables import FIRST_FRAME
from ..describe import stage_name
from .account import Json

FRAMES_A_SECOND = 60


def entered(as_: str, bot: Json, how: str, before: str) -> str:
    """How a bot came to play. `as_`: what it is called here; `before`: the address that it played from."""
    called = (
        f"{as_} ({bot['id']})"
        if bot["name"] == as_
        else f"{as_} is called {bot['name']} at the arena ({bot['id']}), and"
    )
    standing = bot.get("standing") or {}
    rating, rank = standing.get("rating"), standing.get("rank")
    place = "" if rating is None else f" Its rating is {_number(rating)}{'' if rank is None else f', its rank {rank}'}."
    if how == "registered":
        return f"{called} is registered, and is seated from the next tick on."
    if how == "moved":
        return f"{called} plays from here now, and no longer from {before}.{place}"
    if how == "resumed":
        return f"{called} was paused, and plays again.{place}"
    return f"{called} is found again.{place}"


def absent(name: str, url: str) -> str:
    """Said of a bot at a URL of this machine, before it is registered or found again."""
    return f"{name}: nothing listens at {url} yet. It is registered, or found again, once it does."


def wait(name: str, standing: Json) -> str:
    """What a bot waits for, and about how long; or why it is not seated."""
    waiting = standing["waiting"]
    # The states that are news, before what it waits for.
    is_news = waiting is None or standing["state"] in ("missing", "check-failed")
    why = f"{standing['label']}. {standing['says']} " if is_news else ""
    return f"{name}: {why}{waiting['says'] if waiting else ''}".rstrip()


def begin(match: Json, bot: str) -> str:
    """`my-bot against ember on Battlefield`, of a running match or one that is over."""
    stage = match["stage"]
    return _names(match, bot) + ("" if stage is None else f" on {stage_name(stage)}")


def end(match: Json, bot: str, rating: float | None, receipt: Json | None) -> str:
    """How a match went for the bot, whose rating after it is `rating`."""
    sides = _sides(match, bot)
    own, summary = sides[0], match["summary"]
    if match["status"] == "aborted" or summary is None:
        reason = match.get("abortReason") or ""
        return f"{_names(match, bot)} was broken off and does not count. {reason}".rstrip()
    winner = next((each for each in sides if each["port"] == summary["winner"]), None)
    result = "a draw" if winner is None else f"{winner['botName']} wins"
    score = " to ".join(str(each["score"] or 0) for each in sides)
    seconds = max(0, summary["frames"]) // FRAMES_A_SECOND
    delta = own["ratingDelta"]
    change = "-" if delta is None else ("" if delta < 0 else "+") + _number(delta)
    now = "" if rating is None else f", now {_number(rating)}"
    return (
        f"{_names(match, bot)}: {result} by {summary['endReason']} after {seconds // 60}:{seconds % 60:02d}, {score}; "
        f"rating {change}{now}; {_pads(summary, own['port'], receipt)}"
    )


def way(match: Json, bot: str, round_trip_ms: float | None, receipt: Json | None) -> str | None:
    """What the way to the arena took in a match; None where nothing is known. `round_trip_ms`: from here to it."""
    summary = match["summary"]
    lead = None if summary is None else summary["players"][_sides(match, bot)[0]["port"]].get("lead")
    slack = None if receipt is None else (receipt["arrivals"]["slackMs"] or {}).get("p50")
    whole = None if receipt is None else (receipt["link"]["roundTripMs"] or {}).get("p50")
    trips = []
    if round_trip_ms is not None:
        trips.append(f"{_milliseconds(round_trip_ms)} from here to the arena")
    if whole is not None:
        trips.append(f"{_milliseconds(whole)} from the arena to the bot")
    parts = []
    if lead is not None:
        parts.append(f"lead {lead} {'frame' if lead == 1 else 'frames'}")
    if slack is not None:
        parts.append(f"pads {_milliseconds(abs(slack))} {'after' if slack < 0 else 'before'} their poll")
    if trips:
        parts.append(f"round trip {', '.join(trips)}")
    version = (receipt or {}).get("version")
    if version:
        parts.append(f"version {version}")
    return "; ".join(parts) or None


def _sides(match: Json, bot: str) -> list[Json]:
    """The bot's own first."""
    return sorted(match["players"], key=lambda each: bool(each["botId"] != bot))


def _names(match: Json, bot: str) -> str:
    own, other = _sides(match, bot)
    return f"{own['botName']} against {other['botName']}"


def _pads(summary: Json, port: int, receipt: Json | None) -> str:
    pads = (receipt or {}).get("pads", {})
    polled = pads.get("polled", summary["frames"] - FIRST_FRAME)
    missed = pads.get("missed", summary["players"][port].get("missed", 0))
    if polled <= 0:
        return "no game was played"
    if missed == 0:
        return f"all {polled:,} pads landed"
    return f"{polled - missed:,} of {polled:,} pads landed, {missed:,} missed"


def _number(number: float) -> str:
    """As the leaderboard shows it, with a sign of minus."""
    return f"{number:.1f}".replace("-", "\N{MINUS SIGN}")


def _milliseconds(ms: float) -> str:
    return f"{ms:.1f} ms" if ms < 10 else f"{ms:.0f} ms"
