/**
 * What is kept of a game whose engine failed, so that the fault can be found: `<id>.json`, the input of the game and
 * the engine's error message, and `<id>.slp`, the replay up to the fault, with every pad. Only the newest games are
 * kept. `scripts/engine-fault.ts` plays such a game again.
 */
import { copyFile, link, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Controller } from '@arena/protocol'
import { wordsOf } from '@arena/protocol/words-of'
import { decodeStep, emptyStep, LENGTH_BYTES, type EngineStart } from './engine-protocol.ts'
import type { Pair } from '../order.ts'

/** Faults kept; a replay has 11 MB at most. */
export const MOST_FAULTS = 20

/** The file, as JSON. */
export interface EngineFault extends Omit<EngineStart, 'version'> {
  readonly matchId: string
  /** What went wrong, in the engine's words where it said any. */
  readonly detail: string
  /** The frame that was asked for last (-124 when none was), and its pads: when it failed, it is not in the replay. */
  readonly frame: number
  readonly pads: Pair<Controller>
}

/** The last request that the engine was sent. */
export function lastStep(message: Uint8Array): Pick<EngineFault, 'frame' | 'pads'> {
  const step = emptyStep()
  decodeStep(message.subarray(LENGTH_BYTES + 1), step)
  return step
}

/**
 * Keeps a fault, with the finished replay of its match. Answers the path of its file, or why there is none: that is no reason to
 * treat the match differently.
 */
export async function keepFault(folder: string, fault: EngineFault, replay: string): Promise<string> {
  const path = join(folder, fault.matchId)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(`${path}.json`, `${JSON.stringify(fault, null, 2)}\n`, { mode: 0o600 })
    // Retention takes the replay away under its other name. A folder on another disk gets a copy.
    await rm(`${path}.slp`, { force: true })
    await link(replay, `${path}.slp`).catch(() => copyFile(replay, `${path}.slp`))
    await dropOldest(folder)
    return `${path}.json`
  } catch (error) {
    return `not kept: ${wordsOf(error)}`
  }
}

async function dropOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  if (names.length <= MOST_FAULTS) return
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      // Another host of this machine may have dropped it by now.
      return {
        path,
        at: await stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      }
    }),
  )
  const oldest = files.toSorted((a, b) => b.at - a.at).slice(MOST_FAULTS)
  for (const { path } of oldest) {
    await rm(path, { force: true })
    await rm(path.replace(/json$/, 'slp'), { force: true })
  }
}
