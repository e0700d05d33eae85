import { describe, expect, test } from 'vitest'
import { Random } from '../../sdk/src/random.ts'
import { drawnLadder } from '../tests/drawn-ladder.ts'
import { winProbability } from './bradley-terry.ts'
import { calibrationOf, type Prediction } from './calibration.ts'
import { ratingListOf, type RatedGame } from './rating-list.ts'

const STAGES = [31, 32, 28, 8, 2, 3] as const

/** Each plays one character; `bonus` is what a player has on a stage, in logits. */
function ladder(seed: string, bonus: (player: number, stage: number) => number): RatedGame[] {
  const random = new Random(seed)
  const { games, skills } = drawnLadder(seed, { players: 10, rounds: 240, spread: 0.6 })
  return games.map(({ a, b, at }) => {
    const stage = STAGES[Math.floor(random.next() * STAGES.length)]!
    const chance = winProbability(skills[a]! + bonus(a, stage), skills[b]! + bonus(b, stage))
    const expected = winProbability(skills[a]!, skills[b]!)
    return { a, b, at, stage, expected, characters: [a, b], points: random.next() < chance ? 1 : 0 }
  })
}

describe('a rating list', () => {
  test('a bot that is weak on one stage is shown so, and on no other one', () => {
    const { splits } = ratingListOf(
      10,
      ladder('stages', (player, stage) => (player === 3 && stage === 8 ? -3 : 0)),
    )
    const sure = splits.filter(({ by, high }) => by === 'stage' && high < 0)
    expect(sure.map(({ player, id }) => [player, id])).toEqual([[3, 8]])
  })

  test('parts of few games are drawn toward no difference: without one, none is sure', () => {
    const { splits } = ratingListOf(
      10,
      ladder('plain', () => 0),
    )
    const sure = splits.filter(({ low, high }) => low > 0 || high < 0)
    expect(sure.length).toBeLessThan(splits.length / 20)
    for (const { difference } of splits) expect(Math.abs(difference)).toBeLessThan(60)
  })

  test('superiority is in the order of the rows, and two sides of one pair make 1', () => {
    const { rows, superiority } = ratingListOf(
      10,
      ladder('order', () => 0),
    )
    expect(rows.map(({ rating }) => rating)).toEqual(rows.map(({ rating }) => rating).toSorted((x, y) => y - x))
    expect(superiority[0]![9]).toBeGreaterThan(0.9)
    expect(superiority[2]![7]! + superiority[7]![2]!).toBeCloseTo(1, 3)
    expect(rows.reduce((sum, { points }) => sum + points, 0)).toBe(1200)
  })

  test('a list without a game names everybody and finds nothing', () => {
    const list = ratingListOf(2, [])
    expect(list).toMatchObject({ contradictions: [], cycles: [], changes: [], alike: [], splits: [] })
    expect(list.rows.map(({ best, worst, games }) => [best, worst, games])).toEqual([
      [1, 2, 0],
      [1, 2, 0],
    ])
    expect(list.calibration).toEqual({ bands: [], games: 0, brier: null, brierOfEven: null })
  })
})

describe('calibration', () => {
  test('the favourite counts, whichever side it was', () => {
    const predictions: Prediction[] = [
      { expected: 0.25, points: 0 },
      { expected: 0.75, points: 0 },
      { expected: 1, points: 1 },
    ]
    const { bands, games, brier, brierOfEven } = calibrationOf(predictions)
    expect(games).toBe(3)
    expect(bands.map(({ from, games: own, scored }) => [from, own, scored])).toEqual([
      [0.7, 2, 0.5],
      [0.9, 1, 1],
    ])
    expect(brier).toBeCloseTo((0.0625 + 0.5625 + 0) / 3, 9)
    expect(brierOfEven).toBe(0.25)
  })
})
