/**
 * Whole matches pinned: seed, picks and scripted pads give exactly these bytes. A change of behaviour shows here first;
 * when it is meant, `npx vitest run packages/engine/tests/golden -u` writes the files anew, and the last test here says
 * which revision the engine has then.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENGINE_REVISION } from '../src/revision.ts'
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import { Game, type StageId } from '../src/index.ts'
import { RandomPads } from './random-pads.ts'

const FRAMES = 3000
/** Frames per line of a golden file. */
const STRIDE = 100

const MATCHES: readonly (readonly [name: string, stage: StageId, first: number, second: number])[] = [
  ['fox-marth-battlefield', 31, EXTERNAL_ID.fox, EXTERNAL_ID.marth],
  ['falco-falcon-final-destination', 32, EXTERNAL_ID.falco, EXTERNAL_ID['captain-falcon']],
  ['sheik-peach-dream-land', 28, EXTERNAL_ID.sheik, EXTERNAL_ID.peach],
  ['jigglypuff-yoshi-yoshis-story', 8, EXTERNAL_ID.jigglypuff, EXTERNAL_ID.yoshi],
  ['samus-ganondorf-fountain-of-dreams', 2, EXTERNAL_ID.samus, EXTERNAL_ID.ganondorf],
  ['kirby-mewtwo-pokemon-stadium', 3, EXTERNAL_ID.kirby, EXTERNAL_ID.mewtwo],
]

test.each(MATCHES)('%s', async (name, stage, first, second) => {
  const game = new Game({
    seed: new Uint8Array(32).fill(stage),
    stage,
    players: [
      { character: first, costume: 0, name: 'first' },
      { character: second, costume: 0, name: 'second' },
    ],
  })
  const pads = [new RandomPads(first), new RandomPads(second + 100)] as const
  let digest = fold(0x811c9dc5 | 0, game.start())
  const lines: string[] = []
  for (let i = 1; i <= FRAMES && !game.ending; i++) {
    digest = fold(digest, game.step(pads[0].next(), pads[1].next()))
    if (i % STRIDE === 0 || game.ending) lines.push(`${game.frame} ${(digest >>> 0).toString(16).padStart(8, '0')}`)
  }
  await expect(lines.join('\n') + '\n').toMatchFileSnapshot(`golden/${name}.txt`)
})

test('the revision of the engine, which replays name, is that of these matches', () => {
  const folder = join(import.meta.dirname, 'golden')
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).toSorted()) hash.update(readFileSync(join(folder, file)))
  expect(ENGINE_REVISION).toBe(hash.digest('hex').slice(0, 8))
})

/** FNV-1a over the stream up to now. */
function fold(digest: number, bytes: Uint8Array): number {
  for (const byte of bytes) digest = Math.imul(digest ^ byte, 0x01000193)
  return digest
}
