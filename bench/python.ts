/**
 * Frames per second of processor time of many games: each match-up alone, interleaved as games of their own, by the batch of
 * `arena.env` without a pipe, and by `arena.env` itself as Python sees it, its own time included. Rounds alternate, so that all of
 * them see the same machine. Linux only.
 *
 *   npm run build -w @arena/batch
 *   npx tsx --conditions=source bench/python.ts
 *
 * PYTHON names a Python that has NumPy, Gymnasium and PettingZoo (`python3` unless given).
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { wholeNumber } from '@arena/host/command-line'
import { Argument } from '@commander-js/extra-typings'
import { Game, loadAllFighters } from '../packages/engine/src/index.ts'
import { RandomPads } from '../packages/engine/tests/random-pads.ts'
import { Batch } from '../packages/batch/src/batch.ts'
import { INPUT, INPUT_PLAYER_BYTES } from '../packages/batch/src/layout.ts'
import { writePad } from '../packages/batch/src/pads.ts'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'
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
const FRAMES = 200_000
const ROUNDS = 5
/**
 * Before those, 2.4 million frames a row. V8 compiles for as long: 64 games in turn take 12 µs a frame over the first 400,000 frames, 5.5
 * over the next, and 4.4 from 2 million on. Each engine process of Python compiles on its own.
 */
const WARM_ROUNDS = 12
/** Frames of inputs that are made before anything is measured. */
const ROWS = 128
const FRAMES_A_STEP = [1, 4, 8]
/** Frames a step of the measurement whose states come through the pipe, as on a system without files in memory. */
const PIPED_FRAMES = 4
const EVERYONE = 1
const ONE = '1 game, each match-up alone'
const interleavedRow = (lanes: number | string): string => `${lanes} games interleaved in Node`

interface Measured {
  readonly frames: number
  readonly us: number
  /** The rate of the fastest match-up. */
  readonly fastest?: number
  /** Python's part of it. */
  readonly ownUs?: number
  /** Memory of the engine processes. */
  readonly kB?: number
}

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

const firstLanes = (count: number): number[] => Array.from({ length: count }, (_, lane) => lane)
const rateOf = ({ frames, us }: Measured): number => (1e6 * frames) / us

const newGame = (lane: number): Game => new Game(settingsOf(lane))

function padsOf(lane: number): RandomPads[] {
  return [new RandomPads(2 * lane + 1), new RandomPads(2 * lane + 2)]
}

/** Games of some lanes, a frame of each in turn: `total` frames together. */
function interleaved(lanes: readonly number[], total = FRAMES): () => Measured {
  const games = lanes.map(newGame)
  const pads = lanes.map(padsOf)
  return () => {
    const startedAt = cpuUs()
    const frames = Math.ceil(total / lanes.length)
    for (let frame = 0; frame < frames; frame++) {
      for (let i = 0; i < lanes.length; i++) {
        if (games[i]!.ending) games[i] = newGame(lanes[i]!)
        const [first, second] = pads[i]!
        games[i]!.step(first!.next(), second!.next())
      }
    }
    return { frames: frames * lanes.length, us: cpuUs() - startedAt }
  }
}

/** One game of each match-up after the other, with as many frames each: the same work as interleaved games have. */
function alone(): () => Measured {
  const runs = firstLanes(PICKS.length).map((lane) => interleaved([lane], FRAMES / PICKS.length))
  return () => {
    const parts = runs.map((run) => run())
    return {
      frames: parts.reduce((sum, { frames }) => sum + frames, 0),
      us: parts.reduce((sum, { us }) => sum + us, 0),
      fastest: Math.max(...parts.map(rateOf)),
    }
  }
}

/** Rows of inputs for all lanes, the same in Node and in Python. */
function inputsOf(lanes: number): Uint8Array {
  const row = lanes * INPUT.bytes
  const inputs = new Uint8Array(ROWS * row)
  for (let lane = 0; lane < lanes; lane++) {
    for (const [port, pads] of padsOf(lane).entries()) {
      for (let frame = 0; frame < ROWS; frame++) {
        writePad(pads.next(), inputs, frame * row + lane * INPUT.bytes + port * INPUT_PLAYER_BYTES)
      }
    }
  }
  return inputs
}

