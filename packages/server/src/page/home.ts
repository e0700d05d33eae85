/** The first page. */
import type { HomePage } from '@arena/web'
import { shownRating } from '@arena/ratings'
import type { Stores } from './stores.ts'

const SHOWN_BOTS = 50
/** The number of the latest results that are shown. */
export const SHOWN_RESULTS = 8

export async function homePage(
  context: Stores<'liveView' | 'ratings' | 'matches' | 'clock'>,
  origin: string,
): Promise<HomePage> {
  const { liveView, ratings, matches } = context
  await liveView.refresh()
  const running = liveView.list()
  const botIds = running.flatMap((match) => match.players.map((player) => player.botId))
  const [leaderboard, results, ofPlaying] = await Promise.all([
    ratings.leaderboard({ mode: 'live', limit: SHOWN_BOTS, offset: 0 }),
    matches.latest(SHOWN_RESULTS),
    ratings.of(botIds),
  ])
  return {
    kind: 'home',
    live: running,
    notice: liveView.notice,
    ratings: Object.fromEntries([...ofPlaying].map(([id, rating]) => [id, shownRating(rating)])),
    leaderboard,
    results,
    origin,
    now: context.clock.now(),
  }
}
