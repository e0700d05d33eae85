/**
 * When a game's frames are polled. A game says when it could be polled again (`next`), its clock says when it is
 * (`poll`, and then `step`); a game is never polled while its engine works on the frame before.
 *
 * Two clocks: `LiveClock` (live-clock.ts) follows time at 60 Hz, `FastClock` here follows the bots and plays a match
 * as fast as they and the engine go, for tests and rehearsals.
 */

/** What a clock needs to know of a game. */
export interface Paced {
  /**
   * Takes the pads of the next frame: what comes later is late. `now` is the time of the clock, `lateMs` how long after the
   * frame's own time that is.
   */
  poll(now: number, lateMs: number): void
  /** Hands the frame polled last to the engine. */
  step(): void
  /** What the game still waits for before its next poll; only a clock that does not follow time asks. */
  awaits(): Awaited
}

/**
 * `nobody`: each connected bot's pad for the next frame is here. `silent`: only bots that have not had a pad in time
 * for a while have not spoken. `player`: a bot that has been playing has not spoken yet.
 */
export type Awaited = 'nobody' | 'silent' | 'player'

export interface Pacing {
  /** The engine has answered: the next frame may be polled when it is due. */
  next(): void
  /** Something came from a bot. */
  heard(): void
  /** How far the next poll is behind its time, in milliseconds; 0 when it is not. */
  lagMs(): number
  /** From now on the game is due as if it had never been behind. */
  forgive(): void
  /** The game is over; no poll follows. */
  stop(): void
}

export interface Clock {
  /** Whether a frame takes a sixtieth of a second: limits per second mean something only then. */
  readonly followsTime: boolean
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Starts pacing a game; its first frame is polled soon, never before this returns. */
  begin(game: Paced): Pacing
}

/** How long a bot that plays is waited for before its frame is polled without it. */
const PLAYER_GRACE_MS = 1000
/** The same for a bot that has been silent: a chance to be read, no more. */
const SILENT_GRACE_MS = 1
/** Rounds of reading sockets after the grace is over: bots in this very process need a few to answer. */
const LAST_ROUNDS = 4

export class FastClock implements Clock {
  readonly followsTime = false

  now(): number {
    return performance.now()
  }

  begin(game: Paced): Pacing {
    return new FastPacing(game)
  }
}

class FastPacing implements Pacing {
  readonly #game: Paced
  #idle = false
  #idleSince = 0
  #check: NodeJS.Immediate | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(game: Paced) {
    this.#game = game
    this.next()
  }

  next(): void {
    this.#idle = true
    this.#idleSince = performance.now()
    this.heard()
  }

  heard(): void {
    // An immediate runs after the sockets have been read, so that what is here already counts.
    if (this.#idle) this.#check ??= setImmediate(() => this.#pollWhenHeard(LAST_ROUNDS))
  }

  lagMs(): number {
    return 0
  }

  forgive(): void {
    // It is never behind.
  }

  stop(): void {
    this.#idle = false
    this.#clear()
  }

  #pollWhenHeard(rounds: number): void {
    this.#clear()
    const awaited = this.#game.awaits()
    if (awaited !== 'nobody') {
      const grace = awaited === 'player' ? PLAYER_GRACE_MS : SILENT_GRACE_MS
      const left = this.#idleSince + grace - performance.now()
      if (left > 0) {
        this.#timer = setTimeout(() => this.#pollWhenHeard(LAST_ROUNDS), left)
        return
      }
      if (rounds > 0) {
        this.#check = setImmediate(() => this.#pollWhenHeard(rounds - 1))
        return
      }
    }
    this.#idle = false
    this.#game.poll(performance.now(), 0)
    this.#game.step()
  }

  #clear(): void {
    if (this.#check !== null) clearImmediate(this.#check)
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#check = null
    this.#timer = null
  }
}
