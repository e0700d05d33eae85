/**
 * Warm-up matches, played at full speed before the first request is read. The host starts the process while the bots
 * still pick. Code is compiled after some thousand calls, and is several times slower before. At 60 frames a second
 * this would take the first minutes of a match, in which the compiler's pauses make frames late. The requests are real
 * ones, so that all code that serves a frame is warm, including Node's reading and writing. The matches leave no state
 * behind: all state belongs to its game.
 */
import type { StageId } from '@arena/protocol'
import { createStep, encodeStart, ENGINE_PROTOCOL_VERSION, setStepFrame, STEP_PADS_OFFSET } from './engine-protocol.ts'
import { WildPad } from './wild-pad.ts'

/** On a busy machine, a match must not wait longer for this. */
const MOST_MS = 4000
/** Length of a burst of frames: longer than a frame takes, shorter than anybody's turn on a processor. */
const BURST_MS = 2
const LONGEST_REST_MS = 25
const FIRST_FRAME = -123
/** Frames of each match, and where they are played: flat, with moving floors, with wind. */
const MATCH_FRAMES = 1000
const STAGES: readonly StageId[] = [31, 2, 8, 28, 3, 32]
/** Two of the commonest fighters, which use all common action states. */
const PLAYERS = [
  { character: 2, costume: 0, name: '' },
  { character: 20, costume: 0, name: '' },
] as const

/** The throw-away matches of `frames` frames altogether, to be played one after the other. */
export function rehearsals(frames: number): Rehearsal[] {
  const pace = new Pace()
  return Array.from(
    { length: Math.ceil(frames / MATCH_FRAMES) },
    (_, i) => new Rehearsal(STAGES[i % STAGES.length]!, Math.min(MATCH_FRAMES, frames - i * MATCH_FRAMES), pace),
  )
}

/**
 * Keeps the warm-up from disturbing running matches: it works in short bursts and rests as long as each took. A burst
 * that had to wait for a processor took longer than it worked, and is followed by a rest that is longer by as much
 * again: half of an idle core, ever less of a busy one.
 */
class Pace {
  readonly #until = performance.now() + MOST_MS
  readonly #cell = new Int32Array(new SharedArrayBuffer(4))
  #from = performance.now()
  #usedMs = usedMs()

  /** To be called between frames; false when there is no more time. */
  goesOn(): boolean {
    const now = performance.now()
    const tookMs = now - this.#from
    if (tookMs < BURST_MS) return true
    const workedMs = Math.max(usedMs() - this.#usedMs, 1)
    Atomics.wait(this.#cell, 0, 0, Math.min((tookMs * tookMs) / workedMs, LONGEST_REST_MS))
    this.#from = performance.now()
    this.#usedMs = usedMs()
    return this.#from < this.#until
  }
}

/** Processor time of this process so far. */
function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The requests of one match. */
export class Rehearsal {
  readonly #start: Uint8Array
  readonly #step = createStep()
  readonly #pads: readonly [WildPad, WildPad]
  readonly #pace: Pace
  readonly #frames: number
  #played = -1

  constructor(stage: StageId, frames: number, pace: Pace) {
    const seed = stage.toString(16).padStart(64, '0')
    this.#start = encodeStart({ version: ENGINE_PROTOCOL_VERSION, seed, stage, players: PLAYERS })
    this.#pads = [
      new WildPad(this.#step.subarray(STEP_PADS_OFFSET[0]), 2 * stage),
      new WildPad(this.#step.subarray(STEP_PADS_OFFSET[1]), 2 * stage + 1),
    ]
    this.#frames = frames
    this.#pace = pace
  }

  /** Writes the next request and gives its length; 0 when it is over. */
  next(into: Uint8Array, at: number): number {
    if (this.#played === this.#frames || !this.#pace.goesOn()) return 0
    const request = this.#played < 0 ? this.#start : this.#nextStep()
    this.#played++
    into.set(request, at)
    return request.length
  }

  #nextStep(): Uint8Array {
    setStepFrame(this.#step, FIRST_FRAME + this.#played)
    for (const pad of this.#pads) pad.move()
    return this.#step
  }
}
