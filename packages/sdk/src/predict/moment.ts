/** A game at one frame, kept so that any number of futures can begin there. */
import type { Controller } from '@arena/protocol'
import type { Game, GameReader } from '../game.ts'

export interface Moment {
  /** The engine's whole state. */
  readonly state: Uint8Array
  /** The frame as the bot sees it. */
  readonly game: Game
  /** What the view knows of the frames before. */
  readonly reader: GameReader
  /** The opponent's controller on the frame. */
  readonly opponent: Controller
  /** What is on its way to the arena for the coming frames, from the next one on. */
  readonly sent: readonly Controller[]
  /** The newest frame that came from the arena when this was played. */
  readonly present: number
}

/** A game as it was on a frame. It belongs to the match in which it was saved. */
export class SavedGame {
  readonly frame: number
  readonly #moment: Moment
  readonly #match: object

  constructor(match: object, moment: Moment) {
    this.frame = moment.game.frame
    this.#match = match
    this.#moment = moment
  }

  momentOf(match: object): Moment {
    if (match !== this.#match) throw new Error('This game was saved in another match')
    return this.#moment
  }
}
