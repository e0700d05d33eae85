/**
 * The order in which a recording's frames may come: from the first on, with gaps, and again where a rollback plays them again. Every
 * reader of whole recordings holds frames against it, so that all refuse the same.
 */
import { SlpError, type SlpErrorCode } from './error.ts'
import { FIRST_FRAME } from './events.ts'

/** Frames that a recording may lack in a row. */
const MOST_MISSING = 3600
/** Times that a frame comes in a row; a rollback plays one again with those after it. */
const MOST_AGAIN = 8

export class FrameOrder {
  #last = FIRST_FRAME - 1
  #newest: number | null = null
  #again = 0

  /** A frame begins; `offset` is where. The fault where no recording of a game has it there. */
  begin(frame: number, offset: number): SlpError | null {
    const fault = (code: SlpErrorCode, detail: string) => new SlpError(code, offset, detail)
    if (this.#newest === null && frame > FIRST_FRAME + MOST_MISSING) {
      return fault('unsupported-mode', `${UNSUPPORTED}: its first frame is ${frame}, not ${FIRST_FRAME}`)
    }
    if (frame < FIRST_FRAME || frame - this.#last > MOST_MISSING) {
      return fault('bad-frame', `frame ${frame} does not follow frame ${this.#last}`)
    }
    this.#again = frame === this.#newest ? this.#again + 1 : 1
    if (this.#again > MOST_AGAIN) {
      return fault('unsupported-mode', `${UNSUPPORTED}: frame ${frame} comes again and again`)
    }
    this.#newest = frame
    this.#last = Math.max(this.#last, frame)
    return null
  }
}

const UNSUPPORTED = 'a mode that is not supported'
