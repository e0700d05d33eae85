import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { ReplayColumns } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { chanceAt, chancesOf, type ChanceContext } from './index.ts'

interface Fighter {
  readonly character: number
  readonly stocks: number
  readonly percent: number
  readonly x: number
  readonly y: number
  readonly action: number
  readonly isAirborne: boolean
  readonly jumps: number
}

const STANDING: Fighter = {
  character: 1,
  stocks: 4,
  percent: 0,
  x: -20,
  y: 0,
  action: 14,
  isAirborne: false,
  jumps: 2,
}
const BATTLEFIELD = 31
const HANGING = { x: -70, y: -24, action: 253, isAirborne: true, jumps: 2 }
const FALLING = { x: -140, y: -60, action: 35, isAirborne: true, jumps: 0 }

/** A game of one row, as of some frame. */
function rowOf(first: Partial<Fighter>, second: Partial<Fighter>, row = 1000): ReplayColumns {
  const columns = new ReplayColumns()
  columns.reserve(row + 1)
  columns.count = row + 1
  for (const [port, some] of [first, second].entries()) {
    const fighter = { ...STANDING, x: port === 0 ? -20 : 20, ...some }
    const { post, at } = columns.addFighter(2 * port)
    at.postAt[row] = 1
    post.internalCharacterId[row] = fighter.character
    post.stocksRemaining[row] = fighter.stocks
    post.percent[row] = fighter.percent
    post.positionX[row] = fighter.x
    post.positionY[row] = fighter.y
    post.actionStateId[row] = fighter.action
    post.isAirborne[row] = Number(fighter.isAirborne)
    post.jumpsRemaining[row] = fighter.jumps
    post.shieldSize[row] = 60
    post.facingDirection[row] = fighter.x < 0 ? 1 : -1
  }
  return columns
}

function chance(first: Partial<Fighter>, second: Partial<Fighter>, context: Partial<ChanceContext> = {}, row = 1000) {
  return chanceAt(rowOf(first, second, row), row, { stage: BATTLEFIELD, ...context })
}

const anyFighter = fc.record({
  character: fc.nat(26),
  stocks: fc.integer({ min: 1, max: 4 }),
  percent: fc.float({ min: 0, max: 200, noNaN: true }),
  x: fc.float({ min: -200, max: 200, noNaN: true }),
  y: fc.float({ min: -100, max: 150, noNaN: true }),
  action: fc.nat(400),
  isAirborne: fc.boolean(),
  jumps: fc.nat(6),
})
const anyRating = fc.record({
  mu: fc.float({ min: 0, max: 50, noNaN: true }),
  sigma: fc.float({ min: Math.fround(0.6), max: 9, noNaN: true }),
})

describe('the chance of winning', () => {
  test('of both ports adds up to 1, whoever plays on which', () => {
    fc.assert(
      fc.property(anyFighter, anyFighter, anyRating, anyRating, (first, second, own, other) => {
        const seen = chance(first, second, { ratings: [own, other] })
        expect(chance(second, first, { ratings: [other, own] })).toBe(1 - seen)
        expect(seen).toBeGreaterThan(0)
        expect(seen).toBeLessThan(1)
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  test('is the same in the mirror', () => {
    fc.assert(
      fc.property(anyFighter, anyFighter, (first, second) => {
        const mirrored = (fighter: Fighter) => ({ ...fighter, x: -fighter.x })
        expect(chance(mirrored(first), mirrored(second))).toBe(chance(first, second))
      }),
      { seed: 2, numRuns: 200 },
    )
  })

  test('of two that are alike is even', () => {
    expect(chance({}, {})).toBe(0.5)
  })

  test('rises with stocks, and falls with percent, off the stage and far below it', () => {
    for (const character of [1, 2, 9, 18, 22]) {
      const own = (change: Partial<Fighter>) => chance({ character, stocks: 2, percent: 40, ...change }, { stocks: 2 })
      expect(own({ stocks: 3 })).toBeGreaterThan(own({}) + 0.1)
      expect(own({ stocks: 1 })).toBeLessThan(own({}) - 0.1)
      expect(own({ percent: 110 })).toBeLessThan(own({}) - 0.02)
      expect(own(FALLING)).toBeLessThan(own(HANGING))
      expect(own(FALLING)).toBeLessThan(own({}) - 0.05)
    }
  })

  test('takes the ratings into account, most before anything has happened', () => {
    const ratings = [
      { mu: 31, sigma: 1.5 },
      { mu: 25, sigma: 1.5 },
    ] as const
    expect(chance({}, {}, { ratings })).toBeGreaterThan(0.6)
    expect(chance({ stocks: 1 }, { stocks: 3 }, { ratings })).toBeLessThan(0.5)
    const unknown = { mu: 25, sigma: 25 / 3 }
    expect(chance({ percent: 60 }, {}, { ratings: [unknown, unknown] })).toBe(chance({ percent: 60 }, {}))
  })

  test('is certain once a side has no stock left', () => {
    expect(chance({ stocks: 0 }, { stocks: 1 })).toBe(0)
    expect(chance({ stocks: 2 }, { stocks: 0 })).toBe(1)
    expect(chance({ stocks: 0 }, { stocks: 0 })).toBe(0.5)
  })

  test('of a row that lacks a fighter is not a number', () => {
    const columns = rowOf({}, {}, 3)
    expect([...chancesOf(columns, { stage: BATTLEFIELD })]).toEqual([NaN, NaN, NaN, 0.5])
  })

  test('is computed with nothing that browsers may compute otherwise', () => {
    for (const file of readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name))) {
      const called = readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/\bMath\.(\w+)\(/g)
      for (const [, name] of called) expect(['abs', 'floor', 'max', 'min', 'sign', 'sqrt']).toContain(name)
    }
  })

  test('comes from at most 20 kB of numbers', () => {
    expect(statSync(join(import.meta.dirname, 'generated/numbers.ts')).size).toBeLessThanOrEqual(20_000)
  })
})
