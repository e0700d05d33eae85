/**
 * Faults by the hundred, from a terminal: of one arena, of machines that share a database and a bucket, or of simulated machines, where
 * a run of the same number is the same run. One line for each trial, all that was found, and a summary.
 *
 *   npm run faults -- --help
 *
 * A trial is run again alone with its number: `--from NUMBER --count 1`.
 */
import { writeFile } from 'node:fs/promises'
import { Option } from '@commander-js/extra-typings'
import buildPrograms from '../../../../scripts/tests/build-programs.ts'
import { neededDatabase, newScript, wholeFrom } from '../../../../scripts/command-line.ts'
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

const DATABASES = ['embedded', 'postgresql'] as const
const hasServer = process.env['DATABASE_URL'] !== undefined

function needServer(database: DatabaseKind): void {
  if (database === 'postgresql') neededDatabase(program)
}

interface Series {
  readonly from: number
  readonly count: number
}

interface Judged {
  readonly seed: number
  readonly found: readonly string[]
  readonly ms: number
}

/** Lines of each machine's log that are shown where something was wrong. */
const LOG_LINES = 40

function report({ seed, found, ms }: Judged, what: string): void {
  const seconds = (ms / 1000).toFixed(1).padStart(6)
  console.log(`${String(seed).padStart(5)} ${found.length === 0 ? 'ok  ' : 'FAIL'} ${seconds} s  ${what}`)
  for (const finding of found) console.log(`        ${finding}`)
}

function onSignal(end: () => unknown): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      console.log('ending')
      end()
    })
  }
}

/** What was started cannot be left standing: its processes would play on by themselves. */
const endOnSignal = (close: () => PromiseLike<unknown> | undefined): void =>
  onSignal(() => void Promise.resolve(close()).finally(() => process.exit(1)))

async function runMachines({ from, count, lanes }: Series & { lanes: number }): Promise<Judged[]> {
  const series = await MachineSeries.open()
  endOnSignal(() => series[Symbol.asyncDispose]())
  console.log(
    `${count} ${count === 1 ? 'fault' : 'faults'} of machines, ${lanes} arenas at a time, object server: ${series.objectServer}`,
  )
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

async function runArena({ from, count, database }: Series & { database: DatabaseKind }): Promise<Trial[]> {
  const trials: Trial[] = []
  let world: World | null = await World.create(database)
  endOnSignal(() => world?.close())
  let ledger: Ledger = new Map()
  console.log(`${count} ${count === 1 ? 'fault' : 'faults'} of ${faultsFor(world).length} kinds, database ${database}`)
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

interface SimulationOptions extends Series {
  readonly database: DatabaseKind
  readonly trace?: string | undefined
}

async function runSimulation({ from, count, database, trace: traceFile }: SimulationOptions): Promise<Judged[]> {
  const trials: Judged[] = []
  const isEnding = new AbortController()
  onSignal(() => isEnding.abort())
  const sums = await runSeries({
    open: database === 'embedded' ? (setUp) => EmbeddedEngine.open(setUp) : (setUp) => ServerEngine.open(setUp),
    seeds: numbers(count, from),
    signal: isEnding.signal,
    isTraced: traceFile !== undefined,
    async report({ seed, found, trace, causes, queries, digest }, ms) {
      const trial = { seed, found, ms }
      trials.push(trial)
      report(trial, `${sumOf(causes)} matches, ${queries} queries, ${digest.slice(0, 12)}`)
      if (found.length > 0) console.log(`        ${commandFor(seed, database)}`)
      if (traceFile !== undefined) await writeFile(traceFile, trace.join('\n'))
    },
  })
  console.log(
    `\n${sums.runs} ${sums.runs === 1 ? 'run' : 'runs'}, ${sumOf(sums.causes)} matches (${describe(sums.causes)}), ` +
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

async function sumUp(running: Promise<readonly Judged[]>): Promise<void> {
  const trials = await running
  const well = trials.filter(({ found }) => found.length === 0).length
  console.log(`\n${well} of ${trials.length} trials left the arena as it has to be.`)
  process.exitCode = well === trials.length ? 0 : 1
}

const program = newScript('npm run faults --', 'Injects faults by the hundred, and says what was wrong afterwards.')
const countOption = (count: number) =>
  new Option('--count <n>', 'number of trials').argParser(wholeFrom(1)).default(count)
const fromOption = () => new Option('--from <n>', 'number of the first trial').argParser(wholeFrom(0)).default(0)
const databaseOption = () =>
  new Option('--database <kind>', 'postgresql is the server that DATABASE_URL names').choices(DATABASES)

program
  .command('arena', { isDefault: true })
  .description('faults of one arena and its programs (the default)')
  .addOption(countOption(200))
  .addOption(fromOption())
  .addOption(databaseOption().default(hasServer ? ('postgresql' as const) : ('embedded' as const)))
  .action(async (options) => {
    needServer(options.database)
    await buildPrograms()
    await sumUp(runArena(options))
  })
program
  .command('machines')
  .description('faults of three machines that share a bucket and the database that DATABASE_URL names')
  .addOption(countOption(100))
  .addOption(fromOption())
  .option('--lanes <n>', 'arenas at the same time', wholeFrom(1), 4)
  .action(async (options) => {
    needServer('postgresql')
    await buildPrograms()
    await sumUp(runMachines(options))
  })
program
  .command('simulation')
  .description('simulated machines, which an interruption ends after the run under way')
  .addOption(countOption(100))
  .addOption(fromOption())
  .addOption(databaseOption().default('embedded' as const))
  .option('--trace <file>', 'takes all that happened in the last run')
  .action(async (options) => {
    needServer(options.database)
    await sumUp(runSimulation(options))
  })
await program.parseAsync()
