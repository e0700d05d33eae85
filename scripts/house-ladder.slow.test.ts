/** The order of the house's strengths, in games; `bench/house.ts` measures it with more of them. */
import { STRENGTHS } from '@arena/sdk'
import { describe, expect, test } from 'vitest'
import { playStep } from './house-matches/ladder.ts'
import { IS_LONG } from './tests/series.ts'

/** Two dozen games of some minutes each, on a slow machine. */
const TIMEOUT = 600_000

test(
  'the sound one beats the walker, with any character',
  async () => {
    const { won, faults, sides } = await playStep('sound', 'walker', 0, IS_LONG ? 19 : 3)
    expect({ won, faults }).toEqual({ won: IS_LONG ? 20 : 4, faults: 0 })
    expect(sides.upper.selfDestructs).toBeLessThanOrEqual(IS_LONG ? 1 : 0)
  },
  TIMEOUT,
)

/** Bots that win 70 of 100 win fewer than 17 of 24 by chance in a third of the cases; 14 or fewer once in 30. */
describe.runIf(IS_LONG)('each strength beats the next lower one', () => {
  test.each(STRENGTHS.slice(1).map((upper, i) => [upper, STRENGTHS[i]!] as const))(
    '%s and %s',
    async (upper, lower) => {
      const { won, faults, sides } = await playStep(upper, lower, 0, 23)
      expect(faults).toBe(0)
      expect(won).toBeGreaterThanOrEqual(17)
      for (const { selfDestructs, lost } of Object.values(sides))
        expect(selfDestructs).toBeLessThanOrEqual(1 + lost / 20)
    },
    TIMEOUT,
  )
})
