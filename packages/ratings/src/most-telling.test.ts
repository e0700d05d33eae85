import { describe, expect, test } from 'vitest'
import { numbers } from '../../../scripts/tests/series.ts'
import { fitStrengths } from './bradley-terry.ts'
import { dispersionOf } from './dispersion.ts'
import { mostTelling, type Two } from './most-telling.ts'

const meeting = (a: number, b: number, wins: number, losses: number) => ({ a, b, wins, losses, draws: 0 })
const FRESH = { underway: [], games: 2, within: null }

describe('the two who meet next', () => {
  test('are those who have not met, before anything is known: each two in turn', () => {
    const fit = fitStrengths(4, [])
    const chosen: Two[] = []
    while (chosen.length < 6) chosen.push(mostTelling(fit, { ...FRESH, underway: chosen }))
    expect(chosen.map(String).toSorted()).toEqual(['0,1', '0,2', '0,3', '1,2', '1,3', '2,3'])
  })

  test('are even ones of whom it is open who is better, and not those whose game is decided before', () => {
    const known = [meeting(0, 1, 20, 20), meeting(1, 2, 40, 0), meeting(0, 2, 40, 0), meeting(2, 3, 4, 4)]
    expect(mostTelling(fitStrengths(4, known), FRESH)).toEqual([2, 3])
  })

  test('have one whose rating is not known well enough, where it is said how well that is', () => {
    const known = [meeting(0, 1, 800, 800), meeting(0, 2, 800, 800), meeting(1, 2, 800, 800), meeting(2, 3, 30, 170)]
    const fit = fitStrengths(4, known)
    expect(mostTelling(fit, { ...FRESH, within: 30 })).toContain(3)
    expect(mostTelling(fit, { ...FRESH, within: 1 })).not.toContain(9)
  })

  test('there is no one to meet alone', () => {
    expect(() => mostTelling(fitStrengths(1, []), FRESH)).toThrow('nobody to meet')
  })
})

describe('how much the points of a pair vary', () => {
  const outcomes = (of: (number: number) => number) => [numbers(400).map(of)]

  test('is 1 where its games have nothing to do with each other', () => {
    // Both won, one, the other, none.
    expect(dispersionOf(outcomes((number) => [2, 1, 1, 0][number % 4]!))).toBeCloseTo(1, 1)
    expect(dispersionOf([])).toBe(1)
  })

  test('is 2 where both games always end alike, and near 0 where the port decides', () => {
    expect(dispersionOf(outcomes((number) => 2 * (number % 2)))).toBeCloseTo(2, 1)
    expect(dispersionOf(outcomes(() => 1))).toBeLessThan(0.05)
  })

  test('of few pairs is near 1, and of one that wins every game says nothing', () => {
    expect(dispersionOf([[2, 0, 2]])).toBeLessThan(1.3)
    expect(dispersionOf([[2, 2, 2, 2, 2, 2]])).toBe(1)
  })
})
