import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemoryRateLimiter } from './memory-rate-limiter.ts'
import { LIMITS, WINDOW_MS } from './rate-limits.ts'

/** Two classes small enough to fill in a few steps. */
const SMALL = { ...LIMITS, registrations: 3, writes: 1 }

const steps = fc.array(
  fc.record({
    // Often exactly what fills or empties a window.
    afterMs: fc.oneof(
      fc.integer({ min: 0, max: 90_000 }),
      fc.constantFrom(0, 1, WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1),
    ),
    limit: fc.constantFrom('registrations', 'writes'),
    subject: fc.constantFrom('ada', 'bob'),
  }),
  { maxLength: 60 },
)

describe('limits counted in memory', () => {
  it('take exactly what leaves no minute with more than the limit, as foretold, and refused requests are not charged', () => {
    fc.assert(
      fc.property(steps, (asked) => {
        let now = 0
        const limiter = new MemoryRateLimiter(SMALL, () => now)
        const taken: { at: number; key: string }[] = []
        for (const { afterMs, limit, subject } of asked) {
          now += afterMs
          const key = `${limit} ${subject}`
          const inWindow = taken.filter((each) => each.key === key && each.at > now - WINDOW_MS)
          const foretold = limiter.peek(limit, subject)
          const waitMs = limiter.take(limit, subject)
          expect(foretold).toBe(waitMs)
          expect(waitMs === 0).toBe(inWindow.length < SMALL[limit])
          if (waitMs === 0) taken.push({ at: now, key })
          else expect(waitMs).toBe(inWindow[0]!.at + WINDOW_MS - now)
        }
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('`Retry-After` is always true: waiting that many seconds makes the request succeed, and a millisecond less does not', () => {
    fc.assert(
      fc.property(steps, (asked) => {
        let now = 0
        const limiter = new MemoryRateLimiter(SMALL, () => now)
        for (const { afterMs, limit, subject } of asked) {
          now += afterMs
          const waitMs = limiter.take(limit, subject)
          if (waitMs === 0) continue
          const refusedAt = now
          now = refusedAt + waitMs - 1
          expect(limiter.take(limit, subject)).toBe(1)
          now = refusedAt + 1000 * Math.ceil(waitMs / 1000)
          expect(limiter.take(limit, subject)).toBe(0)
        }
      }),
      { seed: 2, numRuns: 500 },
    )
  })

  it('forget callers that have not asked for a minute', () => {
    let now = 0
    const limiter = new MemoryRateLimiter(LIMITS, () => now)
    for (let i = 0; i < 1000; i++) limiter.take('other', `client ${i}`)
    expect(limiter.size).toBe(1000)
    now = WINDOW_MS
    // What is left goes two at a time.
    for (let i = 0; i < 600; i++) limiter.take('other', 'one that stays')
    expect(limiter.size).toBe(1)
  })
})
