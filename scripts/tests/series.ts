/**
 * Series of tests that are too long for every run. A run takes every `step`-th item, always the same ones. With `ARENA_TEST_SERIES=all`,
 * as in `.ci/nightly`, it takes all of them.
 */
import { env } from 'node:process'

const CHOSEN = env['ARENA_TEST_SERIES'] ?? ''
if (!['', 'all'].includes(CHOSEN)) throw new Error(`ARENA_TEST_SERIES is "all", or not set, but not "${CHOSEN}"`)

export const IS_LONG = CHOSEN === 'all'

/** Every `step`-th of a series, beginning with its first, or all of it. */
export const some = <T>(series: readonly T[], step: number): readonly T[] =>
  IS_LONG ? series : series.filter((_, index) => index % step === 0)

/** `length` numbers from `first` on. */
export const numbers = (length: number, first = 0): readonly number[] => Array.from({ length }, (_, i) => first + i)
