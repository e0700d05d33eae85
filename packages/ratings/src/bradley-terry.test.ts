import { describe, expect, test } from 'vitest'
import { IS_LONG, numbers, some } from '../../../scripts/tests/series.ts'
import { drawnLadder } from '../tests/drawn-ladder.ts'
import REFERENCE from '../tests/reference.json' with { type: 'json' }
import { ELO_UNIT, fitStrengths, MEAN_ELO, rowsOf, type Meeting } from './bradley-terry.ts'

const meeting = (a: number, b: number, wins: number, losses: number, draws = 0): Meeting => ({
  a,
  b,
  wins,
  losses,
  draws,
})

describe('one fit over all games', () => {
  test('without a spread, two players are as far apart as their points say', () => {
    const { strengths } = fitStrengths(2, [meeting(0, 1, 30, 10)], { spread: Infinity })
    expect(strengths[0]! - strengths[1]!).toBeCloseTo(Math.log(3), 9)
  })

  test('a draw is half a win for both', () => {
    const drawn = fitStrengths(3, [meeting(0, 1, 3, 1, 4), meeting(1, 2, 2, 2, 2), meeting(0, 2, 5, 1)])
    const halved = fitStrengths(3, [meeting(0, 1, 5, 3), meeting(1, 2, 3, 3), meeting(0, 2, 5, 1)])
    expect([...drawn.strengths]).toEqual([...halved.strengths])
  })

  // The nightly run has LMArena's arena-rank 0.1.1 rate the games of the file anew (scripts/third-parties/rate_games.py).
  test('without a spread, ratings are those of an independent program for the same games', () => {
    const { players, meetings, ratings } = REFERENCE
    const games = meetings.map(([a, b, wins, losses, draws]) => meeting(a!, b!, wins!, losses!, draws))
    const { strengths } = fitStrengths(players, games, { spread: Infinity })
    expect([...strengths].map((each) => each * ELO_UNIT)).toEqual(ratings.map((each) => expect.closeTo(each, 3)))
  })

  test('one that has won every game has a finite rating, and a wide interval', () => {
    const [first, second] = rowsOf(fitStrengths(3, [meeting(0, 1, 4, 0), meeting(1, 2, 8, 6)]))
    expect(first).toMatchObject({ player: 0 })
    expect(first!.rating).toBeLessThan(MEAN_ELO + 500)
    expect(first!.high - first!.low).toBeGreaterThan(second!.high - second!.low)
  })

  test('everybody may have every rank before a game is played', () => {
    for (const { best, worst, rating } of rowsOf(fitStrengths(3, []))) {
      expect([best, worst, rating]).toEqual([1, 3, MEAN_ELO])
    }
  })

  test('a rank set has the places that the games leave open: "2nd to 3rd"', () => {
    const rows = rowsOf(fitStrengths(3, [meeting(0, 1, 90, 10), meeting(0, 2, 90, 10), meeting(1, 2, 11, 10)]))
    expect(rows.map(({ player, best, worst }) => [player, best, worst])).toEqual([
      [0, 1, 1],
      [1, 2, 3],
      [2, 2, 3],
    ])
  })

  test('two that met often are told apart better than their own intervals say', () => {
    const fit = fitStrengths(3, [meeting(0, 1, 230, 170), meeting(1, 2, 1, 1)])
    expect(fit.errorOf(0, 1)).toBeLessThan(Math.hypot(fit.errorOf(0), fit.errorOf(1)))
    expect(fit.superiority(0, 1)).toBeGreaterThan(0.97)
    expect(fit.superiority(0, 1) + fit.superiority(1, 0)).toBeCloseTo(1, 9)
  })

  // The interface's pairing has two bots meet again and again, so that far ends of a list are connected by few games.
  test.each([0.5, 1, 2])(
    'in 200 ladders by the interface’s own pairing 93 to 97 of 100 true skills lie inside the intervals, whatever their spread: %f',
    (spread) => {
      let inside = 0
      let all = 0
      for (const number of some(numbers(200), 20)) {
        const { skills, meetings } = drawnLadder(`ladder ${number}`, { players: 20, rounds: 30, spread, draws: 0.1 })
        for (const { player, low, high } of rowsOf(fitStrengths(skills.length, meetings))) {
          const rating = MEAN_ELO + ELO_UNIT * skills[player]!
          inside += Number(low <= rating && rating <= high)
          all++
        }
      }
      // Ten ladders say less well how large the share is.
      const slack = IS_LONG ? 0 : 0.03
      expect(inside / all).toBeGreaterThan(0.93 - slack)
      expect(inside / all).toBeLessThan(0.97 + slack)
    },
  )

  test('players whom few games connect are as far apart as they are on average, and not as at the top of the likelihood', () => {
    // In a chain of four, each of whom has won three of four games, the mean is known by counting over a fine grid.
    const chain = [meeting(0, 1, 3, 1), meeting(1, 2, 3, 1), meeting(2, 3, 3, 1)]
    const { strengths } = fitStrengths(4, chain, { spread: 2 })
    const [sum, mean] = overGrid(chain, 2)
    expect(strengths[0]! - strengths[3]!).toBeCloseTo(mean / sum, 1)
  })

  test('a player that is not there is an error', () => {
    expect(() => fitStrengths(2, [meeting(0, 2, 1, 0)])).toThrow('no players 0 and 2')
  })
})

/** The likelihood of all strengths of four on a grid, and the same times the lead of the first over the last. */
function overGrid(meetings: readonly Meeting[], spread: number): readonly [number, number] {
  const grid = numbers(19).map((i) => (i - 9) * 0.75)
  let [sum, lead] = [0, 0]
  for (const a of grid) {
    for (const b of grid) {
      for (const c of grid) {
        for (const d of grid) {
          const own = [a, b, c, d]
          let height = -own.reduce((so, each) => so + each ** 2, 0) / (2 * spread ** 2)
          for (const { a: one, b: other, wins, losses } of meetings) {
            const up = own[one]! - own[other]!
            height -= wins * Math.log1p(Math.exp(-up)) + losses * Math.log1p(Math.exp(up))
          }
          sum += Math.exp(height)
          lead += Math.exp(height) * (a - d)
        }
      }
    }
  }
  return [sum, lead]
}
