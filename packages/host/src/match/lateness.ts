/**
 * Poll lateness as a histogram of fixed size, so that recording one costs nothing and histograms of several hosts add
 * up. Buckets grow by an eighth of a power of two from 1 microsecond on: a percentile is right within 9 percent.
 */
const PER_OCTAVE = 8
/** Up to 2^24 microseconds, 16 seconds; what is later counts there. */
const BUCKETS = 24 * PER_OCTAVE

export interface LatenessSummary {
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

export class LatenessHistogram {
  readonly #counts = new Float64Array(BUCKETS)
  #count = 0
  #max = 0

  get count(): number {
    return this.#count
  }

  record(latenessMs: number): void {
    const us = latenessMs * 1000
    const bucket = us <= 1 ? 0 : Math.min(BUCKETS - 1, Math.ceil(Math.log2(us) * PER_OCTAVE))
    this.#counts[bucket]!++
    this.#count++
    if (latenessMs > this.#max) this.#max = latenessMs
  }

  /** Adds what another histogram holds, given as `counts()` and `max` of it. */
  add(counts: ArrayLike<number>, maxMs: number): void {
    for (let i = 0; i < BUCKETS; i++) {
      const count = counts[i] ?? 0
      this.#counts[i]! += count
      this.#count += count
    }
    if (maxMs > this.#max) this.#max = maxMs
  }

  counts(): number[] {
    return [...this.#counts]
  }

  summary(): LatenessSummary {
    return { p50: this.#percentile(0.5), p99: this.#percentile(0.99), p999: this.#percentile(0.999), max: this.#max }
  }

  reset(): void {
    this.#counts.fill(0)
    this.#count = 0
    this.#max = 0
  }

  /** Upper edge of the bucket that holds the given share, in milliseconds. */
  #percentile(share: number): number {
    let left = Math.ceil(share * this.#count)
    if (left === 0) return 0
    for (let i = 0; i < BUCKETS; i++) {
      left -= this.#counts[i]!
      if (left <= 0) return Math.min(this.#max, 2 ** (i / PER_OCTAVE) / 1000)
    }
    return this.#max
  }
}
