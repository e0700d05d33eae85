/**
 * The stocks lost in a match, seen in its stream, and which of them are self-destructs.
 *
 * A fighter is safe while it stands on the ground outside of hitstun, hangs on a ledge or waits to enter. A stock is a
 * self-destruct when its fighter was not struck since it was last safe. Struck means thrown into hitstun: a shot that
 * does not stagger, a push and a hit on the shield excuse nothing. Nor does a hit from which the fighter had five
 * seconds to come back.
 */
import { EventReader, FrameBuilder, type Frame, type PostFrame } from '@arena/slp'

export interface LostStock {
  readonly port: number
  readonly frame: number
  readonly percent: number
  readonly isSelfDestruct: boolean
}

/** Frames in which one comes back or has thrown it away. */
const TIME_TO_RETURN = 300

const LAST_DEAD = 10
const REBIRTH = { first: 11, last: 13 }
/** Bounced or lying on the floor: a hit may still carry it off. */
const LYING = [
  { first: 183, last: 185 },
  { first: 191, last: 193 },
]
/** Catching a ledge, and everything out of it but a fall. */
const LEDGE = { first: 252, last: 263 }
const IN_HITSTUN = 0x02

const isBetween = (value: number, { first, last }: { first: number; last: number }): boolean =>
  value >= first && value <= last

const isDead = ({ actionStateId }: PostFrame): boolean => actionStateId <= LAST_DEAD
const isStruck = ({ stateBitFlags4 }: PostFrame): boolean => (stateBitFlags4 & IN_HITSTUN) !== 0

function isSafe(post: PostFrame): boolean {
  const { actionStateId, isAirborne } = post
  if (isBetween(actionStateId, REBIRTH) || isBetween(actionStateId, LEDGE)) return true
  return isAirborne === 0 && !isStruck(post) && !LYING.some((range) => isBetween(actionStateId, range))
}

/** Watches a match frame by frame. */
export class LostStocks {
  readonly stocks: LostStock[] = []
  readonly #frames = new FrameBuilder()
  readonly #events = new EventReader((event) => {
    const frame = this.#frames.take(event)
    if (frame) this.take(frame)
  })
  readonly #struckAt: (number | null)[] = [null, null]
  readonly #wasDead: boolean[] = [false, false]

  /** Some more of its stream. */
  push(events: Uint8Array): void {
    this.#events.push(events)
  }

  take({ frame, players }: Frame): void {
    for (const port of [0, 1]) {
      const post = players[port]?.post
      if (post) this.#see(port, frame, post)
    }
  }

  #see(port: number, frame: number, post: PostFrame): void {
    if (isDead(post)) {
      if (!this.#wasDead[port]) this.stocks.push(this.#lost(port, frame, post))
    } else if (isSafe(post)) this.#struckAt[port] = null
    else if (isStruck(post)) this.#struckAt[port] = frame
    this.#wasDead[port] = isDead(post)
  }

  #lost(port: number, frame: number, { percent }: PostFrame): LostStock {
    const struckAt = this.#struckAt[port]
    const isSelfDestruct = struckAt === null || struckAt === undefined || frame - struckAt > TIME_TO_RETURN
    return { port, frame, percent, isSelfDestruct }
  }
}
