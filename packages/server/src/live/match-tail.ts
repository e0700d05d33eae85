/**
 * Follows the replay of one running match for all of its spectators: looks how far it has been written, and releases what is
 * older than the delay. However many watch, a released piece is read once, and everybody who keeps up gets that buffer.
 *
 * What is released is the file as it stands on the disk, with one exception: the length of the event stream, four bytes of
 * the head, is 0 for everyone, as in a file that is still being written.
 */
import { envelopeHead, RAW_OFFSET } from '@arena/slp'
import { DelayLine } from './delay-line.ts'
import type { MatchFile, MatchFiles } from './match-file.ts'
import { RecentBytes } from './recent-bytes.ts'

export interface MatchTailOptions {
  readonly matchId: string
  readonly files: MatchFiles
  readonly delayMs: number
  readonly now: () => number
}

/** Three seconds of a game. Who is further behind reads from the file, at its own pace. */
const KEPT_BYTES = 64 * 1024
/** The piece of a file that is read at a time by somebody who is behind. */
const PIECE_BYTES = 64 * 1024
/** The length that is compared of two files that have to say the same: more than the longest message of a game. */
const COMPARED_BYTES = 16 * 1024

const HEAD = Buffer.from(envelopeHead())

export class MatchTail {
  readonly #options: MatchTailOptions
  readonly #line: DelayLine
  readonly #recent = new RecentBytes(KEPT_BYTES, RAW_OFFSET)
  readonly #listeners = new Set<() => void>()
  #file: MatchFile | null = null
  #state: 'follows' | 'over' | 'broken' = 'follows'
  #isFinished = false
  /** Whether nothing is written to the file any more. */
  #isComplete = false
  #isHurried = false

  constructor(options: MatchTailOptions) {
    this.#options = options
    this.#line = new DelayLine(options.delayMs)
  }

  /** `over`: all there will ever be is released. `broken`: the rest never comes. */
  get state(): 'follows' | 'over' | 'broken' {
    return this.#state
  }

  /** Where the released part ends: before the first events there is none. */
  get released(): number {
    return this.hasBegun ? this.#recent.end : 0
  }

  get hasBegun(): boolean {
    return this.#recent.end > RAW_OFFSET
  }

  /** Has a listener told of each change, until the function that is answered is called. */
  tell(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  /** The match is over: its file is complete, or there is none. */
  finished(): void {
    this.#isFinished = true
  }

  /** Releases all that is there without delay, for a machine that stops; once a match is over that harms nobody. */
  hurry(): void {
    this.#isHurried = this.#isFinished
  }

  /** Looks at the file; one look after the other. */
  async look(): Promise<void> {
    if (this.#state !== 'follows') return
    if (this.#file === null && !(await this.#open())) return
    if (this.#file!.isOver === true) this.#isFinished = true
    if (this.#isFinished && !this.#isComplete && !(await this.#complete())) return this.break()
    const size = await this.#file!.size()
    // Now and not before: what was written while the system was asked is as young as this.
    const now = this.#options.now()
    this.#line.saw(now, size)
    const due = this.#isHurried ? size : Math.min(this.#line.due(now), size)
    const before = this.#recent.end
    await this.#release(due)
    if (this.#state !== 'follows') return
    if (this.#isComplete && this.#recent.end === size) this.#state = 'over'
    if (this.#state === 'over' || this.#recent.end > before) this.#tellAll()
  }

  /** What follows a place, for a reader at its own pace; null while there is nothing. */
  from(place: number): Buffer | Promise<Buffer> | null {
    if (!this.hasBegun) return null
    if (place < RAW_OFFSET) return HEAD.subarray(place)
    const recent = this.#recent.from(place)
    if (recent === 'nothing') return null
    if (recent !== 'gone') return recent
    return this.#file!.read(place, Math.min(PIECE_BYTES, this.#recent.end - place))
  }

  /** Nobody gets any more of it. */
  break(): void {
    if (this.#state === 'broken') return
    this.#state = 'broken'
    this.#tellAll()
  }

  async close(): Promise<void> {
    this.#state = 'broken'
    await this.#file?.close()
  }

  /** False while there is no file; without one a match that is over has nothing to show. */
  async #open(): Promise<boolean> {
    const isFinished = this.#isFinished
    const opened = await this.#options.files.open(this.#options.matchId)
    if (opened === null) {
      if (isFinished) this.break()
      return false
    }
    this.#file = opened.file
    this.#isComplete = opened.isComplete
    return true
  }

  /** False where the complete file does not continue what was released. */
  async #complete(): Promise<boolean> {
    const followed = this.#file!
    const complete = await this.#options.files.completed(this.#options.matchId, followed)
    if (complete === null) return false
    if (complete !== followed) {
      const from = Math.max(RAW_OFFSET, this.#recent.end - COMPARED_BYTES)
      const length = this.#recent.end - from
      const [shown, kept] = await Promise.all([followed.read(from, length), complete.read(from, length)])
      this.#file = complete
      await followed.close()
      if (!shown.equals(kept)) return false
    }
    this.#isComplete = true
    return true
  }

  async #release(due: number): Promise<void> {
    const length = due - this.#recent.end
    if (length <= 0) return
    if (length > KEPT_BYTES) return this.#recent.skipTo(due)
    const piece = await this.#file!.read(this.#recent.end, length)
    if (piece.length > 0) this.#recent.push(piece)
  }

  #tellAll(): void {
    for (const listener of this.#listeners) listener()
  }
}
