/** What a bot sees: the match it plays and, frame by frame, both fighters. Built from the event stream alone. */
import { StageId } from '@arena/protocol'
import { FrameBuilder, type Frame, type GameStart, type PostFrame, type SlpEvent } from '@arena/slp'
import { NO_DEBUG, type Debug } from './debug.ts'
import { FighterReader, type FighterView } from './fighter-view.ts'
import { itemView, type ItemView } from './items.ts'
import type { Port } from './port.ts'
import { StageReader, type StageView } from './stage-reader.ts'

export type { FighterView } from './fighter-view.ts'
export type { Port } from './port.ts'

/** One frame of a game, from a bot's side of it. */
export interface Game {
  /** -123 is the first; play starts at 0. */
  readonly frame: number
  /** The stage on this frame: its platforms are where they are now. */
  readonly stage: StageView
  readonly stageId: StageId
  readonly me: FighterView
  readonly opponent: FighterView
  readonly items: readonly ItemView[]
  /** Frames between this one and the first at which the answer to it is played: 0 where that is the next frame. */
  readonly lead: number
  /** Draws what the bot thinks over the replay of a match at home. */
  readonly debug: Debug
  /** Settings of the game. */
  readonly start: GameStart
  /** All events of the frame. */
  readonly raw: Frame
}

/** Turns the events of a match into frames, and frames into views; the same frames whichever port the bot has. */
export class GameReader {
  readonly #debug: Debug
  #builder = new FrameBuilder()
  #start: GameStart | null = null
  #stage: { readonly id: StageId; readonly reader: StageReader } | null = null
  #fighters: readonly [FighterReader, FighterReader] = [new FighterReader(0), new FighterReader(1)]

  constructor(debug: Debug = NO_DEBUG) {
    this.#debug = debug
  }

  /** Sees the same until here, and from now on frames of its own, such as those of a game that is played ahead. */
  fork(): GameReader {
    const fork = new GameReader(this.#debug)
    fork.#start = this.#start
    fork.#stage = this.#stage && { id: this.#stage.id, reader: this.#stage.reader.fork() }
    fork.#fighters = [this.#fighters[0].fork(), this.#fighters[1].fork()]
    return fork
  }

  /** A frame of which no view is wanted: a fighter's records, kept until the next frame. */
  passFighter(port: Port, post: PostFrame, follower: PostFrame | null): void {
    this.#fighters[port].pass(post, follower)
  }

  /** A frame of which no view is wanted: its stage. */
  passStage(heights: ArrayLike<number>, windDirection: number): void {
    this.#stage?.reader.pass(heights, windDirection)
  }

  /** The frame that the event completes, if it does. */
  take(event: SlpEvent): Frame | null {
    if (event.name === 'gameStart') this.#begin(event.record)
    return this.#builder.take(event)
  }

  /** Null while there is nothing to see: before Game Start, or where a fighter is missing from the frame. */
  view(frame: Frame, port: Port, lead = 0): Game | null {
    const start = this.#start
    const [first, second] = [this.#fighters[0].take(frame.players[0]), this.#fighters[1].take(frame.players[1])]
    const stage = this.#stage
    if (!start || !stage || !first || !second) return null
    return {
      frame: frame.frame,
      stage: stage.reader.take(frame),
      stageId: stage.id,
      me: port === 0 ? first : second,
      opponent: port === 0 ? second : first,
      items: frame.items.map(itemView),
      lead,
      debug: this.#debug,
      start,
      raw: frame,
    }
  }

  /** Also after a reconnect, where the stage and what happened before it stay known. */
  #begin(start: GameStart): void {
    this.#start = start
    this.#builder = new FrameBuilder()
    const id = StageId.safeParse(start.stageId)
    if (!id.success) this.#stage = null
    else if (this.#stage?.id !== id.data) this.#stage = { id: id.data, reader: new StageReader(id.data) }
  }
}
