/**
 * What `arena-kit match --sprt` finds out with real bots, processes and sockets: two seeded bots of a known difference,
 * and a bot against itself, each time on another seed. Prints every verdict with its games.
 *
 *     npm run build
 *     npx tsx --conditions=source bench/match.ts
 *
 * The bots wait for a number of frames that they draw, and then walk off the stage four times; who waited longer wins.
 * The first one waits a little longer, so that it wins as often as `--elo` says: of two numbers from 0 to 1, of which
 * the first has `lead` added, the first is the larger one with a probability of 1 - (1 - lead)^2 / 2.
 * Where a port begins on a stage takes up to 50 frames more or less to fall from. Each bot has that in one game of a
 * pair, and it takes a little of the lead: of 50 Elo it leaves about 46.
 *
 * --fate pair: they draw by match and port, so that what the first draws in one game the second draws in the other.
 * --fate game: they draw by their name too, so that games are independent, which takes the most games.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { positive, wholeNumber } from '@arena/host/command-line'
import { Option } from '@commander-js/extra-typings'
import { scoreOf } from '@arena/ratings'
import type { Standing } from '../packages/kit/src/match/series.ts'
import { walkerText } from '../packages/kit/tests/walkers.ts'
import { newScript } from '../scripts/command-line.ts'

/** Frames between the shortest wait and the longest, so many that hardly any two are equal. */
const FRAMES = 400

const KIT = fileURLToPath(new URL('../packages/kit/bin/arena-kit.js', import.meta.url))

const values = newScript(
  'npx tsx --conditions=source bench/match.ts',
  'Prints the verdicts of `arena-kit match --sprt` on two bots of a known difference. The built kit is measured.',
)
  .option('--runs <n>', 'runs, each with seeds of its own', wholeNumber(1), 10)
  .option('--first <n>', 'number of the first run', wholeNumber(1), 1)
  .option('--elo <n>', 'Elo by which the first bot is stronger', positive, 50)
  .addOption(
    new Option('--fate <of>', 'what the bots draw for').choices(['pair', 'game'] as const).default('pair' as const),
  )
  .option('--itself', 'the first bot against itself')
  .option('--concurrency <n>', 'games at the same time', wholeNumber(1), 2)
  .parse()
  .opts()
const isOwn = values.fate === 'game'
const lead = Math.round(FRAMES * (1 - Math.sqrt(2 * (1 - scoreOf(values.elo)))))

const folder = mkdtempSync(join(tmpdir(), 'arena-match-'))
const write = (name: string, ahead: number): string => {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(path, walkerText({ waits: [ahead, ahead + FRAMES], ...(isOwn && { name }) }))
  return path
}

async function match(first: string, second: string, run: number): Promise<Standing> {
  const seed = createHash('sha256').update(`match bench ${run}`).digest('hex')
  const state = join(folder, `${run}.json`)
  const args = ['match', first, second, '--sprt', '--games', '400', '--seed', seed, '--state', state, '--json']
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [KIT, ...args, '--concurrency', String(values.concurrency)],
    {
      maxBuffer: 1 << 28,
    },
  )
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Standing
}

try {
  const first = write('first', values.itself ? 0 : lead)
  const second = write('second', 0)
  const found: Record<string, number> = {}
  for (let run = values.first; run < values.first + values.runs; run++) {
    const startedAt = performance.now()
    const { games, counts, estimate, test } = await match(first, second, run)
    const verdict = test?.decision === 'elo1' ? 'stronger' : test?.decision === 'elo0' ? 'equal' : 'undecided'
    found[verdict] = (found[verdict] ?? 0) + 1
    const elo = estimate?.elo?.toFixed(0) ?? '-'
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(
      `run ${run}: ${verdict} after ${games} games, Elo ${elo}, pairs ${counts.join(' ')}, LLR ${test?.ratio.toFixed(2)}, ${seconds} s, load ${loadavg()[0]!.toFixed(1)}`,
    )
  }
  console.log(JSON.stringify({ ...values, found }))
} finally {
  rmSync(folder, { recursive: true })
}
