/** The first page. */
import type { HomePage } from '@arena/web'
import type { Context } from '../context.ts'
import { shownRating } from '../rating/rating.ts'

const SHOWN_BOTS = 50
const SHOWN_MATCHES = 30

export async function homePage(context: Context, origin: string): Promise<HomePage> {
  const { liveView, ratings, matches } = context
  await liveView.refresh()
  const running = liveView.list()
  const botIds = running.flatMap((match) => match.players.map((player) => player.botId))
  const [leaderboard, latest, ofPlaying] = await Promise.all([
    ratings.leaderboard({ mode: 'live', limit: SHOWN_BOTS, offset: 0 }),
    matches.list({ limit: SHOWN_MATCHES }),
    ratings.of(botIds),
  ])
  if (latest === 'unknown-before') throw new Error('a list without an end has no unknown one')
  return {
    kind: 'home',
    live: running,
    notice: liveView.notice,
    ratings: Object.fromEntries([...ofPlaying].map(([id, rating]) => [id, shownRating(rating)])),
    leaderboard,
    matches: latest,
    origin,
    now: Date.now(),
  }
}
