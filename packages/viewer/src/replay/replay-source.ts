/**
 * A replay as a page sees it: what is known of it, its columns, and the picture of any frame. A worker reads and plays it; here are
 * the chunks of pictures that it sent last, and the questions for more. Only the newest question counts, so that dragging a seek bar
 * does not queue up. A worker that says nothing for 15 seconds is ended: a hostile file never hangs the page.
 */
import { Picture, PICTURE_BYTES } from '@arena/engine/picture'
import { FIRST_FRAME, ReplayColumns } from '@arena/slp'
import { bytesOf } from './hex.ts'
import { CHUNK_FRAMES, type FromWorker, type Ratings, type ReplayPlace } from './messages.ts'
import type { Moment } from '@arena/engine/moments'
import { NOT_LOADED } from './not-loaded.ts'
import { BAD_SEED, FAILED, HANGS } from './replay-errors.ts'
import type { Proof, ReplayInfo, Verdict } from './replay-info.ts'
import { startWorker, type ReplayWorker, type StartWorker } from './start-worker.ts'

export interface ReplayOptions {
  /** The match's seed of 32 bytes in hexadecimal: each frame's random seed has to be the one drawn from it. */
  readonly seed?: string
  /** The address of the match's result note, which says what its arena has signed. */
  readonly signed?: string
  /** The replay grows while it is read. */
  readonly live?: boolean
  /** Names of the players by port, instead of those in the replay. */
  readonly names?: readonly string[]
  /** Ratings of the players by port, as of before the match: the chance of winning reckons with them. */
  readonly ratings?: Ratings | null
}

interface Chunk {
  readonly buffer: ArrayBuffer
  readonly count: number
  readonly exact: number
  /** Made when a frame is first asked for. */
  readonly pictures: (Picture | undefined)[]
}

/** About 14 MB. */
const MOST_CHUNKS = 24
/** Silence is counted in ticks, so that a page that was asleep does not blame its worker. */
const TICK_MS = 3000
const MOST_SILENT_TICKS = 5

export class ReplaySource {
  info: ReplayInfo | null = null
  verdict: Verdict = { state: 'running', frames: 0 }
  /** Null until it is known, and where nothing is signed. */
  proof: Proof | null = null
  /** What is wrong, in a sentence for whoever watches; what was read before can still be shown. */
  error: string | null = null
  moments: readonly Moment[] = []
  /** Frames whose chance is known. */
  chanceCount = 0
  #chances = new Float32Array(0)
  /** Typed arrays by field; they grow while the replay is read. */
  readonly columns = new ReplayColumns()
  /** Called after any of the above has changed, and when pictures have come. */
  onChange: (() => void) | null = null
  readonly #worker: ReplayWorker
  readonly #watchdog: ReturnType<typeof setInterval>
  /** By number; those used last at the end. */
  readonly #chunks = new Map<number, Chunk>()
  #asked: number | null = null
  #wanted: number | null = null
  #isDone = false
  #isClosed = false
  #silentTicks = 0

