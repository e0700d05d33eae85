/**
 * The landed pads of a match: collected poll by poll, and at the end packed, with what a bot's author can compute from its own pads.
 * That is done in short steps, and deflating on a thread beside the one that polls: other matches are being played.
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflate, type InputType } from 'node:zlib'
import { PAD_BYTES } from '@arena/protocol'
import { encodeInSteps, MOST_PAD_FRAMES, type MissedRun, type PortPads } from '@arena/protocol/pad-columns'
import { POLLED_PAD_BYTES } from '../engine/engine-protocol.ts'
import type { Landed, Pair } from '../order.ts'
import type { MissedFrames } from './missed-frames.ts'

/** About a minute. Memory grows by as much, and nothing is copied on the way. */
const CHUNK_PADS = 4096
const FRAME_BYTES = PAD_BYTES - POLLED_PAD_BYTES

/** One bot's pads, as they were polled; their frames follow from those that were missed. */
export class LandedPads {
  readonly #chunks: Uint8Array[] = [new Uint8Array(CHUNK_PADS * POLLED_PAD_BYTES)]
  #count = 0

  /** Takes the pad at `offset` of a step; of more than are kept, none. */
  add(step: Uint8Array, offset: number): void {
    if (this.#count === MOST_PAD_FRAMES) return
    const within = this.#count % CHUNK_PADS
    if (within === 0 && this.#count > 0) this.#chunks.push(new Uint8Array(CHUNK_PADS * POLLED_PAD_BYTES))
    const chunk = this.#chunks.at(-1)!
    const at = within * POLLED_PAD_BYTES
    for (let i = 0; i < POLLED_PAD_BYTES; i++) chunk[at + i] = step[offset + i]!
    this.#count++
  }

  /** The pads of the given frames, as they were sent. */
  of(first: number, frames: number, missed: readonly MissedRun[]): PortPads {
    const landed = missed.reduce((left, { count }) => left - count, frames)
    const pads = new Uint8Array(landed * PAD_BYTES)
    let frame = first
    let run = 0
    for (let pad = 0; pad < landed; pad++, frame++) {
      for (; missed[run]?.frame === frame; run++) frame += missed[run]!.count
      const at = pad * PAD_BYTES
      const chunk = this.#chunks[Math.floor(pad / CHUNK_PADS)]!
      const from = (pad % CHUNK_PADS) * POLLED_PAD_BYTES
      for (let i = 0; i < FRAME_BYTES; i++) pads[at + i] = frame >> (8 * i)
      for (let i = 0; i < POLLED_PAD_BYTES; i++) pads[at + FRAME_BYTES + i] = chunk[from + i]!
    }
    return { missed, pads }
  }
}

/** What was polled of one bot. */
interface Polled {
  readonly landed: LandedPads
  readonly missed: MissedFrames
}

/** Those of the frames that were played, the first `frames`: a poll may have no answer. Null for a game that is too long to be kept. */
export async function packPads(first: number, frames: number, polled: Pair<Polled>): Promise<Landed | null> {
  if (frames > MOST_PAD_FRAMES) return null
  const [one, other] = polled.map(({ landed, missed }) => landed.of(first, frames, missed.runs(frames)))
  const ports = [one!, other!] as const
  const steps = encodeInSteps({ first, frames, ports })
  let step = steps.next()
  while (step.done !== true) {
    // Noise of eight minutes takes some 40 ms: the thread polls other matches in between.
    await setImmediate()
    step = steps.next()
  }
  return {
    packed: await promisify<InputType, Buffer>(deflate)(step.value),
    sha256: [sha256Of(ports[0].pads), sha256Of(ports[1].pads)],
    count: [ports[0].pads.length / PAD_BYTES, ports[1].pads.length / PAD_BYTES],
  }
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
