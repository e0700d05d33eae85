/**
 * The longest stretch of frames in which pads came later and later: the mark of a bot that needs more than a frame for a frame. Slack
 * may rise a little in between. A jump is no slide: a pause makes one. Nothing is allocated before `longest`.
 */
import { MODES } from '@arena/protocol'
import { tenths } from './tenths.ts'

/** A rise above the least slack so far that ends a slide: the bot has caught up by a frame. */
const RISE_MS = MODES.live.frameMs
/** A bot that is this much later than a frame before has paused. */
const JUMP_MS = 3 * MODES.live.frameMs
/** Frames without any pad that a slide may hold: a slow bot leaves some out. */
const LEFT_OUT = 10

export class Slide {
  #from = 0
  #frame = -(2 ** 31)
  #startMs = 0
  #lastMs = 0
  #leastMs = 0
  /** Where the least slack was. */
  #leastFrame = 0
  #longestFrom = 0
  #longestFrames = 0
  #longestMs = 0

  add(frame: number, slackMs: number): void {
    const isNext = frame > this.#frame && frame <= this.#frame + 1 + LEFT_OUT
    if (!isNext || slackMs > this.#leastMs + RISE_MS || slackMs < this.#lastMs - JUMP_MS) this.#begin(frame, slackMs)
    this.#frame = frame
    this.#lastMs = slackMs
    if (slackMs >= this.#leastMs) return
    this.#leastMs = slackMs
    this.#leastFrame = frame
    const fallMs = this.#startMs - slackMs
    if (fallMs <= this.#longestMs) return
    this.#longestFrom = this.#from
    this.#longestFrames = this.#leastFrame - this.#from
    this.#longestMs = fallMs
  }

  longest(): { frame: number; frames: number; ms: number } | null {
    if (this.#longestFrames === 0) return null
    return { frame: this.#longestFrom, frames: this.#longestFrames, ms: tenths(this.#longestMs) }
  }

  #begin(frame: number, slackMs: number): void {
    this.#from = this.#leastFrame = frame
    this.#startMs = this.#leastMs = slackMs
  }
}
