// The arena through the Go client that openapi-generator made of its document: `call URL`.
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
	fmt.Printf("%d matches, %d ranked bots, a replay of %d bytes, a problem\n", len(list.Matches), len(ranking.Leaderboard), info.Size())
}
