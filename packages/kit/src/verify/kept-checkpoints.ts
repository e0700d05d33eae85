/** The newest checkpoint that was seen of each log, kept from run to run: a log that was written anew does not extend it. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandFailure } from '@arena/host/command-line'
import { checkpointText, readCheckpoint, type Checkpoint } from '@arena/protocol/public-log'
import { wordsOf } from '@arena/protocol/words-of'
import { z } from 'zod'
import { keyFilePath } from '../account/key-file.ts'

/** Texts of checkpoints, by origin. */
const Kept = z.record(z.string(), z.string())

const keptCheckpointsPath = (): string => join(dirname(keyFilePath()), 'checkpoints.json')

export async function keptCheckpoint(origin: string, path = keptCheckpointsPath()): Promise<Checkpoint | null> {
  const text = (await read(path))[origin]
  return text === undefined ? null : readCheckpoint(text)
}

export async function keepCheckpoint(checkpoint: Checkpoint, path = keptCheckpointsPath()): Promise<void> {
  const all = { ...(await read(path)), [checkpoint.origin]: checkpointText(checkpoint) }
  const fresh = `${path}.${process.pid}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(fresh, `${JSON.stringify(all, null, 2)}\n`)
    await rename(fresh, path)
  } catch (error) {
    throw new CommandFailure(`The checkpoint could not be kept: ${wordsOf(error)}`)
  }
}

async function read(path: string): Promise<z.infer<typeof Kept>> {
  try {
    return Kept.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new CommandFailure(`${path}, which keeps the checkpoints that were seen, is damaged: ${wordsOf(error)}`)
  }
}
