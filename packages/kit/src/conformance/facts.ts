/**
 * What a watched match shows of a bot, before anything is judged. Pure: it is read from the events of the bot's wire, in
 * the order in which they came.
 */
import type { NoPick, WireEvent } from '@arena/host'
import { MODES, PAD_BYTES } from '@arena/protocol'
import { FIRST_FRAME } from '@arena/slp'

const { frameMs, padWindow } = MODES.live

/** What the check itself does. */
type OwnEvent = { readonly at: number; readonly kind: 'cut' | 'game-end' }
export type MatchEvent = WireEvent | OwnEvent

/** A frame that was polled. */
export interface Poll {
  readonly frame: number
  readonly at: number
  /** The number of the socket that was open, from 0; null where none was. */
  readonly socket: number | null
  /** How long before it the first pad for the frame came; negative where that was late, null where none came. */
  slackMs: number | null
}

/** A time without a message from the bot, in which frames were polled without a pad. */
export interface Pause {
  readonly ms: number
  /** When the bot was heard again, or could not be heard any more. */
  readonly until: number
  readonly missed: readonly Poll[]
  /** How late the polls of this machine were in it: a pause may be the machine's own. */
  readonly pollLateMs: number
}

interface SocketFacts {
  readonly openedAt: number
  /** The first pad, or what is to be one. */
  heardAt: number | null
  closedAt: number | null
  code: number
}

export interface Facts {
  readonly sockets: readonly SocketFacts[]
  /** Reasons for which dials failed: before the first socket, and after the cut. */
  readonly refused: readonly string[]
  readonly refusedAfterCut: readonly string[]
  /** Game Start; null where it did not come to that. */
  readonly start: { readonly at: number; readonly drawn: NoPick | null } | null
  /** The first text, and the time it took. */
  readonly answer: { readonly at: number; readonly afterMs: number } | null
  readonly laterTexts: number
  readonly sizes: { readonly right: number; readonly wrong: number; readonly lastWrong: number }
  /** Counts of pads whose frame makes sense in the other byte order only, is too far ahead, or is before the first frame. */
  readonly frames: { readonly reversed: number; readonly tooFar: number; readonly tooLow: number }
  readonly values: { readonly unknownButtons: number; readonly cornered: number }
  readonly polls: readonly Poll[]
  readonly pauses: readonly Pause[]
  readonly pongs: number
  readonly faults: readonly string[]
  readonly mostMessagesInASecond: number
  readonly cutAt: number | null
  readonly gameEndAt: number | null
}

/** Longer than the lead gives a bot from a frame to the poll of its pad: a shorter one costs no frame. */
export const PAUSE_MS = 50
/** All of the layout of a controller (spec: Pad). */
const KNOWN_BUTTONS = 0x1f7f

export function readFacts(events: readonly MatchEvent[]): Facts {
  const reader = new FactReader()
  for (const event of events) reader.take(event)
  return reader.facts()
}

class FactReader {
  readonly #sockets: SocketFacts[] = []
  readonly #refused: string[] = []
  readonly #refusedAfterCut: string[] = []
  #start: Facts['start'] = null
  #answer: Facts['answer'] = null
  #laterTexts = 0
  readonly #sizes = { right: 0, wrong: 0, lastWrong: 0 }
  readonly #frames = { reversed: 0, tooFar: 0, tooLow: 0 }
  readonly #values = { unknownButtons: 0, cornered: 0 }
  readonly #polls: Poll[] = []
  /** When the first pad for a frame came, by frame. */
  readonly #firstPads = new Map<number, number>()
  readonly #pauses: Pause[] = []
  #pongs = 0
  readonly #faults: string[] = []
  #second = -1
  #messages = 0
  #mostMessages = 0
  #cutAt: number | null = null
  #gameEndAt: number | null = null
  /** When the bot was heard last on this socket, once it has answered the stream; and the polls since. */
  #heardAt: number | null = null
  #pollsSince = 0

