/** Matches as the archive keeps them, from what the database has: their entries in the public log, names, and pads. */
import type { ArchivedMatch } from '@arena/protocol/archive'
import { readResult } from '@arena/protocol/public-log'
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Rows read at a time, with their pads. */
const BATCH = 100

interface Row {
  readonly number: number
  readonly entry: string
  readonly names: readonly [string | null, string | null]
  readonly startAt: Date | null
  readonly pads: Uint8Array | null
}

/** Names of bots by port, null once the account is deleted. */
const NAMES = sql`(select json_agg(case when users.deleted_at is null then player.bot_name end order by player.port)
  from match_players as player join bots on bots.id = player.bot_id join users on users.id = bots.owner_id
  where player.match_id = matches.id)`

const rows = (db: Database, where: ReturnType<typeof sql>) =>
  sql<Row>`select matches.number, public_log_entries.text as entry, ${NAMES} as names,
      match_pads.start_at as "startAt", match_pads.packed as pads
    from matches join public_log_entries on public_log_entries.match_id = matches.id
      left join match_pads on match_pads.match_id = matches.id
    where ${where}`.execute(db)

/** All matches of a day that is over, in the order of their numbers. */
export async function* matchesOf(db: Database, day: string): AsyncGenerator<ArchivedMatch, void, undefined> {
  for (let last = 0; ;) {
    const where = sql`matches.day = ${day} and matches.number > ${last} order by matches.number limit ${BATCH}`
    const found = await rows(db, where)
    for (const row of found.rows) {
      yield archived(row)
      last = row.number
    }
    if (found.rows.length < BATCH) return
  }
}

/** One match; null where it is not in the public log. Its game is null once its day has been written. */
export async function archivedMatch(db: Database, matchId: string): Promise<ArchivedMatch | null> {
  const found = await rows(db, sql`matches.id = ${matchId}`)
  const [row] = found.rows
  return row === undefined ? null : archived(row)
}

function archived({ entry, names, startAt, pads }: Row): ArchivedMatch {
  const { log: _log, ratings: _ratings, ports, ...result } = readResult(entry)
  return {
    ...result,
    ports: [
      { ...ports[0], name: names[0] },
      { ...ports[1], name: names[1] },
    ],
    game: startAt === null || pads === null ? null : { startAt: startAt.toISOString(), pads },
  }
}
