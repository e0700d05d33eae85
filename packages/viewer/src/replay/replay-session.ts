/**
 * Reads one replay and plays it again; what the worker does, without the worker. Reading goes on as bytes come. The rerun runs in
 * slices in between, so that a question for pictures never waits long; pictures that are asked for before the rerun has reached them
 * are posed as recorded, and sent again once they are exact. Exact pictures cost less than posed ones (bench/rerun.ts), so there is
 * no cheaper kind to scrub with.
 */
import { PICTURE_BYTES } from '@arena/engine/picture'
import { isArenaReplay, loadReplayFighters, Rerun } from '@arena/engine/rerun'
import {
  buffersOf,
  calledNames,
  ColumnReader,
  FIRST_FRAME,
  MOST_REPLAY_BYTES,
  playedPorts,
  playerNames,
  SlpError,
  stageName,
  timeLimitOf,
  type ColumnsPart,
  type GameStart,
} from '@arena/slp'
import { CHUNK_FRAMES, type FromWorker, type Ratings, type ReplayPlace, type ToWorker } from './messages.ts'
import type { chancesOf } from '@arena/engine/chance'
import { momentsOf, replayEndOf } from '@arena/engine/moments'
import type { PlatformKey } from '@arena/protocol'
import { NOT_LOADED } from './not-loaded.ts'
import { BROKEN_OFF, errorSentence, FAILED, FetchError, NO_ANSWER, refusal, versionSentence } from './replay-errors.ts'
import type { ReplayInfo, ReplayPlayer, Verdict } from './replay-info.ts'

const SLICE_MS = 12
const FRAMES_A_STEP = 60
/** Between two reports of what was read and played. */
const REPORT_MS = 100
/** Rows of columns in a message: taking them over keeps the page for no more than some milliseconds. */
const ROWS_A_PART = 2048
const MOMENTS_MS = 3000
/** Rows whose chances are computed with a report: they take some 20 milliseconds. */
const CHANCE_ROWS = 2048
const ALIVE_MS = 3000
/** Without a byte for this long a server does not answer; a live match may pause. */
const SILENCE_MS = 20_000
/** Where an arena says its key, from the address of a result note. */
const PLATFORM_KEY = '../../.well-known/arena.json'
const LIVE_SILENCE_MS = 60_000
/** Chunks that are sent again once they are exact: those asked for last. */
const MOST_POSED = 3

type Post = (message: FromWorker, transfer?: ArrayBuffer[]) => void

export class ReplaySession {
  readonly #post: Post
  readonly #reader = new ColumnReader()
  readonly #abort = new AbortController()
  readonly #alive: ReturnType<typeof setInterval>
  #rerun: Rerun | null = null
  /** A fighter's script did not come. Another worker may get it. */
  #lacksFighters = false
  #seed: Uint8Array | undefined
  /** The address of the result note, and the bytes to compare with it. */
  #signed: { readonly url: string; readonly parts: Uint8Array[] } | null = null
  #names: readonly string[] = []
  #ratings: Ratings | null = null
  #isRead = false
  #isDone = false
  /** A message to itself comes after what waits, and at once; a timer waits 4 ms where it follows another. */
  readonly #turns = new MessageChannel()
  #isScheduled = false
  #reportedAt = -Infinity
  #later: ReturnType<typeof setTimeout> | undefined
  #momentsAt = -Infinity
  #itemsSent = 0
  #countSent = -1
  #chancesSent = 0
  /** Null until it is loaded, behind all that the picture needs. */
  #chancesOf: typeof chancesOf | null = null
  #verdictSent = ''
  /** Chunks sent with pictures that were posed, oldest first. */
  readonly #posed: number[] = []

