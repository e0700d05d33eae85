/**
 * Who an arena is, to bots and to other machines: the files `platform-key` and `arena-id`. A tool may run far from the arena's data
 * folder, so a backup takes neither on trust: its tables say which key signs, and which machines there are.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileIfThere, replaceFile } from '@arena/host/system'
import { publicKeyOf } from '@arena/protocol'
import { decodeBase64 } from '@arena/protocol/base64'
import { CommandFailure } from '@arena/host/command-line'
import { z } from 'zod'
import { readRows } from '../db/dump-file.ts'

type IdentityFile = 'platform-key' | 'arena-id'
export const IDENTITY: readonly IdentityFile[] = ['platform-key', 'arena-id']

const Machine = z.object({ id: z.string(), seen_at: z.string(), public_key: z.string().nullable() })
const SealedKey = z.object({ public_key: z.string() })

/** Where the files may be, and what else has a key. */
export interface Keeping {
  readonly dataDir: string
  /** Private halves of the keys that the environment gives to the arena's machines. */
  readonly platformKeys: readonly string[]
}

/**
 * Puts the files into the folder of a backup, whose tables `dump` holds. Of a key that the machines have in common, the database or
 * their environment is the keeper, and no file is needed. A file that is not the arena's does not stay in the backup.
 */
export async function backUpIdentity({ dataDir, platformKeys }: Keeping, dump: string, folder: string): Promise<void> {
  // The table is called `arenas` in a database that an older version has left.
  const machines = [...(await rowsOf(dump, 'machines', Machine)), ...(await rowsOf(dump, 'arenas', Machine))]
  const key = lastSigned(machines)
  const isKey = (text: string) => key !== null && publicHalf(text) === key
  const sealed = await rowsOf(dump, 'platform_keys', SealedKey)
  const isKept = key === null || platformKeys.some(isKey) || sealed.some((row) => row.public_key === key)
  const places = [dataDir, folder]
  const found = {
    'platform-key': await firstOf(places, 'platform-key', isKey),
    'arena-id': await firstOf(places, 'arena-id', (text) => machines.some(({ id }) => id === text)),
  }
  if (found['platform-key'] === null && !isKept) {
    throw new CommandFailure(
      `The arena signs with the platform key ${key}, which is neither in ${dataDir} (ARENA_DATA_DIR) nor in the database: bots ` +
        'would refuse an arena that is restored from this backup. Run it where the data folder of the arena is, or with the ' +
        'ARENA_PLATFORM_KEY of its machines.',
    )
  }
  for (const name of IDENTITY) {
    const text = found[name]
    if (text === null) await rm(join(folder, name), { force: true })
    else await replaceFile(join(folder, name), text)
  }
}

/** Bots remember the platform key: one that is there is not replaced, and none is mixed with another arena's data. */
export async function agreeOnIdentity(folder: string, dataDir: string): Promise<void> {
  for (const name of IDENTITY) {
    const [ours, theirs] = await Promise.all([dataDir, folder].map((from) => readFileIfThere(join(from, name))))
    if (ours === null || theirs === null || ours!.trim() === theirs!.trim()) continue
    throw new CommandFailure(
      `${join(dataDir, name)} is of another arena than the backup. Restore into a new data folder (ARENA_DATA_DIR).`,
    )
  }
}

/**
 * The public half of the key that the arena signs with, by the machine that reported last: older rows may be of before a rotation.
 * During one, bots believe either key. Null where no machine has started: then no bot remembers one.
 */
function lastSigned(machines: readonly z.infer<typeof Machine>[]): string | null {
  const signers = machines.filter((machine) => machine.public_key !== null)
  const [last] = signers.toSorted((one, other) => Date.parse(other.seen_at) - Date.parse(one.seen_at))
  return last?.public_key ?? null
}

/** Null of what is no private key. */
function publicHalf(text: string): string | null {
  return decodeBase64(text)?.length === 32 ? publicKeyOf(text) : null
}

/** The text of the first file of that name that fits. */
async function firstOf(
  folders: readonly string[],
  name: IdentityFile,
  fits: (text: string) => boolean,
): Promise<string | null> {
  for (const folder of folders) {
    const text = await readFileIfThere(join(folder, name))
    if (text !== null && fits(text.trim())) return text
  }
  return null
}

/** The rows of one table. */
async function rowsOf<Row>(dump: string, table: string, row: z.ZodType<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const each of readRows(dump, table)) rows.push(row.parse(each))
  return rows
}
