import type { LikelyCause } from '@arena/protocol'
import { expect, test } from 'vitest'
import { receiptFacts } from '../../tests/receipt-facts.ts'
import { sumOf } from './receipt-sum.ts'

const cause = (code: LikelyCause['code'], says = ''): LikelyCause => ({ code, says, advice: 'Do something.' })
const none = receiptFacts()
const noGame = {
  ...none,
  pads: { ...none.pads, polled: 0, missed: 0 },
  arrivals: { ...none.arrivals, slackMs: null, histogram: [] },
}

test('nothing adds up to nothing', () => {
  expect(sumOf([])).toEqual({ matches: 0, clean: 0, polled: 0, missed: 0, slackMs: null, causes: [] })
})

test('pads add up over the games that were played; a match without a game counts as a match', () => {
  const clean = receiptFacts({ polled: 1000, missed: 0 })
  const receipts = [none, clean, noGame].map((facts, index) => ({ matchId: String(index), facts, causes: [] }))
  expect(sumOf(receipts)).toMatchObject({ matches: 3, clean: 1, polled: 6123, missed: 120 })
})

test('causes are counted by match, by the likeliest of each; the newest match of each shows what was seen', () => {
  const causes = [[cause('pauses', 'newest')], [], [cause('jitter'), cause('pauses')], [cause('pauses', 'older')]]
  const receipts = causes.map((each, index) => ({
    matchId: `match ${index}`,
    facts: none,
    causes: each,
  }))
  expect(sumOf(receipts).causes).toEqual([
    { ...cause('pauses', 'newest'), matches: 2, lastMatchId: 'match 0' },
    { ...cause('jitter'), matches: 1, lastMatchId: 'match 2' },
  ])
})

test('slack is that of all pads together: the median, one in a hundred, and the least', () => {
  const of = (histogram: { ms: number; pads: number }[], least: number) => ({
    ...none,
    arrivals: { ...none.arrivals, histogram, slackMs: { least, p1: 0, p50: 0, p99: 0 } },
  })
  const fast = of(
    [
      { ms: 30, pads: 97 },
      { ms: 20, pads: 1 },
    ],
    20.4,
  )
  const slow = of([{ ms: -5, pads: 2 }], -5.2)
  const receipts = [fast, slow].map((facts, index) => ({ matchId: String(index), facts, causes: [] }))
  expect(sumOf(receipts).slackMs).toEqual({ p50: 30, p1: -5, least: -5.2 })
})
