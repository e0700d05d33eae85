/**
 * Many lanes and what is asked of them. Lanes of the same fighters and stage are played one after the other, and each plays all the
 * frames of a request before the next: what a game touches is then still in the processor's caches.
 */
import { loadFighters } from '@arena/engine'
import { BatchError } from './batch-error.ts'
import type { Flat } from './flat.ts'
import { HouseSeats } from './house-seats.ts'
import { Lane } from './lane.ts'
import { GAMESTATE, INPUT, TERMINAL } from './layout.ts'
import { beginRecord, writeRecord, writeTerminal } from './observe.ts'
import { PadHistory } from './pad-history.ts'
import { RecordedPads, type RecordedPlayer } from './recorded-pads.ts'
import { otherOf } from './players.ts'
import { RecordWriter } from './records.ts'
import type { branchAt } from './replays.ts'
import { readSave, restoreSave, writeSave } from './saves.ts'
import type { Origin } from './pads.ts'
import type { LaneSettings } from './settings.ts'
import { kindOf } from './settings.ts'
import { newGame, Stands } from './stand.ts'

type Branched = Awaited<ReturnType<typeof branchAt>>

/** Bytes before the body of every message: its length, its type, three zeros. */
export const HEADER_BYTES = 8

/** What a lane does in a step. */
const HOLD = 0

export interface Answer {
  readonly bytes: Uint8Array
  readonly length: number
}

export class Batch {
  readonly #settings: (LaneSettings | null)[]
  readonly #lanes: (Lane | null)[]
  readonly #isRecorded: boolean
  /** Null where no rows of flat numbers are asked for. */
  readonly flat: Flat | null
  readonly #stands = new Stands()
  #order: number[] | null = null
  #out = new RecordWriter(HEADER_BYTES)
  /** By record of `#out`: the lane that began it. */
  #begun: (Lane | null)[] = []
  #outFrames = 0

  constructor(lanes: number, isRecorded: boolean, flat: Flat | null = null) {
    this.#settings = Array.from({ length: lanes }, () => null)
    this.#lanes = Array.from({ length: lanes }, () => null)
    this.#isRecorded = isRecorded
    this.flat = flat
  }

  get size(): number {
    return this.#lanes.length
  }

  /** What the lane's next game begins with. */
  async configure(lane: number, settings: LaneSettings): Promise<void> {
    await loadFighters(settings.players.map(({ character }) => character))
    this.#settings[this.#checked(lane)] = settings
  }

  /** Begins the lanes' games anew; answers their first records. */
  async reset(lanes: readonly number[]): Promise<Answer> {
    for (const index of lanes) {
      const settings = this.#settings[this.#checked(index)]
      if (!settings) throw new BatchError(`lane ${index} is not configured`)
      const lane = this.#begin(index, settings)
      lane.history = this.#isRecorded ? new PadHistory() : null
      lane.house = await HouseSeats.of(settings, () => startOf(lane))
    }
    return this.observe(lanes)
  }

  /** Begins the lanes' games at the frame of a recording, with the settings of each. */
  async startFrom(lanes: readonly number[], origin: Origin, waiting: Uint8Array): Promise<Answer> {
    for (const index of lanes) {
      const settings = this.#settings[this.#checked(index)]
      if (!settings) throw new BatchError(`lane ${index} is not configured`)
      const lane = this.#begin(index, settings)
      lane.history = this.#isRecorded ? new PadHistory() : null
      lane.origin = this.#isRecorded ? origin : null
      lane.waiting.set(waiting)
      lane.continueFrom(origin.state.slice(), origin.frame)
      lane.house = await HouseSeats.of(settings, () => startOf(lane))
    }
    return this.observe(lanes)
  }

  /**
   * Has a player of a lane that goes on from a recording do what was recorded, as long as that makes sense. House bots of the lane are
   * shown what came before. With `hasOwnLuck` the lane draws what the match drew.
   */
  playRecorded(index: number, { reader, branch }: Branched, player: RecordedPlayer, hasOwnLuck: boolean): void {
    const lane = this.lane(index)
    if (lane.frame !== branch.frame) throw new BatchError(`lane ${index} does not stand where it went on from`)
    lane.recorded = new RecordedPads(reader, branch, player)
    if (hasOwnLuck) lane.drawFrom({ at: (frame) => branch.seedAt(frame) })
    lane.house?.show(reader, branch.frame)
  }

  /** The last frame for which a recorded pad was played in a lane. */
  recordedUntil(index: number): number {
    const { recorded } = this.lane(index)
    if (recorded === null) throw new BatchError(`nobody of lane ${index} plays what was recorded`)
    return recorded.until
  }

