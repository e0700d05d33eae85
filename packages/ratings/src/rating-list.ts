/** Everything that one fit over all games says, as plain data: what a page shows and what others cite. Pure. */
import { ELO_UNIT, fitStrengths, rowsOf, winProbability, type Fit, type FittedRow } from './bradley-terry.ts'
import { calibrationOf, type Calibration, type Prediction } from './calibration.ts'
import {
  alikeOf,
  changesOf,
  contradictionsOf,
  cyclesOf,
  type Alike,
  type Change,
  type Contradiction,
  type Cycle,
} from './findings.ts'
import { meetingsOf, type Game } from './games.ts'
import { splitsOf, type Split } from './splits.ts'

/** A game with what it is split by. */
export interface RatedGame extends Game {
  readonly characters: readonly [number, number]
  readonly stage: number
  /** What the ladder's ratings expected of `a`; null where it is not known. */
  readonly expected: number | null
}

/** A split of one player by a character of its own, or a stage. */
export interface NamedSplit extends Split {
  readonly player: number
  readonly by: 'character' | 'stage'
  readonly id: number
}

export interface RatingList {
  /** Best rating first, in Elo. */
  readonly rows: readonly (FittedRow & { readonly games: number; readonly points: number })[]
  /** How likely the player of a row is stronger than that of a column, both in the order of `rows`; rounded to thousandths. */
  readonly superiority: readonly (readonly number[])[]
  /** Standard deviation of all true ratings, in Elo. */
  readonly spread: number
  readonly contradictions: readonly Contradiction[]
  readonly cycles: readonly Cycle[]
  /** `by` is in Elo. */
  readonly changes: readonly Change[]
  readonly alike: readonly Alike[]
  readonly calibration: Calibration
  readonly splits: readonly NamedSplit[]
}

/** Players are numbers below `players`; every one of them is in the list. */
export function ratingListOf(players: number, games: readonly RatedGame[]): RatingList {
  const meetings = meetingsOf(games)
  const fit = fitStrengths(players, meetings)
  const counts = Array.from({ length: players }, () => ({ games: 0, points: 0 }))
  for (const { a, b, points } of games) {
    counts[a]!.games++
    counts[b]!.games++
    counts[a]!.points += points
    counts[b]!.points += 1 - points
  }
  const rows = rowsOf(fit).map((row) => ({ ...row, ...counts[row.player]! }))
  const order = rows.map(({ player }) => player)
  return {
    rows,
    superiority: order.map((own) => order.map((other) => Math.round(1000 * fit.superiority(own, other)) / 1000)),
    spread: ELO_UNIT * fit.spread,
    contradictions: contradictionsOf(fit, meetings),
    cycles: cyclesOf(meetings),
    changes: changesOf(fit, games).map(({ by, ...rest }) => ({ ...rest, by: ELO_UNIT * by })),
    alike: alikeOf(fit, meetings),
    calibration: calibrationOf(games.flatMap(predictionOf)),
    splits: [...splitsBy('character', fit, games), ...splitsBy('stage', fit, games)],
  }
}

function predictionOf({ expected, points }: RatedGame): Prediction[] {
  return expected === null ? [] : [{ expected, points }]
}

function splitsBy(by: NamedSplit['by'], fit: Fit, games: readonly RatedGame[]): NamedSplit[] {
  const parts = new Map<string, { player: number; id: number; games: { expected: number; points: number }[] }>()
  for (const { a, b, points, characters, stage } of games) {
    const expected = winProbability(fit.strengths[a]!, fit.strengths[b]!)
    const sides = [
      [a, characters[0], { expected, points }],
      [b, characters[1], { expected: 1 - expected, points: 1 - points }],
    ] as const
    for (const [player, character, game] of sides) {
      const id = by === 'stage' ? stage : character
      const name = `${player} ${id}`
      const part = parts.get(name) ?? { player, id, games: [] }
      parts.set(name, part)
      part.games.push(game)
    }
  }
  const own = [...parts.values()]
  const splits = splitsOf(own)
  return own
    .map(({ player, id }, number) => ({ player, by, id, ...splits[number]! }))
    .toSorted((one, other) => one.player - other.player || one.id - other.id)
}
