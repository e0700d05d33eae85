/**
 * The ladder of the house bots, measured: `npx tsx --conditions=source bench/house.ts`. Each strength plays the next lower one,
 * and the strongest the weakest. A table of games won and of stocks that were self-destructs.
 */
import { stdout } from 'node:process'
import { Argument, InvalidArgumentError } from '@commander-js/extra-typings'
import { STRENGTHS, type Strength } from '@arena/sdk'
import { wholeNumber } from '@arena/host/command-line'
import { table } from '../packages/lab/src/reports/text.ts'
import { newScript } from '../scripts/command-line.ts'
import { playStep, type Step } from '../scripts/house-matches/ladder.ts'

type Pair = readonly [upper: Strength, lower: Strength]

function pairOf(text: string): Pair {
  const [upper, lower, ...more] = text.split(':').map((name) => STRENGTHS.find((strength) => strength === name))
  if (upper === undefined || lower === undefined || more.length > 0)
    throw new InvalidArgumentError(`It has to be two of ${STRENGTHS.join(', ')}, as sound:guard.`)
  return [upper, lower]
}

const LADDER: readonly Pair[] = [
  ...STRENGTHS.slice(1).map((upper, i): Pair => [upper, STRENGTHS[i]!]),
  [STRENGTHS.at(-1)!, STRENGTHS[0]!],
]

const script = newScript(
  'npx tsx --conditions=source bench/house.ts',
  'Measures the ladder of the house bots: games won by the upper of two strengths, and self-destructs of both.',
)
  .addArgument(
    new Argument('[pairs...]', 'of strengths, as sound:guard')
      .argParser((text, before: readonly Pair[]) => [...before, pairOf(text)])
      .default([], 'each step of the ladder, and its ends'),
  )
  .option('--games <n>', 'games of each pair', wholeNumber(1), 100)
  .option('--first <n>', 'number of the first game', wholeNumber(0), 0)
  .parse()
const { games: count, first } = script.opts()
const [named] = script.processedArgs
const pairs = named.length > 0 ? named : LADDER

const steps: Step[] = []
for (const [upper, lower] of pairs) {
  const step = await playStep(upper, lower, first, first + count - 1)
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
