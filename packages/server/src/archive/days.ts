/**
 * The days of the archive. A day that is over, its secret public, becomes a file; its pads leave the database once the file is on this
 * disk, in the bucket where there is one, and on record. A name that goes with its account goes from the file as well.
 */
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { findArchived, readDay, DayWriter } from '@arena/protocol/archive'
import type { ArchivedMatch, DayFile } from '@arena/protocol/archive'
import { fileWriter } from 'hyparquet-writer'
import { takeLock } from '../db/locks.ts'
import type { Database } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import { Rounds } from '../rounds.ts'
import type { FileFacts, KeptFile, KeptFiles } from './kept-files.ts'
import { matchesOf } from './rows.ts'

const ROUND_MS = 60_000

interface Parts {
  readonly db: Database
  readonly files: KeptFiles
  readonly machineId: string
  readonly log: Logger
}

export interface ArchivedDay extends KeptFile {
  readonly day: string
  readonly matches: number
}

const nameOf = (day: string): string => `archive/${day}.parquet`

export class ArchiveDays {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Newest first. */
  async list(): Promise<ArchivedDay[]> {
    const rows = await this.#days().orderBy('day', 'desc').execute()
    return rows.map((row) => ({ ...row, name: nameOf(row.day) }))
  }

  /** Null where the day is not over, or had no match. */
  async find(day: string): Promise<ArchivedDay | null> {
    const row = await this.#days().where('day', '=', day).executeTakeFirst()
    return row === undefined ? null : { ...row, name: nameOf(day) }
  }

  /** Where this machine has it. Throws KeptFileError where it cannot be had. */
  path(day: ArchivedDay): Promise<string> {
    return this.#parts.files.path(day)
  }

  /** What a match of a day is played again from; null where the file has none. */
  async gameOf(matchId: string, day: string): Promise<ArchivedMatch['game']> {
    const archived = await this.find(day)
    if (archived === null) return null
    await using file = await open(await this.path(archived))
    const match = await findArchived(rangesOf(file, archived.bytes), matchId)
    return match?.game ?? null
  }

  /** Writes days from here on. */
  keep(): Rounds {
    return new Rounds({
      failure: 'days could not be archived',
      everyMs: ROUND_MS,
      log: this.#parts.log,
      work: () => this.round(),
    })
  }

  async round(): Promise<void> {
    const { db, log } = this.#parts
    const due = await db
      .selectFrom('days')
      .select('day')
      .where('revealed_at', 'is not', null)
      .where((query) => query.exists(query.selectFrom('matches').select('id').whereRef('matches.day', '=', 'days.day')))
      .where((query) => {
        const archived = query.selectFrom('archive_days').select('day').whereRef('archive_days.day', '=', 'days.day')
        return query.not(query.exists(archived))
      })
      .orderBy('day')
      .execute()
    for (const { day } of due) {
      const gone = await botsOfDeletedAccounts(db, day)
      const { matches, ...facts } = await this.#write(day, matchesOf(db, day))
      if (await this.#record(day, matches, facts, gone))
        log.info({ day, matches, bytes: facts.bytes }, 'a day was archived')
    }
    const stale = await this.#days().select('stale').where('stale', '>', 0).orderBy('day').execute()
    for (const { stale: times, ...day } of stale) await this.#removeNames({ ...day, name: nameOf(day.day) }, times)
  }

  async #write(day: string, matches: AsyncIterable<ArchivedMatch>): Promise<FileFacts & { readonly matches: number }> {
    const { files } = this.#parts
    const writer = new DayWriter(day, fileWriter(await files.draft(nameOf(day))))
    let count = 0
    for await (const match of matches) {
      writer.add(match)
      count++
    }
    writer.finish()
    return { ...(await files.keep(nameOf(day))), matches: count }
  }

  /** False where another machine was faster: its file has the pads. `gone` are bots whose names were left out. */
  async #record(
    day: string,
    matches: number,
    { bytes, sha256 }: FileFacts,
    gone: ReadonlySet<string>,
  ): Promise<boolean> {
    const { db, machineId } = this.#parts
    return db.transaction().execute(async (trx) => {
      await takeLock(trx, 'archive')
      const stale = (await botsOfDeletedAccounts(trx, day)).size - gone.size
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('archive_days')
        .values({ day, machine_id: machineId, matches, bytes, sha256, stale })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n) return false
      const ofDay = trx.selectFrom('matches').select('id').where('day', '=', day)
      await trx.deleteFrom('match_pads').where('match_id', 'in', ofDay).execute()
      return true
    })
  }

  /** The file anew, without the names of accounts that are deleted. One that is deleted meanwhile has the next round. */
  async #removeNames(archived: ArchivedDay, times: number): Promise<void> {
    const { db, machineId } = this.#parts
    const { day, sha256 } = archived
    const gone = await botsOfDeletedAccounts(db, day)
    await using file = await open(await this.path(archived))
    const { matches: _matches, ...facts } = await this.#write(day, withoutNames(rangesOf(file, archived.bytes), gone))
    await db
      .updateTable('archive_days')
      .set(({ eb }) => ({ ...facts, machine_id: machineId, stale: eb('stale', '-', times) }))
      .where('day', '=', day)
      .where('sha256', '=', sha256)
      .execute()
  }

  #days() {
    return this.#parts.db
      .selectFrom('archive_days')
      .select(['day', 'machine_id as machineId', 'matches', 'bytes', 'sha256'])
  }
}

/**
 * To be called where an account is deleted, with its bots: their names go from the archive, and what of it cannot be played
 * again without them.
 */
export async function forgetNames(trx: Database, botIds: readonly string[]): Promise<void> {
  if (botIds.length === 0) return
  await takeLock(trx, 'archive')
  const played = trx.selectFrom('match_players').select('match_id').where('bot_id', 'in', botIds)
  await trx
    .updateTable('matches')
    .set({ archived_bytes: null })
    .where('archived_bytes', 'is not', null)
    .where('id', 'in', played)
    .execute()
  const days = trx.selectFrom('matches').select('day').where('id', 'in', played)
  await trx
    .updateTable('archive_days')
    .set(({ eb }) => ({ stale: eb('stale', '+', 1) }))
    .where('day', 'in', days)
    .execute()
}

async function* withoutNames(file: DayFile, gone: ReadonlySet<string>): AsyncGenerator<ArchivedMatch, void, undefined> {
  const without = (port: ArchivedMatch['ports'][0]) => (gone.has(port.botId) ? { ...port, name: null } : port)
  for await (const match of readDay(file)) {
    yield { ...match, ports: [without(match.ports[0]), without(match.ports[1])] }
  }
}

async function botsOfDeletedAccounts(db: Database, day: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('matches')
    .innerJoin('match_players', 'match_players.match_id', 'matches.id')
    .innerJoin('bots', 'bots.id', 'match_players.bot_id')
    .innerJoin('users', 'users.id', 'bots.owner_id')
    .select('bots.id')
    .distinct()
    .where('matches.day', '=', day)
    .where('users.deleted_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

function rangesOf(file: FileHandle, byteLength: number): DayFile {
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const bytes = new Uint8Array(end - start)
      for (let at = 0; at < bytes.length;) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
        if (bytesRead === 0) throw new Error('A day file is shorter than it was a moment ago')
        at += bytesRead
      }
      return bytes.buffer
    },
  }
}
