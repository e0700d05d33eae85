/** Gathers the events of each frame into one object, for viewers, statistics and bots. */
import type {
  DreamlandWhispy,
  FodPlatforms,
  FrameBookend,
  FrameStart,
  ItemUpdate,
  PostFrame,
  PreFrame,
  StadiumTransformation,
} from './events.ts'
import type { SlpEvent } from './reader.ts'
import { PORTS } from './table.ts'

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

/** Takes a stream's events in order and returns each frame at its Frame Bookend. */
export class FrameBuilder {
  #frame: Frame | null = null

  take(event: SlpEvent): Frame | null {
    switch (event.name) {
      case 'frameStart':
        this.#at(event.record.frame).start = event.record
        return null
      case 'preFrame':
        this.#fighter(event.record).pre = event.record
        return null
      case 'postFrame':
        this.#fighter(event.record).post = event.record
        return null
      case 'itemUpdate':
        this.#at(event.record.frame).items.push(event.record)
        return null
      case 'fodPlatforms':
        this.#at(event.record.frame).fodPlatforms.push(event.record)
        return null
      case 'dreamlandWhispy':
        this.#at(event.record.frame).dreamlandWhispy = event.record
        return null
      case 'stadiumTransformation':
        this.#at(event.record.frame).stadiumTransformation = event.record
        return null
      case 'frameBookend': {
        const frame = this.#at(event.record.frame)
        frame.bookend = event.record
        this.#frame = null
        return frame
      }
      default:
        return null
    }
  }

  #at(frame: number): Frame {
    if (this.#frame?.frame !== frame) this.#frame = emptyFrame(frame)
    return this.#frame
  }

  #fighter({ frame, playerIndex, isFollower }: PreFrame | PostFrame): FighterFrame {
    const { players } = this.#at(frame)
    const player = (players[playerIndex % PORTS] ??= { pre: null, post: null, follower: null })
    return isFollower === 0 ? player : (player.follower ??= { pre: null, post: null })
  }
}

/** All frames of a recording in order; where a rollback replayed a frame, its last version. */
export function collectFrames(events: Iterable<SlpEvent>): Frame[] {
  const builder = new FrameBuilder()
  const frames = new Map<number, Frame>()
  for (const event of events) {
    const frame = builder.take(event)
    if (frame) frames.set(frame.frame, frame)
  }
  return [...frames.values()].sort((a, b) => a.frame - b.frame)
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
