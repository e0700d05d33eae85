/** The engine process as it is built: it plays what the sources play, and loads only the fighters that play. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from 'vite'
import { Game, type Pad } from '@arena/engine'
import {
  ANSWER,
  AnswerWriter,
  createStep,
  encodeEnd,
  encodeStart,
  setStepFrame,
  STEP_PADS_OFFSET,
} from '../src/engine/engine-protocol.ts'
import { readFighters } from '../../engine/tests/all-fighters.ts'

const FRAMES = 300
const CHARACTERS = 26
const [FOX, FALCO, KIRBY] = [2, 20, 4]
/** Held for nine frames each, from frame 0: specials in all directions, on the ground and in the air. */
const PRESSES = [0x0200, 0, 0x0800, 0x0200, 0, 0x0200, 0x0100, 0]
const STICKS = [128, 255, 128, 0, 128]

type Characters = readonly [number, number]
const SEED = '5f'.repeat(32)
const STAGE = 31

function players([first, second]: Characters) {
  const player = (character: number) => ({ character, costume: 0, name: '' })
  return [player(first), player(second)] as const
}

function padOf(frame: number, port: number): Pad {
  const turn = Math.floor(frame / 9) + port
  return {
    buttons: PRESSES[turn % PRESSES.length]!,
    stickX: STICKS[turn % STICKS.length]!,
    stickY: STICKS[(turn >> 1) % STICKS.length]!,
    cstickX: 128,
    cstickY: 128,
    l: 0,
    r: 0,
  }
}

/** The requests of one game. */
function requests(characters: Characters): Buffer {
  const start = encodeStart({ version: 1, seed: SEED, stage: STAGE, players: players(characters) })
  const steps = Array.from({ length: FRAMES }, (_, i) => {
    const step = createStep()
    setStepFrame(step, i - 123)
    STEP_PADS_OFFSET.forEach((at, port) => {
      const { buttons, stickX, stickY, cstickX, cstickY, l, r } = padOf(i, port)
      step.set([buttons & 0xff, buttons >> 8, stickX, stickY, cstickX, cstickY, l, r], at)
    })
    return step
  })
  return Buffer.concat([start, ...steps, encodeEnd({ kind: 'forfeit', port: 1 })])
}

/** What the sources answer to them, in this process. */
function answersOfSources(characters: Characters): Buffer {
  const game = new Game({ seed: new Uint8Array(Buffer.from(SEED, 'hex')), stage: STAGE, players: players(characters) })
  const writer = new AnswerWriter()
  const answer = (type: number, events: Uint8Array) =>
    Buffer.from(writer.bytes.slice(0, writer.write(type, game, events)))
  return Buffer.concat([
    answer(ANSWER.started, game.start()),
    ...Array.from({ length: FRAMES }, (_, i) => answer(ANSWER.stepped, game.step(padOf(i, 0), padOf(i, 1)))),
    answer(ANSWER.rested, game.end({ kind: 'forfeit', port: 1 })),
  ])
}

function answers(input: Buffer): Buffer {
  return spawnSync(process.execPath, [compiled], { input, maxBuffer: 1 << 28 }).stdout
}

let dir: string
let compiled: string
beforeAll(async () => {
  await readFighters()
  dir = mkdtempSync(join(tmpdir(), 'arena-engine-'))
  compiled = join(dir, 'engine-main.cjs')
  const root = fileURLToPath(new URL('..', import.meta.url))
  await build({ root, configFile: join(root, 'vite.engine.config.ts'), logLevel: 'error', build: { outDir: dir } })
}, 60_000)
afterAll(() => rmSync(dir, { recursive: true }))

describe('the compiled engine', () => {
  test('plays all 26 characters in one process, byte for byte as the sources do', () => {
    const pairs = Array.from({ length: CHARACTERS / 2 }, (_, i): Characters => [2 * i, 2 * i + 1])
    const bytes = answers(Buffer.concat(pairs.map(requests)))
    expect(bytes.equals(Buffer.concat(pairs.map(answersOfSources)))).toBe(true)
  }, 60_000)

  test('loads a fighter, what it does and its figures, when it first plays', () => {
    for (const file of ['fighters/kirby.cjs', 'figures/kirby.cjs'].map((name) => join(dir, name))) {
      renameSync(file, `${file}.away`)
      expect(answers(requests([FOX, FALCO])).length).toBeGreaterThan(FRAMES * 100)
      expect(answers(requests([FOX, KIRBY])).toString('latin1')).toMatch(/Cannot find module .*kirby\.cjs/)
      renameSync(`${file}.away`, file)
    }
  })
})
