// The arena through the Go client that openapi-generator made of its document: `call URL BEARER BOT_URL`.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	arena "arena.example/bots/client"
)

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	configuration := arena.NewConfiguration()
	configuration.Servers = arena.ServerConfigurations{{URL: os.Args[1]}}
	client, ctx := arena.NewAPIClient(configuration), context.Background()

	list, _, err := client.MatchesAPI.ListMatches(ctx).Limit(5).Execute()
	must(err)
	ranking, _, err := client.LeaderboardAPI.GetLeaderboard(ctx).Execute()
	must(err)
	match, _, err := client.MatchesAPI.GetMatch(ctx, list.Matches[0].Id).Execute()
	must(err)
	replay, _, err := client.MatchesAPI.GetReplay(ctx, match.Id).Execute()
	must(err)
	defer os.Remove(replay.Name())
	info, err := replay.Stat()
	must(err)
	if match.Players[1].BotName == "" || match.StartedAt.Year() <= 2000 || info.Size() != int64(*match.ReplayBytes.Get()) {
		log.Fatalf("read as %+v, with a replay of %d bytes", match, info.Size())
	}
	_, answer, err := client.MatchesAPI.GetMatch(ctx, "match_00000000000000000000000000").Execute()
	if err == nil || answer.StatusCode != 404 {
		log.Fatalf("there is no such match, yet %+v", answer)
	}

	author := context.WithValue(ctx, arena.ContextAccessToken, os.Args[2])
	account, _, err := client.AccountAPI.GetAccount(author).Execute()
	must(err)
	wanted := arena.NewCreateKeyOneOf("bearer", "ci", []arena.KeyScope{arena.BOTS_WRITE})
	key, _, err := client.KeysAPI.CreateKey(author).CreateKey(arena.CreateKeyOneOfAsCreateKey(wanted)).Execute()
	must(err)
	revoked, _, err := client.KeysAPI.RevokeKey(author, key.Id).Execute()
	must(err)
	keys, _, err := client.KeysAPI.ListKeys(author).Execute()
	must(err)
	if key.GetSecret() == "" || !key.GetRevokedAt().IsZero() || revoked.GetRevokedAt().IsZero() || len(keys.Keys) < 2 {
		log.Fatalf("a key read as %+v, then %+v", key, revoked)
	}
	bot, _, err := client.BotsAPI.RegisterBot(author).RegisterBot(*arena.NewRegisterBot("Generated", arena.LIVE, os.Args[3])).Execute()
	must(err)
	change := arena.NewUpdateBot()
	change.SetStatus(arena.PAUSED)
	paused, _, err := client.BotsAPI.UpdateBot(author, bot.Id).UpdateBot(*change).Execute()
	must(err)
	bots, _, err := client.BotsAPI.ListBots(author).Execute()
	must(err)
	_, _, err = client.BotsAPI.RemoveBot(author, bot.Id).Execute()
	must(err)
	if bot.OwnerId != account.Id || bot.Status != arena.ACTIVE || paused.Status != arena.PAUSED || len(bots.Bots) != 1 {
		log.Fatalf("a bot read as %+v, then %+v", bot, paused)
	}
	fmt.Printf("%d matches, %d ranked bots, a replay of %d bytes; @%s, a key, a bot\n",
		len(list.Matches), len(ranking.Leaderboard), info.Size(), account.Name)
}
