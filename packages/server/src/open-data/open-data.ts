/**
 * Makes the files of open data: those of a month each day while it runs and once it is over, and the names each day and after an account
 * was deleted. One machine makes them, the first of those that serve.
 */
import { KeptFileError } from '../archive/kept-files.ts'
import type { KeptFile, KeptFiles } from '../archive/kept-files.ts'
import type { ArenaClock } from '../db/clock.ts'
import type { Database } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import { Rounds } from '../rounds.ts'
import { dueThrough, endOf, monthsBetween, startOf } from './months.ts'
import { OpenDataStore } from './store.ts'
import type { MadeFile, OpenFile } from './store.ts'
import { TableThread } from './table-thread.ts'
import { TABLES_OF_MATCHES } from './tables.ts'
import type { TableOfMatches } from './tables.ts'

const ROUND_MS = 600_000
const DAY_MS = 86_400_000
/** The deletion of an account may take so long, from the moment that it writes down to where others see it. */
const DELETING_MS = 30_000
/** Its folder below the data folder, and in the bucket. */
const FOLDER = 'open-data'

const TABLES = Object.keys(TABLES_OF_MATCHES) as TableOfMatches[]

export interface OpenDataParts {
  readonly db: Database
  readonly files: Pick<KeptFiles, 'draft' | 'keep' | 'path' | 'forget' | 'keepOnly'>
  readonly machineId: string
  readonly clock: Pick<ArenaClock, 'now'>
  readonly log: Logger
  readonly draining: AbortSignal
}

export function keepOpenData(parts: OpenDataParts): Rounds {
  return new Rounds({
    failure: 'open data could not be made',
    everyMs: ROUND_MS,
    log: parts.log,
    work: () => openDataRound(parts, parts.draining),
  })
}

export async function openDataRound(parts: Omit<OpenDataParts, 'draining'>, stopping?: AbortSignal): Promise<void> {
  const { db, files, machineId, clock, log } = parts
  const store = new OpenDataStore(db)
  if (await store.isFirst(machineId, clock.now())) {
    const made = await whole(await store.list())
    await using thread = new TableThread()
    if (await areNamesDue(made.get('names'))) await makeNames(thread)
    const first = await store.firstEnd()
    for (const month of first === null ? [] : monthsBetween(first.getTime(), clock.now())) {
      if (stopping?.aborted === true) return
      const isWhole = TABLES.every((table) => made.has(`${table}-${month}`))
      const former = isWhole ? millisecondsOf(made.get(`matches-${month}`)!) : null
      const through = dueThrough(month, former, clock.now())
      if (through !== null) await makeMonth(thread, month, through)
    }
  }
  await files.keepOnly(FOLDER, new Set((await store.list()).map(({ stored }) => stored)))

  /** Those that are to be had, by their names: what was lost with its machine is made again. */
  async function whole(listed: readonly OpenFile[]): Promise<ReadonlyMap<string, OpenFile>> {
    const made = new Map<string, OpenFile>()
    for (const file of listed) {
      try {
        await files.path(keptFileOf(file))
        made.set(file.file, file)
      } catch (error) {
        if (!(error instanceof KeptFileError)) throw error
        log.warn({ err: error, file: file.file }, 'a file of open data is lost, and made again')
      }
    }
    return made
  }

  /** In place of those of the same names. */
  async function record(entries: readonly MadeFile[]): Promise<void> {
    const before = await store.list()
    await store.record(entries)
    for (const { file } of entries) {
      const former = before.find((each) => each.file === file)
      if (former !== undefined) await files.forget(former.stored)
    }
  }

  async function areNamesDue(names: OpenFile | undefined): Promise<boolean> {
    if (names === undefined || clock.now() - names.madeAt.getTime() >= DAY_MS) return true
    return store.isAnyDeleted(new Date(names.madeAt.getTime() - DELETING_MS))
  }

  async function makeNames(thread: TableThread): Promise<void> {
    const madeAt = new Date(clock.now())
    const stored = storedName('names', madeAt)
    const names = await store.names()
    const rows = await thread.ask({ kind: 'names', path: await files.draft(stored), names })
    const facts = await files.keep(stored)
    const file = { file: 'names', month: null, through: madeAt, madeAt, machineId, stored }
    await record([{ ...file, ...facts, rows: rows['names']! }])
    log.info({ file: 'names', rows: rows['names'] }, 'open data was made')
  }

  async function makeMonth(thread: TableThread, month: string, through: number): Promise<void> {
    const madeAt = new Date(clock.now())
    const names = TABLES.map((table) => {
      const file = `${table}-${month}`
      return { table, file, stored: storedName(file, madeAt) }
    })
    const paths = await Promise.all(names.map(async ({ table, stored }) => [table, await files.draft(stored)] as const))
    await thread.ask({ kind: 'month', paths: Object.fromEntries(paths) as Record<TableOfMatches, string> })
    for await (const matches of store.ended(new Date(startOf(month)), new Date(Math.min(through, endOf(month))))) {
      // The next round begins the month again.
      if (stopping?.aborted === true) return
      await thread.ask({ kind: 'matches', matches })
    }
    const rows = await thread.ask({ kind: 'end' })
    const about = { month, through: new Date(through), madeAt, machineId }
    const made = []
    for (const { table, file, stored } of names) {
      made.push({ ...about, ...(await files.keep(stored)), file, stored, rows: rows[table]! })
    }
    await record(made)
    log.info({ month, rows }, 'open data was made')
  }
}

export function keptFileOf({ stored: name, machineId, bytes, sha256 }: OpenFile): KeptFile {
  return { name, machineId, bytes, sha256 }
}

/** A file that is made anew has another name: whoever is sent the former one has it to its end. */
function storedName(file: string, madeAt: Date): string {
  const stamp = madeAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `${FOLDER}/${file}-${stamp}.parquet`
}

function millisecondsOf({ through, madeAt, firstMadeAt }: OpenFile) {
  return { through: through.getTime(), madeAt: madeAt.getTime(), firstMadeAt: firstMadeAt.getTime() }
}
