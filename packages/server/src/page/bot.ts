/** The page of a bot: public, with more for its owner. */
import { Problem } from '@arena/protocol'
import type { BotPage, OwnersView } from '@arena/web'
import { recordOf } from '../history/record.ts'
import { MISSES_BEFORE_REDUCED_SEATING, PAUSING_STREAK_MS, REDUCED_REST_MS } from '../bots/seating.ts'
import { playerTerm } from '../history/search/search.ts'
import { sumOf } from '../history/receipt-sum.ts'
import type { Stores } from './stores.ts'

/** The newest matches of a bot, which its record is counted from. */
export const COUNTED_MATCHES = 1_000
/** The last matches whose receipts add up for the owner. */
const SUMMED_RECEIPTS = 50
/** Points of the chart. */
const CHART_MATCHES = 300
const SHOWN_RESULTS = 10

export type BotPageStores = Stores<
  'bots' | 'standings' | 'receipts' | 'rehearsals' | 'ratings' | 'history' | 'matches' | 'liveView' | 'clock'
>

/** `userId`: of the account that reads the page. */
export async function botPage(context: BotPageStores, id: string, userId: string | null): Promise<BotPage> {
  const { bots, ratings, history, matches, liveView } = context
  const bot = await bots.profile(id)
  if (bot === null) throw new Problem('not-found', { detail: 'There is no such bot.' })
  const [rank, played, latest, owner] = await Promise.all([
    ratings.rank(id),
    history.played(id, COUNTED_MATCHES),
    matches.search([playerTerm(id)], { limit: SHOWN_RESULTS }),
    userId === null ? null : ownersView(context, userId, id),
    liveView.refresh(),
  ])
  return {
    kind: 'bot',
    bot,
    rank,
    history: played
      .slice(0, CHART_MATCHES)
      .flatMap(({ startedAt, rating, version }) => (rating === null ? [] : [{ at: startedAt, version, ...rating }]))
      .toReversed(),
    record: recordOf(played),
    matches: latest.matches,
    owner,
    playing: liveView.list().find(({ players }) => players.some(({ botId }) => botId === id)) ?? null,
    now: context.clock.now(),
  }
}

async function ownersView(
  { bots, standings, receipts, rehearsals }: BotPageStores,
  userId: string,
  id: string,
): Promise<OwnersView | null> {
  const facts = await bots.ownerFacts(userId, id)
  if (facts === null) return null
  const { bot, streak, checks, urlChanges } = facts
  const [[standing], newest, rehearsal] = await Promise.all([
    standings.with([bot]),
    receipts.newest(userId, id, SUMMED_RECEIPTS),
    rehearsals.find(userId, id),
  ])
  return {
    standing: standing!.standing,
    receipts: sumOf(newest),
    rehearsal,
    url: bot.url,
    status: bot.status,
    misses: streak.misses,
    missingSince: streak.missingSince,
    rule: {
      misses: MISSES_BEFORE_REDUCED_SEATING,
      reducedRestMs: REDUCED_REST_MS,
      pausingStreakMs: PAUSING_STREAK_MS,
    },
    checks,
    urlChanges,
  }
}
