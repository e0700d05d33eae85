/**
 * Simulated machines by the hundred, from a terminal. A run is a function of its seed. The program prints one line for each run, all that
 * was wrong, and a summary.
 *
 *   npm run faults -- simulation --help
 */
import { writeFile } from 'node:fs/promises'
import { wholeNumber } from '@arena/host/command-line'
import { Option } from '@commander-js/extra-typings'
import { neededDatabase, newScript } from '../../../../scripts/command-line.ts'
import { numbers } from '../../../../scripts/tests/series.ts'
import { commandFor } from './arena.ts'
import { EmbeddedEngine } from './database/embedded-engine.ts'
import type { DatabaseKind } from './database/engine.ts'
import { ServerEngine } from './database/server-engine.ts'
import { runSeries } from './series.ts'

const DATABASES: readonly DatabaseKind[] = ['embedded', 'postgresql']

interface SimulationOptions {
  readonly from: number
  readonly count: number
  readonly database: DatabaseKind
  readonly trace?: string | undefined
}

async function runSimulation({ from, count, database, trace: traceFile }: SimulationOptions): Promise<void> {
  const isEnding = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      console.log('ending')
      isEnding.abort()
    })
  }
  const { runs, causes, found } = await runSeries({
    open: database === 'embedded' ? (setUp) => EmbeddedEngine.open(setUp) : (setUp) => ServerEngine.open(setUp),
    seeds: numbers(count, from),
    signal: isEnding.signal,
    isTraced: traceFile !== undefined,
    async report(run, ms) {
      const isWell = run.found.length === 0
      const seconds = (ms / 1000).toFixed(1).padStart(6)
      console.log(
        `${String(run.seed).padStart(5)} ${isWell ? 'ok  ' : 'FAIL'} ${seconds} s  ` +
          `${sumOf(run.causes)} matches, ${run.queries} queries, ${run.digest.slice(0, 12)}`,
      )
      for (const finding of run.found) console.log(`        ${finding}`)
      if (!isWell) console.log(`        ${commandFor(run.seed, database)}`)
      if (traceFile !== undefined) await writeFile(traceFile, run.trace.join('\n'))
    },
  })
  console.log(
    `\n${runs} ${runs === 1 ? 'run' : 'runs'}, ${sumOf(causes)} matches (${describe(causes)}), ` +
      `${found.length} runs with findings${found.length === 0 ? '' : `: ${found.join(', ')}`}`,
  )
  process.exitCode = found.length === 0 ? 0 : 1
}

const sumOf = (causes: Readonly<Record<string, number>>): number =>
  Object.values(causes).reduce((sum, count) => sum + count, 0)

/** The most frequent first. */
const describe = (causes: Readonly<Record<string, number>>): string =>
  Object.entries(causes)
    .toSorted(([, a], [, b]) => b - a)
    .map(([cause, count]) => `${cause} ${count}`)
    .join(', ')

const program = newScript('npm run faults --', 'Injects faults by the hundred, and says what was wrong afterwards.')
program
  .command('simulation')
  .description('simulated machines, which an interruption ends after the run under way')
  .addOption(new Option('--count <n>', 'number of runs').argParser(wholeNumber(1)).default(100))
  .addOption(new Option('--from <n>', 'seed of the first run').argParser(wholeNumber(0)).default(0))
  .addOption(
    new Option('--database <kind>', 'postgresql is the server that DATABASE_URL names')
      .choices(DATABASES)
      .default('embedded' as const),
  )
  .option('--trace <file>', 'takes all that happened in the last run')
  .action(async (options) => {
    if (options.database === 'postgresql') neededDatabase(program)
    await runSimulation(options)
  })
await program.parseAsync()
