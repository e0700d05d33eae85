import { describe, expect, test } from 'vitest'
import { numbers } from '../../../scripts/tests/series.ts'
import { drawnLadder } from '../tests/drawn-ladder.ts'
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

  // By LMArena's arena-rank 0.1.1 (scale 400, base 10), ratings less their mean.
  test('without a spread, ratings are those of an independent program', () => {
    const games = [
      meeting(0, 1, 12, 7, 1),
      meeting(1, 2, 9, 4, 2),
      meeting(2, 3, 8, 8),
      meeting(0, 3, 6, 1),
      meeting(0, 2, 3, 3, 3),
    ]
    const { strengths } = fitStrengths(4, games, { spread: Infinity })
    expect([...strengths].map((each) => each * ELO_UNIT)).toEqual(REFERENCE.map((each) => expect.closeTo(each, 3)))
  })

  test('one that has won every game has a finite rating, and a wide interval', () => {
    const [first, second] = rowsOf(fitStrengths(3, [meeting(0, 1, 4, 0), meeting(1, 2, 8, 6)]))
    expect(first).toMatchObject({ player: 0 })
    expect(first!.rating).toBeLessThan(MEAN_ELO + 400)
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

  test.each([0.5, 1, 2])(
    '93 to 97 of 100 true skills lie inside the intervals, whatever their spread: %f',
    (spread) => {
      let inside = 0
      let all = 0
      for (const number of numbers(40)) {
        const { skills, meetings } = drawnLadder(`ladder ${number}`, { players: 20, rounds: 30, spread })
        for (const { player, low, high } of rowsOf(fitStrengths(skills.length, meetings))) {
          const rating = MEAN_ELO + ELO_UNIT * skills[player]!
          inside += Number(low <= rating && rating <= high)
          all++
        }
      }
      expect(inside / all).toBeGreaterThan(0.93)
      expect(inside / all).toBeLessThan(0.975)
    },
  )

  test('a player that is not there is an error', () => {
    expect(() => fitStrengths(2, [meeting(0, 2, 1, 0)])).toThrow('no players 0 and 2')
  })
})

const REFERENCE = [92.949309, 34.230602, -44.652057, -82.527855]
