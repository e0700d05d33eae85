/** The moments and swings of matches in the database: which matches of a machine lack them, and putting them there. */
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { Question, ReadReplay } from './worker.ts'

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

  /** The ratings that the bots came with, by port; undefined in older matches. */
  async ratingsBefore(matchId: string): Promise<Question['ratings']> {
    const rows = await this.#db
      .selectFrom('match_players')
      .select(['mu_before as mu', 'sigma_before as sigma'])
      .where('match_id', '=', matchId)
      .orderBy('port')
      .execute()
    const [first, second] = rows.flatMap(({ mu, sigma }) => (mu === null || sigma === null ? [] : [{ mu, sigma }]))
    return first && second && [first, second]
  }

  /** What is there already stays. */
  async put(matchId: string, { kinds, packed, swings }: ReadReplay): Promise<void> {
    await sql`insert into match_moments (match_id, started_at, kinds, packed, swings)
      select id, started_at, ${kinds}, ${Buffer.from(packed)}, ${Buffer.from(swings)} from matches where id = ${matchId}
      on conflict do nothing`.execute(this.#db)
  }
}
