/**
 * The messages of the program. Each has a header of eight bytes: the length of its body (u32, little-endian), its type, three zeros. A
 * request gets one answer of the same type, or of the type 0: then the body is text that says what is wrong, and nothing was done or
 * a part of it.
 */
import { ENGINE_REVISION } from '@arena/engine/revision'
import { BatchError } from './batch-error.ts'
import { Batch, HEADER_BYTES, type Answer } from './batch.ts'
import { Flat } from './flat.ts'
import { INPUT, LAYOUTS } from './layout.ts'
import { PLAYERS } from './players.ts'
import { branchAt, originAt, readRecording, writeLane, type Recording } from './replays.ts'
import type { Origin } from './pads.ts'
import { ArchivedDay } from './archived-day.ts'
import { describeRecording, recordedPads, recordedStates, waitingAt } from './recordings.ts'
import { asObject, MOST_DELAY, readSettings, whole, writeSettings } from './settings.ts'
import { SharedRows } from './shared-rows.ts'

export const REQUEST = {
  open: 1,
  configure: 2,
  reset: 3,
  step: 4,
  observe: 5,
  save: 6,
  restore: 7,
  hash: 8,
  write: 9,
  readReplay: 10,
  replayStates: 11,
  startFrom: 12,
  settings: 13,
  readDay: 14,
  playArchived: 15,
  playRecorded: 16,
  recordedUntil: 17,
} as const

const FAILED = 0
const MOST_LANES = 1 << 16
const MOST_FRAMES = 1 << 12
/** The length of a step's head, before its inputs. */
const STEP_BYTES = 16
/** The most inputs that a row of flat numbers shows. */
const MOST_MEMORY = 1 << 10

export class Requests {
  #batch: Batch | null = null
  /** Null where steps are answered through the pipe. */
  #shared: SharedRows | null = null
  #recording: Recording | null = null
  /** Where lanes went on from last in the recording: many do so from the same frame. */
  #origin: Promise<Origin> | null = null
  #originFrame = NaN
  #branched: ReturnType<typeof branchAt> | null = null
  #day: ArchivedDay | null = null

