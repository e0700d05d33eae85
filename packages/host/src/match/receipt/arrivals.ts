/**
 * When one bot's pads arrived against their polls. The pad that counts is the first for its frame, since it decides whether the
 * frame is missed; its slack is the time from its arrival to the poll, negative where it was late. Nothing is allocated and
 * nothing grows while the game runs. Times are milliseconds of one monotonic clock and come as parameters.
 */
import { LARGEST_GROUP, MODES, MOST_SLACK_MS, type ReceiptArrivals } from '@arena/protocol'
import { FIRST_FRAME } from '@arena/slp'
import { Pauses } from './pauses.ts'
import { Slide } from './slide.ts'
import { tenths } from './tenths.ts'
import { WorstFrames } from './worst-frames.ts'

/** A power of two above the pad window. Of frames polled longer ago it is not known when that was. */
const RING = 1024
/** The time that a poll takes from the bot in a fair match: an engine's step, and a poll that is not to the dot. */
const FAIR_MS = 2
/** Pads so close together were sent together. */
const GROUP_MS = 3
/** Frames sent that are remembered: more than any lead that is promised. */
const SENT = 8

const { inputDelayFrames, frameMs } = MODES.live
const PROMISED_MS = inputDelayFrames * frameMs

export interface PollCounts {
  readonly polled: number
  readonly missed: number
  readonly late: number
  readonly down: number
  readonly paused: number
  readonly short: number
  readonly shortPolls: number
  readonly first: number | null
  readonly last: number | null
}

export class Arrivals {
  readonly #firstAt = new Float64Array(RING)
  readonly #polledAt = new Float64Array(RING)
  readonly #sentFrames = new Int32Array(SENT).fill(FIRST_FRAME - 1)
  readonly #sentAt = new Float64Array(SENT)
  /** By whole milliseconds of slack. */
  readonly #histogram = new Uint32Array(2 * MOST_SLACK_MS + 1)
  #leastMs = Infinity
  readonly #worst = new WorstFrames()
  readonly #slide = new Slide()
  readonly #pauses = new Pauses()
  readonly #groups = new Uint32Array(LARGEST_GROUP + 1)
  #group = 0
  #groupAt = -Infinity

  #lastPoll = FIRST_FRAME - 1
  #polled = 0
  #missed = 0
  #late = 0
  #down = 0
  #short = 0
  #shortPolls = 0
  #first = FIRST_FRAME - 1
  #last = FIRST_FRAME - 1

  /** The first pad for a frame that is still to be polled. */
  came(frame: number, now: number): void {
    this.#firstAt[frame & (RING - 1)] = now
    this.#countGroup(now)
  }

  /** The first pad for a frame that was polled without one. */
  cameLate(frame: number, now: number): void {
    this.#late++
    this.#countGroup(now)
    const polledAt = frame > this.#lastPoll - RING ? this.#polledAt[frame & (RING - 1)]! : -Infinity
    this.#count(frame, Math.max(-RING * frameMs, polledAt - now))
  }

  /** The events of a frame went out to the bot. */
  sent(frame: number, now: number): void {
    const slot = frame & (SENT - 1)
    this.#sentFrames[slot] = frame
    this.#sentAt[slot] = now
  }

  /** `pollLateMs`: against the poll's own time. */
  poll(frame: number, now: number, pollLateMs: number, hasLanded: boolean, isConnected: boolean): void {
    this.#lastPoll = frame
    this.#polled++
    this.#polledAt[frame & (RING - 1)] = now
    const isShortPoll = this.#isShort(frame, now)
    if (isShortPoll) this.#shortPolls++
    const isShort = isShortPoll && !hasLanded && isConnected
    this.#pauses.poll(frame, pollLateMs, !hasLanded, isShort)
    if (hasLanded) {
      if (this.#first < FIRST_FRAME) this.#first = frame
      this.#last = frame
      this.#count(frame, now - this.#firstAt[frame & (RING - 1)]!)
      return
    }
    this.#missed++
    if (!isConnected) this.#down++
    else if (isShort) this.#short++
  }

  /** From now on the bot can be heard: the game begins with its socket open, or a socket opens during the game. */
  listening(now: number): void {
    this.#pauses.begin(now)
  }

  /** Its socket has ended. */
  deaf(): void {
    this.#pauses.breakOff()
  }

  /** Any message but a pong, which no bot writes itself. */
  heard(now: number): void {
    this.#pauses.end(now)
  }

  /** The game is over. */
  finish(now: number): void {
    this.#pauses.finish(now)
    if (this.#group > 0) this.#groups[this.#group]!++
    this.#group = 0
  }

  counts(): PollCounts {
    const frameOf = (frame: number) => (frame < FIRST_FRAME ? null : frame)
    return {
      polled: this.#polled,
      missed: this.#missed,
      late: this.#late,
      down: this.#down,
      paused: this.#pauses.missed,
      short: this.#short,
      shortPolls: this.#shortPolls,
      first: frameOf(this.#first),
      last: frameOf(this.#last),
    }
  }

  /** `leads` are the buffer's to know. */
  facts(): Omit<ReceiptArrivals, 'leads'> {
    const histogram = [...this.#histogram].flatMap((pads, at) => (pads === 0 ? [] : [{ ms: at - MOST_SLACK_MS, pads }]))
    const total = histogram.reduce((sum, { pads }) => sum + pads, 0)
    const percentile = (share: number): number => {
      let left = Math.max(1, Math.ceil(share * total))
      return histogram.find(({ pads }) => (left -= pads) <= 0)?.ms ?? 0
    }
    return {
      slackMs:
        total === 0
          ? null
          : { least: tenths(this.#leastMs), p1: percentile(0.01), p50: percentile(0.5), p99: percentile(0.99) },
      histogram,
      worst: this.#worst.list(),
      groups: [...this.#groups].flatMap((times, pads) => (times === 0 ? [] : [{ pads, times }])),
      ...this.#pauses.facts(),
      slide: this.#slide.longest(),
    }
  }

  #count(frame: number, slackMs: number): void {
    const bucket = Math.max(-MOST_SLACK_MS, Math.min(MOST_SLACK_MS, Math.floor(slackMs)))
    this.#histogram[bucket + MOST_SLACK_MS]!++
    if (slackMs < this.#leastMs) this.#leastMs = slackMs
    this.#worst.add(frame, slackMs)
    this.#slide.add(frame, slackMs)
  }

  #countGroup(now: number): void {
    if (now - this.#groupAt > GROUP_MS) {
      if (this.#group > 0) this.#groups[this.#group]!++
      this.#group = 0
    }
    if (this.#group < LARGEST_GROUP) this.#group++
    this.#groupAt = now
  }

  /** Whether the bot had less time than the lead promises to answer the frame that this poll is the answer to. */
  #isShort(frame: number, now: number): boolean {
    const answered = frame - 1 - inputDelayFrames
    const slot = answered & (SENT - 1)
    return this.#sentFrames[slot] === answered && now - this.#sentAt[slot]! < PROMISED_MS - FAIR_MS
  }
}
