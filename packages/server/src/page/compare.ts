/** Two bots side by side. */
import type { ComparePage } from '@arena/web'
import { z } from 'zod'
import type { PublicBot } from '../bots/store.ts'
import { commonOpponents, meetingsWith, recordOf } from '../history/record.ts'
import { expectedScore } from '@arena/ratings'
import { COUNTED_MATCHES } from './bot.ts'
import { NameInQuery, namesLike, namesOfBots, namesToChoose, wordFor } from './bot-names.ts'
import type { Stores } from './stores.ts'

const SHOWN_MATCHES = 10
const SHOWN_OPPONENTS = 20

export const CompareQuery = z.object({ a: NameInQuery, b: NameInQuery })
export type CompareQuery = z.output<typeof CompareQuery>

export async function comparePage(
  context: Stores<'bots' | 'ratings' | 'history' | 'matches' | 'clock'>,
  { a, b }: CompareQuery,
): Promise<ComparePage> {
  const names = await namesOfBots(context)
  const sides = await Promise.all([side(context, a, b, names), side(context, b, a, names)])
  const [one, other] = sides.map(({ bots }) => (bots.length === 1 ? bots[0]! : null))
  return {
    kind: 'compare',
    sides,
    comparison: one && other && one.id !== other.id ? await compare(context, one, other) : null,
    names,
    now: context.clock.now(),
  }
}

async function side(
  context: Stores<'bots' | 'ratings'>,
  asked: string,
  other: string,
  names: readonly string[],
): Promise<ComparePage['sides'][0]> {
  if (asked === '') return { asked, bots: [], rank: null, suggested: namesToChoose(names, other) }
  const bots = await context.bots.named(asked)
  const [bot] = bots
  if (bot === undefined) return { asked, bots, rank: null, suggested: await namesLike(context, asked, names) }
  if (bots.length > 1) return { asked, bots, rank: null, suggested: [] }
  return { asked: await wordFor(context, bot), bots, rank: await context.ratings.rank(bot.id), suggested: [] }
}

async function compare(
  { history, matches }: Stores<'history' | 'matches'>,
  a: PublicBot,
  b: PublicBot,
): Promise<NonNullable<ComparePage['comparison']>> {
  const [ofA, ofB] = await Promise.all([a, b].map(({ id }) => history.played(id, COUNTED_MATCHES)))
  const { tally, stages, matchIds } = meetingsWith(ofA!, b.id)
  return {
    expected: expectedScore(a, b),
    tally,
    stages,
    matches: await matches.byIds(matchIds.slice(0, SHOWN_MATCHES)),
    common: commonOpponents(recordOf(ofA!), recordOf(ofB!))
      .filter(({ botId }) => botId !== a.id && botId !== b.id)
      .slice(0, SHOWN_OPPONENTS),
    lookedAt: COUNTED_MATCHES,
    isWhole: ofA!.length < COUNTED_MATCHES,
  }
}