  /** Answers a request; the bytes of the answer are valid until the next one. */
  async answer(type: number, body: Uint8Array): Promise<Answer> {
    try {
      return withHeader(type, await this.#answer(type, body))
    } catch (error) {
      if (!(error instanceof BatchError) && !(error instanceof RangeError)) throw error
      return withHeader(FAILED, answerOf(Buffer.from(error.message)))
    }
  }

  async #answer(type: number, body: Uint8Array): Promise<Answer> {
    switch (type) {
      case REQUEST.open: {
        const { lanes, isRecorded, shared = null, flat: asked = null } = asObject(json(body))
        const flat = asked === null ? null : readFlat(asked)
        this.#batch = new Batch(whole(lanes, 'batch_size', 1, MOST_LANES), isRecorded === true, flat)
        this.#shared = shared === null ? null : new SharedRows(shared, this.#batch.size, flat)
        return answerOf(jsonBytes({ engine: ENGINE_REVISION, layouts: LAYOUTS, flat: flat?.size }))
      }
      case REQUEST.configure: {
        const list: unknown = json(body)
        if (!Array.isArray(list)) throw new BatchError('settings come in a list')
        for (const one of list) {
          const lane = whole(asObject(one)['lane'], 'lane', 0, MOST_LANES)
          await this.#opened.configure(lane, readSettings(one))
        }
        return answerOf(new Uint8Array(0))
      }
      case REQUEST.reset:
        return await this.#opened.reset(numbers(body))
      case REQUEST.step:
        return this.#step(body)
      case REQUEST.observe:
        return this.#opened.observe(numbers(body))
      case REQUEST.save:
        return answerOf(this.#opened.save(number(body, 0)))
      case REQUEST.restore:
        await this.#opened.restore(number(body, 0), body.subarray(4))
        return answerOf(new Uint8Array(0))
      case REQUEST.hash:
        return answerOf(words(numbers(body).map((lane) => this.#opened.hash(lane))))
      case REQUEST.write: {
        const { lane, startedAt } = asObject(json(body))
        const index = whole(lane, 'lane', 0, MOST_LANES)
        return answerOf(writeLane(this.#opened.lane(index), whole(startedAt, 'the time', 0, 1e15)))
      }
      case REQUEST.readReplay:
        return this.#show(readRecording(body))
      case REQUEST.readDay:
        this.#day = await ArchivedDay.read(body)
        return answerOf(jsonBytes(this.#day.listed))
      case REQUEST.playArchived: {
        if (this.#day === null) throw new BatchError('no day of the archive was read')
        return this.#show(readRecording(await this.#day.play(number(body, 0))))
      }
      case REQUEST.replayStates:
        return answerOf(recordedStates(this.#read, number(body, 0) === 1 ? 1 : 0, number(body, 4), number(body, 8)))
      case REQUEST.startFrom: {
        const [frame, delay, ...lanes] = numbers(body)
        const origin = await this.#originAt(frame! | 0)
        return await this.#opened.startFrom(lanes, origin, waitingAt(this.#read, origin.frame, delay!))
      }
      case REQUEST.playRecorded: {
        const [port, lead, isOwnLuck, ...lanes] = numbers(body)
        const player = { port: port === 1 ? 1 : 0, lead: whole(lead, 'lead', 0, MOST_DELAY) } as const
        this.#branched ??= branchAt(this.#read, this.#originFrame)
        const branched = await this.#branched
        for (const lane of lanes) this.#opened.playRecorded(lane, branched, player, isOwnLuck === 1)
        return answerOf(new Uint8Array(0))
      }
      case REQUEST.recordedUntil:
        return answerOf(words(numbers(body).map((lane) => this.#opened.recordedUntil(lane))))
      case REQUEST.settings:
        return answerOf(jsonBytes(writeSettings(this.#opened.lane(number(body, 0)).settings)))
      default:
        throw new BatchError(`request of unknown type ${type}`)
    }
  }

  /** The state after a frame of the recording; kept for the lanes that go on from it after this one. */
  #originAt(frame: number): Promise<Origin> {
    if (frame !== this.#originFrame || this.#origin === null) {
      this.#originFrame = frame
      this.#origin = originAt(this.#read, frame)
      this.#branched = null
    }
    return this.#origin
  }

  /** A recording is what is asked about from here on. */
  #show(recording: Recording): Answer {
    this.#recording = recording
    this.#origin = null
    const head = jsonBytes(describeRecording(recording))
    return answerOf(Buffer.concat([words([head.length]), head, recordedPads(recording)]))
  }

  /** Frames to play, whether only the last is shown, the row of shared memory of the first that is, decisions; inputs; a mask of lanes. */
  #step(body: Uint8Array): Answer {
    const batch = this.#opened
    const frames = whole(number(body, 0), 'frames', 1, MOST_FRAMES)
    const isLastOnly = number(body, 4) === 1
    const row = number(body, 8)
    const inputs = body.subarray(STEP_BYTES, STEP_BYTES + frames * batch.size * INPUT.bytes)
    const mask = body.subarray(STEP_BYTES + inputs.length)
    if (mask.length !== batch.size) throw new BatchError(`a step of ${body.length} bytes`)
    const answer = batch.step(frames, isLastOnly, inputs, mask, number(body, 12))
    if (this.#shared === null) return answer
    this.#shared.write(answer.bytes, row, isLastOnly ? 1 : frames)
    return { bytes: answer.bytes, length: HEADER_BYTES }
  }

  get #opened(): Batch {
    if (this.#batch === null) throw new BatchError('the batch was not opened')
    return this.#batch
  }

  get #read(): Recording {
    if (this.#recording === null) throw new BatchError('no replay was read')
    return this.#recording
  }
}

/** The slots whose rows are asked for, and how many inputs they show. */
function readFlat(value: unknown): Flat {
  const { slots, memory } = asObject(value)
  if (!Array.isArray(slots)) throw new BatchError('slots come in a list')
  return new Flat(
    slots.map((slot) => whole(slot, 'a slot', 0, PLAYERS - 1)),
    whole(memory, 'memory', 0, MOST_MEMORY),
  )
}

/** An answer with room for its header. */
function answerOf(body: Uint8Array): Answer {
  const bytes = new Uint8Array(HEADER_BYTES + body.length)
  bytes.set(body, HEADER_BYTES)
  return { bytes, length: bytes.length }
}

function withHeader(type: number, answer: Answer): Answer {
  const { bytes, length } = answer
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, length - HEADER_BYTES, true)
  bytes[4] = type
  return answer
}

function number(body: Uint8Array, at: number): number {
  if (body.length < at + 4) throw new BatchError(`a request of ${body.length} bytes`)
  return new DataView(body.buffer, body.byteOffset).getUint32(at, true)
}

function numbers(body: Uint8Array): number[] {
  return Array.from({ length: body.length >> 2 }, (_, i) => number(body, 4 * i))
}

function words(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length)
  const view = new DataView(bytes.buffer)
  for (const [i, value] of values.entries()) view.setUint32(4 * i, value, true)
  return bytes
}

function json(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString())
  } catch {
    throw new BatchError('the request is not JSON')
  }
}

function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}
