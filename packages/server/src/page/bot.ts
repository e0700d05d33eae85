/** The public page of a bot. */
import { Problem } from '@arena/protocol'
import type { BotPage } from '@arena/web'
import type { Context } from '../context.ts'
import { recordOf } from '../matches/record.ts'
import { playerTerm } from '../matches/search/search.ts'

/** The newest matches of a bot, which its record is counted from. */
export const COUNTED_MATCHES = 1_000
/** Points of the chart. */
const CHART_MATCHES = 300
const SHOWN_RESULTS = 10

export async function botPage({ bots, ratings, history, matches }: Context, id: string): Promise<BotPage> {
  const bot = await bots.profile(id)
  if (bot === null) throw new Problem('not-found', { detail: 'There is no such bot.' })
  const [rank, played, latest] = await Promise.all([
    ratings.rank(id),
    history.played(id, COUNTED_MATCHES),
    matches.search([playerTerm(id)], { limit: SHOWN_RESULTS }),
  ])
  return {
    kind: 'bot',
    bot,
    rank,
    history: played
      .slice(0, CHART_MATCHES)
      .flatMap(({ startedAt, rating }) => (rating === null ? [] : [{ at: startedAt, ...rating }]))
      .toReversed(),
    record: recordOf(played),
    matches: latest.matches,
    now: Date.now(),
  }
}
