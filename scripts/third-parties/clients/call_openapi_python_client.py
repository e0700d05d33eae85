"""The arena through the client that openapi-python-client made of its document: `call... URL`."""

import sys

from arena_client import Client
from arena_client.api.leaderboard import get_leaderboard
from arena_client.api.matches import get_match, get_replay, list_matches

client = Client(base_url=sys.argv[1], raise_on_unexpected_status=True)
matches = list_matches.sync(client=client, limit=5).matches
ranking = get_leaderboard.sync(client=client).leaderboard
match = get_match.sync(client=client, id=matches[0].id)
replay = get_replay.sync(client=client, id=match.id).payload.read()
assert match.players[1].bot_name and match.summary.winner in (0, 1, None) and match.started_at.year > 2000
assert len(replay) == match.replay_bytes
absent = get_match.sync(client=client, id="match_00000000000000000000000000")
assert absent.code == "not-found" and absent.status == 404
print(f"{len(matches)} matches, {len(ranking)} ranked bots, a replay of {len(replay)} bytes, a problem")
