/** The arithmetic of a hit, each rule with its source. */
import { describe, expect, test } from 'vitest'
import { f, RADIANS_PER_DEGREE } from '../math.ts'
import { chargedDamage, hitlagOf, hitstunOf, knockbackOf, launchAngle, staleShare } from './formulas.ts'

const plain = { growth: 100, setKnockback: 0, baseKnockback: 0 }

describe('knockback (doldecomp/melee ftColl)', () => {
  test('a fresh hit of 10 on weight 100 at 0 % is 18 + 1.4 (1 + 5)', () => {
    expect(knockbackOf(plain, 10, 10, 0, 100)).toBeCloseTo(26.4, 4)
  })

  test('the percent counts without its fraction, the staled damage counts whole', () => {
    expect(knockbackOf(plain, 9.1, 10, 20.99, 100)).toBe(knockbackOf(plain, 9.1, 10, 20, 100))
    expect(knockbackOf(plain, 9.1, 10, 20, 100)).toBeCloseTo(18 + 1.4 * (0.1 * 29.1 + 0.5 * 29.1), 3)
  })

  test('a heavier victim flies less; base and growth add and scale', () => {
    expect(knockbackOf(plain, 10, 10, 50, 117)).toBeLessThan(knockbackOf(plain, 10, 10, 50, 60))
    const raised = { growth: 50, setKnockback: 0, baseKnockback: 30 }
    expect(knockbackOf(raised, 10, 10, 0, 100)).toBeCloseTo(30 + 13.2, 4)
  })

  test('set knockback ignores percent', () => {
    const set = { growth: 100, setKnockback: 30, baseKnockback: 0 }
    expect(knockbackOf(set, 3, 3, 0, 100)).toBe(knockbackOf(set, 3, 3, 150, 100))
    expect(knockbackOf(set, 3, 3, 0, 100)).toBeCloseTo(18 + 1.4 * 16, 4)
  })

  test('knockback ends at 2500', () => {
    expect(knockbackOf({ growth: 500, setKnockback: 0, baseKnockback: 0 }, 60, 60, 999, 60)).toBe(2500)
  })
})

describe('angle 361 (doldecomp/melee ftCo_Damage)', () => {
  const degrees = (value: number) => f(value * RADIANS_PER_DEGREE)

  test('in the air 45 degrees, on the ground flat below 32 and raised to 44 from 32.1 on', () => {
    expect(launchAngle(361, 10, true)).toBe(degrees(45))
    expect(launchAngle(361, 31.9, false)).toBe(0)
    expect(launchAngle(361, 33, false)).toBe(degrees(44))
  })

  test('other angles are those of the hitbox', () => {
    expect(launchAngle(80, 10, false)).toBe(degrees(80))
  })
})

describe('hitlag and hitstun', () => {
  test.each([
    [4, 4],
    [10, 6],
    [12.9, 7],
    [18, 9],
    [90, 20],
  ])('damage %d freezes for %i frames (4,633 recorded hits)', (damage, frames) => {
    expect(hitlagOf(damage)).toBe(frames)
  })

  test('a hit without damage has no hitlag (doldecomp/melee Fighter_ProcessHit; a song is recorded with some)', () => {
    expect(hitlagOf(0)).toBe(0)
  })

  test('electricity lengthens hitlag by half, crouching shortens it by a third; each result loses its fraction', () => {
    expect(hitlagOf(8, 1.5)).toBe(7)
    expect(hitlagOf(8, 1, f(2 / 3))).toBe(3)
    // A shine on a crouching victim: 5, 7 with electricity, 4 of these.
    expect(hitlagOf(8, 1.5, f(2 / 3))).toBe(4)
  })

  test('hitstun is 0.4 of knockback without its fraction, at least 1 (3,474 recorded hits)', () => {
    expect([0.1, 26.4, 100].map(hitstunOf)).toEqual([1, 10, 40])
  })
})

describe('staling (330 recorded shots in a row)', () => {
  const queue = (...attacks: number[]) => Int32Array.from({ length: 10 }, (_, i) => attacks[i] ?? 0)

  test('the newest use costs 0.09, each older one 0.01 less, the tenth nothing', () => {
    expect(staleShare(queue(13), 13)).toBeCloseTo(0.91, 6)
    expect(staleShare(queue(2, 13), 13)).toBeCloseTo(0.92, 6)
    expect(staleShare(queue(2, 2, 2, 2, 2, 2, 2, 2, 2, 13), 13)).toBe(1)
    expect(staleShare(queue(13, 13, 13, 13, 13, 13, 13, 13, 13, 13), 13)).toBeCloseTo(0.55, 6)
  })

  test('another attack is fresh', () => {
    expect(staleShare(queue(13, 13), 14)).toBe(1)
  })
})

test('a smash held for a second deals 1.3671 times its damage', () => {
  expect(chargedDamage(18, 60)).toBeCloseTo(18 * 1.3671, 4)
  expect(chargedDamage(18, 0)).toBe(18)
})
