/** The readings of lengths against each other. The conclusions: research/hits.md, Lengths of attacks. */
import { expect, test } from 'vitest'
import { FIGHTERS, pathOf, readLines } from './source.ts'

const ATTACKS = { first: 44, last: 69 } as const
/** Aerials whose recordings stop before the IASA frame, for a reason that is not in the tables. */
const OTHER_REASONS = [
  [19, 68],
  [21, 65],
  [21, 66],
  [23, 67],
  [26, 65],
  [26, 68],
]
/** The third jab of Captain Falcon, whose recording continues into the rapid jab. */
const FLURRIES = new Set(['2 46'])
/** First frames of free interruption, by fighter and action. */
function interruptions(): Map<string, number> {
  const found = new Map<string, number>()
  for (const { internalId, slug } of FIGHTERS) {
    for (const line of readLines(pathOf(slug, 'moves.txt'))) {
      const [, actions, iasa] = /^move .*\bactions=([\d,]+).*\biasa=(\d+)/.exec(line) ?? []
      for (const action of actions?.split(',') ?? []) found.set(`${internalId} ${action}`, Number(iasa))
    }
  }
  return found
}

test('an attack recorded shorter than its script was interrupted on a frame that allows it, except for six that are listed', () => {
  const free = interruptions()
  const attacks = FIGHTERS.flatMap(({ internalId, rows }) =>
    rows('lengths.csv').map((row) => ({ internalId, action: row.number('action'), row })),
  ).filter(
    ({ action, row }) => action >= ATTACKS.first && action <= ATTACKS.last && row.has('script') && row.has('recorded'),
  )
  const shorter = attacks.filter(({ row }) => row.number('recorded') < row.number('script'))
  expect([attacks.length, shorter.length]).toEqual([396, 36])
  const unexplained = shorter.filter(({ internalId, action, row }) => {
    const key = `${internalId} ${action}`
    return !FLURRIES.has(key) && row.number('recorded') < (free.get(key) ?? Infinity) - 1
  })
  expect(unexplained.map(({ internalId, action }) => [internalId, action])).toEqual(OTHER_REASONS)
})
