/** What open data is made from, in parts, and the files that there are. */
import type { OpenTable } from '@arena/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { LEASE_MS } from '../matches/taking/lease.ts'
import type { BotName, EndedMatch } from './tables.ts'

/** Matches read at a time: some hundred kilobytes, and ten milliseconds. */
const BATCH = 1_000

export interface OpenFile {
  /** Its name in the address, without its ending: `matches-2026-11`. */
  readonly file: string
  readonly table: OpenTable
  readonly month: string | null
  readonly machineId: string
  readonly stored: string
  readonly through: Date
  readonly madeAt: Date
  readonly firstMadeAt: Date
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** `end`: its moment in full, which may have more digits than a date holds. */
type Ended = EndedMatch & { readonly end: string }
export type MadeFile = Omit<OpenFile, 'table' | 'firstMadeAt'>

export class OpenDataStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The newest month first. */
  async list(): Promise<OpenFile[]> {
    const rows = await this.#files().orderBy('month', 'desc').orderBy('file').execute()
    return rows.map(withTable)
  }

  async find(file: string): Promise<OpenFile | null> {
    const row = await this.#files().where('file', '=', file).executeTakeFirst()
    return row === undefined ? null : withTable(row)
  }

  /** All of them are there from here on, or none. */
  async record(files: readonly MadeFile[]): Promise<void> {
    await this.#db
      .insertInto('open_data')
      .values(
        files.map(({ machineId, madeAt, ...file }) => {
          return { ...file, machine_id: machineId, made_at: madeAt, first_made_at: madeAt }
        }),
      )
      .onConflict((conflict) =>
        conflict.column('file').doUpdateSet((row) => ({
          machine_id: row.ref('excluded.machine_id'),
          stored: row.ref('excluded.stored'),
          through: row.ref('excluded.through'),
          made_at: row.ref('excluded.made_at'),
          rows: row.ref('excluded.rows'),
          bytes: row.ref('excluded.bytes'),
          sha256: row.ref('excluded.sha256'),
        })),
      )
      .execute()
  }

  /** Whether a machine is the first of those that serve, which makes the files. */
  async isFirst(machineId: string, now: number): Promise<boolean> {
    const { rows } = await sql<{ id: string }>`
      select id from machines where role <> 'play'
        and (id = ${machineId} or seen_at > ${new Date(now - LEASE_MS)})
      order by id limit 1`.execute(this.#db)
    return rows[0]?.id === machineId
  }

  async firstEnd(): Promise<Date | null> {
    const { rows } = await sql<{ at: Date }>`
      select ended_at as at from matches where ended_at is not null order by ended_at, id limit 1`.execute(this.#db)
    return rows[0]?.at ?? null
  }

  /** Whether an account was deleted since a moment. */
  async isAnyDeleted(since: Date): Promise<boolean> {
    const deleted = await this.#db.selectFrom('users').select('id').where('deleted_at', '>=', since).executeTakeFirst()
    return deleted !== undefined
  }

  /** Matches that ended within a time, in the order of their ends, in parts: other queries have their turn between them. */
  async *ended(from: Date, until: Date): AsyncGenerator<readonly EndedMatch[], void, undefined> {
    let after = sql`ended_at >= ${from}`
    for (;;) {
      const { rows }: { readonly rows: readonly Ended[] } = await sql<Ended>`
        select matches.id, matches.started_at as "startedAt", ended_at as "endedAt", ended_at::text as end, ending, day, number, build, engine, stage,
          (summary ->> 'frames')::integer as frames, (summary ->> 'winner')::integer as winner, packed as moments,
          (select json_agg(json_build_object(
              'bot_id', bot_id, 'character', character, 'costume', costume, 'placement', placement, 'score', score,
              'stocks', side -> 'stocks', 'percent', side -> 'percent', 'missed', side -> 'missed',
              'mu_before', mu_before, 'sigma_before', sigma_before, 'mu_after', mu_after, 'sigma_after', sigma_after
            ) order by port)
            from match_players, lateral (select summary -> 'players' -> port::integer as side) as sides
            where match_id = matches.id) as players
        from matches left join match_moments on match_moments.match_id = matches.id
        where ${after} and ended_at < ${until}
        order by ended_at, id limit ${BATCH}`.execute(this.#db)
      if (rows.length > 0) yield rows.map(({ end: _end, ...match }) => match)
      const newest = rows.at(-1)
      if (newest === undefined || rows.length < BATCH) return
      after = sql`(ended_at, id) > (${newest.end}::timestamptz, ${newest.id})`
    }
  }

  /** Bots of accounts that are not deleted, in the order of the bots' ids. */
  async names(): Promise<BotName[]> {
    const { rows } = await sql<BotName>`
      select bots.id, bots.name, nullif(users.handle, '') as owner from bots join users on users.id = bots.owner_id
      where users.deleted_at is null order by bots.id`.execute(this.#db)
    return rows
  }

  #files() {
    return this.#db
      .selectFrom('open_data')
      .select(['file', 'month', 'machine_id as machineId', 'stored', 'through', 'rows', 'bytes', 'sha256'])
      .select(['made_at as madeAt', 'first_made_at as firstMadeAt'])
  }
}

function withTable<File extends { readonly file: string }>(file: File): File & { readonly table: OpenTable } {
  return { ...file, table: file.file.split('-', 1)[0] as OpenTable }
}
