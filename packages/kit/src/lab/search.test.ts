import { describe, expect, test } from 'vitest'
import { findLargest } from './search.ts'

const POLLED = 240

/** A bot whose pads have these slacks without delay, a run after the other; the last one again and again. */
function bot(...runs: readonly (readonly number[])[]) {
  const asked: number[] = []
  let next = 0
  const missedAt = (roundTripMs: number) => {
    const slacks = runs[Math.min(next++, runs.length - 1)]!
    return { missed: slacks.filter((ms) => ms < roundTripMs).length, polled: slacks.length }
  }
  const search = async () => {
    const slackMs = runs[0]!.toSorted((a, b) => a - b)[Math.floor(runs[0]!.length / 100)]!
    const found = await findLargest({
      idle: { ...missedAt(0), slackMs },
      run: async (roundTripMs) => {
        asked.push(roundTripMs)
        return missedAt(roundTripMs)
      },
    })
    return { ...found, asked }
  }
  return search()
}

const steady = (ms: number): number[] => Array.from({ length: POLLED }, (_, i) => ms + (i % 10) / 10)

describe('the largest round trip at which pads land', () => {
  test.each([0.4, 3, 16.7, 29.4, 49.9, 163])('is found to half a millisecond: %d ms', async (ms) => {
    const { largestMs } = await bot(steady(ms))
    expect(largestMs).toBeGreaterThan(ms - 0.51)
    expect(largestMs).toBeLessThanOrEqual(ms)
  })

  test('takes two runs where the first one tells the truth', async () => {
    expect(await bot(steady(29.4))).toMatchObject({ largestMs: 29, asked: [29, 29.5] })
  })

  test('is not what a stall in the first run makes of it', async () => {
    const stalled = [-8, ...steady(29.4).slice(1)]
    expect(await bot(stalled, steady(29.4))).toMatchObject({ largestMs: expect.closeTo(29, 0) })
  })

  test('is not what a stall in a later run makes of it: a few missed pads are tried again', async () => {
    const stalled = [5, 6, ...steady(29.4).slice(2)]
    const { largestMs, asked } = await bot(steady(29.4), stalled, steady(29.4))
    expect(asked.slice(0, 2)).toEqual([29, 29])
    expect(largestMs).toBe(29)
  })

  test('is not what a single pad makes of it: one in 200 may be missed by chance', async () => {
    expect((await bot([21, ...steady(29.4).slice(1)])).largestMs).toBe(29)
  })

  test('may be larger or smaller than the first run promises: a bot that changes its lead', async () => {
    expect((await bot(steady(12.3), steady(47.8))).largestMs).toBe(47.5)
    expect((await bot(steady(47.8), steady(12.3))).largestMs).toBe(12)
  })

  test('is none where pads are missed without delay, and that is no chance', async () => {
    expect(await bot(steady(-1))).toMatchObject({ largestMs: null, asked: [] })
    const tail = [-1, -1, ...steady(20).slice(2)]
    expect(await bot(tail)).toMatchObject({ largestMs: null, asked: [0, 0, 0, 0] })
  })
})