  constructor(post: Post) {
    this.#post = post
    this.#turns.port1.addEventListener('message', () => {
      this.#isScheduled = false
      this.#slice()
    })
    this.#turns.port1.start()
    this.#alive = setInterval(() => post({ kind: 'alive' }), ALIVE_MS)
  }

  receive(message: ToWorker): void {
    switch (message.kind) {
      case 'open':
        this.#seed = message.seed ?? undefined
        this.#signed = message.signed === null ? null : { url: message.signed, parts: [] }
        this.#names = message.names
        this.#ratings = message.ratings
        void this.#open(message.from, message.isLive)
        break
      case 'names':
        this.#names = message.names
        // The sentences of moments say them too.
        this.#momentsAt = -Infinity
        this.#report(true)
        break
      case 'ratings':
        this.#ratings = message.ratings
        this.#chancesSent = 0
        this.#report(true)
        break
      case 'pictures':
        this.#sendPictures(message.chunk)
        break
    }
  }

  close(): void {
    this.#turns.port1.close()
    clearInterval(this.#alive)
    clearTimeout(this.#later)
    this.#abort.abort()
    this.#isDone = true
  }

  async #open(from: ReplayPlace, isLive: boolean): Promise<void> {
    try {
      const stream = 'file' in from ? openFile(from.file) : await this.#fetch(from.url, isLive)
      await this.#read(stream, isLive)
      if (isLive && !this.#reader.gameEnd) throw new FetchError(BROKEN_OFF)
      this.#reader.end()
    } catch (error) {
      if (this.#abort.signal.aborted) return
      this.#post({ kind: 'error', error: errorSentence(error, this.#reader.columns.count, this.#gameText()) })
    }
    try {
      await this.#begin()
    } catch {
      this.#post({ kind: 'error', error: FAILED })
    }
    this.#isRead = true
    this.#report(true)
    this.#schedule()
  }

  async #fetch(url: string, isLive: boolean): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#within(fetch(url, { signal: this.#abort.signal }), isLive)
    if (!response.ok || !response.body) throw refusal(response.status)
    return response.body
  }

  /** An answer of a server has to come in time. */
  async #within<T>(answer: Promise<T>, isLive: boolean): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new FetchError(NO_ANSWER)), isLive ? LIVE_SILENCE_MS : SILENCE_MS)
    })
    try {
      return await Promise.race([answer, silence])
    } finally {
      clearTimeout(timer)
    }
  }

  async #read(stream: ReadableStream<Uint8Array>, isLive: boolean): Promise<void> {
    const bytes = stream.getReader()
    try {
      for (;;) {
        const { done, value } = await this.#within(bytes.read(), isLive)
        if (done) return
        this.#reader.push(value)
        this.#signed?.parts.push(value)
        if (!this.#rerun) await this.#begin()
        this.#report(false)
        this.#schedule()
      }
    } finally {
      bytes.cancel().catch(() => {})
    }
  }

  /** Game Start is there: the fighters are loaded, and the rerun can begin. */
  async #begin(): Promise<void> {
    const { gameStart } = this.#reader
    if (!gameStart || this.#rerun || this.#lacksFighters) return
    await this.#loadFighters()
    this.#rerun = new Rerun(this.#reader, this.#seed)
    const error = versionSentence(gameStart.version)
    if (error !== null) this.#post({ kind: 'error', error })
    this.#report(true)
    if (!this.#rerun.isForeign) void this.#loadChances()
  }

  /** A match is watched all the same where they do not come. */
  async #loadChances(): Promise<void> {
    const loaded = await import('@arena/engine/chance').catch(() => null)
    if (loaded === null || this.#abort.signal.aborted) return
    this.#chancesOf = loaded.chancesOf
    this.#report(true)
  }

  async #loadFighters(): Promise<void> {
    try {
      await loadReplayFighters(this.#reader)
    } catch (error) {
      // An error of this kind is thrown by `import` for a file that does not come.
      if (!(error instanceof TypeError)) throw error
      this.#lacksFighters = true
      throw new FetchError(NOT_LOADED)
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isDone) return
    this.#isScheduled = true
    this.#turns.port2.postMessage(null)
  }

  /** Plays for a moment, then makes room for questions; something each time, however long a busy machine kept it waiting. */
  #slice(): void {
    if (this.#isDone) return
    const rerun = this.#rerun
    const until = performance.now() + SLICE_MS
    let played = 0
    if (rerun)
      do played = rerun.advance(FRAMES_A_STEP)
      while (played > 0 && performance.now() < until)
    this.#improve()
    this.#report(false)
    if (played > 0) {
      this.#schedule()
    } else if (this.#isRead) {
      this.#isDone = true
      this.#report(true)
      this.#post({ kind: 'done' })
      void this.#prove()
    }
  }

  /** Compares what came out equal with what the arena has signed. What cannot be fetched proves nothing. */
  async #prove(): Promise<void> {
    if (this.#signed === null || !this.#rerun?.isEqual) return
    const { url, parts } = this.#signed
    try {
      const [note, key] = await Promise.all([this.#text(url), this.#text(new URL(PLATFORM_KEY, url).href)])
      const { publicKey, publicKeys = [publicKey] } = JSON.parse(key) as PlatformKey
      const { prove } = await import('./proof.ts')
      this.#post({ kind: 'proof', proof: prove(note, publicKeys, { parts, seed: this.#seed ?? null }) })
    } catch (error) {
      const isUnreadable = error instanceof FetchError || error instanceof TypeError || error instanceof SyntaxError
      if (!isUnreadable && !this.#abort.signal.aborted) throw error
    }
  }

  async #text(url: string): Promise<string> {
    const response = await fetch(url, { signal: this.#abort.signal })
    if (!response.ok) throw refusal(response.status)
    return await response.text()
  }

  /** Sends again what was posed and has been played since. */
  #improve(): void {
    const rerun = this.#rerun
    if (!rerun || this.#posed.length === 0) return
    const { count } = this.#reader.columns
    for (const chunk of this.#posed.filter((each) => rerun.played >= Math.min(count, (each + 1) * CHUNK_FRAMES))) {
      this.#sendPictures(chunk)
    }
  }

  #sendPictures(chunk: number): void {
    const rerun = this.#rerun
    const at = this.#posed.indexOf(chunk)
    if (at >= 0) this.#posed.splice(at, 1)
    const from = chunk * CHUNK_FRAMES
    const count = rerun ? Math.max(0, Math.min(CHUNK_FRAMES, this.#reader.columns.count - from)) : 0
    const buffer = new ArrayBuffer(count * PICTURE_BYTES)
    const exact = rerun && count > 0 ? rerun.pictures(from, count, buffer) : 0
    const isWaiting = rerun !== null && !rerun.isForeign && rerun.difference === null
    if (exact < count && isWaiting) {
      this.#posed.push(chunk)
      if (this.#posed.length > MOST_POSED) this.#posed.shift()
    }
    this.#post({ kind: 'pictures', chunk, count, exact, buffer }, [buffer])
  }

  #report(isDue: boolean): void {
    const { gameStart, columns } = this.#reader
    const now = performance.now()
    if (!gameStart || !this.#rerun) return
    if (!isDue && now - this.#reportedAt < REPORT_MS) {
      // The last progress is reported too.
      this.#later ??= setTimeout(() => {
        this.#later = undefined
        if (!this.#isDone) this.#report(false)
      }, REPORT_MS)
      return
    }
    this.#reportedAt = now
    this.#reportColumns()
    if (columns.count !== this.#countSent || isDue) {
      this.#countSent = columns.count
      this.#post({ kind: 'info', info: this.#info(gameStart) })
    }
    this.#reportVerdict()
    this.#reportChances(gameStart)
    if (now - this.#momentsAt > (this.#isRead ? 0 : MOMENTS_MS)) {
      this.#momentsAt = this.#isRead ? Infinity : now
      this.#reportMoments(gameStart)
    }
  }

  #reportColumns(): void {
    const { columns, changedFrom } = this.#reader
    if (changedFrom === Infinity) return
    this.#reader.changedFrom = Infinity
    // Items come before the rows that name them.
    for (let to = this.#itemsSent; to < columns.itemRows;) {
      const from = to
      to = Math.min(columns.itemRows, from + ROWS_A_PART)
      this.#sendColumns(columns.part(0, from, 0, to))
    }
    this.#itemsSent = columns.itemRows
    for (let to = changedFrom; to < columns.count;) {
      const from = to
      to = Math.min(columns.count, from + ROWS_A_PART)
      this.#sendColumns(columns.part(from, 0, to, 0))
    }
  }

  /** Some at a time while more is to be done, and then the rest. Of another game nothing is known. */
  #reportChances({ stageId: stage }: GameStart): void {
    const { columns } = this.#reader
    const from = this.#chancesSent
    const to = this.#isDone ? columns.count : Math.min(columns.count, from + CHANCE_ROWS)
    if (this.#chancesOf === null || to === from || this.#rerun?.isForeign) return
    this.#chancesSent = to
    const chances = this.#chancesOf(columns, { stage, ...(this.#ratings && { ratings: this.#ratings }) }, from, to)
    this.#post({ kind: 'chances', from, chances }, [chances.buffer])
  }

  #sendColumns(part: ColumnsPart): void {
    this.#post({ kind: 'columns', part }, buffersOf(part))
  }

  #reportVerdict(): void {
    const verdict = this.#verdict()
    const text = JSON.stringify(verdict)
    if (text === this.#verdictSent) return
    this.#verdictSent = text
    this.#post({ kind: 'verdict', verdict })
  }

  #verdict(): Verdict {
    const rerun = this.#rerun
    if (!rerun) return { state: 'running', frames: 0 }
    if (rerun.isForeign) return { state: 'foreign' }
    const { difference, played: frames } = rerun
    if (difference) return { state: 'differs', frame: difference.frame, what: difference.text }
    // A recording that breaks off has no end to compare.
    const isOver = rerun.isEqual || (this.#isRead && frames === this.#reader.columns.count && !this.#reader.gameEnd)
    return isOver ? { state: 'equal', frames } : { state: 'running', frames }
  }

  #info(gameStart: GameStart): ReplayInfo {
    const [major = 0, minor = 0, build = 0] = gameStart.version
    return {
      version: [major, minor, build],
      stage: gameStart.stageId,
      players: this.#players(gameStart),
      timeLimit: timeLimitOf(gameStart),
      kind: isArenaReplay(this.#reader) ? 'arena' : 'foreign',
      firstFrame: FIRST_FRAME,
      lastFrame: this.#reader.columns.lastFrame,
      end: replayEndOf(this.#reader),
    }
  }

  #players(gameStart: GameStart): ReplayPlayer[] {
    const names = this.#namesOf(gameStart)
    return playedPorts(gameStart).map((port) => {
      const { characterId, costumeIndex } = gameStart.players[port]!
      return { port, character: characterId, costume: costumeIndex, name: names[port]! }
    })
  }

  /** By port: the names that whoever shows the replay has given, else those of the recording. */
  #namesOf(gameStart: GameStart): string[] {
    return playerNames(gameStart, this.#reader.metadata).map((name, port) => this.#names[port] || name)
  }

  /** Who plays where, in words. */
  #gameText(): string | null {
    const { gameStart } = this.#reader
    if (!gameStart) return null
    const names = calledNames(gameStart, this.#namesOf(gameStart), 1).filter((name) => name !== '')
    return `${names.join(', ')} on ${stageName(gameStart.stageId)}`
  }

  #reportMoments(gameStart: GameStart): void {
    const names = calledNames(gameStart, this.#namesOf(gameStart), 1)
    const { columns, absent } = this.#reader
    const context = { stage: gameStart.stageId, names, end: replayEndOf(this.#reader), absent: absent.postFrame }
    const moments = momentsOf(columns, context)
    this.#post({ kind: 'moments', moments })
  }
}

function openFile(file: Blob): ReadableStream<Uint8Array> {
  if (file.size > MOST_REPLAY_BYTES) throw new SlpError('too-long', MOST_REPLAY_BYTES, 'the file is too big')
  return file.stream()
}
