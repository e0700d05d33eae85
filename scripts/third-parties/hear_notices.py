"""Feeds and a webhook of an arena through packages of others: `hear_notices.py URL BEARER feeds|webhook`.

Two readers take each feed. A notice is verified with the package of the specification, whole and changed.
"""

import json
import sys
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

import atoma
import feedparser
from standardwebhooks import Webhook, WebhookVerificationError

url, bearer, part = sys.argv[1:]


def ask(path: str, body: dict | None = None) -> bytes:
    request = urllib.request.Request(url + path, None if body is None else json.dumps(body).encode())
    if body is not None:
        request.add_header("content-type", "application/json")
        request.add_header("authorization", f"Bearer {bearer}")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read()


def read_feeds() -> str:
    matches = json.loads(ask("/matches"))["matches"]
    bot = matches[0]["players"][0]["botId"]
    played = [match for match in matches if bot in [player["botId"] for player in match["players"]]]
    for path, expected in (("/results.atom", matches), (f"/b/{bot}.atom", played)):
        text = ask(path)
        feed = feedparser.parse(text)
        assert not feed.bozo, feed.get("bozo_exception")
        assert feed.version == "atom10"
        assert [entry.link.rsplit("/", 1)[1] for entry in feed.entries] == [match["id"] for match in expected]
        assert len({entry.id for entry in feed.entries}) == len(feed.entries)
        # It refuses a feed or an entry that lacks what the specification demands.
        strict = atoma.parse_atom_bytes(text)
        assert strict.updated == max(entry.updated for entry in strict.entries)
        assert [entry.id_ for entry in strict.entries] == [entry.id for entry in feed.entries]
    return f"{len(matches)} results, and {len(played)} of a bot"


def hear_test() -> str:
    heard: list[tuple[dict[str, str], bytes]] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # noqa: N802
            body = self.rfile.read(int(self.headers["content-length"]))
            heard.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        secret = json.loads(ask("/me/webhook", {"url": f"http://127.0.0.1:{server.server_port}/"}))["secret"]
        ask("/me/webhook/test", {})
        server.shutdown()
    [(headers, body)] = heard
    notice = Webhook(secret).verify(body, headers)
    assert notice["type"] == "test", notice
    try:
        Webhook(secret).verify(body.replace(b"test", b"best"), headers)
    except WebhookVerificationError:
        return "a notice is verified, and refused once it is changed"
    raise AssertionError("a changed notice was verified")


print(read_feeds() if part == "feeds" else hear_test())
