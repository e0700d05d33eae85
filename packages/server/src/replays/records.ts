/** The replays that records of matches promise: put there, looked for by retention and recovery, and taken away. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { SqlClock } from '../db/clock.ts'
import type { Database } from '../db/schema.ts'
import { recordGameStart } from '../matches/playing/game-start.ts'
import type { GameStart } from '../matches/playing/game-start.ts'

/** No account of its bots is deleted: its replay holds their names. */
const HAS_NAMES = sql<boolean>`not exists (
  select from match_players as player join bots on bots.id = player.bot_id join users on users.id = bots.owner_id
  where player.match_id = matches.id and users.deleted_at is not null)`

/** Everything is there that the replay of a match is played again from, and compared with. */
const PLAYABLE = sql<boolean>`(replay_sha256 is not null
  and exists (select from engine_builds where revision = matches.engine)
  and exists (select from public_log_entries where match_id = matches.id)
  and exists (select from match_players where match_id = matches.id and landed is not null)
  and (exists (select from match_pads where match_id = matches.id) or exists (select from archive_days where day = matches.day))
  and ${HAS_NAMES})`

export class ReplayRecords {
  readonly #db: Database
  readonly #replayDays: number
  readonly #clock: SqlClock
  readonly #isArchiving: boolean

  /** Replays are kept for `replayDays`; where the arena is archiving, what cannot be had again is kept for ever, if it is of another engine. */
  constructor(db: Database, replayDays: number, clock: SqlClock = DATABASE_TIME, isArchiving = false) {
    this.#db = db
    this.#replayDays = replayDays
    this.#clock = clock
    this.#isArchiving = isArchiving
  }

  /**
   * Matches that ended before a moment and still have their replay, on this machine alone, or on one that has been silent since that
   * moment and may never come back, but for some; oldest first.
   */
  async withReplay(machineId: string, endedBefore: Date, limit: number, except: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('machines')
      // The oldest of each machine are at the beginning of an index.
      .innerJoinLateral(
        (query) =>
          query
            .selectFrom('matches')
            .select(['matches.id as match_id', 'ended_at'])
            .whereRef('machine_id', '=', 'machines.id')
            .where('replay_bytes', 'is not', null)
            .where('ended_at', '<', endedBefore)
            .where(this.mayBeDeleted())
            .where('matches.id', '<>', sql<string>`all(${[...except]})`)
            .where((match) => {
              const stored = match.selectFrom('replay_objects').select('replay_objects.match_id')
              return match.not(match.exists(stored.whereRef('replay_objects.match_id', '=', 'matches.id')))
            })
            .orderBy('ended_at')
            .limit(limit)
            .as('oldest'),
        (join) => join.onTrue(),
      )
      .select('oldest.match_id')
      .where((arena) => arena.or([arena('machines.id', '=', machineId), arena('machines.seen_at', '<', endedBefore)]))
      .orderBy('oldest.ended_at')
      .limit(limit)
      .execute()
    return rows.map((row) => row.match_id)
  }

  /** When the last match ended whose replay is still there, whichever machine played it. */
  async newestReplayEnd(): Promise<number | null> {
    // The newest of each machine is at the end of an index.
    const { rows } = await sql<{ newest: Date | null }>`
      select max(ended_at) as newest from machines, lateral (select ended_at from matches
        where machine_id = machines.id and replay_bytes is not null and ended_at is not null
        order by ended_at desc limit 1) as last`.execute(this.#db)
    return rows[0]!.newest?.getTime() ?? null
  }

  /** Ids whose replay may still be put on record: their matches were aborted without one. */
  async withoutReplay(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await this.#db
      .selectFrom('matches')
      .select('id')
      .where('id', '=', sql<string>`any(${[...ids]})`)
      .where('status', '=', 'aborted')
      .where('replay_bytes', 'is', null)
      .where(this.#mayHaveReplay())
      .execute()
    return rows.map((row) => row.id)
  }

  /** Ids whose replay file can be deleted: no replay on record, and either deleted there or ended before `endedBefore`. */
  async withoutReplayForGood(ids: readonly string[], endedBefore: Date): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('matches')
      .select('id')
      .where('id', '=', sql<string>`any(${[...ids]})`)
      .where('replay_bytes', 'is', null)
      .where((match) => match.or([match('replay_deleted', '=', true), match('ended_at', '<', endedBefore)]))
      .execute()
    return rows.map((row) => row.id)
  }

  /**
   * The replay of a match that was aborted without one is there after all, and what it says of Game Start, which may not have come
   * before the end either. False where no record lacks it. One that retention has deleted, or would delete now, is not recorded again.
   */
  async keepReplay(id: string, bytes: number, game: GameStart | null): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const kept = await trx
        .updateTable('matches')
        .set({ replay_bytes: bytes })
        .where('id', '=', id)
        .where('status', '=', 'aborted')
        .where('replay_bytes', 'is', null)
        .where(this.#mayHaveReplay())
        .executeTakeFirst()
      if (kept.numUpdatedRows === 0n) return false
      if (game !== null) await recordGameStart(trx, id, game)
      return true
    })
  }

  /** The file is gone; the record stays. Where the archive cannot give it again the replay is gone, and what is marked in it. */
  async forgetReplay(id: string): Promise<void> {
    const archived = sql<number | null>`case when ${this.#isArchiving} and ${PLAYABLE} then replay_bytes end`
    await this.#db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('matches')
        .set({ replay_bytes: null, replay_deleted: true, archived_bytes: archived })
        .where('id', '=', id)
        .where('replay_deleted', '=', false)
        .returning('archived_bytes')
        .executeTakeFirst()
      if (row?.archived_bytes === null) await trx.deleteFrom('missed_pads').where('match_id', '=', id).execute()
    })
  }

  /** What an engine of another maker has played cannot be played again here. */
  mayBeDeleted(): RawBuilder<boolean> {
    if (!this.#isArchiving) return sql<boolean>`true`
    return sql<boolean>`not (coalesce(matches.build, '') like 'command-%' and ${HAS_NAMES})`
  }

  /** By the database's clock: whoever asks may have been off for long, and its own clock be wrong. */
  #mayHaveReplay(): RawBuilder<boolean> {
    const limit = sql`${this.#clock()} - make_interval(days => ${this.#replayDays}::integer)`
    return sql<boolean>`not replay_deleted and ended_at >= ${limit}`
  }
}
