/**
 * Plays a replay of the arena again from its columns: picks and stage from Game Start, pads from the raw fields of Pre-Frame, random
 * seeds from Frame Start. Every byte of every message is compared with the file. The state is saved at regular frames, so that any
 * frame is shown exactly as it was played. The first difference ends the rerun; from there on pictures come from the recording, as
 * all do of a game that the arena did not play.
 */
import { EVENTS, FIRST_FRAME } from '@arena/slp'
import type { ColumnReader } from '@arena/slp'
import { causeOf, isArenaReplay, newPad, readPad, replaySeeds, settingsOf } from './arena-replay.ts'
import { differenceAt, nameDifference, type Difference } from './difference.ts'
import { Game } from './game.ts'
import type { Pad } from './input/controller.ts'
import { Picture, PICTURE_BYTES } from './picture.ts'
import { RecordedPictures } from './recorded-picture.ts'
import { FrameSeeds } from './seed.ts'

export { isArenaReplay, loadReplayFighters } from './arena-replay.ts'

/** Frames between two saved states: a picture needs at most that many steps. */
const FRAMES_A_SAVE = 60

/**
 * Needs a reader that has read Game Start, and the replay's fighters. The reader may go on reading.
 *
 *     await loadReplayFighters(reader)
 *     const rerun = new Rerun(reader)
 *     while (rerun.advance(1000) > 0);
 *     console.log(rerun.difference?.text ?? 'equal')
 *     rerun.pictures(600, 60, new ArrayBuffer(60 * PICTURE_BYTES))
 */
export class Rerun {
  readonly #reader: ColumnReader
  readonly #recorded: RecordedPictures
  readonly #draws: FrameSeeds | null
  /** Null for a game that is not played again. */
  readonly #game: Game | null
  /** Plays for the pictures, so that the game that compares can go on. */
  #shown: Game | null = null
  /** Row that `#shown` played last. */
  #shownRow = -1
  /** By number: the state before row `FRAMES_A_SAVE * number`. */
  readonly #saves: Uint8Array[] = []
  #played = 0
  #isEnded = false
  #difference: Difference | null = null

