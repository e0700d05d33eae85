/** Replays on the disk of a simulated machine: what was removed does not come back. */
import { expect, test } from 'vitest'
import { FolderReplayStore } from '../../src/replays/store.ts'
import { Boundaries } from './boundaries.ts'
import { raise } from './builtins.ts'
import { SimulatedDisk } from './disk.ts'
import { dataFolderOf } from './files.ts'
import { Kernel, Process } from './kernel.ts'

const ID = 'match_00000000000000000000000001'
const FOLDER = `${dataFolderOf('machine')}/replays`
const SEEDS = Array.from({ length: 10 }, (_, seed) => seed)

/** Removes the replay on a machine that loses its power afterwards; answers what is in the folder then. */
async function afterRemoving(seed: number, name: string): Promise<readonly string[]> {
  const kernel = new Kernel(seed)
  const disk = new SimulatedDisk(kernel.chance, () => kernel.now, 1_000_000)
  const boundaries = new Boundaries({ die() {}, freeze() {}, losePower() {} })
  disk.makeFolder(FOLDER)
  disk.sync(disk.create(`${FOLDER}/${name}`))
  disk.syncFolder(FOLDER)
  const nothing = () => {
    throw new Error('Nothing is started here')
  }
  const folders = new Map([['machine', { disk, boundaries, latencyMs: () => 1 }]])
  using _stage = raise({ kernel, folders, fork: nothing, spawn: nothing })
  const process = new Process(kernel, 'machine/arena', { offsetMs: 0, bootedAt: kernel.now })
  let isDone = false
  process.after(0, async () => {
    await new FolderReplayStore(FOLDER).remove(ID)
    isDone = true
  })
  await kernel.runTo(kernel.now + 1_000)
  expect(isDone).toBe(true)
  disk.losePower()
  return disk.names(FOLDER)
}

test.each([`${ID}.slp`, `${ID}.slp.gz`])(
  'a replay that was removed stays so when the power is lost: %s',
  async (name) => {
    for (const seed of SEEDS) expect(await afterRemoving(seed, name)).toEqual([])
  },
)

test('removing a replay from a folder that is not there is no mistake', async () => {
  await new FolderReplayStore('/nowhere/at/all').remove(ID)
})
