/** The marks of a replay, by frame: what its bots drew at home. What reads them (`read-marks.ts`) is loaded where there are any. */
import type { DebugFile, DebugMark } from '@arena/slp'

export interface ToldChance {
  readonly frame: number
  readonly chance: number
}

export type MarksPlace = { readonly url: string } | { readonly file: Blob }

export class DebugMarks {
  #marks: readonly DebugMark[] = []
  /** By port: the chances of winning that a bot gave itself, by frame. */
  #chances: readonly ToldChance[][] = [[], []]
  /** Lines of the file that hold no mark. */
  skipped = 0

  /** Adds what more of the file holds. */
  add({ marks, skipped }: DebugFile): void {
    this.skipped += skipped
    // In the order of frames, as each of them is: almost sorted already.
    this.#marks = [...this.#marks, ...marks].sort((one, other) => one.frame - other.frame)
    this.#chances = [0, 1].map((port) =>
      this.#marks.flatMap((mark) =>
        mark.kind === 'chance' && mark.port === port ? [{ frame: mark.frame, chance: mark.chance }] : [],
      ),
    )
  }

  /** The chances of winning that the bot of a port gave itself, in the order of frames. */
  chances(port: number): readonly ToldChance[] {
    return this.#chances[port] ?? []
  }

  /** The last one that it gave on a frame or before; null before the first. */
  chance(port: number, frame: number): number | null {
    return this.chances(port).findLast((told) => told.frame <= frame)?.chance ?? null
  }

  get count(): number {
    return this.#marks.length
  }

  at(frame: number): readonly DebugMark[] {
    const first = this.#firstFrom(frame)
    return this.#marks.slice(first, this.#firstFrom(frame + 1, first))
  }

  #firstFrom(frame: number, from = 0): number {
    let [low, high] = [from, this.#marks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#marks[middle]!.frame < frame) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** What is said where marks do not come. */
export const UNREADABLE = 'The debug marks of this replay cannot be read.'

export const NO_MARKS = new DebugMarks()
