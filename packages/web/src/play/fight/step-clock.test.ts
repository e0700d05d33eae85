import { describe, expect, test } from 'vitest'
import { StepClock, type Due } from './step-clock.ts'

/** What is due at each drawing of a screen with a given refresh rate. */
function run(perSecond: number, seconds: number, jitterMs = 0, clock = new StepClock()): Due[] {
  return Array.from({ length: Math.round(perSecond * seconds) }, (_, i) =>
    clock.advance((i * 1000) / perSecond + (i % 2) * jitterMs),
  )
}

const steps = (due: readonly Due[]): number => due.reduce((sum, each) => sum + each.steps, 0)

describe('sixty frames a second', () => {
  test.each([60, 59.94, 60.3])('on a screen of %s: one a drawing, and the newest is what is shown', (perSecond) => {
    const due = run(perSecond, 10, 0.4).slice(20)
    expect(new Set(due.map((each) => each.steps))).toEqual(new Set([1]))
    expect(new Set(due.map(({ alpha }) => alpha))).toEqual(new Set([1]))
  })

  test.each([75, 90, 120, 144, 165, 240, 30, 24])('on a screen of %s', (perSecond) => {
    expect(steps(run(perSecond, 10))).toBeGreaterThanOrEqual(598)
    expect(steps(run(perSecond, 10))).toBeLessThanOrEqual(601)
  })

  test('on a faster screen what is shown moves on evenly, between the last two frames', () => {
    const due = run(144, 5)
    let frames = 0
    const shown = due.map(({ steps: played, alpha }) => (frames += played) - 1 + alpha)
    for (const [i, { alpha }] of due.entries()) {
      expect(alpha).toBeGreaterThanOrEqual(0)
      expect(alpha).toBeLessThanOrEqual(1)
      if (i > 0) expect(shown[i]! - shown[i - 1]!).toBeCloseTo(60 / 144, 3)
    }
  })
})

test('a machine that is too slow plays slower, not later and later', () => {
  const clock = new StepClock()
  const due = Array.from({ length: 50 }, (_, i) => clock.advance(i * 200))
  expect(Math.max(...due.map((each) => each.steps))).toBe(4)
})

test('a page that slept, and a clock that was set back, continue where they were', () => {
  const clock = new StepClock()
  clock.advance(0)
  expect(clock.advance(90_000).steps).toBe(0)
  expect(clock.advance(89_000).steps).toBe(0)
  expect(clock.advance(89_017).steps).toBe(1)
})

test('what passes during a pause is not played', () => {
  const clock = new StepClock()
  run(60, 1, 0, clock)
  clock.reset()
  expect(clock.advance(60_000).steps).toBe(1)
})
