/** The judgement of the chances of the engine on games: in figures, in words and as a picture for the docs. */
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
  ].join('\n')
}

const [SIZE, MARGIN] = [360, 48]
const COLOURS = ['#e69f00', '#56b4e9', '#009e73', '#cc79a7']

/** How often frames with a chance win, for all frames and by quarter of the game: SVG. */
export function judgementPicture({ games, told }: Judgement): string {
  const at = (share: number) => (MARGIN + share * SIZE).toFixed(1)
  const down = (share: number) => (MARGIN + (1 - share) * SIZE).toFixed(1)
  const end = MARGIN + SIZE
  const seen = (some: readonly Told[]) => tenthsOf(some).filter(({ share }) => share > 0)
  const lines = QUARTERS.map((name, number) => {
    const points = seen(told.filter(({ quarter }) => quarter === number))
    const path = points.map(({ chance, won }) => `${at(chance)},${down(won)}`).join(' ')
    const y = MARGIN + 24 + 18 * number
    return [
      `<polyline points="${path}" fill="none" stroke="${COLOURS[number]}" stroke-width="1.5"/>`,
      `<text x="${MARGIN + 40}" y="${y}">${name}</text>`,
      `<line x1="${MARGIN + 12}" y1="${y - 4}" x2="${MARGIN + 34}" y2="${y - 4}" stroke="${COLOURS[number]}" stroke-width="2"/>`,
    ].join('\n')
  })
  const dots = seen(told).map(
    ({ share, chance, won }) =>
      `<circle cx="${at(chance)}" cy="${down(won)}" r="${(2 + 12 * Math.sqrt(share)).toFixed(1)}" fill="#33415599"/>`,
  )
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    [
      `<path d="M${at(share)} ${MARGIN}V${end}M${MARGIN} ${down(share)}H${end}" stroke="#d5dae1"/>`,
      `<text x="${at(share)}" y="${end + 18}" text-anchor="middle">${100 * share} %</text>`,
      `<text x="${MARGIN - 6}" y="${Number(down(share)) + 4}" text-anchor="end">${100 * share} %</text>`,
    ].join('\n'),
  )
  const width = SIZE + 2 * MARGIN
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${width}" width="${width}" height="${width}" font-family="system-ui, sans-serif" font-size="12" fill="#1f2733" role="img">`,
    `<title>How often those with a chance win, in ${games} games</title>`,
    `<rect width="${width}" height="${width}" fill="#fff"/>`,
    ...ticks,
    `<path d="M${MARGIN} ${end}L${end} ${MARGIN}" stroke="#8a94a3" stroke-dasharray="4 4"/>`,
    ...lines,
    ...dots,
    `<text x="${MARGIN + SIZE / 2}" y="${width - 8}" text-anchor="middle">chance of winning</text>`,
    `<text transform="translate(10 ${MARGIN + SIZE / 2}) rotate(-90)" text-anchor="middle">won</text>`,
    '</svg>',
    '',
  ].join('\n')
}
