/** The page of a match. */
import { Problem } from '@arena/protocol'
import type { MatchPage } from '@arena/web'
import { expectedScore } from '@arena/ratings'
import type { Rating } from '@arena/ratings'
import type { Stores } from './stores.ts'

/** Earlier matches of the first bot in which the second is looked for. */
const LOOKED_AT = 1_000

/** `userId`: of the account that reads the page. */
export async function matchPage(
  context: Stores<'matches' | 'receipts' | 'history' | 'ratings' | 'liveView' | 'clock'>,
  id: string,
  userId: string | null,
): Promise<MatchPage> {
  const { matches, receipts, history, ratings, liveView } = context
  const match = await matches.find(id)
  if (match === null) throw new Problem('not-found', { detail: 'There is no such match.' })
  const [a, b] = match.players
  const [current, met, missedPads, receipt, swings] = await Promise.all([
    // A bot plays one match at a time, so that what it has now is what it came with.
    match.status === 'running' ? ratings.of([a.botId, b.botId]) : new Map<string, Rating>(),
    history.against(b.botId, { botId: a.botId, before: new Date(match.startedAt), limit: LOOKED_AT }),
    matches.missedPads(match.id),
    userId === null ? null : receipts.find(userId, match.id),
    match.status === 'running' ? null : history.swings(match.id),
    liveView.refresh(),
  ])
  const facts = (await history.seating(match.id))!
  // It has ended meanwhile, and what was read since may be of its end: all is read again.
  if (match.status === 'running' && facts.players[0].before !== null) return matchPage(context, id, userId)
  const player = (port: 0 | 1) => ({
    ...facts.players[port],
    before: facts.players[port].before ?? current.get(match.players[port].botId) ?? null,
  })
  const players = [player(0), player(1)] as const
  const [first, second] = [players[0].before, players[1].before]
  return {
    kind: 'match',
    match,
    missedPads,
    receipt,
    swings,
    live: liveView.find(match.id) ?? null,
    seating: {
      candidates: facts.candidates,
      from: facts.from,
      ofDay: facts.ofDay,
      players,
      expected: first && second && expectedScore(first, second),
      metBefore: met.tally,
      lookedAt: met.isWhole ? null : LOOKED_AT,
    },
    now: context.clock.now(),
  }
}
