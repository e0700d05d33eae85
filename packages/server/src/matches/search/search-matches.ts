/**
 * Which ended matches fit a search, newest first or onwards from a place. One term drives: its index gives matches in the
 * order of the list, starting where the last page ended, and the others are checked on what it gives. A page looks at a
 * bounded number of matches, so that a rare combination costs no more than a common one.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { fits, needsPlayers, spanOf } from './conditions.ts'
import { playersOf } from './search.ts'
import type { Search, Term } from './search.ts'

export interface ResultPlace {
  readonly limit: number
  /** Id of a match: only older ones, or only newer ones. */
  readonly before?: string | undefined
  readonly after?: string | undefined
}

export interface FoundMatches {
  /** Newest first. */
  readonly ids: readonly string[]
  /** The `before` of the next page; null where nothing older is left. */
  readonly older: string | null
  /** The `after` of the page before; null at the newest. */
  readonly newer: string | null
}

/** Matches that one page looks at. */
export const LOOKED_AT = 2_000

export async function searchMatches(db: Database, search: Search, place: ResultPlace): Promise<FoundMatches> {
  const { limit, before, after } = place
  const isForward = after === undefined
  const driver = driverOf(search)
  const rest = search.filter((term) => term !== driver.term && spanOf(term) === null)
  const conditions = [driver.where, ...bounds(driver.at, search)]
  const start = after ?? before
  if (start !== undefined) {
    conditions.push(
      sql`(${driver.at}, ${driver.id}) ${isForward ? sql`<` : sql`>`} (select started_at, id from matches where id = ${start})`,
    )
  }
  const direction = isForward ? sql`desc` : sql`asc`
  const near = sql`select ${driver.at} as started_at, ${driver.id} as id from ${driver.table}
    where ${sql.join(conditions, sql` and `)}
    order by ${driver.at} ${direction}, ${driver.id} ${direction}`
  const { rows } = await sql<{ id: string }>`
    select matches.id from (${near} limit ${LOOKED_AT}) as near
    ${MATCH} ${rest.some(needsPlayers) ? PLAYERS : sql``}
    where ${sql.join([sql`matches.status <> 'running'`, ...rest.map(fits)], sql` and `)}
    order by near.started_at ${direction}, near.id ${direction}
    limit ${2 * (limit + 1)}`.execute(db)
  // A match between two of the character is there twice.
  const fitting = [...new Set(rows.map(({ id }) => id))]
  const found = fitting.slice(0, limit)
  const further = fitting.length > limit ? found.at(-1)! : await lastLookedAt(db, near)
  const ids = isForward ? found : found.toReversed()
  // A page on which nothing fits leads back to where it began.
  return isForward
    ? { ids, older: further, newer: before === undefined ? null : (ids[0] ?? before) }
    : { ids, older: ids.at(-1) ?? after, newer: further }
}

interface Driver {
  readonly table: RawBuilder<unknown>
  readonly at: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  /** The term that holds for all that the driver gives. */
  readonly term: Term | null
}

/** The rarest of what has an index: a bot, a character, an ending or a stage. */
function driverOf(search: Search): Driver {
  const terms = search.filter(({ isNegated }) => !isNegated)
  const players = { table: sql`match_players as own`, at: sql`own.started_at`, id: sql`own.match_id` }
  const [named] = terms.flatMap((term) =>
    playersOf(term).flatMap((player) => (player.bot === null ? [] : { term, player })),
  )
  if (named !== undefined) {
    const { term, player } = named
    const [character, ...others] = player.characters
    const isWhole = term.kind === 'player' && others.length === 0
    const played = character === undefined || others.length > 0 ? sql`` : sql` and own.character = ${character}`
    return { ...players, where: sql`own.bot_id = ${player.bot}${played}`, term: isWhole ? term : null }
  }
  const [played] = terms.flatMap((term) =>
    playersOf(term).flatMap(({ characters }) => (characters.length === 1 ? { term, character: characters[0]! } : [])),
  )
  if (played !== undefined) {
    const { term, character } = played
    return { ...players, where: sql`own.character = ${character}`, term: term.kind === 'player' ? term : null }
  }
  const matches = { table: sql`matches as own`, at: sql`own.started_at`, id: sql`own.id` }
  const end = terms.find((term) => term.kind === 'end' && term.endings.length === 1)
  const stage = terms.find((term) => term.kind === 'stage' && term.stages.length === 1)
  // Most matches end by stocks, so that there the stage is rarer.
  if (end?.kind === 'end' && !(end.endings[0] === 'stocks' && stage !== undefined)) {
    return { ...matches, where: sql`own.ending = ${end.endings[0]}`, term: end }
  }
  if (stage?.kind === 'stage') return { ...matches, where: sql`own.stage = ${stage.stages[0]}`, term: stage }
  return { ...matches, where: sql`true`, term: null }
}

function bounds(at: RawBuilder<unknown>, search: Search): RawBuilder<unknown>[] {
  return search.flatMap((term) => {
    const { from, until } = spanOf(term) ?? {}
    return [
      ...(from === undefined ? [] : [sql`${at} >= ${from}`]),
      ...(until === undefined ? [] : [sql`${at} < ${until}`]),
    ]
  })
}

// Match by match: `offset 0` keeps the database from reading all matches, or all players, beforehand.
const MATCH = sql`cross join lateral (select * from matches where id = near.id offset 0) as matches`
const PLAYERS = sql`
    cross join lateral (select * from match_players where match_id = near.id and port = 0 offset 0) as first
    cross join lateral (select * from match_players where match_id = near.id and port = 1 offset 0) as second`

/** Where the next page continues when there is more than this one may look at; null when it has seen all. */
async function lastLookedAt(db: Database, near: RawBuilder<unknown>): Promise<string | null> {
  // The one after the last may be the same match: see above.
  const { rows } = await sql<{ id: string }>`${near} offset ${LOOKED_AT - 1} limit 3`.execute(db)
  const [last, ...others] = rows.map(({ id }) => id)
  return last !== undefined && others.some((id) => id !== last) ? last : null
}
