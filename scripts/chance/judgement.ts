/** The judgement of the chances of the engine on games: in figures, and as a plot. */
import { expectedScore } from '@arena/ratings'
import { table } from '../../packages/lab/src/reports/text.ts'
import { chanceOn, NETWORK } from '../../packages/engine/src/chance/chance.ts'
import { isOpen, SCORE } from './fit.ts'
import { brierScore, calibrationError, tenthsOf, type Told } from './judge.ts'
import type { SampledGame } from './samples.ts'

/** A part of games: what the bar told of its frames, and what the ratings alone do. */
interface Part {
  readonly name: string
  readonly frames: number
  readonly calibration: number
  readonly brier: number
  readonly brierOfRatings: number
}

/** A frame of a game, by the quarter of the game that it is in. */
interface Judged extends Told {
  readonly rated: number
  readonly quarter: number
  readonly isLost: boolean
}

export interface Judgement {
  readonly games: number
  readonly parts: readonly Part[]
  readonly told: readonly Judged[]
}

const QUARTERS = ['first quarter', 'second quarter', 'third quarter', 'last quarter']

export function judgement(games: readonly SampledGame[]): Judgement {
  const told: Judged[] = []
  for (const { columns, frames, stage, ratings, outcome, length } of games) {
    const rated = expectedScore(...ratings)
    const score = SCORE[outcome]
    const last = frames.findLastIndex((_, row) => isOpen({ columns }, row))
    for (let row = 0; row <= last; row++) {
      const chance = chanceOn(NETWORK, columns, row, frames[row]!, { stage, ratings })
      const stocks = [0, 1].map((port) => columns.fighter(port)!.post.stocksRemaining[row]!)
      const quarter = Math.min(3, Math.floor((4 * frames[row]!) / length))
      told.push({ chance, score, rated, quarter, isLost: stocks.some((left) => left < 4) })
    }
  }
  const part = (name: string, some: readonly Judged[]): Part => ({
    name,
    frames: some.length,
    calibration: calibrationError(some),
    brier: brierScore(some),
    brierOfRatings: brierScore(some.map(({ rated, score }) => ({ chance: rated, score }))),
  })
  return {
    games: games.length,
    parts: [
      part('all', told),
      ...QUARTERS.map((name, number) =>
        part(
          name,
          told.filter(({ quarter }) => quarter === number),
        ),
      ),
      part(
        'once a stock is lost',
        told.filter(({ isLost }) => isLost),
      ),
    ],
    told,
  }
}

export function judgementText({ games, parts, told }: Judgement): string {
  const points = (share: number) => (100 * share).toFixed(1)
  return [
    `${games} games`,
    '',
    table(
      ['frames', 'samples', 'calibration error, points', 'Brier score', 'of ratings alone', 'better by'],
      parts.map(({ name, frames, calibration, brier, brierOfRatings }) => [
        name,
        frames,
        points(calibration),
        brier.toFixed(3),
        brierOfRatings.toFixed(3),
        `${Math.round(100 * (1 - brier / brierOfRatings))} %`,
      ]),
    ),
    '',
    table(
      ['chance', 'share of samples', 'mean chance', 'won'],
      tenthsOf(told).map(({ share, chance, won }, number) => [
        `${10 * number} to ${10 * number + 10}`,
        `${points(share)} %`,
        `${points(chance)} %`,
        `${points(won)} %`,
      ]),
    ),
    '',
    ...plotOf(told),
  ].join('\n')
}

const PLOT = 50

/** A line a tenth: `o` is its mean chance, `x` how often it won, and `x` alone where they are the same. */
function plotOf(told: readonly Told[]): string[] {
  const lines = tenthsOf(told).map(({ chance, won }, number) => {
    const at = (share: number) => Math.round(share * PLOT)
    const places = Array.from({ length: PLOT + 1 }, (_, place) =>
      place === at(won) ? 'x' : place === at(chance) ? 'o' : ' ',
    )
    return `${`${10 * number} to ${10 * number + 10}`.padStart(9)} |${places.join('').trimEnd()}`
  })
  const axis = `${'0 %'.padEnd(PLOT / 2)}50 %${'100 %'.padStart(PLOT / 2 - 1)}`
  return [...lines, ' '.repeat(11) + axis]
}
