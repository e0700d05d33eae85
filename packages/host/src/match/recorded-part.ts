/**
 * The part of a branch that is recorded: both sides up to the branch point, and one of them for as long as its pads make sense. It puts
 * recorded pads in the place of polled ones, and knows when the branch has been played as far as it was to be.
 */
import { RecordedSide } from '@arena/engine/recorded-side'
import { ColumnReader, FIRST_FRAME } from '@arena/slp'
import { POLLED_PAD_BYTES, STEP_PADS_OFFSET, type Standing } from '../engine/engine-protocol.ts'
import type { BranchOrder, Pair } from '../order.ts'

export class RecordedPart {
  readonly #order: BranchOrder
  readonly #side: RecordedSide
  readonly #other: 0 | 1
  /** What has been played. */
  readonly #played = new ColumnReader()
  /** Before the branch point is reached. */
  #stocks: Pair<number> | null = null

  constructor(order: BranchOrder) {
    this.#order = order
    const recorded = new ColumnReader()
    recorded.push(order.stream)
    const { frame, lead } = order
    this.#other = order.port === 0 ? 1 : 0
    this.#side = new RecordedSide(recorded.columns, { frame, lead, port: this.#other })
  }

  /** The last frame for which a recorded pad was played. */
  get until(): number {
    return this.#side.until
  }

  /** Whether the bots are not shown a frame. */
  hides(frame: number): boolean {
    return frame >= FIRST_FRAME && frame < this.#order.shownFrom
  }

  /** Whether pads of neither bot count for a frame. */
  precedes(frame: number): boolean {
    return frame <= this.#order.frame
  }

  /** Puts the recorded pads of the frame that is played next into its step, where they are played. */
  fill(frame: number, step: Uint8Array): void {
    if (this.precedes(frame)) this.#put(this.#order.port, frame, step)
    if (this.precedes(frame) || this.#side.holds(frame, this.#played.columns)) this.#put(this.#other, frame, step)
  }

  /** Takes what has been played, a message of the stream. */
  take(events: Uint8Array): void {
    this.#played.push(events)
  }

  /** Whether the branch has been played as far as it was to be. Asked after every frame. */
  isOver({ frame, players: [first, second] }: Standing): boolean {
    if (this.precedes(frame)) {
      this.#stocks = [first.stocks, second.stocks]
      return false
    }
    const [before0, before1] = this.#stocks ?? [0, 0]
    return frame >= this.#order.until || first.stocks < before0 || second.stocks < before1
  }

  #put(port: 0 | 1, frame: number, step: Uint8Array): void {
    const at = (frame - FIRST_FRAME) * POLLED_PAD_BYTES
    step.set(this.#order.pads[port].subarray(at, at + POLLED_PAD_BYTES), STEP_PADS_OFFSET[port])
  }
}
