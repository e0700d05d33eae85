/** Flat rows are those of the last frame of a step, with what was decided. That they are equal to Python's is tested there. */
import { expect, test } from 'vitest'
import { Batch, HEADER_BYTES } from './batch.ts'
import { Flat } from './flat.ts'
import { GAMESTATE, INPUT, INPUT_PLAYER_BYTES, TERMINAL } from './layout.ts'
import { readSettings } from './settings.ts'

const LANES = 2
const RECORDS = LANES * (TERMINAL.bytes + GAMESTATE.bytes)
const STICKS_AT = 7

async function begun(): Promise<{ batch: Batch; flat: Flat }> {
  const flat = new Flat([0, 1], 2)
  const batch = new Batch(LANES, false, flat)
  const player = { character: 2, costume: 0, name: '', house: null }
  for (let lane = 0; lane < LANES; lane++) {
    const rest = { stage: 32, players: [player, player], maxFrame: -1, viewpoint: lane, delay: 0 }
    await batch.configure(lane, readSettings({ seed: '00'.repeat(32), ...rest }))
  }
  await batch.reset([0, 1])
  return { batch, flat }
}

/** `frames` rows in which player 0 tilts the stick by the number of the row, and player 1 the other way. */
function inputs(frames: number, first = 1): Uint8Array {
  const bytes = new Uint8Array(frames * LANES * INPUT.bytes)
  for (let row = 0; row < frames * LANES; row++) {
    const tilt = first + Math.floor(row / LANES)
    bytes[row * INPUT.bytes + 2] = tilt
    bytes[row * INPUT.bytes + INPUT_PLAYER_BYTES + 2] = -tilt
  }
  return bytes
}

test('a row shows the decisions of its own player, newest first, and those of held lanes stay', async () => {
  const { batch, flat } = await begun()
  const step = (mask: number[], frames: number, decisions: number, first: number) => {
    const { bytes } = batch.step(frames, true, inputs(frames, first), Uint8Array.from(mask), decisions)
    const rows = new Float32Array(bytes.buffer, HEADER_BYTES + RECORDS, 2 * LANES * flat.size)
    return [0, 1, 2, 3].map((row) => {
      const end = (row + 1) * flat.size
      return [end - 24, end - 12].map((at) => Math.round(80 * rows[at + STICKS_AT]!))
    })
  }
  // By slot, then lane; the player of slot 0 is the second of lane 1.
  expect(step([1, 1], 2, 2, 1)).toEqual([
    [2, 1],
    [-2, -1],
    [-2, -1],
    [2, 1],
  ])
  expect(step([1, 0], 3, 1, 5)).toEqual([
    [5, 2],
    [-2, -1],
    [-5, -2],
    [2, 1],
  ])
})