  /** With the match's seed of 32 bytes every frame's random seed has to be the one drawn from it. */
  constructor(reader: ColumnReader, seed?: Uint8Array) {
    this.#reader = reader
    this.#recorded = new RecordedPictures(reader.columns, reader.gameStart?.stageId ?? -1, reader.absent.postFrame)
    this.#draws = seed ? new FrameSeeds(seed) : null
    this.#game = isArenaReplay(reader) ? this.#newGame() : null
    if (this.#game) this.#compareStart(this.#game.start())
  }

  get isForeign(): boolean {
    return this.#game === null
  }

  /** Frames that came out as recorded. */
  get played(): number {
    return this.#played
  }

  /** Null as long as everything came out as recorded. */
  get difference(): Difference | null {
    return this.#difference
  }

  /** Whether everything up to Game End came out as recorded. */
  get isEqual(): boolean {
    return this.#isEnded && this.#difference === null
  }

  /** Plays frames that have been read, at most the given number; returns how many it played. */
  advance(most: number): number {
    const { columns } = this.#reader
    const game = this.#game
    if (!game || this.#difference) return 0
    const from = this.#played
    while (this.#played < columns.count && this.#played - from < most) {
      if (this.#played % FRAMES_A_SAVE === 0) this.#saves[this.#played / FRAMES_A_SAVE] = game.save()
      this.#difference = this.#playNext(game)
      if (this.#difference) break
      this.#played++
    }
    if (!this.#difference && this.#reader.gameEnd && this.#played === columns.count) this.#compareEnd(game)
    return this.#played - from
  }

  /**
   * Fills a buffer with the pictures of `count` frames from row `from` on (row 0 is the first frame), `PICTURE_BYTES` apart. Rows
   * that have not been played are posed as recorded. Returns the number of exact ones, which come first.
   */
  pictures(from: number, count: number, into: ArrayBuffer, byteOffset = 0): number {
    const last = Math.min(from + count, this.#reader.columns.count)
    let exact = 0
    for (let row = from; row < last; row++) {
      if (row < this.#played) {
        this.#playTo(row).show(PICTURE)
        exact++
      } else {
        this.#recorded.show(row, PICTURE)
      }
      copyPicture(into, byteOffset + (row - from) * PICTURE_BYTES)
    }
    return exact
  }

  /** Pictures as `pictures` fills them, posed as recorded even where the game was played: they cost less. */
  recordedPictures(from: number, count: number, into: ArrayBuffer, byteOffset = 0): void {
    const last = Math.min(from + count, this.#reader.columns.count)
    for (let row = from; row < last; row++) {
      this.#recorded.show(row, PICTURE)
      copyPicture(into, byteOffset + (row - from) * PICTURE_BYTES)
    }
  }

  /** The whole state after a row that was played. A copy. */
  stateAfter(row: number): Uint8Array {
    if (row < 0 || row >= this.#played) throw new RangeError(`Row ${row} was not played`)
    return this.#playTo(row).save()
  }

  #newGame(): Game {
    return new Game(settingsOf(this.#reader, replaySeeds(this.#reader)))
  }

  #compareStart(played: Uint8Array): void {
    const recorded = this.#reader.raw.subarray(0, this.#reader.gameStartEnd)
    if (!isEqual(played, recorded)) this.#difference = this.#name(FIRST_FRAME, recorded, played)
  }

  #playNext(game: Game): Difference | null {
    const { columns, raw, gameStartEnd } = this.#reader
    const { startAt, endAt, seed } = columns.frames
    const row = this.#played
    const frame = FIRST_FRAME + row
    if (game.ending !== null) return differenceAt(frame, 'the recording continues, but the game is decided')
    if (endAt[row] === 0) return differenceAt(frame, 'the recording lacks the frame')
    if (startAt[row] !== (row === 0 ? gameStartEnd : endAt[row - 1])) {
      return differenceAt(frame, 'the recording has other events before the frame')
    }
    const drawn = this.#draws?.at(frame)
    if (drawn !== undefined && drawn >>> 0 !== seed[row]) {
      const { title } = EVENTS.frameStart
      const text = `${title} has the seed ${seed[row]}, but the match's seed draws ${drawn >>> 0}`
      return { ...differenceAt(frame, text), event: title, field: 'seed' }
    }
    const played = this.#step(game, row)
    if (played === null) return differenceAt(frame, 'the engine finds a fault in itself')
    const at = startAt[row]!
    return isEqualAt(raw, at, endAt[row]!, played) ? null : this.#name(frame, raw.subarray(at, endAt[row]), played)
  }

  /** Plays a row; null where the engine refuses the frame, by an invariant or otherwise. */
  #step(game: Game, row: number): Uint8Array | null {
    const { columns } = this.#reader
    readPad(columns.fighter(0), row, PADS[0])
    readPad(columns.fighter(1), row, PADS[1])
    try {
      return game.step(PADS[0], PADS[1])
    } catch {
      return null
    }
  }

  #compareEnd(game: Game): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const { gameEnd, gameEndAt, gameStartEnd, raw, rawRead, columns } = this.#reader
    const frame = columns.lastFrame
    const end = columns.count === 0 ? gameStartEnd : columns.frames.endAt[columns.count - 1]
    if (gameEndAt !== end || rawRead !== gameEndAt + this.#reader.eventBytes(EVENTS.gameEnd.code)) {
      this.#difference = differenceAt(frame, `the recording has other events about ${EVENTS.gameEnd.title}`)
      return
    }
    const cause = causeOf(gameEnd!)
    if (cause.kind === 'natural' && game.ending === null) {
      this.#difference = {
        ...differenceAt(frame, 'the recording ends, but the game is not decided'),
        field: 'gameEndMethod',
      }
      return
    }
    const recorded = raw.subarray(gameEndAt, rawRead)
    const played = game.end(cause)
    if (!isEqual(recorded, played)) this.#difference = this.#name(frame, recorded, played)
  }

  /** The game that has played a row last, from the nearest state before it. */
  #playTo(row: number): Game {
    const game = (this.#shown ??= this.#newGame())
    const save = Math.floor(row / FRAMES_A_SAVE)
    if (row <= this.#shownRow || save > Math.floor(this.#shownRow / FRAMES_A_SAVE) + 1 || this.#shownRow < 0) {
      game.restore(this.#saves[save]!)
      this.#shownRow = save * FRAMES_A_SAVE - 1
    }
    while (this.#shownRow < row) this.#step(game, ++this.#shownRow)
    return game
  }

  #name(frame: number, recorded: Uint8Array, played: Uint8Array): Difference {
    return nameDifference(frame, recorded, played, (code) => this.#reader.eventBytes(code))
  }
}

/** Filled and copied: the views of a picture cost more to make than its numbers to copy. */
const PICTURE_BUFFER = new ArrayBuffer(PICTURE_BYTES)
const PICTURE = new Picture(PICTURE_BUFFER)
const PICTURE_COPIED = new Uint8Array(PICTURE_BUFFER)

function copyPicture(into: ArrayBuffer, byteOffset: number): void {
  new Uint8Array(into, byteOffset, PICTURE_BYTES).set(PICTURE_COPIED)
}

const PADS: readonly [Pad, Pad] = [newPad(), newPad()]

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return isEqualAt(one, 0, one.length, other)
}

/** Whether the bytes from `from` to `to` are those of another array. */
function isEqualAt(bytes: Uint8Array, from: number, to: number, other: Uint8Array): boolean {
  if (to - from !== other.length) return false
  for (let i = 0; i < other.length; i++) if (bytes[from + i] !== other[i]) return false
  return true
}
