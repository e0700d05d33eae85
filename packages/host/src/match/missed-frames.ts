/**
 * Which frames were polled without a bot's pad, and whether the pad came after all, too late. A byte for each frame of the game,
 * which its time limit bounds; ranges are made once, at the end.
 */
import type { MissedRun } from '@arena/protocol/pad-columns'
import { missedPadsText, type MissedRange } from '@arena/slp'

const LANDED = 0
const MISSED = 1
const LATE = 2

/** About a minute; it grows. */
const FIRST_FRAMES = 4096

export class MissedFrames {
  readonly #first: number
  #states = new Uint8Array(FIRST_FRAMES)
  /** Frames polled. */
  #count = 0

  constructor(first: number) {
    this.#first = first
  }

  /** A frame was polled; each comes once, in ascending order. */
  poll(frame: number, landed: boolean): void {
    const at = frame - this.#first
    this.#count = at + 1
    if (landed) return
    while (at >= this.#states.length) this.#grow()
    this.#states[at] = MISSED
  }

  /** A pad came for a frame that had been polled. Whether it is the first for that frame. */
  late(frame: number): boolean {
    const at = frame - this.#first
    if (this.#states[at] !== MISSED) return false
    this.#states[at] = LATE
    return true
  }

  /** As `missedPadsText` of @arena/slp writes it. */
  text(): string {
    return missedPadsText(this.#ranges())
  }

  /** The missed ones of the first `frames` frames polled, whether their pads came too late or never. */
  runs(frames: number): MissedRun[] {
    const runs: MissedRun[] = []
    for (const range of this.#ranges()) {
      const { frame } = range
      const count = Math.min(range.count, this.#first + frames - frame)
      if (count <= 0) break
      const last = runs.at(-1)
      if (last !== undefined && last.frame + last.count === frame) {
        runs[runs.length - 1] = { frame: last.frame, count: last.count + count }
      } else runs.push({ frame, count })
    }
    return runs
  }

  #ranges(): MissedRange[] {
    const ranges: MissedRange[] = []
    let start = 0
    for (let at = 1; at <= this.#count; at++) {
      const state = this.#states[start] ?? LANDED
      if (at < this.#count && (this.#states[at] ?? LANDED) === state) continue
      if (state !== LANDED) ranges.push({ frame: this.#first + start, count: at - start, isLate: state === LATE })
      start = at
    }
    return ranges
  }

  #grow(): void {
    const states = new Uint8Array(2 * this.#states.length)
    states.set(this.#states)
    this.#states = states
  }
}
