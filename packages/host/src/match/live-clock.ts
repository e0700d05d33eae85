/**
 * The clock of the `live` mode: frame F is due at start + (F + 123) * 1000/60 ms, whatever came before.
 *
 * - Never early: a deadline is checked against the clock right before its poll, because timers fire up to 2 ms early.
 * - Never in bursts: after a stall, polls of a game keep a distance that leaves bots their time to answer (`pollGapMs`).
 * - Sockets are drained before a poll: a pad that has reached this machine in time counts.
 *
 * One scheduler serves all games of a process. It sleeps in `setTimeout` until about a millisecond before the next
 * deadline, blocks in `Atomics.wait` for the rest (as punctual as clock_nanosleep and without cost; a busy loop takes a
 * tenth of a core per process and loses priority in the operating system's scheduler), lets the event loop read the
 * sockets, and polls. While engines are at work it blocks in naps about as long as they need, so that their answers
 * neither wake it one by one nor pile up in front of the next deadline.
 *
 * Games start in one of 8 phases of the frame, the emptiest, and processes are offset against each other: games that
 * share a phase share a wake-up and find this code in the caches, and no phase holds enough of them to wait for
 * another. Sixteen phases cost a sixth more processor time; aligning all games costs ten times in lateness.
 */
import { writeFileSync } from 'node:fs'
import { MODES } from '@arena/protocol'
import type { Clock, Paced, Pacing } from './clock.ts'

export const FRAME_MS = 1000 / 60

/** A small lag is worked off at 1.7 ms a frame, which no bot notices. */
const GENTLE_GAP_MS = 15
/**
 * A bot that keeps to the lead answers frame F with the pad for F + 3: three polls away, of which the interface promises it
 * two frames of time. Polls two thirds of a frame apart leave it just that. So half a second of lag is worked off in a
 * second, and a stall of 3.5 s is back within a second of the clock before the five seconds are over that abort a match.
 */
const FAIR_GAP_MS = (FRAME_MS * MODES.live.inputDelayFrames) / (MODES.live.inputDelayFrames + 1)
/** From this lag on the match is in danger, and haste is worth more than comfort. */
const HASTE_MS = MODES.live.lagMs / 2

/** The least distance from a poll to the next for a game that is so far behind its clock. */
export function pollGapMs(lagMs: number): number {
  return lagMs > HASTE_MS ? FAIR_GAP_MS : GENTLE_GAP_MS
}

const PHASES = 8
/** The part of a wait that is left to `Atomics.wait`: `setTimeout` counts in whole milliseconds. */
const BLOCK_MS = 1.2
/** Wake-up before the deadline, for draining the sockets. */
const DRAIN_MS = 0.1
/** About when the answers of this many engines at work arrive: they share the machine's cores. */
const napMs = (working: number): number => 0.2 + 0.15 * working
/** Polls in a row before the sockets are read again. */
const MAX_POLLS = 8

export interface LiveClockOptions {
  /** Where this process lies among the host processes of the machine, 0..1, to offset its phases. */
  readonly offset?: number
  /** Told of every poll: how late it was against its frame's own time, and when it was. */
  readonly onPoll?: (latenessMs: number, at: number) => void
}

export class LiveClock implements Clock {
  readonly followsTime = true
  readonly #onPoll: (latenessMs: number, at: number) => void
  /** Games per phase. */
  readonly #phases = new Uint32Array(PHASES)
  /** A time at which phase 0 begins. */
  readonly #epoch: number
  /** Games with a deadline, soonest first. */
  readonly #queue: LivePacing[] = []
  /** Games polled just now whose engines have not got their pads yet. */
  readonly #polled: LivePacing[] = []
  /** Games whose engine is at work on a frame. */
  #working = 0
  #armed = false
  #timer: NodeJS.Timeout | null = null
  readonly #cell = new Int32Array(new SharedArrayBuffer(4))

  constructor({ offset = 0, onPoll = () => {} }: LiveClockOptions = {}) {
    this.#onPoll = onPoll
    // CLOCK_MONOTONIC is one for the machine: offsets of several processes mean something.
    this.#epoch =
      performance.now() - ((Number(process.hrtime.bigint()) / 1e6) % FRAME_MS) + offset * (FRAME_MS / PHASES)
    lowerTimerSlack()
  }

  now(): number {
    return performance.now()
  }

  begin(game: Paced): Pacing {
    const phase = this.#emptiestPhase()
    this.#phases[phase]!++
    const from = performance.now() + FRAME_MS / PHASES
    const phaseStart = this.#epoch + phase * (FRAME_MS / PHASES)
    const start = phaseStart + Math.ceil((from - phaseStart) / FRAME_MS) * FRAME_MS
    const pacing = new LivePacing(this, game, phase, start)
    this.#insert(pacing)
    return pacing
  }

