/**
 * Counts in memory, exactly: a request is taken unless the one that came `limit` requests before it is less than a
 * minute old. What is kept is the moments of the last requests of callers within the last minute.
 */
import { LIMITS, WINDOW_MS } from './rate-limits.ts'
import type { LimitClass, Limits, RateLimiter } from './rate-limits.ts'

/** The moments of the last requests taken, as a ring once there are as many as the limit. */
interface Ring {
  readonly moments: number[]
  /** The oldest of a full ring, which the next one replaces. */
  next: number
  newest: number
}

export class MemoryRateLimiter implements RateLimiter {
  /** By class and subject; the subject taken last is last. */
  readonly #rings = new Map<string, Ring>()
  readonly #limits: Limits
  readonly #now: () => number

  /** `now` in whole milliseconds, never going back. */
  constructor(limits: Limits = LIMITS, now: () => number = () => Math.floor(performance.now())) {
    this.#limits = limits
    this.#now = now
  }

  /** Subjects remembered. */
  get size(): number {
    return this.#rings.size
  }

  take(limit: LimitClass, subject: string): number {
    const now = this.#now()
    this.#forgetIdle(now)
    const key = `${limit} ${subject}`
    const ring = this.#rings.get(key) ?? { moments: [], next: 0, newest: now }
    const count = this.#limits[limit]
    if (ring.moments.length < count) {
      ring.moments.push(now)
    } else {
      const waitMs = waitOf(ring, now)
      if (waitMs > 0) return waitMs
      ring.moments[ring.next] = now
      ring.next = (ring.next + 1) % count
    }
    ring.newest = now
    this.#rings.delete(key)
    this.#rings.set(key, ring)
    return 0
  }

  peek(limit: LimitClass, subject: string): number {
    const ring = this.#rings.get(`${limit} ${subject}`)
    if (ring === undefined || ring.moments.length < this.#limits[limit]) return 0
    return Math.max(0, waitOf(ring, this.#now()))
  }

  /** As many as two at a time, which is more than can be added. */
  #forgetIdle(now: number): void {
    for (let i = 0; i < 2; i++) {
      const oldest = this.#rings.entries().next().value
      if (oldest === undefined || oldest[1].newest > now - WINDOW_MS) return
      this.#rings.delete(oldest[0])
    }
  }
}

/** How long it takes until the oldest moment of a full ring leaves the window. */
function waitOf({ moments, next }: Ring, now: number): number {
  return moments[next]! + WINDOW_MS - now
}
