import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Game, loadFighters } from '@arena/engine'
import { NEUTRAL } from '@arena/protocol'
import { GameMetadata, writeReplay } from '@arena/slp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpackMoments } from '../src/history/kept-moments.ts'
import { unpackSwings } from '../src/history/kept-swings.ts'
import { MomentReader, UnreadableReplay } from '../src/moments/moment-reader.ts'

const FRAMES = 700

let folder: string
const reader = new MomentReader()
const read = (file: string) => reader.read({ file, ratings: undefined })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moments-'))
})
afterAll(async () => {
  await reader.close()
  await rm(folder, { recursive: true })
})

/** A game in which Fox walks off the stage, and Falco stands. */
async function walkedOff(): Promise<Uint8Array> {
  await loadFighters([2, 20])
  const players = [
    { character: 2, costume: 0, name: 'Red' },
    { character: 20, costume: 0, name: 'Blue' },
  ] as const
  const game = new Game({ seed: new Uint8Array(32), stage: 31, players })
  const events = [Buffer.from(game.start())]
  for (let i = 0; i < FRAMES; i++) events.push(Buffer.from(game.step({ ...NEUTRAL, stickX: 0 }, NEUTRAL)))
  return writeReplay(Buffer.concat(events), new GameMetadata(['Red', 'Blue']).build(0, null))
}

test('a thread reads the moments of a replay, packed or not, and says of a file that is none why', async () => {
  const replay = await walkedOff()
  const [plain, packed, cut, none] = ['a.slp', 'a.slp.gz', 'b.slp.gz', 'c.slp'].map((name) => join(folder, name))
  await writeFile(plain!, replay)
  await writeFile(packed!, gzipSync(replay))
  await writeFile(cut!, gzipSync(replay).subarray(0, 1000))
  await writeFile(none!, 'What is written here is no replay.')
  const found = await read(plain!)
  expect(unpackMoments(found.packed)).toContainEqual({
    kind: 'self-destruct',
    port: 0,
    startFrame: expect.any(Number),
    endFrame: expect.any(Number),
  })
  // Fox has lost a stock, and all else is even.
  const [own, other] = unpackSwings(found.swings, found.packed)!
  expect(other).toEqual([])
  expect(own.at(-1)).toMatchObject({ moment: { kind: 'self-destruct', port: 0 } })
  expect(own.at(-1)!.after).toBeLessThan(0.5)
  expect(await read(packed!)).toEqual(found)
  await expect(read(join(folder, 'd.slp'))).rejects.toThrow(/ENOENT/)
  for (const file of [cut!, none!]) await expect(read(file)).rejects.toThrow(UnreadableReplay)
  expect(await read(plain!)).toEqual(found)
})