  /**
   * Plays `frames` frames. `inputs` has a row of records a frame, `mask` a byte a lane. Lanes that are over stay as they are. The
   * answer has the ends of all lanes by frame, then their records by frame; of the last frame only, if `isLastOnly`. Then the flat rows
   * of the last frame, by slot. The first `decisions` rows of inputs are what the players have decided on, which those rows show.
   */
  step(frames: number, isLastOnly: boolean, inputs: Uint8Array, mask: Uint8Array, decisions = 0): Answer {
    const { size } = this
    const rows = isLastOnly ? 1 : frames
    const out = this.#room(rows)
    const recordsAt = HEADER_BYTES + rows * size * TERMINAL.bytes
    const flatAt = recordsAt + rows * size * GAMESTATE.bytes
    for (const index of this.#playingOrder()) {
      const lane = this.#lanes[index]!
      const isHeld = mask[index] === HOLD
      for (let frame = 0; frame < frames; frame++) {
        const isPlayed = !isHeld && !lane.isDone
        if (isPlayed) {
          const at = (frame * size + index) * INPUT.bytes
          if (frame < decisions) lane.remember(inputs, at)
          lane.step(inputs, at)
        }
        if (isLastOnly && frame < frames - 1) continue
        const place = (isLastOnly ? 0 : frame) * size + index
        writeTerminal(lane, out, HEADER_BYTES + place * TERMINAL.bytes)
        this.#write(lane, out, place, recordsAt)
      }
      this.#flatten(lane, out, recordsAt + ((rows - 1) * size + index) * GAMESTATE.bytes, flatAt, index, size)
    }
    return { bytes: out.bytes, length: flatAt + size * this.#flatBytes }
  }

  /** The ends, the records and the flat rows of some lanes. */
  observe(lanes: readonly number[]): Answer {
    const recordsAt = HEADER_BYTES + lanes.length * TERMINAL.bytes
    const flatAt = recordsAt + lanes.length * GAMESTATE.bytes
    const length = flatAt + lanes.length * this.#flatBytes
    const out = new RecordWriter(length)
    for (const [i, index] of lanes.entries()) {
      const lane = this.lane(index)
      const at = recordsAt + i * GAMESTATE.bytes
      writeTerminal(lane, out, HEADER_BYTES + i * TERMINAL.bytes)
      beginRecord(lane, out, at)
      writeRecord(lane, out, at)
      this.#flatten(lane, out, at, flatAt, i, lanes.length)
    }
    return { bytes: out.bytes, length }
  }

  save(index: number): Uint8Array {
    return writeSave(this.lane(index))
  }

  /** The saved game, and its settings for the next one. */
  async restore(index: number, bytes: Uint8Array): Promise<void> {
    const saved = readSave(bytes)
    await this.configure(index, saved.settings)
    const lane = this.#begin(index, saved.settings)
    restoreSave(saved, lane, this.#isRecorded)
    lane.house = await HouseSeats.of(saved.settings, () => startOf(lane))
  }

  hash(index: number): number {
    return this.lane(index).game().hash()
  }

  lane(index: number): Lane {
    const lane = this.#lanes[this.#checked(index)]
    if (!lane) throw new BatchError(`lane ${index} was not reset yet`)
    return lane
  }

  #begin(index: number, settings: LaneSettings): Lane {
    const before = this.#lanes[index]
    before?.leave()
    const lane = Lane.begin(settings, this.#stands)
    if (before?.kind !== lane.kind) this.#order = null
    if (this.flat !== null) lane.given = new Uint8Array(this.flat.memoryBytes)
    this.#lanes[index] = lane
    return lane
  }

  #checked(index: number): number {
    if (index >= this.size) throw new BatchError(`there is no lane ${index}; the batch has ${this.size}`)
    return index
  }

  /** The lanes, those that share a game beside each other. */
  #playingOrder(): readonly number[] {
    if (this.#order === null) {
      const missing = this.#lanes.indexOf(null)
      if (missing >= 0) throw new BatchError(`lane ${missing} was not reset yet`)
      const kinds = this.#lanes.map((lane) => kindOf(lane!.settings))
      this.#order = kinds.map((_, index) => index).sort((a, b) => (kinds[a]! < kinds[b]! ? -1 : 1))
    }
    return this.#order
  }

  /** Room for an answer to a step; kept for the next. */
  #room(frames: number): RecordWriter {
    if (frames !== this.#outFrames) {
      this.#outFrames = frames
      const records = frames * this.size
      this.#out = new RecordWriter(
        HEADER_BYTES + records * (TERMINAL.bytes + GAMESTATE.bytes) + this.size * this.#flatBytes,
      )
      this.#begun = Array.from({ length: records }, () => null)
    }
    return this.#out
  }

  #write(lane: Lane, out: RecordWriter, place: number, recordsAt: number): void {
    const at = recordsAt + place * GAMESTATE.bytes
    if (this.#begun[place] !== lane) {
      this.#begun[place] = lane
      beginRecord(lane, out, at)
    }
    writeRecord(lane, out, at)
  }

  /** Flat rows of a lane. */
  get #flatBytes(): number {
    return this.flat === null ? 0 : this.flat.slots.length * this.flat.bytes
  }

  /** Writes the flat rows of a record, which is number `place` of `count`; those of a slot lie beside each other. */
  #flatten(lane: Lane, out: RecordWriter, at: number, flatAt: number, place: number, count: number): void {
    const { flat } = this
    if (flat === null) return
    const { viewpoint } = lane.settings
    for (const [i, slot] of flat.slots.entries()) {
      const to = flatAt + (i * count + place) * flat.bytes
      flat.write(out, at, slot, lane.given, slot === 0 ? viewpoint : otherOf(viewpoint), to)
    }
  }
}

/** The first message of a lane's stream. */
function startOf(lane: Lane): Uint8Array {
  return newGame(lane.settings, { at: (frame) => lane.seedAt(frame) }).start()
}
