/**
 * Replays on the disk of a simulated machine that loses its power, or fails: what was removed stays so, what was recovered is there, and
 * what could not be written leaves nothing.
 */
import { Game, loadFighters } from '@arena/engine'
import { recoverFinished, recoverReplays, ReplayError } from '@arena/host'
import { NEUTRAL } from '@arena/protocol'
import { GameMetadata, writeReplay } from '@arena/slp'
import { beforeAll, describe, expect, test } from 'vitest'
import { ReplayFile } from '../../../../host/src/match/replay-file.ts'
import { FolderReplayStore } from '../../../src/replays/store.ts'
import { Boundaries, MOMENTS } from '../kernel/boundaries.ts'
import { raise } from './builtins.ts'
import { SimulatedDisk } from './disk.ts'
import { dataFolderOf } from './files.ts'
import { Kernel, Process } from '../kernel/kernel.ts'

const ID = 'match_00000000000000000000000001'
const FOLDER = `${dataFolderOf('machine')}/replays`
const SEEDS = Array.from({ length: 10 }, (_, seed) => seed)

/** More than completing a replay takes. */
const OPERATIONS = 20

let messages: readonly Uint8Array[]
let replay: Uint8Array

beforeAll(async () => {
  await loadFighters([2, 20])
  const player = (character: number) => ({ character, costume: 0, name: 'bot' })
  const game = new Game({ seed: new Uint8Array(32), stage: 31, players: [player(2), player(20)] })
  messages = [game.start().slice(), game.step(NEUTRAL, NEUTRAL).slice(), game.end({ kind: 'aborted' }).slice()]
  replay = writeReplay(Buffer.concat(messages), new GameMetadata(['bot', 'bot']).build(0))
})

interface Story {
  /** The files before it begins. */
  readonly prepare?: (disk: SimulatedDisk) => void
  readonly act: (boundaries: Boundaries) => Promise<unknown>
}

/** The disk of a machine on which something was done. */
async function diskAfter(seed: number, { prepare, act }: Story): Promise<SimulatedDisk> {
  const kernel = new Kernel(seed)
  const disk = new SimulatedDisk(kernel.chance, () => kernel.now, 1_000_000)
  const boundaries = new Boundaries({ die() {}, freeze() {}, losePower() {} })
  disk.makeFolder(FOLDER)
  prepare?.(disk)
  const nothing = () => {
    throw new Error('Nothing is started here')
  }
  const folders = new Map([['machine', { disk, boundaries, latencyMs: () => 1 }]])
  using _stage = raise({ kernel, folders, fork: nothing, spawn: nothing })
  const process = new Process(kernel, 'machine/arena', { offsetMs: 0, bootedAt: kernel.now })
  let isDone = false
  process.after(0, async () => {
    await act(boundaries)
    isDone = true
  })
  await kernel.runTo(kernel.now + 1_000)
  expect(isDone).toBe(true)
  return disk
}

/** What is in the folder when the power comes back after the act. */
async function afterPowerLoss(seed: number, story: Story): Promise<readonly string[]> {
  const disk = await diskAfter(seed, story)
  disk.losePower()
  return disk.names(FOLDER)
}

/** A file whose content is on the disk for certain; its name is after the folder's next sync. */
function put(disk: SimulatedDisk, name: string): void {
  const file = disk.create(`${FOLDER}/${name}`)
  disk.write(file, replay, 0, `${FOLDER}/${name}`)
  disk.sync(file)
}

describe('a replay that was removed stays so', () => {
  test.each([`${ID}.slp`, `${ID}.slp.gz`])('%s', async (name) => {
    for (const seed of SEEDS) {
      const names = await afterPowerLoss(seed, {
        prepare(disk) {
          put(disk, name)
          disk.syncFolder(FOLDER)
        },
        act: () => new FolderReplayStore(FOLDER).remove(ID),
      })
      expect(names).toEqual([])
    }
  })
})

describe('a replay that goes on record is on the disk, whoever gave it its name', () => {
  test('it was finished by a process that ended before it synced the folder', async () => {
    for (const seed of SEEDS) {
      const names = await afterPowerLoss(seed, {
        prepare: (disk) => put(disk, `${ID}.slp`),
        async act() {
          expect(await recoverFinished(FOLDER, ID)).toBe(replay.length)
        },
      })
      expect(names).toEqual([`${ID}.slp`])
    }
  })

  test('an earlier recovery ended before it could remove what it was made of', async () => {
    for (const seed of SEEDS) {
      const names = await afterPowerLoss(seed, {
        prepare(disk) {
          put(disk, `${ID}.slp.lost`)
          disk.syncFolder(FOLDER)
          put(disk, `${ID}.slp`)
        },
        async act() {
          expect([...(await recoverReplays(FOLDER, (_id, error) => expect.fail(String(error))))]).toEqual([
            [ID, replay.length],
          ])
        },
      })
      // What it was made of may be there again; the next start removes it.
      expect(names).toContain(`${ID}.slp`)
    }
  })
})

describe('a replay that cannot be completed leaves no file, whichever operation of the disk fails', () => {
  test.each(MOMENTS)('%s it is done', async (moment) => {
    const outcomes = new Set<string>()
    for (let operation = 1; operation <= OPERATIONS; operation++) {
      let outcome = 'completed'
      const disk = await diskAfter(0, {
        async act(boundaries) {
          const file = new ReplayFile(FOLDER, ID)
          for (const message of messages) file.append(message)
          boundaries.plan('disk', operation, { moment, blow: 'fails' })
          await file.complete(new GameMetadata(['bot', 'bot']).build(0)).catch((error: unknown) => {
            expect(error).toBeInstanceOf(ReplayError)
            outcome = 'failed'
          })
        },
      })
      expect(disk.names(FOLDER), `${operation}`).toEqual(outcome === 'failed' ? [] : [`${ID}.slp`])
      outcomes.add(outcome)
    }
    expect([...outcomes]).toEqual(['failed', 'completed'])
  })
})

test('removing a replay from a folder that is not there is no mistake', async () => {
  await new FolderReplayStore('/nowhere/at/all').remove(ID)
})
