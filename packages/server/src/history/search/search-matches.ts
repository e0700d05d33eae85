/**
 * Which ended matches fit a search, newest first or onwards from a place, or by another order where the search names one. One term drives: its index gives matches in the
 * order of the list, starting where the last page ended, and the others are checked on what it gives. A page looks at a
 * bounded number of matches, so that a rare combination costs no more than a common one.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { fits, isCheckedLater, needsPlayers, spanOf } from './conditions.ts'
import { isSorted, playersOf } from './search.ts'
import type { Search, Term } from './search.ts'
import { fitsMoments, isOfMoments, mayHold } from './sequences.ts'

export interface ResultPlace {
  readonly limit: number
  /** Id of a match: only older ones, or only newer ones. */
  readonly before?: string | undefined
  readonly after?: string | undefined
}

export interface FoundMatches {
  /** Newest first, or in the order of the search. */
  readonly ids: readonly string[]
  /** The `before` of the next page; null where nothing older is left. */
  readonly older: string | null
  /** The `after` of the page before; null at the newest. */
  readonly newer: string | null
}

/** Matches that one page looks at. */
export const LOOKED_AT = 2_000
/** So many times as many in a search for moments: all of a kind that fighters often do, and few of them in that order. */
const ROUNDS_OF_MOMENTS = 10

export async function searchMatches(db: Database, search: Search, place: ResultPlace): Promise<FoundMatches> {
  if (isSorted(search)) return sortedMatches(db, search, place)
  let found = await newestMatches(db, search, place)
  if (!search.some(isOfMoments)) return found
  const isForward = place.after === undefined
  for (let round = 1; round < ROUNDS_OF_MOMENTS; round++) {
    const { ids, older, newer } = found
    const [limit, further] = [place.limit - ids.length, isForward ? older : newer]
    if (limit === 0 || further === null) break
    const next = await newestMatches(db, search, { limit, [isForward ? 'before' : 'after']: further })
    found = isForward
      ? { ids: [...ids, ...next.ids], older: next.older, newer: newer && (ids[0] ?? next.ids[0] ?? newer) }
      : { ids: [...next.ids, ...ids], older: older && (ids.at(-1) ?? next.ids.at(-1) ?? older), newer: next.newer }
  }
  return found
}

async function newestMatches(db: Database, search: Search, place: ResultPlace): Promise<FoundMatches> {
  const { limit, before, after } = place
  const isForward = after === undefined
  const driver = driverOf(search)
  const conditions = [driver.where, ...bounds(driver.at, search)]
  const start = after ?? before
  if (start !== undefined) {
    conditions.push(
      sql`(${driver.at}, ${driver.id}) ${isForward ? sql`<` : sql`>`} (select started_at, id from matches where id = ${start})`,
    )
  }
  const direction = isForward ? sql`desc` : sql`asc`
  const near = nearOf(driver, conditions, direction)
  const rest = restOf(search, driver)
  const { columns, tables, isWhole } = readFor(search)
  const { rows } = await sql<Row>`
    select ${columns} from (${near} limit ${LOOKED_AT}) as near
    ${tables} ${[...rest, ...search.filter(isCheckedLater)].some(needsPlayers) ? PLAYERS : sql``}
    where ${fitting(rest)}
    order by near.started_at ${direction}, near.id ${direction}
    ${isWhole ? sql`` : sql`limit ${2 * (limit + 1)}`}`.execute(db)
  const found = eachOnce(search, rows)
  const shown = found.slice(0, limit)
  const further = found.length > limit ? shown.at(-1)! : await lastLookedAt(db, near)
  const ids = isForward ? shown : shown.toReversed()
  // A page on which nothing fits leads back to where it began.
  return isForward
    ? { ids, older: further, newer: before === undefined ? null : (ids[0] ?? before) }
    : { ids, older: ids.at(-1) ?? after, newer: further }
}

/** Sorts those of the newest matches that fit, the widest margin first: a page is a part of that list. */
async function sortedMatches(
  db: Database,
  search: Search,
  { limit, before, after }: ResultPlace,
): Promise<FoundMatches> {
  const driver = driverOf(search)
  const near = nearOf(driver, [driver.where, ...bounds(driver.at, search)], sql`desc`)
  const { columns, tables } = readFor(search)
  const { rows } = await sql<Row>`
    select ${columns} from (${near} limit ${LOOKED_AT}) as near ${tables} ${PLAYERS}
    where ${fitting(restOf(search, driver))}
    order by ${MARGIN}, near.started_at desc, near.id desc`.execute(db)
  const found = eachOnce(search, rows)
  const from =
    after === undefined
      ? before === undefined
        ? 0
        : found.indexOf(before) + 1
      : Math.max(0, found.indexOf(after) - limit)
  const ids = found.slice(from, from + limit)
  return {
    ids,
    older: found.length > from + limit ? ids.at(-1)! : null,
    newer: from === 0 ? null : (ids[0] ?? before ?? null),
  }
}

