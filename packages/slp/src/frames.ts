/** Gathers the events of each frame into one object, for viewers, statistics and bots. */
import {
  EVENTS,
  type DreamlandWhispy,
  type FodPlatforms,
  type FrameBookend,
  type FrameStart,
  type ItemUpdate,
  type PostFrame,
  type PreFrame,
  type StadiumTransformation,
} from './events.ts'
import type { FrameOrder } from './frame-order.ts'
import type { SlpEvent } from './reader.ts'
import { PORTS } from './table.ts'

/** An event that belongs to a frame. */
type FrameEvent = Extract<SlpEvent, { record: { frame: number } }>

export interface FighterFrame {
  pre: PreFrame | null
  post: PostFrame | null
}

export interface PlayerFrame extends FighterFrame {
  /** The second climber, null for all other characters and after its death. */
  follower: FighterFrame | null
}

export interface Frame {
  readonly frame: number
  start: FrameStart | null
  /** Indexed by port; null for a port without a player. */
  readonly players: (PlayerFrame | null)[]
  readonly items: ItemUpdate[]
  readonly fodPlatforms: FodPlatforms[]
  dreamlandWhispy: DreamlandWhispy | null
  stadiumTransformation: StadiumTransformation | null
  bookend: FrameBookend | null
}

/**
 * Takes a stream's events in order and returns each frame once it has ended: at its Frame Bookend, or in a format without one where
 * another frame, the same frame again or Game End follows.
 */
export class FrameBuilder {
  #frame: Frame | null = null
  /** A stream of the arena has them, also one that is taken from its middle on. */
  #hasBookends = true
  readonly #order: FrameOrder | null

  /** With an order, `take` throws an `SlpError` for a frame that does not come where it may. */
  constructor(order: FrameOrder | null = null) {
    this.#order = order
  }

  take(event: SlpEvent): Frame | null {
    switch (event.name) {
      case 'eventPayloads':
        this.#hasBookends = event.record.sizes.has(EVENTS.frameBookend.code)
        return null
      case 'gameEnd':
        return this.#hasBookends ? null : this.#close()
      case 'frameStart':
      case 'preFrame':
      case 'postFrame':
      case 'itemUpdate':
      case 'fodPlatforms':
      case 'dreamlandWhispy':
      case 'stadiumTransformation':
      case 'frameBookend':
        return this.#put(event)
      default:
        return null
    }
  }

  /** Says that nothing follows: the frame that ends with the stream, in a format without Frame Bookend; null where it is not whole. */
  end(): Frame | null {
    const frame = this.#hasBookends ? null : this.#close()
    return frame !== null && isWhole(frame) ? frame : null
  }

  #put(event: FrameEvent): Frame | null {
    const { frame: number } = event.record
    let ended: Frame | null = null
    if (this.#frame?.frame !== number || (!this.#hasBookends && beginsAgain(this.#frame, event))) {
      const fault = this.#order?.begin(number, event.offset)
      if (fault) throw fault
      // With bookends a frame that another interrupts has no end.
      ended = this.#hasBookends ? null : this.#frame
      this.#frame = emptyFrame(number)
    }
    put(event, this.#frame)
    return event.name === 'frameBookend' ? this.#close() : ended
  }

  #close(): Frame | null {
    const frame = this.#frame
    this.#frame = null
    return frame
  }
}

function put(event: FrameEvent, frame: Frame): void {
  switch (event.name) {
    case 'frameStart':
      frame.start = event.record
      break
    case 'preFrame': {
      const fighter = fighterOf(event.record, frame)
      if (fighter) fighter.pre = event.record
      break
    }
    case 'postFrame': {
      const fighter = fighterOf(event.record, frame)
      if (fighter) fighter.post = event.record
      break
    }
    case 'itemUpdate':
      frame.items.push(event.record)
      break
    case 'fodPlatforms':
      frame.fodPlatforms.push(event.record)
      break
    case 'dreamlandWhispy':
      frame.dreamlandWhispy = event.record
      break
    case 'stadiumTransformation':
      frame.stadiumTransformation = event.record
      break
    case 'frameBookend':
      frame.bookend = event.record
      break
  }
}

/** Whether an event of the same number is of another playing of it: a frame starts once, and a fighter's end is its last. */
function beginsAgain({ start, players }: Frame, { name, record }: FrameEvent): boolean {
  if (name === 'frameStart') return start !== null || players.some((player) => player !== null)
  if (name !== 'preFrame') return false
  const player = players[record.playerIndex]
  return (record.isFollower === 0 ? player : player?.follower)?.post != null
}

/** Whether each fighter that begins the frame also ends it. */
function isWhole({ players }: Frame): boolean {
  const fighters = players.flatMap((player) => (player ? [player, player.follower] : []))
  return fighters.some((each) => each?.post != null) && fighters.every((each) => !each?.pre || each.post !== null)
}

/** Null for a player index that no port has. */
function fighterOf({ playerIndex, isFollower }: PreFrame | PostFrame, { players }: Frame): FighterFrame | null {
  if (playerIndex >= PORTS) return null
  const player = (players[playerIndex] ??= { pre: null, post: null, follower: null })
  return isFollower === 0 ? player : (player.follower ??= { pre: null, post: null })
}

/** All frames of a recording in order; where a rollback replayed a frame, its last version. */
export function collectFrames(events: Iterable<SlpEvent>): Frame[] {
  const builder = new FrameBuilder()
  const frames = new Map<number, Frame>()
  for (const event of events) {
    const frame = builder.take(event)
    if (frame) frames.set(frame.frame, frame)
  }
  const last = builder.end()
  if (last) frames.set(last.frame, last)
  return [...frames.values()].sort((a, b) => a.frame - b.frame)
}

/** The random seed that a frame begins with: before version 2.2.0 its first fighter has it. */
export function seedOf({ start, players }: Frame): number {
  return start?.seed ?? players.find((player) => player?.pre)?.pre?.seed ?? 0
}

function emptyFrame(frame: number): Frame {
  return {
    frame,
    start: null,
    players: Array.from({ length: PORTS }, () => null),
    items: [],
    fodPlatforms: [],
    dreamlandWhispy: null,
    stadiumTransformation: null,
    bookend: null,
  }
}