  take(event: MatchEvent): void {
    switch (event.kind) {
      case 'opened':
        this.#sockets.push({ openedAt: event.at, heardAt: null, closedAt: null, code: 0 })
        break
      case 'refused':
        if (this.#cutAt === null) this.#refused.push(event.why)
        else this.#refusedAfterCut.push(event.why)
        break
      case 'started':
        this.#start = event
        break
      case 'poll':
        this.#poll(event.frame, event.at)
        break
      case 'text':
        this.#count(event.at)
        if (this.#answer === null) this.#answered(event.at)
        else this.#laterTexts++
        break
      case 'binary':
        this.#count(event.at)
        if (!this.#isCut) this.#sockets.at(-1)!.heardAt ??= event.at
        this.#binary(event.bytes, event.at)
        this.#hear(event.at)
        break
      case 'pong':
        this.#pongs++
        break
      case 'fault':
        this.#faults.push(event.why)
        break
      case 'closed':
        Object.assign(this.#sockets.at(-1)!, { closedAt: event.at, code: event.code })
        this.#deaf(event.at)
        break
      case 'cut':
        this.#cutAt = event.at
        this.#deaf(event.at)
        break
      case 'game-end':
        this.#gameEndAt = event.at
        this.#deaf(event.at)
        break
    }
  }

  facts(): Facts {
    return {
      sockets: this.#sockets,
      refused: this.#refused,
      refusedAfterCut: this.#refusedAfterCut,
      start: this.#start,
      answer: this.#answer,
      laterTexts: this.#laterTexts,
      sizes: this.#sizes,
      frames: this.#frames,
      values: this.#values,
      polls: this.#polls,
      pauses: this.#pauses,
      pongs: this.#pongs,
      faults: this.#faults,
      mostMessagesInASecond: this.#mostMessages,
      cutAt: this.#cutAt,
      gameEndAt: this.#gameEndAt,
    }
  }

  get #lastPoll(): number {
    return this.#polls.at(-1)?.frame ?? FIRST_FRAME - 1
  }

  #answered(at: number): void {
    this.#answer = { at, afterMs: at - this.#sockets[0]!.openedAt }
  }

  #poll(frame: number, at: number): void {
    const last = this.#sockets.at(-1)
    const isOpen = last !== undefined && last.closedAt === null && !this.#isCut
    const padAt = this.#firstPads.get(frame)
    const slackMs = padAt === undefined ? null : at - padAt
    this.#polls.push({ frame, at, socket: isOpen ? this.#sockets.length - 1 : null, slackMs })
  }

  /** From the cut until the next socket opens. */
  get #isCut(): boolean {
    return this.#cutAt !== null && this.#sockets.at(-1)!.openedAt < this.#cutAt
  }

  #binary(bytes: Uint8Array, at: number): void {
    if (bytes.length !== PAD_BYTES) {
      this.#sizes.wrong++
      this.#sizes.lastWrong = bytes.length
      return
    }
    this.#sizes.right++
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const frame = view.getInt32(0, true)
    if (this.#isPlausible(frame)) this.#land(frame, at)
    else if (this.#isPlausible(view.getInt32(0, false))) this.#frames.reversed++
    else if (frame > this.#lastPoll) this.#frames.tooFar++
    else this.#frames.tooLow++
    if ((view.getUint16(4, true) & ~KNOWN_BUTTONS) !== 0) this.#values.unknownButtons++
    if (view.getUint32(6) === 0) this.#values.cornered++
  }

  /** A frame of the game that a pad may be for, in time or not. */
  #isPlausible(frame: number): boolean {
    return frame >= FIRST_FRAME && frame <= this.#lastPoll + padWindow
  }

  #land(frame: number, at: number): void {
    if (!this.#firstPads.has(frame)) this.#firstPads.set(frame, at)
    const poll = this.#polls[frame - FIRST_FRAME]
    if (poll !== undefined && poll.slackMs === null) poll.slackMs = poll.at - at
  }

  /** A message that may be an answer to the stream. */
  #hear(at: number): void {
    if (this.#polls.length === 0 || this.#isCut || this.#gameEndAt !== null) return
    this.#notePause(at)
    this.#heardAt = at
    this.#pollsSince = this.#polls.length
  }

  #deaf(at: number): void {
    this.#notePause(at)
    this.#heardAt = null
  }

  #notePause(at: number): void {
    if (this.#heardAt === null || at - this.#heardAt < PAUSE_MS) return
    const polls = this.#polls.slice(this.#pollsSince)
    const missed = polls.filter(({ slackMs }) => slackMs === null || slackMs < 0)
    if (missed.length === 0) return
    this.#pauses.push({ ms: at - this.#heardAt, until: at, missed, pollLateMs: this.#lateness(polls) })
  }

  /** The longest that polls came after their time, as the polls before them have it. */
  #lateness(polls: readonly Poll[]): number {
    const before = this.#polls[this.#pollsSince - 1]!
    return Math.max(...polls.map(({ frame, at }) => at - before.at - (frame - before.frame) * frameMs))
  }

  #count(at: number): void {
    const second = Math.floor(at / 1000)
    if (second !== this.#second) this.#messages = 0
    this.#second = second
    this.#mostMessages = Math.max(this.#mostMessages, ++this.#messages)
  }
}
