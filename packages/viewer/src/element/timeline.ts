/** What a seek bar marks: stocks that are lost and big hits, found in the columns as they grow. */
import type { ReplayColumns } from '@arena/slp'

export interface Mark {
  readonly kind: 'stock' | 'hit'
  /** Port of the player that it happens to. */
  readonly port: number
  readonly frame: number
  /** Damage of a hit. */
  readonly percent: number
}

const BIG_HIT = 15

export class Timeline {
  readonly marks: Mark[] = []
  #rows = 0

  /** Reads the rows that are new; whether there is anything to mark. */
  extend(columns: ReplayColumns): boolean {
    const { count, firstFrame } = columns
    const before = this.marks.length
    for (const fighter of columns.fighters) {
      if (!fighter || fighter.isFollower) continue
      const { port, at, post } = fighter
      for (let row = Math.max(1, this.#rows); row < count; row++) {
        if (at.postAt[row] === 0 || at.postAt[row - 1] === 0) continue
        const frame = firstFrame + row
        const percent = post.percent[row]! - post.percent[row - 1]!
        if (post.stocksRemaining[row]! < post.stocksRemaining[row - 1]!) {
          this.marks.push({ kind: 'stock', port, frame, percent: 0 })
        } else if (percent >= BIG_HIT) {
          this.marks.push({ kind: 'hit', port, frame, percent })
        }
      }
    }
    this.#rows = count
    return this.marks.length > before
  }
}
