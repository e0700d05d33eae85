/**
 * Splits an event stream into its events, in pieces of any size. The stream must open with Event Payloads, which gives the length
 * of every other event. From then on the listener hears of each event as soon as its last byte is there. The bytes belong to whoever
 * pushes them. Every fault is an `SlpError`, after which nothing more is split.
 */
import { SlpError, type SlpErrorCode } from './error.ts'
import { EVENT_NAMES, EVENT_PAYLOADS, EVENTS } from './events.ts'
import { payloadSize, type EventTable } from './table.ts'

/** The oldest format: every recording must have all of its fields. */
const FIRST_VERSION = [0, 1, 0]

/** Payload bytes that the oldest version with an event has, by its code. */
const LEAST = new Map<number, number>(EVENT_NAMES.map((name) => [EVENTS[name].code, leastPayload(EVENTS[name])]))
const TITLES = new Map<number, string>(EVENT_NAMES.map((name) => [EVENTS[name].code, EVENTS[name].title]))

export interface EventListener {
  /** Event Payloads was read: the splitter knows the sizes. */
  open(): void
  /** An event is whole: it is `bytes` long with its code byte, and begins at `at` of the view that was split. */
  event(code: number, at: number, bytes: number): void
  /** Whether the stream ends at `at` of the view, where no announced event is. That is a fault without this method. */
  endsAt?(at: number): boolean
}

export class EventSplitter {
  readonly #listener: EventListener
  /** Where the stream begins in its file, for the offsets in errors. */
  base: number
  /** Stream offset of the first byte that is in no event passed on yet. */
  at = 0
  /** Payload bytes (without the code byte) by event code, as they are announced. */
  payloads: ReadonlyMap<number, number> = new Map()
  /** Bytes of an event, code byte included, by code; 0 for one that is not announced. */
  readonly bytes = new Uint32Array(256)
  #error: SlpError | null = null

  constructor(listener: EventListener, base = 0) {
    this.#listener = listener
    this.base = base
  }

  /** Runs a part of reading. An `SlpError` in it refuses the stream: each later part throws the same error. */
  guard(read: () => void): void {
    if (this.#error) throw this.#error
    try {
      read()
    } catch (error) {
      if (error instanceof SlpError) this.#error = error
      throw error
    }
  }

  /**
   * Passes on the events that are whole in the first `length` bytes of `view`, from `at` on; `start` is the stream offset of its
   * first byte. An event counts as read before the listener hears of it, so that it does not hear of it again where it throws. An
   * event that the listener refuses with an `SlpError` stays unread.
   */
  split(view: DataView, length: number, start = 0): void {
    const { bytes } = this
    const listener = this.#listener
    let at = this.at - start
    try {
      if (this.at === 0) at += this.#open(view, length)
      while (this.at > 0 && at < length) {
        const code = view.getUint8(at)
        const size = bytes[code]!
        if (isFilledUp(view, at, size, length)) {
          this.fail('truncated', 'only zero bytes follow: the recording was cut off and filled up')
        }
        if (size === 0) {
          if (listener.endsAt?.(at)) break
          this.fail('unknown-event', `event 0x${code.toString(16)} was not announced`)
        }
        if (at + size > length) break
        this.at = start + at + size
        listener.event(code, at, size)
        at += size
      }
    } catch (error) {
      if (error instanceof SlpError) this.at = start + at
      throw error
    }
  }

  /** The stream ends with `rest` bytes behind `at`; throws where it ends inside an event or before its first one. */
  end(rest: number): void {
    if (rest > 0) this.fail('truncated', 'the stream ends inside an event')
    if (this.at === 0) this.fail('truncated', 'the stream ends before Event Payloads')
  }

  fail(code: SlpErrorCode, detail: string): never {
    throw new SlpError(code, this.base + this.at, detail)
  }

  /** Reads Event Payloads; returns its bytes, 0 while it is not whole. */
  #open(view: DataView, length: number): number {
    if (length === 0) return 0
    const code = 'bad-event-payloads'
    if (view.getUint8(0) !== EVENT_PAYLOADS) this.fail(code, 'the stream does not begin with Event Payloads')
    if (length < 2) return 0
    const size = view.getUint8(1)
    if (size % 3 !== 1) this.fail(code, `a payload size of ${size} does not hold whole entries`)
    if (1 + size > length) return 0
    const payloads = new Map<number, number>()
    for (let entry = 2; entry < 1 + size; entry += 3) payloads.set(view.getUint8(entry), view.getUint16(entry + 1))
    for (const [announced, bytes] of payloads) {
      const least = LEAST.get(announced) ?? 0
      if (bytes < least)
        this.fail(code, `${TITLES.get(announced)} is announced with ${bytes} bytes, fewer than ${least}`)
    }
    for (const [announced, bytes] of payloads) this.bytes[announced] = 1 + bytes
    this.payloads = payloads
    this.at = 1 + size
    this.#listener.open()
    return this.at
  }
}

/**
 * Whether the rest of the view from the end of the event at `at` on is zero bytes, which some recorders leave in a file that was
 * cut off. They may reach into the event itself: one that ends in a zero byte is not told from one that is half written. `size` is 0
 * where no announced event is.
 */
function isFilledUp(view: DataView, at: number, size: number, length: number): boolean {
  let end = at + Math.max(size, 1)
  if (end > length || (end === length && size > 0) || view.getUint8(end - 1) !== 0) return false
  while (end < length && view.getUint8(end) === 0) end++
  return end === length
}

function leastPayload(table: EventTable): number {
  return payloadSize(table, table.since === '0.1.0' ? FIRST_VERSION : table.since.split('.').map(Number))
}
