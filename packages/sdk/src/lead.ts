/**
 * The frame from which a bot's input is played (spec: Pad timing rules 2, 3 and 7).
 *
 * Early: the input after frame F is sent for F + 1, and again for the frames up to F + 1 + `inputDelayFrames`, so that
 * it is played a frame later if it is late for F + 1. The stream shows which pads were late: the Pre-Frame Update of a
 * frame holds the pad that was polled. After a late pad all later ones are sent a frame later, so that every input is
 * played, in order: a button held for two frames is held for two, and a tap is not lost. (With a round trip of more
 * than a frame, further pads are sent before the bot can know that one was late. Then a late pad may lose a tap, as
 * with a fixed lead.) The lead shrinks again after some time, when skipping a frame loses nothing.
 *
 * Fixed: the input after frame F is played at F + 1 + `inputDelayFrames`, always.
 */
import { BUTTON, NEUTRAL, type Controller } from '@arena/protocol'
import type { PreFrame } from '@arena/slp'

export type LeadPolicy = 'early' | 'fixed'

/** Frames after a late pad until a shorter lead is tried: longer each time that it fails, shorter again when it held. */
const PATIENCE = { least: 60, most: 3600 } as const
/** A shorter lead that lasted this many frames was no failure. */
const HELD_FRAMES = 600
/** Frames whose pads are remembered until they are seen: a power of two. */
const REMEMBERED = 64
/** The game reads a trigger as fully pressed from here on. */
const TRIGGER_RANGE = 140

/** What was sent for a frame. */
interface Sent {
  frame: number
  /** The frame after which it was sent last. */
  after: number
  hands: Controller
  /** What had been sent for the frame before. */
  readonly earlier: Controller[]
}

/**
 * What the game polled for a frame: the newest pad sent for it, an older one as the newest was late, none as all were late, none as
 * none was sent, or something that tells nothing.
 */
type Polled = 'newest' | 'older' | 'late' | 'absent' | 'unknown'

export class Lead {
  readonly #policy: LeadPolicy
  readonly #most: number
  #frames: number
  readonly #sent: (Sent | undefined)[] = Array.from({ length: REMEMBERED })
  #patience: number = PATIENCE.least
  /** No shorter lead is tried before this frame. */
  #steadyUntil = -Infinity
  #shortenedAt = -Infinity
  /** The last two answers, the newer one first. */
  #before: readonly [Controller | null, Controller | null] = [null, null]

  /** `most` is the mode's `inputDelayFrames`. */
  constructor(policy: LeadPolicy, most: number) {
    this.#policy = policy
    this.#most = most
    this.#frames = policy === 'early' ? 0 : most
  }

  /** Frames between the one that was seen and the first at which the answer to it is played. */
  get frames(): number {
    return this.#frames
  }

  /** A pad was sent for `frame`, upon seeing the frame `after`. */
  sent(frame: number, after: number, hands: Controller): void {
    const slot = frame & (REMEMBERED - 1)
    const before = this.#sent[slot]
    if (before?.frame !== frame) {
      this.#sent[slot] = { frame, after, hands, earlier: [] }
      return
    }
    before.earlier.push(before.hands)
    before.hands = hands
    before.after = after
  }

  /** What was sent for a frame last. */
  sentFor(frame: number): Controller {
    const sent = this.#sent[frame & (REMEMBERED - 1)]
    return sent?.frame === frame ? sent.hands : NEUTRAL
  }

  /** A frame is seen; `pre` holds what was polled for it. To be called before the bot answers it. */
  seen(frame: number, pre: PreFrame): Polled {
    const sent = this.#sent[frame & (REMEMBERED - 1)]
    if (sent?.frame !== frame) return isPlayed(pre, NEUTRAL) ? 'absent' : 'unknown'
    if (isPlayed(pre, sent.hands)) return 'newest'
    if (sent.earlier.some((hands) => isPlayed(pre, hands))) {
      this.#lengthen(Math.min(this.#most, frame - sent.after), frame)
      return 'older'
    }
    return isPlayed(pre, NEUTRAL) ? 'late' : 'unknown'
  }

  /** The bot's answer to `frame`: where nothing is lost by it, a shorter lead is tried from here on. */
  answers(frame: number, hands: Controller): void {
    const [last, lastButOne] = this.#before
    this.#before = [hands, last]
    if (this.#policy === 'fixed' || this.#frames === 0 || frame < this.#steadyUntil) return
    if (last === null || lastButOne === null || !isPassedBy(lastButOne, last, hands)) return
    this.#frames--
    this.#shortenedAt = frame
    this.#steadyUntil = frame + PATIENCE.least
  }

  #lengthen(frames: number, frame: number): void {
    if (frames <= this.#frames) return
    this.#frames = frames
    const hasHeld = frame - this.#shortenedAt > HELD_FRAMES
    this.#patience = hasHeld ? PATIENCE.least : Math.min(2 * this.#patience, PATIENCE.most)
    this.#steadyUntil = frame + this.#patience
  }
}

/** Whether these hands are what the game polled. */
function isPlayed(pre: PreFrame, { buttons, stickX, stickY, cstickX, cstickY, l, r }: Controller): boolean {
  return (
    // START does nothing, and an engine need not report it.
    ((pre.physicalButtons ^ buttons) & ~BUTTON.START) === 0 &&
    pre.rawJoystickX === stickX - 128 &&
    pre.rawJoystickY === stickY - 128 &&
    pre.rawCStickX === cstickX - 128 &&
    pre.rawCStickY === cstickY - 128 &&
    isPressed(pre.physicalLTrigger, l) &&
    isPressed(pre.physicalRTrigger, r)
  )
}

const isPressed = (reported: number, raw: number): boolean =>
  Math.abs(reported * TRIGGER_RANGE - Math.min(raw, TRIGGER_RANGE)) < 0.5

/**
 * Whether `hands` can be left out between `before` and `next`: nothing is pressed, and the sticks pass them anyway on
 * their way.
 */
function isPassedBy(before: Controller, hands: Controller, next: Controller): boolean {
  const isAtRest = ({ buttons, l, r }: Controller): boolean => buttons === 0 && l === 0 && r === 0
  const isBetween = (axis: 'stickX' | 'stickY' | 'cstickX' | 'cstickY'): boolean =>
    (hands[axis] - before[axis]) * (next[axis] - hands[axis]) >= 0
  return (
    isAtRest(before) &&
    isAtRest(hands) &&
    isAtRest(next) &&
    isBetween('stickX') &&
    isBetween('stickY') &&
    isBetween('cstickX') &&
    isBetween('cstickY')
  )
}
