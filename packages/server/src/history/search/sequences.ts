/** The terms of a search that are about moments. What the database knows of a match at once narrows the search; the rest is checked here. */
import { sequencesOf } from '@arena/engine/moments'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { bitsOf, unpackMoments } from '../kept-moments.ts'
import type { KeptMoment } from '../kept-moments.ts'
import type { Fact, Player, Search, Term } from './search.ts'

type Moments = Extract<Fact, { kind: 'moments' }>

/** What a sequence is looked for in. */
export interface MatchWithMoments {
  /** Null where they are not known. */
  readonly packed: Uint8Array | null
  /** By port, where a term needs them. */
  readonly bots?: readonly string[]
  readonly characters?: readonly (number | null)[]
  readonly versions?: readonly (string | null)[]
}

export const isOfMoments = (term: Term): term is Moments & Term => term.kind === 'moments'

/** What holds for `kinds` of a match in which there are all the moments of a term. */
export function mayHold(kinds: RawBuilder<unknown>, { first, followedBy }: Moments): RawBuilder<boolean> {
  const steps = new Set([first, ...followedBy.map((step) => step.kinds)].map(bitsOf))
  const each = [...steps].map((bits) => sql`${kinds} & ${sql.lit(bits)} <> 0`)
  return sql`${sql.join(each, sql` and `)}`
}

/** Whether a match fits all of a search's terms about moments. A match whose moments are not known has none. */
export function fitsMoments(search: Search, match: MatchWithMoments): boolean {
  const terms = search.filter(isOfMoments)
  if (terms.length === 0) return true
  const moments = match.packed === null ? [] : unpackMoments(match.packed)
  return terms.every((term) => term.isNegated !== holdsIn(term, moments, match))
}

function holdsIn({ first, by, followedBy }: Moments, moments: readonly KeptMoment[], match: MatchWithMoments): boolean {
  const isFirst = ({ kind, port }: KeptMoment) => first.includes(kind) && (by === null || isPlayer(by, port, match))
  return sequencesOf(moments, isFirst, followedBy).length > 0
}

function isPlayer({ bot, characters, versions }: Player, port: number, match: MatchWithMoments): boolean {
  const isOne = <Value>(of: readonly Value[], value: Value | null | undefined) =>
    of.length === 0 || (value !== null && value !== undefined && of.includes(value))
  const isBot = bot === null || match.bots?.[port] === bot
  return isBot && isOne(characters, match.characters?.[port]) && isOne(versions, match.versions?.[port])
}
