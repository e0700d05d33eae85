"""The arena through the Python client that openapi-generator made of its document: `call... URL`."""

import sys

import openapi_client

api = openapi_client.ApiClient(openapi_client.Configuration(host=sys.argv[1]))
calls = openapi_client.MatchesApi(api)
matches = calls.list_matches(limit=5).matches
ranking = openapi_client.LeaderboardApi(api).get_leaderboard().leaderboard
match = calls.get_match(matches[0].id)
replay = calls.get_replay(match.id)
assert match.players[1].bot_name and match.summary.winner in (0, 1, None) and match.started_at.year > 2000
assert len(replay) == match.replay_bytes
try:
    calls.get_match("match_00000000000000000000000000")
    raise AssertionError("there is no such match")
except openapi_client.exceptions.NotFoundException as problem:
    assert problem.data.code == "not-found"
print(f"{len(matches)} matches, {len(ranking)} ranked bots, a replay of {len(replay)} bytes, a problem")
