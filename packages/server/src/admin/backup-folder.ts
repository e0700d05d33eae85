/**
 * A backup is a folder: `arena.jsonl.gz` with what the database holds, the small files that make this arena the one it is, and the
 * replays. A second backup into the same folder copies only the replays that are new: a replay never changes.
 */
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createFile, readFileIfThere, syncFolder } from '@arena/host/system'
import type { DataPlace } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { readDump } from '../db/dump-file.ts'
import { checkLoad, loadDatabase } from '../db/load.ts'
import { Operator } from '../operators/operator.ts'
import type { Reason } from '../operators/requests.ts'
import { AdminFailure } from './failure.ts'
import { agreeOnIdentity, backUpIdentity, IDENTITY } from './identity.ts'
import type { Keeping } from './identity.ts'
import { TOOL_PATIENCE } from './link.ts'
import type { Link } from './link.ts'

const DATA = 'arena.jsonl.gz'
const REPLAYS = 'replays'
/** Complete ones: neither what is being played nor what waits for its recovery. */
const REPLAY = /^match_[0-9a-z]{26}\.slp(?:\.gz)?$/

interface BackedUp {
  readonly replays: number
  readonly newReplays: number
  readonly bytes: number
}

export async function backUp(link: Link, keeping: Keeping, folder: string, reason: Reason): Promise<BackedUp> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${DATA}.new`)
  await rm(draft, { force: true })
  // The data first: a match of it that has a replay then has it in the backup, whatever ends meanwhile.
  await link.backUp(draft, reason)
  await backUpIdentity(keeping, draft, folder)
  const copied = await copyReplays(join(keeping.dataDir, REPLAYS), join(folder, REPLAYS))
  const { size } = await stat(draft)
  await rename(draft, join(folder, DATA))
  await syncFolder(folder)
  return { ...copied, bytes: size }
}

/**
 * Into an empty database and a data folder that is new, or that of the same arena. Gives the rows of each table. The data comes last:
 * until then all can be done again, and a database that holds it has everything that goes with it.
 */
export async function restore(
  place: DataPlace,
  folder: string,
  reason: Reason,
): Promise<Readonly<Record<string, number>>> {
  const { dataDir } = place
  const path = join(folder, DATA)
  if ((await stat(path).catch(() => null)) === null) throw new AdminFailure(`There is no ${DATA} in ${folder}.`)
  await agreeOnIdentity(folder, dataDir)
  // Takes the lock of the folder, so no arena runs on it until the end.
  const db = await openDatabase({ ...place, patience: TOOL_PATIENCE, isAsItIs: true })
  try {
    await checkLoad(db, readDump(path))
    for (const name of IDENTITY) {
      const text = await readFileIfThere(join(folder, name))
      if (text !== null) await createFile(join(dataDir, name), () => text)
    }
    await copyReplays(join(folder, REPLAYS), join(dataDir, REPLAYS))
    return await loadDatabase(db, readDump(path), (trx, rows) =>
      new Operator(trx).note({ act: 'restore', subject: null, facts: { rows } }, reason),
    )
  } finally {
    await db.destroy()
  }
}

/** As many times as files vanish meanwhile: a replay that is packed gets another name. */
async function copyReplays(from: string, to: string): Promise<Pick<BackedUp, 'replays' | 'newReplays'>> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  let newReplays = 0
  for (;;) {
    const names = (await namesIn(from)).filter((name) => REPLAY.test(name))
    let vanished = 0
    for (const name of names) {
      const outcome = await copyReplay(join(from, name), join(to, name))
      if (outcome === 'copied') newReplays++
      if (outcome === 'vanished') vanished++
    }
    if (vanished === 0) {
      await syncFolder(to)
      return { replays: names.length, newReplays }
    }
  }
}

async function copyReplay(from: string, to: string): Promise<'copied' | 'there' | 'vanished'> {
  const draft = `${to}.new`
  try {
    const { size } = await stat(from)
    const there = await stat(to).catch(() => null)
    if (there?.size === size) return 'there'
    await copyFile(from, draft, constants.COPYFILE_FICLONE)
    // What has the final name is taken for whole by the next backup, also after the power was lost.
    await using file = await open(draft)
    await file.sync()
    await rename(draft, to)
    return 'copied'
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    // What is missing may as well be the folder of the backup, such as a disk that is no longer mounted.
    if (isMissing && (await stat(from).catch(() => null)) === null) return 'vanished'
    throw error
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