async function batched(lanes: number, framesAStep: number): Promise<() => Promise<Measured>> {
  const batch = new Batch(lanes, false)
  for (let lane = 0; lane < lanes; lane++) await batch.configure(lane, settingsOf(lane))
  await batch.reset(firstLanes(lanes))
  const row = lanes * INPUT.bytes
  const inputs = inputsOf(lanes)
  const mask = new Uint8Array(lanes).fill(EVERYONE)
  let at = 0
  return async () => {
    const startedAt = cpuUs()
    const steps = Math.ceil(FRAMES / lanes / framesAStep)
    for (let step = 0; step < steps; step++) {
      if (at + framesAStep > ROWS) at = 0
      batch.step(framesAStep, false, inputs.subarray(at * row, (at + framesAStep) * row), mask)
      at += framesAStep
      for (let lane = 0; lane < lanes; lane++) if (batch.lane(lane).isDone) await batch.reset([lane])
    }
    return { frames: steps * framesAStep * lanes, us: cpuUs() - startedAt }
  }
}

/** The Python side, which is asked for one run after the other. */
class PythonSide {
  readonly #folder = mkdtempSync(join(tmpdir(), 'arena-bench-'))
  readonly #process = spawn(process.env['PYTHON'] ?? 'python3', [join(import.meta.dirname, 'python-lanes.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: join(import.meta.dirname, '../python/src') },
  })
  readonly #lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]()

  async open(lanes: number, framesAStep: number, isPiped: boolean): Promise<() => Promise<Measured>> {
    const file = join(this.#folder, `${lanes}.inputs`)
    writeFileSync(file, inputsOf(lanes))
    const settings = firstLanes(lanes).map((lane) => {
      const { seed, stage, players } = settingsOf(lane)
      return { seed: Buffer.from(seed).toString('hex'), stage, picks: players.map(({ character }) => character) }
    })
    const name = `${lanes} ${framesAStep} ${isPiped}`
    await this.#ask({ open: name, file, settings, framesAStep, isPiped })
    return async () => (await this.#ask({ run: name, frames: FRAMES })) as Measured
  }

  async #ask(order: object): Promise<unknown> {
    this.#process.stdin.write(`${JSON.stringify(order)}\n`)
    const { value, done } = await this.#lines.next()
    if (done === true) throw new Error('Python ended')
    return JSON.parse(value)
  }

  close(): void {
    this.#process.stdin.end()
    rmSync(this.#folder, { recursive: true })
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

const script = newScript(
  'npx tsx --conditions=source bench/python.ts',
  'Measures frames of many games per second of processor time, in Node and from Python.',
)
  .addArgument(
    new Argument('[lanes...]', 'numbers of games at the same time')
      .argParser((text, before: readonly number[]) => [...before, wholeNumber(1)(text)])
      .default([], '64 512'),
  )
  .parse()
const [named] = script.processedArgs
const sizes = named.length > 0 ? named : [64, 512]

await loadAllFighters()
const python = new PythonSide()
const runs = new Map<string, () => Measured | Promise<Measured>>([[ONE, alone()]])
for (const lanes of sizes) {
  runs.set(interleavedRow(lanes), interleaved(firstLanes(lanes)))
  for (const frames of FRAMES_A_STEP) {
    runs.set(`${lanes} lanes in Node, ${frames} a step`, await batched(lanes, frames))
    runs.set(`${lanes} lanes in Python, ${frames} a step`, await python.open(lanes, frames, false))
  }
  runs.set(`${lanes} lanes in Python, ${PIPED_FRAMES} a step, piped`, await python.open(lanes, PIPED_FRAMES, true))
}
const rates = new Map<string, number[]>()
const fastests: number[] = []
const memory = new Map<string, number>()
const owns = new Map<string, number[]>()
for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
  for (const [name, run] of runs) {
    const measured = await run()
    const { frames, fastest, ownUs, kB } = measured
    if (kB !== undefined) memory.set(name, kB)
    if (round < 0) continue
    rates.set(name, [...(rates.get(name) ?? []), rateOf(measured)])
    if (fastest !== undefined) fastests.push(fastest)
    if (ownUs !== undefined) owns.set(name, [...(owns.get(name) ?? []), ownUs / frames])
  }
}
python.close()

console.log(`${thisMachine()}\n`)
console.log(
  '| | median | best | of one game | of interleaved | µs of Python | memory of the engine |\n| --- | --- | --- | --- | --- | --- | --- |',
)
const one = median(rates.get(ONE)!)
for (const [name, all] of rates) {
  const kB = memory.get(name)
  const held = kB === undefined ? '' : `${Math.round(kB / 1000)} MB`
  const rate = median(all)
  const together = rates.get(interleavedRow(name.split(' ')[0]!))
  const share = together === undefined ? '' : (rate / median(together)).toFixed(2)
  const own = owns.has(name) ? median(owns.get(name)!).toFixed(2) : ''
  console.log(
    `| ${name} | ${Math.round(rate)} | ${Math.round(Math.max(...all))} | ${(rate / one).toFixed(2)} | ${share} | ${own} | ${held} |`,
  )
}
console.log(`\nThe fastest match-up alone: ${Math.round(median(fastests))}`)
