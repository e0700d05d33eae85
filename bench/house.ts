/**
 * The ladder of the house bots, measured: `npx tsx --conditions=source bench/house.ts`. Each strength plays the next lower one,
 * and the strongest the weakest. A table of games won and of stocks that were self-destructs.
 */
import { stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { STRENGTHS, type Strength } from '@arena/sdk'
import { table } from '../packages/lab/src/reports/text.ts'
import { playStep, type Step } from '../scripts/house-matches/ladder.ts'

const { values, positionals } = parseArgs({
  options: { games: { type: 'string', default: '100' }, first: { type: 'string', default: '0' } },
  allowPositionals: true,
})
const first = Number(values.first)
const last = first + Number(values.games) - 1

/** As named, `sound:guard`; by default every step of the ladder, and all of it at once. */
const pairs =
  positionals.length > 0
    ? positionals.map((pair) => pair.split(':') as [Strength, Strength])
    : [
        ...STRENGTHS.slice(1).map((upper, i) => [upper, STRENGTHS[i]!] as const),
        [STRENGTHS.at(-1)!, STRENGTHS[0]!] as const,
      ]

const steps: Step[] = []
for (const [upper, lower] of pairs) {
  const step = await playStep(upper, lower, first, last)
  steps.push(step)
  stdout.write(`${upper} x ${lower}: ${step.won} of ${step.games}\n`)
}

const destructs = ({ selfDestructs, lost }: Step['sides']['upper']): string => `${selfDestructs} of ${lost}`
const rows = steps.map(({ upper, lower, won, games, drawn, faults, frames, sides }) => [
  `${upper} x ${lower}`,
  games,
  won,
  drawn,
  faults,
  Math.round(frames / games / 60),
  destructs(sides.upper),
  destructs(sides.lower),
])
stdout.write(
  `\n${table(['step', 'games', 'won', 'drawn', 'faults', 'seconds', 'self-destructs, upper', 'lower'], rows)}\n`,
)
