/**
 * Which ended matches fit the filters of the results page, newest first or onwards from a place. One filter drives: its
 * index gives matches in the order of the list, starting where the last page ended, and the others are checked on what
 * it gives. A page looks at a bounded number of matches, so that a rare combination costs no more than a common one.
 */
import type { StageId } from '@arena/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '../db/schema.ts'

export const ENDINGS = ['stocks', 'time', 'forfeit', 'aborted'] as const
type Ending = (typeof ENDINGS)[number]

export interface ResultFilter {
  readonly botId?: string | undefined
  /** Of the bot, where one is given; otherwise of either player. */
  readonly character?: number | undefined
  readonly stage?: StageId | undefined
  readonly ending?: Ending | undefined
  /** Matches that started at this moment or later, and before that one. */
  readonly from?: Date | undefined
  readonly until?: Date | undefined
}

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

export async function searchMatches(db: Database, filter: ResultFilter, place: ResultPlace): Promise<FoundMatches> {
  const { limit, before, after } = place
  const isForward = after === undefined
  const driver = driverOf(filter)
  const conditions = [driver.where, ...bounds(driver.at, filter)]
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
    join matches on matches.id = near.id
    where ${sql.join(restOf(filter), sql` and `)}
    order by near.started_at ${direction}, near.id ${direction}
    limit ${2 * (limit + 1)}`.execute(db)
  // A match between two of the character is there twice.
  const fitting = [...new Set(rows.map(({ id }) => id))]
  const found = fitting.slice(0, limit)
  const further = fitting.length > limit ? found.at(-1)! : await lastLookedAt(db, near)
  const ids = isForward ? found : found.toReversed()
  return isForward
    ? { ids, older: further, newer: before === undefined ? null : (ids[0] ?? null) }
    : { ids, older: ids.at(-1) ?? null, newer: further }
}

interface Driver {
  readonly table: RawBuilder<unknown>
  readonly at: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

function driverOf({ botId, character, stage, ending }: ResultFilter): Driver {
  const players = { table: sql`match_players as own`, at: sql`own.started_at`, id: sql`own.match_id` }
  if (botId !== undefined) {
    const played = character === undefined ? sql`` : sql` and own.character = ${character}`
    return { ...players, where: sql`own.bot_id = ${botId}${played}` }
  }
  if (character !== undefined) {
    return { ...players, where: sql`own.character = ${character}` }
  }
  const matches = { table: sql`matches as own`, at: sql`own.started_at`, id: sql`own.id` }
  // Most matches end by stocks, so that there the stage is rarer.
  if (ending !== undefined && !(ending === 'stocks' && stage !== undefined)) {
    return { ...matches, where: sql`own.ending = ${ending}` }
  }
  return { ...matches, where: stage === undefined ? sql`true` : sql`own.stage = ${stage}` }
}

function bounds(at: RawBuilder<unknown>, { from, until }: ResultFilter): RawBuilder<unknown>[] {
  return [
    ...(from === undefined ? [] : [sql`${at} >= ${from}`]),
    ...(until === undefined ? [] : [sql`${at} < ${until}`]),
  ]
}

function restOf({ stage, ending }: ResultFilter): RawBuilder<unknown>[] {
  return [
    sql`matches.status <> 'running'`,
    ...(stage === undefined ? [] : [sql`matches.stage = ${stage}`]),
    ...(ending === undefined ? [] : [sql`matches.ending = ${ending}`]),
  ]
}

/** Where the next page continues when this one looked at as many as it may; null when it has seen all. */
async function lastLookedAt(db: Database, near: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`${near} offset ${LOOKED_AT - 1} limit 1`.execute(db)
  return rows[0]?.id ?? null
}