  private constructor(start: StartWorker) {
    this.#worker = start(
      (message) => this.#take(message),
      (how) => this.#give(how === 'not-loaded' ? NOT_LOADED : FAILED),
    )
    this.#watchdog = setInterval(() => this.#watch(), TICK_MS)
  }

  /**
   * Opens a replay by its address or a file that was dropped.
   *
   *     const source = ReplaySource.open({ url: '/replays/m_1.slp' })
   *     source.onChange = () => draw(source.picture(frame))
   */
  static open(from: ReplayPlace, options: ReplayOptions = {}, start: StartWorker = startWorker): ReplaySource {
    const source = new ReplaySource(start)
    const { seed, signed, live = false, names = [], ratings = null } = options
    if (seed !== undefined && !/^[0-9a-f]{64}$/i.test(seed)) {
      source.#give(BAD_SEED)
      return source
    }
    source.#worker.post({
      kind: 'open',
      from: 'url' in from ? { url: absolute(from.url) } : from,
      seed: seed === undefined ? null : bytesOf(seed),
      signed: signed === undefined ? null : absolute(signed),
      isLive: live,
      names,
      ratings,
    })
    return source
  }

  /** Calls the players otherwise, by port; by what the replay says where a name is empty. */
  rename(names: readonly string[]): void {
    if (!this.#isClosed) this.#worker.post({ kind: 'names', names })
  }

  /** The players are rated so; null where that is not known. */
  rate(ratings: Ratings | null): void {
    if (!this.#isClosed) this.#worker.post({ kind: 'ratings', ratings })
  }

  /** Whether everything has been read and, where it can be, played again. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** The picture of a frame; null while it is on its way. It stays valid while its chunk is kept: draw it, do not keep it. */
  picture(frame: number): Picture | null {
    const row = frame - FIRST_FRAME
    if (!(row >= 0 && row < this.columns.count)) return null
    const number = Math.floor(row / CHUNK_FRAMES)
    const place = row % CHUNK_FRAMES
    const chunk = this.#use(number)
    if (!chunk || place >= chunk.count) {
      this.#want(number)
      return null
    }
    if (this.#asked === null) this.#prefetch(number + 1)
    return (chunk.pictures[place] ??= new Picture(chunk.buffer, place * PICTURE_BYTES))
  }

  /** The chance of port 0 to win after a frame, 0 to 1; null where it is not known, or not yet. */
  chance(frame: number): number | null {
    const row = frame - FIRST_FRAME
    const chance = row < this.chanceCount ? this.#chances[row] : undefined
    return chance === undefined || Number.isNaN(chance) ? null : chance
  }

  /** Whether a frame's picture is the engine's, and not posed from the recording. */
  isExact(frame: number): boolean {
    const row = frame - FIRST_FRAME
    const chunk = this.#chunks.get(Math.floor(row / CHUNK_FRAMES))
    return chunk !== undefined && row % CHUNK_FRAMES < chunk.exact
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.onChange = null
    clearInterval(this.#watchdog)
    this.#worker.end()
  }

  #take(message: FromWorker): void {
    if (this.#isClosed) return
    this.#silentTicks = 0
    switch (message.kind) {
      case 'info':
        this.info = message.info
        break
      case 'columns':
        this.columns.take(message.part)
        break
      case 'verdict':
        this.verdict = message.verdict
        break
      case 'proof':
        this.proof = message.proof
        break
      case 'pictures':
        this.#keep(message)
        break
      case 'moments':
        this.moments = message.moments
        break
      case 'chances':
        this.#keepChances(message)
        break
      case 'error':
        this.error = message.error
        break
      case 'done':
        this.#isDone = true
        break
      case 'alive':
        return
    }
    this.onChange?.()
  }

  /** The chunk of a number, as the one used last. */
  #use(number: number): Chunk | undefined {
    const chunk = this.#chunks.get(number)
    if (!chunk) return undefined
    this.#chunks.delete(number)
    this.#chunks.set(number, chunk)
    return chunk
  }

  #keep({ chunk, count, exact, buffer }: Extract<FromWorker, { kind: 'pictures' }>): void {
    if (this.#asked === chunk) this.#asked = null
    if (count > 0) {
      this.#chunks.delete(chunk)
      this.#chunks.set(chunk, { buffer, count, exact, pictures: [] })
    }
    if (this.#chunks.size > MOST_CHUNKS) this.#chunks.delete(this.#chunks.keys().next().value!)
    const wanted = this.#wanted
    if (wanted !== null && this.#asked === null) {
      this.#wanted = null
      this.#ask(wanted)
    }
  }

  #keepChances({ from, chances }: Extract<FromWorker, { kind: 'chances' }>): void {
    const count = from + chances.length
    if (count > this.#chances.length) {
      const grown = new Float32Array(Math.max(count, 2 * this.#chances.length))
      grown.set(this.#chances)
      this.#chances = grown
    }
    this.#chances.set(chances, from)
    this.chanceCount = Math.max(this.chanceCount, count)
  }

  /** Asks for a chunk now, or instead of what waits to be asked. */
  #want(chunk: number): void {
    if (this.#asked === chunk) this.#wanted = null
    else if (this.#asked === null) this.#ask(chunk)
    else this.#wanted = chunk
  }

  #prefetch(chunk: number): void {
    const rows = Math.min(CHUNK_FRAMES, this.columns.count - chunk * CHUNK_FRAMES)
    if (rows > 0 && !this.#chunks.has(chunk)) this.#ask(chunk)
  }

  #ask(chunk: number): void {
    if (this.#isClosed) return
    this.#asked = chunk
    this.#worker.post({ kind: 'pictures', chunk })
  }

  #watch(): void {
    if (++this.#silentTicks >= MOST_SILENT_TICKS) this.#give(HANGS)
  }

  /** Ends the worker; what has come from it stays. */
  #give(error: string): void {
    if (this.#isClosed) return
    const { onChange } = this
    this.close()
    this.error ??= error
    onChange?.()
  }
}

/** The worker's own address is another. */
function absolute(url: string): string {
  return typeof document === 'undefined' ? url : new URL(url, document.baseURI).href
}
