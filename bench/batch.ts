/**
 * Frames per second of processor time of many games in one process: bare, interleaved as separate games, and by the batch of
 * `arena.env` with its records, without a pipe. Rounds alternate, so that all of them see the same machine; the best of each counts.
 *
 *   npx tsx --conditions=source bench/batch.ts [LANES ...]
 */
import { Game, loadAllFighters } from '../packages/engine/src/index.ts'
import { RandomPads } from '../packages/engine/tests/random-pads.ts'
import { Batch } from '../packages/batch/src/batch.ts'
import { INPUT, INPUT_PLAYER_BYTES } from '../packages/batch/src/layout.ts'
import { writePad } from '../packages/batch/src/pads.ts'
import type { LaneSettings } from '../packages/batch/src/settings.ts'

/** Settings of a lane: six pairs of fighters, one a stage. */
const PICKS = [
  [2, 20],
  [9, 19],
  [0, 12],
  [13, 15],
  [16, 6],
  [14, 25],
] as const
const STAGES = [31, 32, 28, 8, 2, 3] as const
const FRAMES = 60_000
const ROUNDS = 7
/** Frames of inputs that are made before anything is measured. */
const MADE = 1024
const EVERYONE = 1

function cpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function settingsOf(lane: number): LaneSettings {
  const [first, second] = PICKS[lane % PICKS.length]!
  const player = (character: number) => ({ character, costume: 0, name: 'a', house: null })
  return {
    seed: Uint8Array.from({ length: 32 }, (_, i) => (lane * 37 + i * 11) & 255),
    stage: STAGES[lane % STAGES.length]!,
    players: [player(first), player(second)],
    maxFrame: -1,
    viewpoint: 0,
    delay: 0,
  }
}

const newGame = (lane: number): Game => new Game(settingsOf(lane))

function padsOf(lane: number): RandomPads[] {
  return [new RandomPads(2 * lane + 1), new RandomPads(2 * lane + 2)]
}

/** `lanes` games, a frame of each in turn. */
function interleaved(lanes: number): () => number {
  const games = Array.from({ length: lanes }, (_, lane) => newGame(lane))
  const pads = games.map((_, lane) => padsOf(lane))
  return () => {
    const frames = Math.ceil(FRAMES / lanes)
    for (let frame = 0; frame < frames; frame++) {
      for (let lane = 0; lane < lanes; lane++) {
        if (games[lane]!.ending) games[lane] = newGame(lane)
        const [first, second] = pads[lane]!
        games[lane]!.step(first!.next(), second!.next())
      }
    }
    return frames * lanes
  }
}

async function batched(lanes: number, framesAStep: number): Promise<() => Promise<number>> {
  const batch = new Batch(lanes, false)
  for (let lane = 0; lane < lanes; lane++) await batch.configure(lane, settingsOf(lane))
  await batch.reset(Array.from({ length: lanes }, (_, lane) => lane))
  const made = Math.max(framesAStep, Math.floor(MADE / lanes))
  const row = lanes * INPUT.bytes
  const inputs = new Uint8Array(made * row)
  for (let lane = 0; lane < lanes; lane++) {
    const pads = padsOf(lane)
    for (let frame = 0; frame < made; frame++) {
      for (const [port, pad] of pads.entries()) {
        writePad(pad.next(), inputs, frame * row + lane * INPUT.bytes + port * INPUT_PLAYER_BYTES)
      }
    }
  }
  const mask = new Uint8Array(lanes).fill(EVERYONE)
  let at = 0
  return async () => {
    const steps = Math.ceil(FRAMES / lanes / framesAStep)
    for (let step = 0; step < steps; step++) {
      at = (at + framesAStep) % (made - framesAStep + 1)
      batch.step(framesAStep, false, inputs.subarray(at * row, (at + framesAStep) * row), mask)
      const over = mask.map((_, lane) => lane).filter((lane) => batch.lane(lane).isDone)
      if (over.length > 0) await batch.reset([...over])
    }
    return steps * framesAStep * lanes
  }
}

await loadAllFighters()
const sizes = process.argv.slice(2).map(Number)
const runs = new Map<string, () => number | Promise<number>>()
for (const lanes of sizes.length > 0 ? sizes : [64, 512]) {
  runs.set('1 game', interleaved(1))
  runs.set(`${lanes} games interleaved`, interleaved(lanes))
  for (const frames of [1, 4]) runs.set(`${lanes} lanes, ${frames} a step`, await batched(lanes, frames))
}
const best = new Map<string, number>()
for (let round = -1; round < ROUNDS; round++) {
  for (const [name, run] of runs) {
    const startedAt = cpuUs()
    const frames = await run()
    const rate = (1e6 * frames) / (cpuUs() - startedAt)
    if (round >= 0) best.set(name, Math.max(best.get(name) ?? 0, rate))
  }
}
console.log('| | frames a second | share of one game |\n| --- | --- | --- |')
for (const [name, rate] of best) {
  console.log(`| ${name} | ${Math.round(rate)} | ${(rate / best.get('1 game')!).toFixed(2)} |`)
}
