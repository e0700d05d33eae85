"""The arena through the client that openapi-python-client made of its document: `call... URL BEARER BOT_URL`."""

import sys

from arena_client import AuthenticatedClient, Client
from arena_client.api.account import get_account
from arena_client.api.bots import list_bots, register_bot, remove_bot, update_bot
from arena_client.api.keys import create_key, list_keys, revoke_key
from arena_client.api.leaderboard import get_leaderboard
from arena_client.api.matches import get_match, get_replay, list_live_matches, list_matches
from arena_client.models import BotStatus, CreateKeyType0, KeyScope, Mode, RegisterBot, UpdateBot

url, bearer, bot_url = sys.argv[1:]

client = Client(base_url=url, raise_on_unexpected_status=True)
matches = list_matches.sync(client=client, limit=5).matches
ranking = get_leaderboard.sync(client=client).leaderboard
match = get_match.sync(client=client, id=matches[0].id)
replay = get_replay.sync(client=client, id=match.id).payload.read()
assert match.players[1].bot_name and match.summary.winner in (0, 1, None) and match.started_at.year > 2000
assert len(replay) == match.replay_bytes
assert list_live_matches.sync(client=client).matches == []
absent = get_match.sync(client=client, id="match_00000000000000000000000000")
assert absent.code == "not-found" and absent.status == 404

author = AuthenticatedClient(base_url=url, token=bearer, raise_on_unexpected_status=True)
account = get_account.sync(client=author)
key = create_key.sync(client=author, body=CreateKeyType0(kind="bearer", name="ci", scopes=[KeyScope.BOTS_WRITE]))
assert key.secret and key.last_used_at is None
assert revoke_key.sync(client=author, id=key.id).revoked_at is not None
assert key.id in [known.id for known in list_keys.sync(client=author).keys]
bot = register_bot.sync(client=author, body=RegisterBot(name="Generated", mode=Mode.LIVE, url=bot_url))
assert bot.owner_id == account.id and bot.status == BotStatus.ACTIVE
assert bot.id in [known.id for known in list_bots.sync(client=author).bots]
assert update_bot.sync(client=author, id=bot.id, body=UpdateBot(status=BotStatus.PAUSED)).status == BotStatus.PAUSED
assert remove_bot.sync(client=author, id=bot.id).id == bot.id
print(f"{len(matches)} matches, {len(ranking)} ranked bots, a replay of {len(replay)} bytes; @{account.name}, a key, a bot")
