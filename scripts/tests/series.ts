/**
 * Series of tests that are too long for every run. `ARENA_TEST_SERIES` is a number, 0 unless it is set: of a series with the step 4 a run
 * takes every fourth item, beginning at that number modulo 4. So consecutive numbers go through all of it; the gate takes the day of the
 * year. `all` takes all.
 */
import { env } from 'node:process'

const CHOSEN = env['ARENA_TEST_SERIES'] ?? '0'
if (!/^(?:all|\d{1,9})$/.test(CHOSEN)) throw new Error(`ARENA_TEST_SERIES is a number or "all", not "${CHOSEN}"`)

export const IS_LONG = CHOSEN === 'all'

const DAY_MS = 86_400_000

/** For seeds that are others every day: the day of this year that the number says, else today, in days since 1970. */
export function dayOfSeeds(now: number): number {
  const day = Number(env['ARENA_TEST_SERIES'] ?? NaN)
  const moment = day > 0 ? Date.UTC(new Date(now).getUTCFullYear(), 0, day) : now
  return Math.floor(moment / DAY_MS)
}

/** Every `step`-th of a series, at least one, or all of it. */
export function some<T>(series: readonly T[], step: number): readonly T[] {
  if (IS_LONG) return series
  const every = Math.min(step, series.length)
  const first = Number(CHOSEN) % every
  return series.filter((_, index) => index % every === first)
}

/** `length` numbers from `first` on. */
export const numbers = (length: number, first = 0): readonly number[] => Array.from({ length }, (_, i) => first + i)
