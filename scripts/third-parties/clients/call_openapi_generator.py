"""The arena through the Python client that openapi-generator made of its document: `call... URL BEARER BOT_URL`."""

import sys

import openapi_client as arena

url, bearer, bot_url = sys.argv[1:]

client = arena.ApiClient(arena.Configuration(host=url))
calls = arena.MatchesApi(client)
matches = calls.list_matches(limit=5).matches
ranking = arena.LeaderboardApi(client).get_leaderboard().leaderboard
match = calls.get_match(matches[0].id)
replay = calls.get_replay(match.id)
assert match.players[1].bot_name and match.summary.winner in (0, 1, None) and match.started_at.year > 2000
assert len(replay) == match.replay_bytes
assert calls.list_live_matches().matches == []
try:
    calls.get_match("match_00000000000000000000000000")
    raise AssertionError("there is no such match")
except arena.exceptions.NotFoundException as problem:
    assert problem.data.code == "not-found"

author = arena.ApiClient(arena.Configuration(host=url, access_token=bearer))
account = arena.AccountApi(author).get_account()
keys, bots = arena.KeysApi(author), arena.BotsApi(author)
wanted = arena.CreateKeyOneOf(kind="bearer", name="ci", scopes=[arena.KeyScope.BOTS_DOT_WRITE])
key = keys.create_key(arena.CreateKey(wanted))
assert key.secret and key.last_used_at is None
assert keys.revoke_key(key.id).revoked_at is not None
assert key.id in [known.id for known in keys.list_keys().keys]
bot = bots.register_bot(arena.RegisterBot(name="Generated", mode=arena.Mode.LIVE, url=bot_url))
assert bot.owner_id == account.id and bot.status == arena.BotStatus.ACTIVE
assert bot.id in [known.id for known in bots.list_bots().bots]
paused = bots.update_bot(bot.id, arena.UpdateBot(status=arena.BotStatus.PAUSED))
assert paused.status == arena.BotStatus.PAUSED
assert bots.remove_bot(bot.id).id == bot.id
print(f"{len(matches)} matches, {len(ranking)} ranked bots, a replay of {len(replay)} bytes; @{account.name}, a key, a bot")
