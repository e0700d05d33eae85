"""Keeps the traffic of the tests on this machine, says the rules of names that no pattern can, and reads replays."""

import os
import re
import unicodedata

import schemathesis

BOT_URL = os.environ["ARENA_BOT_URL"]
PUBLIC_KEY = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
ENDS_OR_TURNS_TEXT = re.compile("[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def local(url):
    """The arena connects to the URL of a bot: to none but the bot that is there. What is no URL stays none."""
    if not isinstance(url, str):
        return url
    return BOT_URL if re.match(r"(https?|wss?)://", url, re.IGNORECASE) else url.replace(":", "")


def is_name(text):
    shows = any(unicodedata.category(character)[0] not in "ZC" for character in text)
    return shows and ENDS_OR_TURNS_TEXT.search(text) is None


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body
    if not isinstance(body, dict):
        return
    is_valid = case.meta is None or not case.meta.generation.mode.is_negative
    changes = {}
    if "url" in body:
        changes["url"] = BOT_URL if is_valid else local(body["url"])
    if is_valid and isinstance(body.get("name"), str) and not is_name(body["name"]):
        changes["name"] = "A name"
    if is_valid and isinstance(body.get("publicKey"), str):
        changes["publicKey"] = PUBLIC_KEY
    if changes:
        case.body = {**body, **changes}


@schemathesis.deserializer("application/octet-stream")
def as_text(context, response):
    """A string to hold against `format: binary`."""
    return response.content.decode("latin-1")
