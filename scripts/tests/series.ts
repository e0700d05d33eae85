/**
 * Series of tests that are too long for every run: `npm test` takes some of each, `npm run test:long` all of them, and the gate those of
 * another file each day.
 */
import { env } from 'node:process'

export const IS_LONG = env['ARENA_TEST_SERIES'] === 'all'

/** Every `step`-th of a series, or all of it. */
export function some<T>(series: readonly T[], step: number): readonly T[] {
  return IS_LONG ? series : series.filter((_, index) => index % step === 0)
}

/** `length` numbers from `first` on. */
export const numbers = (length: number, first = 0): readonly number[] => Array.from({ length }, (_, i) => first + i)
