/** What a newcomer meets, by the rules of matchmaking and rating as they are (docs/adr/0009-house-bots.md). */
import { expect, test } from 'vitest'
import { numbers, some } from '../../../../scripts/tests/series.ts'
import { playEvening } from './evening.ts'

const HOUR = 3_600_000
const MATCHES = 10
const OPPONENTS = 4
const FIRST = 3

/** The ratings of a house that has played by itself for a day. */
const settled = playEvening({ seed: 'a day before', newcomers: 0, matches: 0, ms: 24 * HOUR })

test.each([
  ['an arena whose house has settled', settled.ratings],
  ['an arena that was started for the first time', undefined],
])(
  'in %s each of one to five new bots meets four opponents or more in its first ten matches, and a nearest in rating in its first three',
  (_, ratings) => {
    for (const seed of some(numbers(100), 7)) {
      const newcomers = 1 + (seed % 5)
      const evening = playEvening({
        seed: `${seed}`,
        newcomers,
        matches: MATCHES,
        ms: 3 * HOUR,
        ...(ratings && { ratings }),
      })
      for (const [i, { meetings }] of evening.newcomers.entries()) {
        const which = `new bot ${i} of ${newcomers}, seed ${seed}`
        const ten = meetings.slice(0, MATCHES)
        expect(ten.length, which).toBe(MATCHES)
        expect(new Set(ten.map(({ opponent }) => opponent)).size, which).toBeGreaterThanOrEqual(OPPONENTS)
        expect(
          ten.slice(0, FIRST).some((meeting) => meeting.isNearest),
          which,
        ).toBe(true)
      }
    }
  },
  120_000,
)

test('a house that is alone plays about one match at a time, however many it has', () => {
  expect(settled.running).toBeGreaterThan(0.4)
  expect(settled.running).toBeLessThan(1.2)
})
