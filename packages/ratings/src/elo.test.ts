import { describe, expect, test } from 'vitest'
import { eloOf, normalBelow, normalizedElo, scoreOf } from './elo.ts'

describe('Elo', () => {
  test('is logistic: a lead of 400 scores ten points for each one of the other', () => {
    expect(scoreOf(400)).toBeCloseTo(10 / 11, 12)
    expect(scoreOf(0)).toBe(0.5)
    expect(eloOf(0.75)).toBeCloseTo(190.848502, 5)
    expect([eloOf(0), eloOf(1)]).toEqual([-Infinity, Infinity])
  })

  test('of a score gives that score again', () => {
    for (let elo = -800; elo <= 800; elo += 37) expect(eloOf(scoreOf(elo))).toBeCloseTo(elo, 9)
  })

  test('is the normalized one where no game is drawn and the difference is small', () => {
    const score = scoreOf(1)
    expect(normalizedElo(score, Math.sqrt(score * (1 - score)))).toBeCloseTo(1, 4)
  })
})

test.each([
  [0, 0.5],
  [1, 0.841344746068543],
  [-1.959963984540054, 0.025],
  [1.644853626951473, 0.95],
  [-4, 3.167124183311992e-5],
  [-8, 6.220960574271785e-16],
  [9, 1],
])('below %d standard deviations is a share of %d', (x, share) => {
  expect(normalBelow(x)).toBeCloseTo(share, 12)
  expect(normalBelow(x) + normalBelow(-x)).toBeCloseTo(1, 12)
})
