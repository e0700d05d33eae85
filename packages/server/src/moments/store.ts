/** The moments of matches in the database: which matches of a machine lack them, and putting them there. */
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { KeptMoments } from '../history/kept-moments.ts'

export class MomentStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Matches that a machine played, that ended since a moment and have a replay but no moments, but for some; newest first. */
  async lacking(machineId: string, endedSince: Date, limit: number, except: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('matches')
      .select('id')
      .where('machine_id', '=', machineId)
      .where('replay_bytes', 'is not', null)
      .where('ended_at', '>=', endedSince)
      .where('id', '<>', sql<string>`all(${[...except]})`)
      .where((match) => {
        const known = match.selectFrom('match_moments').select('match_id').whereRef('match_id', '=', 'matches.id')
        return match.not(match.exists(known))
      })
      .orderBy('ended_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** What is there already stays. */
  async put(matchId: string, { kinds, packed }: KeptMoments): Promise<void> {
    await sql`insert into match_moments (match_id, started_at, kinds, packed)
      select id, started_at, ${kinds}, ${Buffer.from(packed)} from matches where id = ${matchId}
      on conflict do nothing`.execute(this.#db)
  }
}
