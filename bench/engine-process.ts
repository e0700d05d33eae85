/**
 * What an engine process costs the machine: processor time and memory from its start to its first answer, then at 60
 * frames a second, as a match asks for them, while its code is still cold and later.
 *
 *   npm run build && npx tsx bench/engine-process.ts
 *
 * Processes are started one after the other and then play side by side, each on its own phase, with random pads. Times
 * are processor times, which other work on the machine changes little; an answer's time is real time, which it does change.
 * Linux only: the figures come from /proc. The built packages are measured, not the sources.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { positive, wholeNumber } from '@arena/host/command-line'
import { RandomPads } from '../packages/engine/tests/random-pads.ts'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'
import type * as ProcessModule from '../packages/host/src/engine/engine-process.ts'
import type * as ProtocolModule from '../packages/host/src/engine/engine-protocol.ts'
import type { StageId } from '../packages/engine/src/index.ts'

const FIRST_FRAME = -123
const FRAME_MS = 1000 / 60
const STAGE_ORDER: readonly StageId[] = [31, 32, 28, 8, 2, 3]
/** Where the windows end, in seconds after the first frame. */
const WINDOW_ENDS = [1, 5, 15, 30, 60, 120, 300]

const { processes, seconds, options } = newScript(
  'npx tsx bench/engine-process.ts',
  'Measures the processor time and the memory of engine processes. The built packages are measured.',
)
  .option('--processes <n>', 'engines side by side', wholeNumber(1), 8)
  .option('--seconds <n>', 'length of the play', positive, 60)
  .option('--options <flags>', 'options of Node for the engines, in place of the arena’s')
  .parse()
  .opts()

const built = <T>(path: string): Promise<T> =>
  import(pathToFileURL(new URL(`../packages/host/dist/engine/${path}`, import.meta.url).pathname).href) as Promise<T>
const { builtInEngine, EngineProcess } = await built<typeof ProcessModule>('engine-process.js')
const BUILT_IN = builtInEngine('live')
const { createStep, setStepFrame, STEP_PADS_OFFSET } = await built<typeof ProtocolModule>('engine-protocol.js')

const PROGRAM_AT = BUILT_IN.findIndex((word) => word.endsWith('.cjs'))
const command: ProcessModule.EngineCommand =
  options === undefined
    ? BUILT_IN
    : [process.execPath, ...options.split(' ').filter(Boolean), ...BUILT_IN.slice(PROGRAM_AT)]

/** Processor time of all threads of a process, in milliseconds. */
function cpuMs(pid: number): number {
  let nanoseconds = 0
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0])
  }
  return nanoseconds / 1e6
}

/** Proportional set size in MB. */
function memoryMb(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) / 1024
}

class Player {
  readonly answerMs: number[] = []
  readonly #engine: ProcessModule.EngineProcess
  readonly #pads: readonly [RandomPads, RandomPads]
  readonly #step = createStep()
  readonly #view = new DataView(this.#step.buffer)
  readonly #number: number
  #frame = FIRST_FRAME
  #askedAt = 0
  #isAsked = false
  hasEnded = false

  constructor(number: number) {
    this.#number = number
    this.#pads = [new RandomPads(number), new RandomPads(number + 1000)]
    this.#engine = new EngineProcess(command, 8000)
    this.#engine.serve({
      stepped: (answer) => {
        this.#isAsked = false
        this.answerMs.push(performance.now() - this.#askedAt)
        this.hasEnded = answer.ending !== null
      },
      failed: (error) => {
        throw error
      },
    })
  }

  get pid(): number {
    return this.#engine.pid!
  }

  async start(): Promise<void> {
    const player = (character: number) => ({ character: character % 26, costume: 0, name: `Player ${character}` })
    await this.#engine.start({
      seed: this.#number.toString(16).padStart(64, '0'),
      stage: STAGE_ORDER[this.#number % STAGE_ORDER.length]!,
      players: [player(this.#number * 7 + 2), player(this.#number * 11 + 9)],
    })
  }

  /** Asks for the next frame, unless the last one has not come yet. */
  step(): boolean {
    if (this.#isAsked) return false
    setStepFrame(this.#step, this.#frame)
    for (const port of [0, 1] as const) {
      const pad = this.#pads[port].next()
      const at = STEP_PADS_OFFSET[port]
      this.#view.setUint16(at, pad.buttons, true)
      const bytes = [pad.stickX, pad.stickY, pad.cstickX, pad.cstickY, pad.l, pad.r]
      for (const [i, byte] of bytes.entries()) this.#step[at + 2 + i] = byte
    }
    this.#isAsked = true
    this.#askedAt = performance.now()
    this.#engine.step(this.#step, this.#frame++)
    return true
  }

  kill(): void {
    this.#engine.kill()
  }
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

const median = (numbers: readonly number[]): number =>
  quantile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  )
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

console.log(thisMachine())
console.log(`${processes} processes: ${command.slice(1).join(' ')}\n`)

const players: Player[] = []
const startCpu: number[] = []
for (let i = 0; i < processes; i++) {
  const player = new Player(i)
  await player.start()
  startCpu.push(cpuMs(player.pid))
  players.push(player)
}
console.log(
  `start to first answer: ${median(startCpu).toFixed(0)} ms of processor time, PSS ${median(players.map(({ pid }) => memoryMb(pid))).toFixed(1)} MB (medians)`,
)

console.log('\n| seconds | processor, % of a core a match | answer p50 / p99 / max, ms | PSS, MB | ended |')
console.log('| --- | --- | --- | --- | --- |')
const begun = performance.now()
const due = players.map((_, i) => begun + 20 + (i * FRAME_MS) / processes)
let windowStart = 0
let before = players.map(({ pid }) => cpuMs(pid))
for (const end of [...WINDOW_ENDS.filter((second) => second < seconds), seconds]) {
  while (performance.now() < begun + end * 1000) {
    const now = performance.now()
    for (const [i, player] of players.entries()) {
      if (now >= due[i]! && !player.hasEnded && player.step()) due[i]! += FRAME_MS
    }
    await sleep(1)
  }
  const playing = players.filter((player) => !player.hasEnded)
  const cpu = players.map(({ pid }) => cpuMs(pid))
  const shares = players.map((_, i) => (cpu[i]! - before[i]!) / (end - windowStart) / 10)
  const answers = players.flatMap(({ answerMs }) => answerMs.splice(0)).sort((a, b) => a - b)
  const times = [0.5, 0.99, 1].map((share) => quantile(answers, share).toFixed(2)).join(' / ')
  const memory = median(players.map(({ pid }) => memoryMb(pid))).toFixed(1)
  console.log(
    `| ${windowStart} to ${end} | ${(sum(shares) / processes).toFixed(2)} | ${times} | ${memory} | ${processes - playing.length} |`,
  )
  windowStart = end
  before = cpu
}
for (const player of players) player.kill()
