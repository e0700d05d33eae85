/** Two bots side by side, or versions of bots: what they did, and against whom. */
import { versionIn } from '@arena/protocol'
import { expectedScore, scoreByOthers } from '@arena/ratings'
import type { ComparePage } from '@arena/web'
import { z } from 'zod'
import type { PublicBot } from '../bots/store.ts'
import { commonOpponents, meetingsWith, recordOf } from '../history/record.ts'
import type { PlayedMatch } from '../history/record.ts'
import { MOST_NAME } from '../history/search/search.ts'
import { COUNTED_MATCHES } from './bot.ts'
import { nameable, namesLike, namesOfBots, namesToChoose, wordFor } from './bot-names.ts'
import type { Stores } from './stores.ts'

const SHOWN_MATCHES = 10
const SHOWN_OPPONENTS = 20
/** Versions that a form offers. */
const OFFERED_VERSIONS = 6
const MOST_VERSION = 32

/** An id or a name, and a version behind `@`. */
const Side = z
  .string()
  .max(MOST_NAME + 1 + MOST_VERSION)
  .default('')
  .transform(nameable)
export const CompareQuery = z.object({ a: Side, b: Side })
export type CompareQuery = z.output<typeof CompareQuery>

type Context = Stores<'bots' | 'ratings' | 'history' | 'matches' | 'clock'>

/** A bot, or what it played as one of its versions. */
interface Chosen {
  readonly bot: PublicBot
  readonly version: string | null
  /** Newest first. */
  readonly played: readonly PlayedMatch[]
}

export async function comparePage(context: Context, { a, b }: CompareQuery): Promise<ComparePage> {
  const names = await namesOfBots(context)
  const [one, other] = await Promise.all([side(context, a, b, names), side(context, b, a, names)])
  const isSame = one.chosen?.bot.id === other.chosen?.bot.id && one.chosen?.version === other.chosen?.version
  return {
    kind: 'compare',
    sides: [one.side, other.side],
    comparison: one.chosen && other.chosen && !isSame ? await compare(context, one.chosen, other.chosen) : null,
    names,
    now: context.clock.now(),
  }
}

interface Found {
  readonly side: ComparePage['sides'][0]
  /** Null where the words mean no bot, or several. */
  readonly chosen: Chosen | null
}

async function side(context: Context, asked: string, other: string, names: readonly string[]): Promise<Found> {
  const none = { asked, bots: [], rank: null, version: null, versions: [], suggested: [] }
  if (asked === '') return { side: { ...none, suggested: namesToChoose(names, other) }, chosen: null }
  const { word, version, bots } = await meant(context, asked)
  const [bot] = bots
  if (bot === undefined) return { side: { ...none, suggested: await namesLike(context, word, names) }, chosen: null }
  if (bots.length > 1) return { side: { ...none, bots }, chosen: null }
  const { history, ratings } = context
  const [own, rank, all, played] = await Promise.all([
    wordFor(context, bot),
    ratings.rank(bot.id),
    history.played(bot.id, COUNTED_MATCHES),
    version === null ? null : history.played(bot.id, COUNTED_MATCHES, version),
  ])
  const versions = recordOf(all)
    .versions.map((each) => each.version)
    .slice(0, OFFERED_VERSIONS)
  return {
    side: { ...none, asked: version === null ? own : `${own}@${version}`, bots, rank, version, versions, word: own },
    chosen: { bot, version, played: played ?? all },
  }
}

/** The bots that words mean; what stands behind the last `@` is a version where the whole names nobody. */
async function meant({ bots }: Stores<'bots'>, asked: string) {
  const whole = await bots.named(asked)
  const at = asked.lastIndexOf('@')
  const version = versionIn(asked.slice(at + 1))
  if (whole.length > 0 || at < 1 || version === null) return { word: asked, version: null, bots: whole }
  const word = asked.slice(0, at)
  return { word, version, bots: await bots.named(word) }
}

async function compare(
  { matches }: Stores<'matches'>,
  a: Chosen,
  b: Chosen,
): Promise<NonNullable<ComparePage['comparison']>> {
  const areVersions = a.bot.id === b.bot.id
  const ofA = recordOf(a.played)
  const common = commonOpponents(ofA, recordOf(b.played)).filter(
    ({ botId }) => botId !== a.bot.id && botId !== b.bot.id,
  )
  const idsOfB = new Set(b.version === null ? [] : b.played.map(({ matchId }) => matchId))
  const met = areVersions
    ? null
    : meetingsWith(b.version === null ? a.played : a.played.filter(({ matchId }) => idsOfB.has(matchId)), b.bot.id)
  return {
    expected: a.version === null && b.version === null ? expectedScore(a.bot, b.bot) : null,
    byOthers: scoreByOthers(common, met?.tally),
    did: [didOf(a), didOf(b)],
    met: met && {
      tally: met.tally,
      stages: met.stages,
      matches: await matches.byIds(met.matchIds.slice(0, SHOWN_MATCHES)),
    },
    common: common.slice(0, SHOWN_OPPONENTS),
    lookedAt: COUNTED_MATCHES,
    isWhole: a.played.length < COUNTED_MATCHES,
  }
}

function didOf({ played }: Chosen): NonNullable<ComparePage['comparison']>['did'][0] {
  const deltas = played.map(({ ratingDelta }) => ratingDelta)
  const count = (outcome: PlayedMatch['outcome']) => played.filter((match) => match.outcome === outcome).length
  return {
    wins: count('win'),
    losses: count('loss'),
    draws: count('draw'),
    meanDelta: deltas.length === 0 ? null : deltas.reduce((sum, delta) => sum + delta, 0) / deltas.length,
  }
}
