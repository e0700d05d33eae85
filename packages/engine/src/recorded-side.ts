/**
 * How long the recorded pads of a side make sense in a branch. A pad is the answer to the newest frame that its bot had seen, `lead`
 * frames and one before. As long as that frame looks to the bot as it did in the recording, the bot would have sent the same pad:
 *
 * - its own fighter is as recorded: action and frame of the action, place, facing, percent and stocks. Nothing has touched it.
 * - its opponent has as many stocks, and stands no farther than `NEAR` from where it stood. What is decided by distance is decided alike.
 *
 * So the pads of the first `lead + 1` frames after the branch point are always played: nothing of the branch had been seen. With the first
 * seen frame that looks otherwise the recording ends for good, since a bot that has once done something else is no longer the recorded one.
 */
import { FIRST_FRAME, type ReplayColumns } from '@arena/slp'

/** About the width of a fighter, in the game's units, along each axis. */
export const NEAR = 10

interface SideOptions {
  /** The branch point. */
  readonly frame: number
  /** The side whose pads were recorded. */
  readonly port: 0 | 1
  /** The lead that it played with. */
  readonly lead: number
}

/**
 * Pure.
 *
 *     const side = new RecordedSide(recorded, { frame: 4120, port: 1, lead: 3 })
 *     if (side.holds(4121, played)) pad = branch.padOf(1, 4121)
 */
export class RecordedSide {
  readonly #recorded: ReplayColumns
  readonly #options: SideOptions
  #until: number
  #isOver = false

  constructor(recorded: ReplayColumns, options: SideOptions) {
    this.#recorded = recorded
    this.#options = options
    this.#until = options.frame
  }

  /** The last frame whose recorded pad was to be played. */
  get until(): number {
    return this.#until
  }

  /** Whether the recorded pad of the next frame is played. `played` has the frames before it, as the branch has played them. */
  holds(frame: number, played: ReplayColumns): boolean {
    const { frame: branchPoint, port, lead } = this.#options
    const seen = frame - lead - 1
    this.#isOver ||= frame > this.#recorded.lastFrame
    this.#isOver ||= seen > branchPoint && !looksAlike(this.#recorded, played, seen - FIRST_FRAME, port)
    if (!this.#isOver) this.#until = Math.max(this.#until, frame)
    return !this.#isOver
  }
}

const OWN = [
  'actionStateId',
  'actionStateCounter',
  'positionX',
  'positionY',
  'facingDirection',
  'percent',
  'stocksRemaining',
] as const

/** Whether a row looks to the bot of a port as it did in the recording. */
function looksAlike(recorded: ReplayColumns, played: ReplayColumns, row: number, port: 0 | 1): boolean {
  const own = [recorded.fighter(port)?.post, played.fighter(port)?.post] as const
  const other = [recorded.fighter(1 - port)?.post, played.fighter(1 - port)?.post] as const
  if (!own[0] || !own[1] || !other[0] || !other[1]) return false
  for (const field of OWN) if (own[0][field][row] !== own[1][field][row]) return false
  return (
    other[0].stocksRemaining[row] === other[1].stocksRemaining[row] &&
    Math.abs(other[0].positionX[row]! - other[1].positionX[row]!) <= NEAR &&
    Math.abs(other[0].positionY[row]! - other[1].positionY[row]!) <= NEAR
  )
}
