/**
 * What is kept of a match so that an engine can play it again, and what to ask an engine of any revision for that. It knows no engine:
 * `playAgain` asks the one of this program, @arena/host one that is a process.
 */
import { FIRST_FRAME, GameMetadata, writeReplay } from '@arena/slp'
import type { EndCause, GameSettings } from './game.ts'
import type { Pad } from './input/controller.ts'

/** A bot's pads, as `decodePadColumns` of @arena/protocol gives them. */
export interface KeptPads {
  readonly missed: readonly { readonly frame: number; readonly count: number }[]
  readonly pads: Uint8Array
}

export interface KeptMatch {
  /** The match's seed of 32 bytes, its stage, and by port the picks and the names as they were then. */
  readonly settings: GameSettings
  /** Frames of the replay. */
  readonly frames: number
  readonly pads: readonly [KeptPads, KeptPads]
  readonly end: EndCause
  /** When the game started, RFC 3339, and the revision of its engine: what the metadata of the replay says beside the game. */
  readonly startAt: string
  readonly engine: string | null
}

/** What an engine is asked, in this order: one start, the steps, one end. The pads of a step are valid until the next. */
export type EngineRequest =
  | { readonly kind: 'start'; readonly settings: GameSettings }
  | { readonly kind: 'step'; readonly frame: number; readonly pads: readonly [Pad, Pad] }
  | { readonly kind: 'end'; readonly cause: EndCause }

/** Valid until the next request: the raw events, and the characters now played, by their internal ids. */
export interface EngineAnswer {
  readonly events: Uint8Array
  readonly players: readonly [{ readonly character: number }, { readonly character: number }]
}

/** How the game of a match ended, from its record. */
export function endCauseOf({ endReason, winner }: RecordedEnd): EndCause {
  if (endReason === 'engine') return { kind: 'aborted' }
  if (endReason !== 'forfeit') return { kind: 'natural' }
  return { kind: 'forfeit', port: winner === null ? null : winner === 0 ? 1 : 0 }
}

interface RecordedEnd {
  readonly endReason: 'stocks' | 'time' | 'forfeit' | 'engine'
  readonly winner: 0 | 1 | null
}

/** Asks an engine to play a match again; what it returns at the end is the replay file. */
export function* requestsOf(match: KeptMatch): Generator<EngineRequest, Uint8Array, EngineAnswer> {
  const { settings, frames, end, startAt, engine } = match
  const [first, second] = settings.players
  const metadata = new GameMetadata([first.name, second.name])
  const events = new Events()
  events.add((yield { kind: 'start', settings }).events)
  const hands = [new Hand(match.pads[0]), new Hand(match.pads[1])] as const
  const pads = [hands[0].pad, hands[1].pad] as const
  for (let frame = FIRST_FRAME; frame < FIRST_FRAME + frames; frame++) {
    hands[0].hold(frame)
    hands[1].hold(frame)
    const answer = yield { kind: 'step', frame, pads }
    events.add(answer.events)
    metadata.frame(frame, answer.players[0].character, answer.players[1].character)
  }
  events.add((yield { kind: 'end', cause: end }).events)
  return writeReplay(events.bytes, metadata.build(Date.parse(startAt), engine))
}

const PAD_BYTES = 12

/** A controller as it was held, frame after frame. */
class Hand {
  readonly pad: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
  readonly #kept: KeptPads
  #at = 0
  #run = 0

  constructor(kept: KeptPads) {
    this.#kept = kept
  }

  /** Frames come in ascending order. */
  hold(frame: number): void {
    const { missed, pads } = this.#kept
    const { pad } = this
    const run = missed[this.#run]
    if (run !== undefined && frame >= run.frame) {
      if (frame === run.frame + run.count - 1) this.#run++
      pad.buttons = pad.l = pad.r = 0
      pad.stickX = pad.stickY = pad.cstickX = pad.cstickY = 128
      return
    }
    const at = this.#at
    if (at + PAD_BYTES > pads.length) throw new RangeError(`There is no pad for frame ${frame}`)
    pad.buttons = pads[at + 4]! | (pads[at + 5]! << 8)
    pad.stickX = pads[at + 6]!
    pad.stickY = pads[at + 7]!
    pad.cstickX = pads[at + 8]!
    pad.cstickY = pads[at + 9]!
    pad.l = pads[at + 10]!
    pad.r = pads[at + 11]!
    this.#at = at + PAD_BYTES
  }
}

/** The event stream as it grows. */
class Events {
  #bytes = new Uint8Array(1 << 20)
  #length = 0

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  add(events: Uint8Array): void {
    if (this.#length + events.length > this.#bytes.length) {
      const bytes = new Uint8Array(2 * (this.#bytes.length + events.length))
      bytes.set(this.bytes)
      this.#bytes = bytes
    }
    this.#bytes.set(events, this.#length)
    this.#length += events.length
  }
}
