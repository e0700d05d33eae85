/**
 * A backup is a folder: `arena.jsonl.gz` with what the database holds, the small files that make this arena the one it is, and the
 * replays, days of the archive and engine builds that the data folder has. A second backup into the same folder copies only what is new: a
 * replay never changes.
 */
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createFile, readFileIfThere, syncFolder } from '@arena/host/system'
import { CommandFailure } from '@arena/host/command-line'
import type { DataPlace } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { readDump } from '../db/dump-file.ts'
import { checkLoad, loadDatabase } from '../db/load.ts'
import { Operator } from '../operators/operator.ts'
import type { Reason } from '../operators/requests.ts'
import { beginAfterRestore } from '../public-log/beginning.ts'
import { agreeOnIdentity, backUpIdentity, IDENTITY } from './identity.ts'
import type { Keeping } from './identity.ts'
import { TOOL_PATIENCE } from './link.ts'
import type { Link } from './link.ts'

const DATA = 'arena.jsonl.gz'
const REPLAYS = 'replays'
/** Complete files: neither what is being played or written, nor what waits for its recovery. */
const COMPLETE: Readonly<Record<string, RegExp>> = {
  [REPLAYS]: /^match_[0-9a-z]{26}\.slp(?:\.gz)?$/,
  archive: /^\d{4}-\d\d-\d\d\.parquet$/,
  engines: /^[0-9a-f]{8}-[0-9a-f]{12}\.cjs$/,
}

/** One is enough nearly always, and the second misses only what came and went since the last copy. */
const MOST_DUMPS = 4

interface BackedUp {
  readonly replays: number
  readonly newReplays: number
  readonly bytes: number
}

export async function backUp(
  link: Pick<Link, 'backUp'>,
  keeping: Keeping,
  folder: string,
  reason: Reason,
): Promise<BackedUp> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${DATA}.new`)
  const copy = () => copyAll(keeping.dataDir, folder)
  // An upload removes a replay some time after the row that says that the bucket has it. So the tables have the row of one that went
  // before they were written. One that goes later was copied before, or, where its match ended meanwhile, is copied after them.
  let { newReplays } = await copy()
  for (let dumps = 0; dumps < MOST_DUMPS; dumps++) {
    await rm(draft, { force: true })
    await link.backUp(draft, reason)
    await backUpIdentity(keeping, draft, folder)
    const copied = await copy()
    newReplays += copied.newReplays
    // One that came after the last copy and went during this one, as when a bucket is back after hours, may have its row only now.
    if (copied.isMissingSome) continue
    const { size } = await stat(draft)
    await rename(draft, join(folder, DATA))
    await syncFolder(folder)
    return { replays: copied.replays, newReplays, bytes: size }
  }
  throw new CommandFailure(
    'Replays leave the data folder faster than they can be copied. Run it again: what is copied stays.',
  )
}

/**
 * Into an empty database and a data folder that is new, or that of the same arena. Gives the rows of each table. The data comes last:
 * until then all can be done again, and a database that holds it has everything that goes with it. `confirm` throws where it is not to
 * be, after all has been looked at and before anything is done.
 */
export async function restore(
  place: DataPlace,
  folder: string,
  reason: Reason,
  confirm: () => Promise<void>,
): Promise<Readonly<Record<string, number>>> {
  const { dataDir } = place
  const path = join(folder, DATA)
  if ((await stat(path).catch(() => null)) === null) throw new CommandFailure(`There is no ${DATA} in ${folder}.`)
  await agreeOnIdentity(folder, dataDir)
  // Takes the lock of the folder, so no arena runs on it until the end.
  const db = await openDatabase({ ...place, patience: TOOL_PATIENCE, isAsItIs: true })
  try {
    await checkLoad(db, readDump(path))
    await confirm()
    for (const name of IDENTITY) {
      const text = await readFileIfThere(join(folder, name))
      if (text !== null) await createFile(join(dataDir, name), () => text)
    }
    await copyAll(folder, dataDir)
    return await loadDatabase(db, readDump(path), async (trx, rows) => {
      await new Operator(trx).note({ act: 'restore', subject: null, facts: { rows } }, reason)
      await beginAfterRestore(trx)
    })
  } finally {
    await db.destroy()
  }
}

interface Copied {
  readonly replays: number
  readonly newReplays: number
  /** Whether one was seen and is in neither folder now. */
  readonly isMissingSome: boolean
}

async function copyAll(from: string, to: string): Promise<Copied> {
  for (const name of ['engines', 'archive']) await copyFiles(name, join(from, name), join(to, name))
  return copyFiles(REPLAYS, join(from, REPLAYS), join(to, REPLAYS))
}

/** As many times as files vanish meanwhile: a replay that is packed gets another name. */
async function copyFiles(folder: string, from: string, to: string): Promise<Copied> {
  const complete = COMPLETE[folder]!
  await mkdir(to, { recursive: true, mode: 0o700 })
  let newReplays = 0
  const vanished = new Set<string>()
  for (;;) {
    const names = await filesIn(from, complete)
    let isWhole = true
    for (const name of names) {
      const outcome = await copyWhole(join(from, name), join(to, name))
      if (outcome === 'copied') newReplays++
      if (outcome !== 'vanished') continue
      isWhole = false
      vanished.add(matchOf(name))
    }
    if (!isWhole) continue
    await syncFolder(to)
    const there = new Set((await filesIn(to, complete)).map(matchOf))
    return { replays: names.length, newReplays, isMissingSome: [...vanished].some((match) => !there.has(match)) }
  }
}

async function copyWhole(from: string, to: string): Promise<'copied' | 'there' | 'vanished'> {
  const draft = `${to}.new`
  try {
    const { size, mtimeMs } = await stat(from)
    const there = await stat(to).catch(() => null)
    // A day of the archive is written anew where a name goes from it.
    if (there !== null && there.size === size && there.mtimeMs >= mtimeMs) return 'there'
    await copyFile(from, draft, constants.COPYFILE_FICLONE)
    // The next backup takes a file with the final name for whole, also after the power was lost.
    await using file = await open(draft)
    await file.sync()
    await rename(draft, to)
    return 'copied'
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    // The folder of the backup itself may be missing, such as a disk that is no longer mounted.
    if (isMissing && (await stat(from).catch(() => null)) === null) return 'vanished'
    throw error
  }
}

/** Names of files; none where there is no folder. */
async function filesIn(folder: string, complete: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => complete.test(name))
}

function matchOf(name: string): string {
  return name.slice(0, name.indexOf('.'))
}
