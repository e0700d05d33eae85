/** The frames with the least slack, as many as are kept. */
import { WORST_FRAMES } from '@arena/protocol'
import { tenths } from './tenths.ts'

export class WorstFrames {
  /** Least slack first. */
  readonly #slackMs = new Float64Array(WORST_FRAMES)
  readonly #frames = new Int32Array(WORST_FRAMES)
  #count = 0

  add(frame: number, slackMs: number): void {
    if (this.#count === WORST_FRAMES && slackMs >= this.#slackMs[WORST_FRAMES - 1]!) return
    let at = this.#count < WORST_FRAMES ? this.#count++ : WORST_FRAMES - 1
    for (; at > 0 && this.#slackMs[at - 1]! > slackMs; at--) {
      this.#slackMs[at] = this.#slackMs[at - 1]!
      this.#frames[at] = this.#frames[at - 1]!
    }
    this.#slackMs[at] = slackMs
    this.#frames[at] = frame
  }

  list(): { frame: number; slackMs: number }[] {
    return Array.from({ length: this.#count }, (_, at) => ({
      frame: this.#frames[at]!,
      slackMs: tenths(this.#slackMs[at]!),
    }))
  }
}