  /** For LivePacing: the game may be polled again at its `at`. */
  rejoin(pacing: LivePacing): void {
    this.#working--
    this.#insert(pacing)
  }

  /** For LivePacing: the game is over. */
  leave(pacing: LivePacing): void {
    this.#phases[pacing.phase]!--
    const index = this.#queue.indexOf(pacing)
    if (index === -1) this.#working--
    else this.#queue.splice(index, 1)
  }

  #emptiestPhase(): number {
    let best = 0
    for (let phase = 1; phase < PHASES; phase++) {
      if (this.#phases[spread(phase)]! < this.#phases[spread(best)]!) best = phase
    }
    return spread(best)
  }

  /** Periods are equal, so a game that rejoins goes to the back or close to it. */
  #insert(pacing: LivePacing): void {
    let i = this.#queue.length
    this.#queue.push(pacing)
    for (; i > 0 && this.#queue[i - 1]!.at > pacing.at; i--) this.#queue[i] = this.#queue[i - 1]!
    this.#queue[i] = pacing
    if (i === 0 && this.#timer !== null) {
      // Sooner than the deadline slept for.
      clearTimeout(this.#timer)
      this.#timer = null
      this.#armed = false
    }
    if (this.#armed) return
    this.#armed = true
    // Not at once: arming may block, and the caller has not finished its work.
    setImmediate(this.#wake)
  }

  readonly #wake = (): void => {
    this.#timer = null
    this.#arm()
  }

  /** Sleeps towards the next deadline. */
  #arm(): void {
    const next = this.#queue[0]
    this.#armed = next !== undefined
    if (next === undefined) return
    const left = next.at - performance.now()
    if (left > BLOCK_MS + 1) {
      this.#timer = setTimeout(this.#wake, left - BLOCK_MS)
      return
    }
    const nap = this.#working > 0 ? Math.min(napMs(this.#working), left - DRAIN_MS) : left - DRAIN_MS
    if (nap > 0) Atomics.wait(this.#cell, 0, 0, nap)
    setImmediate(this.#drained)
  }

  /** The sockets have been read: polls what is due, or all but due. */
  readonly #drained = (): void => {
    for (let polls = 0; polls < MAX_POLLS; polls++) {
      const next = this.#queue[0]
      if (next === undefined) break
      let left = next.at - performance.now()
      if (left > DRAIN_MS) break
      while (left > 0) {
        Atomics.wait(this.#cell, 0, 0, left)
        left = next.at - performance.now()
      }
      this.#queue.shift()
      this.#working++
      const now = performance.now()
      this.#onPoll(next.poll(now), now)
      this.#polled.push(next)
    }
    // Last: an engine that wakes up often takes the processor from this process, and others' polls would wait for it.
    for (const pacing of this.#polled) pacing.step()
    this.#polled.length = 0
    this.#arm()
  }
}

/** Neighbouring phases are filled last: 0, 4, 2, 6, ... (bits reversed). */
function spread(phase: number): number {
  return ((phase & 1) << 2) | (phase & 2) | ((phase & 4) >> 2)
}

class LivePacing implements Pacing {
  readonly phase: number
  /** When the game may be polled next. */
  at: number
  readonly #clock: LiveClock
  readonly #game: Paced
  #start: number
  /** Frames polled so far. */
  #polls = 0
  #stopped = false

  constructor(clock: LiveClock, game: Paced, phase: number, start: number) {
    this.#clock = clock
    this.#game = game
    this.phase = phase
    this.#start = start
    this.at = start
  }

  next(): void {
    if (!this.#stopped) this.#clock.rejoin(this)
  }

  heard(): void {
    // Time alone decides.
  }

  lagMs(): number {
    return Math.max(0, performance.now() - this.#due())
  }

  forgive(): void {
    this.#start += this.lagMs()
  }

  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#clock.leave(this)
  }

  /** For LiveClock: polls the game; answers how late that was against the frame's own time. */
  poll(now: number): number {
    const lateness = now - this.#due()
    this.#polls++
    this.at = Math.max(this.#due(), now + pollGapMs(lateness))
    this.#game.poll(now, lateness)
    return lateness
  }

  /** For LiveClock: what was polled goes to the engine. */
  step(): void {
    if (!this.#stopped) this.#game.step()
  }

  #due(): number {
    return this.#start + this.#polls * FRAME_MS
  }
}

/** By default Linux may add 50 microseconds to every wait of a thread. Elsewhere, or forbidden, it stays as it is. */
function lowerTimerSlack(): void {
  try {
    writeFileSync('/proc/self/timerslack_ns', '1')
  } catch {
    // An optimisation.
  }
}
