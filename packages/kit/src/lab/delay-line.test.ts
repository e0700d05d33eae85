import { describe, expect, test } from 'vitest'
import { DelayLine, seeded, type Conditions } from './delay-line.ts'

const IDLE: Conditions = { roundTripMs: 0, jitterMs: 0, loss: 0 }

/** When each packet comes out, of packets that are sent at these times. */
function arrivals(conditions: Partial<Conditions>, sentAt: readonly number[], random = seeded(1)): number[] {
  const line = new DelayLine({ ...IDLE, ...conditions }, random)
  const out: number[] = []
  const drain = (now: number) => {
    for (let dueAt = line.dueAt; dueAt !== null && dueAt <= now; dueAt = line.dueAt) {
      expect(line.take(dueAt - 0.001)).toBeNull()
      expect(line.take(dueAt)).toEqual(Uint8Array.of(out.length))
      out.push(dueAt)
    }
  }
  for (const [packet, at] of sentAt.entries()) {
    drain(at)
    line.push(Uint8Array.of(packet), at)
  }
  drain(Infinity)
  return out
}

/** Loses the packets that are named. */
function losing(...lost: number[]): () => number {
  let drawn = 0
  return () => (drawn++ % 2 === 1 || lost.includes((drawn - 1) / 2) ? 0 : 0.99)
}

const EVERY_10_MS = Array.from({ length: 100 }, (_, i) => 10 * i)

describe('a delay line', () => {
  test('delays by half of the round trip, and without one by nothing', () => {
    expect(arrivals({ roundTripMs: 40 }, [0, 5, 5])).toEqual([20, 25, 25])
    expect(arrivals({}, [3])).toEqual([3])
  })

  test('jitters evenly up to what is set, in order, and the same again by the same seed', () => {
    const run = (seed: number) => arrivals({ roundTripMs: 20, jitterMs: 8 }, EVERY_10_MS, seeded(seed))
    const extra = run(1).map((at, i) => at - EVERY_10_MS[i]! - 10)
    expect(Math.min(...extra)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...extra)).toBeLessThan(8)
    const mean = extra.reduce((sum, ms) => sum + ms) / extra.length
    expect(mean).toBeGreaterThan(3)
    expect(mean).toBeLessThan(5)
    expect(run(1)).toEqual(run(1))
    expect(run(2)).not.toEqual(run(1))
  })

  test('never lets a packet overtake another', () => {
    const out = arrivals({ jitterMs: 100 }, EVERY_10_MS)
    expect(out).toEqual(out.toSorted((one, other) => one - other))
  })

  test('sends a lost packet again once three later ones have told of it; those wait', () => {
    // Sent at 10, told by the one of 40, whose answer is back at 80; what is sent again then arrives at 100.
    expect(arrivals({ roundTripMs: 40, loss: 0.5 }, EVERY_10_MS.slice(0, 12), losing(1))).toEqual([
      20, 100, 100, 100, 100, 100, 100, 100, 100, 110, 120, 130,
    ])
  })

  test('sends a lost packet again after the round trip and 200 ms where nothing follows it', () => {
    expect(arrivals({ roundTripMs: 40, loss: 0.5 }, [0, 10, 500], losing(1))).toEqual([20, 270, 520])
  })

  test('loses the share that is set', () => {
    const line = new DelayLine({ ...IDLE, loss: 0.05 }, seeded(3))
    for (let i = 0; i < 10_000; i++) line.push(new Uint8Array(1), i)
    expect(line.lost).toBeGreaterThan(400)
    expect(line.lost).toBeLessThan(600)
  })
})
