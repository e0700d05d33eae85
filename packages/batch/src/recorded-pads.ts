/** A player of a lane who does what was recorded, as long as that makes sense (RecordedSide of @arena/engine). */
import type { Pad } from '@arena/engine'
import type { Branch } from '@arena/engine/branch'
import { RecordedSide } from '@arena/engine/recorded-side'
import { ColumnReader } from '@arena/slp'
import type { Port } from './players.ts'

export interface RecordedPlayer {
  readonly port: Port
  /** The lead that it played with. */
  readonly lead: number
}

export class RecordedPads {
  readonly #branch: Branch
  readonly #port: Port
  readonly #side: RecordedSide
  readonly #played = new ColumnReader()

  constructor(recorded: ColumnReader, branch: Branch, { port, lead }: RecordedPlayer) {
    this.#branch = branch
    this.#port = port
    this.#side = new RecordedSide(recorded.columns, { frame: branch.frame, port, lead })
    this.#played.push(branch.stream)
  }

  /** The last frame for which a recorded pad was played. */
  get until(): number {
    return this.#side.until
  }

  /** Replaces the pad of its port by the recorded one, where that is played. */
  poll(frame: number, pads: readonly [Pad, Pad]): void {
    if (!this.#side.holds(frame, this.#played.columns)) return
    Object.assign(pads[this.#port], this.#branch.padOf(this.#port, frame))
  }

  take(events: Uint8Array): void {
    this.#played.push(events)
  }
}