/** What the driver gives, in the order of time. */
function nearOf({ table, at, id }: Driver, conditions: readonly RawBuilder<unknown>[], direction: RawBuilder<unknown>) {
  return sql`select ${at} as started_at, ${id} as id from ${table}
    where ${sql.join(conditions, sql` and `)}
    order by ${at} ${direction}, ${id} ${direction}`
}

/** The terms that the database checks match by match. */
const restOf = (search: Search, driver: Driver): Term[] =>
  search.filter((term) => term !== driver.term && spanOf(term) === null && !isCheckedLater(term))

const fitting = (rest: readonly Term[]): RawBuilder<unknown> =>
  sql.join([sql`matches.status <> 'running'`, ...rest.map(fits)], sql` and `)

interface Row {
  readonly id: string
  readonly packed?: Uint8Array | null
  readonly bots?: readonly string[]
  readonly characters?: readonly (number | null)[]
  readonly versions?: readonly (string | null)[]
}

/** What is read of a match. `isWhole`: all that the database finds is to be checked here. */
function readFor(search: Search) {
  const ofMoments = search.filter(isOfMoments)
  if (ofMoments.length === 0) return { columns: sql`matches.id`, tables: MATCH, isWhole: false }
  const players = ofMoments.some(needsPlayers)
    ? sql`, array[first.bot_id, second.bot_id] as bots, array[first.character, second.character] as characters,
        array[first.version, second.version] as versions`
    : sql``
  return { columns: sql`matches.id, moments.packed${players}`, tables: sql`${MATCH} ${MOMENTS}`, isWhole: true }
}

/** A match between two of the character is there twice. */
function eachOnce(search: Search, rows: readonly Row[]): string[] {
  const those = rows.filter(({ packed = null, ...row }) => fitsMoments(search, { packed, ...row }))
  return [...new Set(those.map(({ id }) => id))]
}

interface Driver {
  readonly table: RawBuilder<unknown>
  readonly at: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  /** The term that holds for all that the driver gives. */
  readonly term: Term | null
}

/** The rarest of what has an index: a bot, a version, a character, moments, an ending or a stage. */
function driverOf(search: Search): Driver {
  const terms = search.filter(({ isNegated }) => !isNegated)
  const players = { table: sql`match_players as own`, at: sql`own.started_at`, id: sql`own.match_id` }
  const [named] = terms.flatMap((term) =>
    playersOf(term).flatMap((player) => (player.bot === null ? [] : { term, player })),
  )
  if (named !== undefined) {
    const { term, player } = named
    const own = [onlyOne(sql`own.character`, player.characters), onlyOne(sql`own.version`, player.versions)]
    const isWhole = term.kind === 'player' && own.every((condition) => condition !== null)
    const conditions = [sql`own.bot_id = ${player.bot}`, ...own.flatMap((condition) => condition ?? [])]
    return { ...players, where: sql.join(conditions, sql` and `), term: isWhole ? term : null }
  }
  const said = terms.find((term) => term.kind === 'version' && term.versions.length === 1)
  if (said?.kind === 'version') return { ...players, where: sql`own.version = ${said.versions[0]}`, term: said }
  const [played] = terms.flatMap((term) =>
    playersOf(term).flatMap(({ characters }) => (characters.length === 1 ? { term, character: characters[0]! } : [])),
  )
  if (played !== undefined) {
    const { term, character } = played
    return { ...players, where: sql`own.character = ${character}`, term: term.kind === 'player' ? term : null }
  }
  const [moments] = terms.filter(isOfMoments)
  if (moments !== undefined) {
    const own = { table: sql`match_moments as own`, at: sql`own.started_at`, id: sql`own.match_id` }
    return { ...own, where: mayHold(sql`own.kinds`, moments), term: null }
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

/** That a column holds the one of a list; nothing for an empty list, and null for a longer one, which no index gives in order. */
function onlyOne(column: RawBuilder<unknown>, values: readonly unknown[]): RawBuilder<unknown>[] | null {
  return values.length > 1 ? null : values.map((value) => sql`${column} = ${value}`)
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
const MOMENTS = sql`
    left join lateral (select kinds, packed from match_moments where match_id = near.id offset 0) as moments on true`
const PLAYERS = sql`
    cross join lateral (select * from match_players where match_id = near.id and port = 0 offset 0) as first
    cross join lateral (select * from match_players where match_id = near.id and port = 1 offset 0) as second`

/** By stocks, then by how little damage the winner had. Matches without a result come last. */
const MARGIN = sql`abs(first.score - second.score) desc nulls last,
      (matches.summary -> 'players' -> (case when first.placement = 1 then 0 else 1 end) ->> 'percent')::float asc nulls last`

/** Where the next page continues when there is more than this one may look at; null when it has seen all. */
async function lastLookedAt(db: Database, near: RawBuilder<unknown>): Promise<string | null> {
  // The one after the last may be the same match: see above.
  const { rows } = await sql<{ id: string }>`${near} offset ${LOOKED_AT - 1} limit 3`.execute(db)
  const [last, ...others] = rows.map(({ id }) => id)
  return last !== undefined && others.some((id) => id !== last) ? last : null
}
