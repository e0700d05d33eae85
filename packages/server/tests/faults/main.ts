/**
 * Faults by the hundred, from a terminal:
 *
 *   npm run faults -- [--count 200] [--from 0] [--database embedded|postgresql]
 *   npm run faults -- machines [--count 100] [--from 0] [--lanes 4]
 *   npm run faults -- simulation [--count 100] [--from 0] [--database embedded|postgresql] [--trace FILE]
 *
 * The first breaks one arena, the second any of three machines that share a database and a bucket; `lanes` are arenas at the same
 * time. The third simulates such machines, so that a run of the same number is the same run; a file takes all that happened in the last
 * one. One line for each trial, all that was found, and a summary. A database server is named by DATABASE_URL; the first uses it unless
 * told otherwise, the third where it is told so. A trial is run again alone with its number: `--from NUMBER --count 1`. The third ends
 * after the run under way when it is interrupted.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import buildPrograms from '../../../../scripts/tests/build-programs.ts'
import { numbers } from '../../../../scripts/tests/series.ts'
import { commandFor } from '../simulation/arena.ts'
import { EmbeddedEngine } from '../simulation/database/embedded-engine.ts'
import { ServerEngine } from '../simulation/database/server-engine.ts'
import { runSeries } from '../simulation/series.ts'
import type { Ledger } from './findings.ts'
import { MachineSeries } from './machines/series.ts'
import { faultsFor, runTrial } from './trial.ts'
import type { Trial } from './trial.ts'
import { World } from './world.ts'
import type { DatabaseKind } from './world.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    from: { type: 'string', default: '0' },
    lanes: { type: 'string', default: '4' },
    trace: { type: 'string' },
    database: { type: 'string' },
  },
})

const kind = positionals[0] ?? 'faults'
const hasServer = process.env['DATABASE_URL'] !== undefined
const database = databaseOf(values.database ?? (hasServer && kind === 'faults' ? 'postgresql' : 'embedded'))

function databaseOf(name: string): DatabaseKind {
  if (name !== 'embedded' && name !== 'postgresql')
    throw new Error(`There is no database "${name}": embedded or postgresql`)
  if (name === 'postgresql' && !hasServer) throw new Error('DATABASE_URL names no PostgreSQL server')
  return name
}

interface Judged {
  readonly seed: number
  readonly found: readonly string[]
  readonly ms: number
}

/** Of each machine, where something was wrong. */
const LOG_LINES = 40

let world: World | null = null
let series: MachineSeries | null = null
/** Of a series that ends by itself. */
const isEnding = new AbortController()

function report({ seed, found, ms }: Judged, what: string): void {
  const seconds = (ms / 1000).toFixed(1).padStart(6)
  console.log(`${String(seed).padStart(5)} ${found.length === 0 ? 'ok  ' : 'FAIL'} ${seconds} s  ${what}`)
  for (const finding of found) console.log(`        ${finding}`)
}

async function runMachines(from: number, count: number, lanes: number): Promise<Judged[]> {
  if (!hasServer) throw new Error('DATABASE_URL names no PostgreSQL server')
  series = await MachineSeries.open()
  console.log(`${count} faults of machines, ${lanes} arenas at a time, object server: ${series.objectServer}`)
  const trials: Judged[] = []
  try {
    await series.run({
      seeds: numbers(count, from),
      lanes,
      report(trial, { machines }) {
        trials.push(trial)
        report(trial, trial.what)
        if (trial.found.length === 0) return
        for (const { role, program } of machines) {
          console.log(`        the log of ${role} at ${program.url} ends:`)
          for (const line of program.log.slice(-LOG_LINES)) console.log(`          ${line}`)
        }
      },
    })
  } finally {
    await series[Symbol.asyncDispose]()
  }
  return trials
}

async function run(from: number, count: number): Promise<Trial[]> {
  const trials: Trial[] = []
  world = await World.create(database)
  let ledger: Ledger = new Map()
  console.log(`${count} faults of ${faultsFor(world).length} kinds, database ${database}`)
  if (!world.hasSmallDisk) console.log('left out: a full disk (only root may mount a small one)')
  if (world.proxy === null) console.log('left out: the database going away (that needs DATABASE_URL)')
  try {
    for (let seed = from; seed < from + count; seed++) {
      const trial = await runTrial(world, ledger, seed)
      trials.push(trial)
      const isWell = trial.found.length === 0
      report(trial, trial.fault)
      if (isWell) continue
      // What is wrong once stays wrong: the next trial begins in a world of its own.
      await world.close()
      world = await World.create(database)
      ledger = new Map()
    }
  } finally {
    await world?.close()
  }
  return trials
}

// A world cannot be left standing: its processes would play on by themselves.
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    console.log('ending')
    if (kind === 'simulation') return isEnding.abort()
    void Promise.all([world?.close(), series?.[Symbol.asyncDispose]()]).finally(() => process.exit(1))
  })
}

async function runSimulation(from: number, count: number): Promise<Judged[]> {
  const trials: Judged[] = []
  const sums = await runSeries({
    open: database === 'embedded' ? (setUp) => EmbeddedEngine.open(setUp) : (setUp) => ServerEngine.open(setUp),
    seeds: numbers(count, from),
    signal: isEnding.signal,
    isTraced: values.trace !== undefined,
    async report({ seed, found, trace, causes, queries, digest }, ms) {
      const trial = { seed, found, ms }
      trials.push(trial)
      report(trial, `${sumOf(causes)} matches, ${queries} queries, ${digest.slice(0, 12)}`)
      if (found.length > 0) console.log(`        ${commandFor(seed, database)}`)
      if (values.trace !== undefined) await writeFile(values.trace, trace.join('\n'))
    },
  })
  console.log(
    `\n${sums.runs} runs, ${sumOf(sums.causes)} matches (${describe(sums.causes)}), ` +
      `${sums.found.length} runs with findings${sums.found.length === 0 ? '' : `: ${sums.found.join(', ')}`}`,
  )
  return trials
}

const sumOf = (causes: Readonly<Record<string, number>>): number =>
  Object.values(causes).reduce((sum, count) => sum + count, 0)

/** The most frequent first. */
const describe = (causes: Readonly<Record<string, number>>): string =>
  Object.entries(causes)
    .toSorted(([, a], [, b]) => b - a)
    .map(([cause, count]) => `${cause} ${count}`)
    .join(', ')

const RUNS = {
  faults: (from: number) => run(from, Number(values.count ?? 200)),
  machines: (from: number) => runMachines(from, Number(values.count ?? 100), Number(values.lanes)),
  simulation: (from: number) => runSimulation(from, Number(values.count ?? 100)),
} as const

const from = Number(values.from)
if (!(kind in RUNS)) throw new Error(`There is no "${kind}": machines, simulation, or neither of them`)
if (kind !== 'simulation') await buildPrograms()
const trials: readonly Judged[] = await RUNS[kind as keyof typeof RUNS](from)
const well = trials.filter(({ found }) => found.length === 0).length
console.log(`\n${well} of ${trials.length} faults left the arena as it has to be.`)
process.exitCode = well === trials.length ? 0 : 1
