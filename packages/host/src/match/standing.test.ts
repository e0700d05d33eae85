import { Game, loadFighters } from '@arena/engine'
import { NEUTRAL } from '@arena/protocol'
import { RAW_OFFSET, writeReplay } from '@arena/slp'
import { beforeAll, expect, test } from 'vitest'
import { standingOf } from './standing.ts'

const FRAMES_BEFORE_PLAY = 123

beforeAll(() => loadFighters([9, 14]))

/** A game of the built-in engine, broken off after some frames of play. */
function recording(framesOfPlay: number): Uint8Array {
  const game = new Game({
    seed: new Uint8Array(32),
    stage: 8,
    players: [
      { character: 9, costume: 2, name: 'Tide' },
      { character: 14, costume: 1, name: 'Twins' },
    ],
  })
  const parts = [game.start().slice()]
  for (let frame = 0; frame < FRAMES_BEFORE_PLAY + framesOfPlay; frame++)
    parts.push(game.step(NEUTRAL, NEUTRAL).slice())
  return writeReplay(Buffer.concat(parts), {})
}

test('GameSummary: the state of an aborted one', () => {
  const player = { stocks: 4, percent: 0, missed: 0 }
  expect(standingOf(recording(40))).toEqual({
    stage: 8,
    players: [
      { ...player, character: 9, costume: 2 },
      { ...player, character: 14, costume: 1 },
    ],
    frames: 40,
    endReason: 'engine',
    winner: null,
  })
})

test('frames count from frame 0, so the number is 0 before it', () => {
  expect(standingOf(recording(-60))?.frames).toBe(0)
})

test('a damaged recording has no summary', () => {
  const file = recording(1)
  // Event Payloads announce a Game Start that is too short to be one.
  file.fill(0, RAW_OFFSET + 3, RAW_OFFSET + 5)
  expect(standingOf(file)).toBeNull()
  expect(standingOf(file.subarray(1))).toBeNull()
})

test('a recording of something else has no summary here', () => {
  const file = recording(1)
  // Game Start follows Event Payloads, which says its own size; its stage id is a big-endian u16 at 0x13.
  const gameStart = RAW_OFFSET + 1 + file[RAW_OFFSET + 1]!
  expect([file[gameStart], file[gameStart + 0x14]]).toEqual([0x36, 8])
  file[gameStart + 0x14] = 4
  expect(standingOf(file)).toBeNull()
})
