/** Running matches, and the wish that one ends: the arena that plays it hears of it and breaks it off (`following.ts`). */
import type { Database } from '../db/schema.ts'
import { OperatorFailure } from './outcome.ts'
import type { Row } from './outcome.ts'

/** The matches that run, oldest first. */
export async function listMatches(db: Database, limit: number): Promise<Row[]> {
  const rows = await db
    .selectFrom('matches')
    .innerJoin('match_players as one', (join) => join.onRef('one.match_id', '=', 'matches.id').on('one.port', '=', 0))
    .innerJoin('match_players as other', (join) =>
      join.onRef('other.match_id', '=', 'matches.id').on('other.port', '=', 1),
    )
    .leftJoin('match_ends', 'match_ends.match_id', 'matches.id')
    .select(['matches.id', 'matches.machine_id', 'matches.started_at', 'matches.stage', 'match_ends.at as asked_at'])
    .select(['one.bot_name as port0', 'other.bot_name as port1'])
    .where('matches.status', '=', 'running')
    .orderBy('matches.started_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.started_at.toISOString(),
    port0: row.port0,
    port1: row.port1,
    stage: row.stage,
    machine: row.machine_id,
    endAskedAt: row.asked_at?.toISOString() ?? null,
  }))
}

export async function endMatch(trx: Database, id: string, now: Date): Promise<Row> {
  const match = await trx.selectFrom('matches').select('status').where('id', '=', id).executeTakeFirst()
  if (match === undefined) throw new OperatorFailure(`There is no match ${id}.`)
  if (match.status !== 'running') throw new OperatorFailure(`The match ${id} is over: it is ${match.status}.`)
  await trx
    .insertInto('match_ends')
    .values({ match_id: id, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { id, endAskedAt: now.toISOString() }
}

/** Matches of an arena that still run although an operator has asked for their end. */
export async function matchesToEnd(db: Database, machineId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('match_ends')
    .innerJoin('matches', 'matches.id', 'match_ends.match_id')
    .select('matches.id')
    .where('matches.machine_id', '=', machineId)
    .where('matches.status', '=', 'running')
    .execute()
  return rows.map(({ id }) => id)
}
