import { describe, expect, test } from 'vitest'
import { believed, firstLook, look } from './retention-clock.ts'
import type { RetentionClock } from './retention-clock.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = 365 * DAY
const START = Date.UTC(2026, 0, 1)

/**
 * An arena that runs for a number of hours and reads its clock each hour, from then on with the clock set by `jumpMs`.
 */
function run(from: RetentionClock, hours: number, jumpMs = 0): RetentionClock {
  let clock = from
  for (let hour = 0; hour < hours; hour++) {
    clock = look(clock, clock.at + HOUR + (hour === 0 ? jumpMs : 0), HOUR)
  }
  return clock
}

describe('the clock of retention', () => {
  test('is the wall clock, as long as that does not jump', () => {
    const clock = run(firstLook(START), 24 * 30)
    expect(believed(clock)).toBe(START + 30 * DAY)
  })

  test('does not follow a jump ahead, and continues as if there had been none', () => {
    const jumped = run(firstLook(START), 1, 10 * YEAR)
    expect(believed(jumped)).toBe(START + HOUR)
    expect(believed(run(jumped, 24 * 6))).toBe(START + HOUR + 6 * DAY)
  })

  test('believes the clock when it has gone steadily for a week of running', () => {
    const jumped = run(firstLook(START), 1, YEAR)
    expect(believed(run(jumped, 24 * 7))).toBe(START + HOUR + YEAR + 7 * DAY)
    const again = run(run(jumped, 24 * 6), 1, YEAR)
    expect(believed(run(again, 24 * 2))).toBe(START + 2 * HOUR + 8 * DAY)
  })

  test('is right at once when the clock is put right', () => {
    const jumped = run(firstLook(START), 5, YEAR)
    expect(run(jumped, 1, -YEAR)).toMatchObject({ at: START + 6 * HOUR, doubtMs: 0 })
  })

  test('a clock that is set back makes replays no older, nor does setting it forward again', () => {
    const back = run(firstLook(START), 1, -YEAR)
    expect(believed(back)).toBe(START + HOUR - YEAR)
    expect(believed(run(back, 1, YEAR))).toBe(START + 2 * HOUR - YEAR)
  })

  test('does not count a jump between two starts, which may be a long pause, also after a restart', () => {
    const later = look(firstLook(START), START + 100 * DAY, null)
    expect(believed(later)).toBe(START)
    const restarted = look(later, START + 100 * DAY + 20 * HOUR, null)
    expect(believed(restarted)).toBe(START + 20 * HOUR)
    expect(restarted.steadyMs).toBe(0)
  })

  test('does not mind a pause of some hours, in a restart or in a machine that sleeps', () => {
    expect(believed(look(firstLook(START), START + 20 * HOUR, null))).toBe(START + 20 * HOUR)
    expect(believed(look(firstLook(START), START + 20 * HOUR, HOUR))).toBe(START + 20 * HOUR)
  })
})
