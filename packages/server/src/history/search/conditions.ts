/** The terms of a search as conditions on a match, its two players, `first` and `second`, and its `moments`. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { periodOf } from './search.ts'
import type { Comparison, Fact, Player, Term } from './search.ts'
import { mayHold } from './sequences.ts'

type Condition = RawBuilder<boolean>

/** A fact that the database does not know counts as false: a match without a game has neither stage nor characters. */
export function fits(term: Term): Condition {
  return term.isNegated ? sql`(${holds(term)}) is not true` : sql`(${holds(term)})`
}

export function needsPlayers(term: Term): boolean {
  return (
    term.kind === 'player' ||
    term.kind === 'matchup' ||
    term.kind === 'version' ||
    (term.kind === 'moments' && term.by !== null)
  )
}

/** Whether it is checked match by match when the database has answered: see `fitsMoments`. */
export function isCheckedLater(term: Term): boolean {
  return term.kind === 'moments' && term.isNegated
}

interface Span {
  readonly from?: Date
  /** Before this moment. */
  readonly until?: Date
}

/** When a match that fits has started; null for a term that says nothing of it, or only when it has not. */
export function spanOf(term: Term): Span | null {
  return term.kind === 'date' && !term.isNegated ? dated(term) : null
}

function dated({ is, date }: Extract<Fact, { kind: 'date' }>): Span {
  const period = periodOf(date)
  if (period === null) throw new Error(`${date} is no date.`)
  const { from, until } = period
  switch (is) {
    case '=':
      return { from, until }
    case '>':
      return { from: until }
    case '>=':
      return { from }
    case '<':
      return { until: from }
    case '<=':
      return { until }
  }
}

const COMPARISONS: Readonly<Record<Comparison, Condition>> = { '>': sql`>`, '>=': sql`>=`, '<': sql`<`, '<=': sql`<=` }

function holds(fact: Fact): Condition {
  switch (fact.kind) {
    case 'player':
      return sql`${isPlayer('first', fact.player)} or ${isPlayer('second', fact.player)}`
    case 'matchup':
      return sql`${beats('first', 'second', fact)} or ${beats('second', 'first', fact)}`
    case 'version': {
      const versions = sql`any(${[...fact.versions]})`
      return sql`coalesce(first.version = ${versions}, false) or coalesce(second.version = ${versions}, false)`
    }
    case 'stage':
      return sql`matches.stage = any(${[...fact.stages]})`
    case 'end':
      return sql`matches.ending = any(${[...fact.endings]})`
    case 'moments':
      return mayHold(sql`moments.kinds`, fact)
    case 'sort':
      return sql`true`
    case 'duration':
      return sql`(matches.summary ->> 'frames')::integer ${COMPARISONS[fact.is]} ${fact.frames}`
    case 'date': {
      const { from, until } = dated(fact)
      const bounds = [
        ...(from === undefined ? [] : [sql`matches.started_at >= ${from}`]),
        ...(until === undefined ? [] : [sql`matches.started_at < ${until}`]),
      ]
      return sql`${sql.join(bounds, sql` and `)}`
    }
  }
}

function isPlayer(which: 'first' | 'second', { bot, characters, versions }: Player): Condition {
  const conditions = [
    ...(bot === null ? [] : [sql`${sql.ref(which)}.bot_id = ${bot}`]),
    ...(characters.length === 0 ? [] : [sql`${sql.ref(which)}.character = any(${[...characters]})`]),
    ...(versions.length === 0 ? [] : [sql`${sql.ref(which)}.version = any(${[...versions]})`]),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

function beats(
  one: 'first' | 'second',
  other: 'first' | 'second',
  matchup: Extract<Fact, { kind: 'matchup' }>,
): Condition {
  const { winner, loser } = matchup
  return sql`(${sql.join(
    [
      sql`${sql.ref(one)}.placement = 1 and ${sql.ref(other)}.placement = 2`,
      ...(winner === null ? [] : [isPlayer(one, winner)]),
      ...(loser === null ? [] : [isPlayer(other, loser)]),
    ],
    sql` and `,
  )})`
}
