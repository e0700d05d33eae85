/** The replays that are in the bucket: a row means that the object was read back and found to be what was sent. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isId } from '../../db/ids.ts'
import type { Database } from '../../db/schema.ts'

export interface PackedReplay {
  readonly packedBytes: number
  /** The SHA-256 of the gzip file, in hex. */
  readonly sha256: string
}

export interface ReplayObject extends PackedReplay {
  /** The length of the replay itself. */
  readonly bytes: number
}

/** What the record of a match says about its replay. */
export interface ReplayRecord {
  readonly matchId: string
  /** Unix milliseconds; null while the match runs. */
  readonly endedAt: number | null
  readonly replayBytes: number | null
  readonly isInBucket: boolean
}

export class ReplayObjects {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Null where the replay is not in the bucket, or past its retention. */
  async find(matchId: string): Promise<ReplayObject | null> {
    if (!isId('match', matchId)) return null
    const row = await this.#db
      .selectFrom('replay_objects')
      .innerJoin('matches', 'matches.id', 'replay_objects.match_id')
      .select(['replay_objects.packed_bytes', 'replay_objects.sha256', 'matches.replay_bytes'])
      .where('replay_objects.match_id', '=', matchId)
      .executeTakeFirst()
    if (row === undefined || row.replay_bytes === null) return null
    return { bytes: row.replay_bytes, packedBytes: row.packed_bytes, sha256: row.sha256 }
  }

  /** False where the record has no replay any more: the object is nobody's. */
  async mark(matchId: string, { packedBytes, sha256 }: PackedReplay): Promise<boolean> {
    const { rows } = await sql`
      insert into replay_objects (match_id, ended_at, packed_bytes, sha256)
        select id, ended_at, ${packedBytes}::integer, ${sha256}::text from matches
          where id = ${matchId} and replay_bytes is not null
          for share
      on conflict (match_id) do update set packed_bytes = excluded.packed_bytes, sha256 = excluded.sha256
      returning match_id`.execute(this.#db)
    return rows.length > 0
  }

  /** In the order of the ids that are given; matches that are not on record are left out. */
  async recordsOf(matchIds: readonly string[]): Promise<ReplayRecord[]> {
    if (matchIds.length === 0) return []
    const rows = await this.#db
      .selectFrom('matches')
      .leftJoin('replay_objects', 'replay_objects.match_id', 'matches.id')
      .select(['matches.id', 'matches.ended_at', 'matches.replay_bytes', 'replay_objects.match_id'])
      .where('matches.id', '=', sql<string>`any(${[...matchIds]})`)
      .execute()
    const records = new Map(
      rows.map((row) => [
        row.id,
        {
          matchId: row.id,
          endedAt: row.ended_at?.getTime() ?? null,
          replayBytes: row.replay_bytes,
          isInBucket: row.match_id !== null,
        },
      ]),
    )
    return matchIds.flatMap((id) => records.get(id) ?? [])
  }

  /** Ids of objects whose matches ended before a moment, whichever machine played them, but for some; oldest first. */
  async endedBefore(
    moment: Date,
    limit: number,
    except: readonly string[],
    mayBeDeleted: RawBuilder<boolean>,
  ): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('replay_objects')
      .innerJoin('matches', 'matches.id', 'replay_objects.match_id')
      .select('match_id')
      .where('replay_objects.ended_at', '<', moment)
      .where(mayBeDeleted)
      .where('match_id', '<>', sql<string>`all(${[...except]})`)
      .orderBy('replay_objects.ended_at')
      .limit(limit)
      .execute()
    return rows.map((row) => row.match_id)
  }

  /** The object is gone. */
  async forget(matchId: string): Promise<void> {
    await this.#db.deleteFrom('replay_objects').where('match_id', '=', matchId).execute()
  }
}
