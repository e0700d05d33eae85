/** Frames that a player's pad was missed at, by port: what a page knows of a match beyond its replay. */
import { readMissedPads, type MissedRange } from '@arena/slp'

export type Pad = 'landed' | 'missed' | 'late'

export class MissedPads {
  readonly #ranges: readonly (readonly MissedRange[])[]

  /** The ranges of each port, as `missedPadsText` of @arena/slp writes them, joined by semicolons. */
  constructor(list: string | null) {
    this.#ranges = (list ?? '').split(';').map(readMissedPads)
  }

  of(port: number): readonly MissedRange[] {
    return this.#ranges[port] ?? []
  }

  at(port: number, frame: number): Pad {
    const range = this.#last(port, frame)
    if (!range || frame >= range.frame + range.count) return 'landed'
    return range.isLate ? 'late' : 'missed'
  }

  /** How many of the frames from one up to another, without it, were missed. */
  count(port: number, from: number, to: number): number {
    let count = 0
    for (const range of this.of(port)) {
      if (range.frame >= to) break
      count += Math.max(0, Math.min(to, range.frame + range.count) - Math.max(from, range.frame))
    }
    return count
  }

  /** The last range that begins at a frame or before. */
  #last(port: number, frame: number): MissedRange | undefined {
    const ranges = this.of(port)
    let [low, high] = [0, ranges.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ranges[middle]!.frame <= frame) low = middle + 1
      else high = middle
    }
    return ranges[low - 1]
  }
}

export const NONE_MISSED = new MissedPads(null)
