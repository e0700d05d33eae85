/**
 * Whether the disk has room for the replays of a number of matches: one that began without it would be broken off in
 * the middle, again and again, and would take others along. A folder that cannot be asked, because it was removed or its disk
 * fails, has no room. One on a network may not answer at all: then it is not asked again before it has, as each question keeps a
 * thread from other files.
 */
import { statfs } from 'node:fs/promises'
import { inTime } from '../in-time.ts'

/** The length of a replay of eight minutes, with some to spare. */
const REPLAY_BYTES = 16 * 1024 * 1024
/** A machine that waits says to the others that it is dead. */
const PATIENCE_MS = 2_000

/** What there is to say to the operator; a pino logger fits. */
interface RoomLog {
  warn(fields: object, message: string): void
  info(fields: object, message: string): void
}

export interface ReplayRoomOptions {
  readonly folder: string
  readonly log: RoomLog
  /** What may still be written there. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

/** The words for each state, logged once while it lasts. */
const TOLD = {
  enough: 'the disk has room for replays again',
  short: 'the disk has no room for another replay: no match is seated until it has',
  unknown: 'the folder of the replays cannot be asked for its room: no match is seated until it can',
} as const
type State = keyof typeof TOLD
const PROBLEMS: Readonly<Record<State, string | null>> = {
  enough: null,
  short: 'The disk has no room for another replay.',
  unknown: 'The folder of the replays cannot be asked for its room.',
}

export class ReplayRoom {
  readonly #folder: string
  readonly #log: RoomLog
  readonly #freeBytes: (folder: string) => Promise<number>
  #state: State = 'enough'
  #asked: Promise<number> | null = null

  constructor({ folder, log, freeBytes = bytesFor }: ReplayRoomOptions) {
    this.#folder = folder
    this.#log = log
    this.#freeBytes = freeBytes
  }

  /** What is wrong, in a sentence, as of the last time that it was asked; null where there is room. */
  get problem(): string | null {
    return PROBLEMS[this.#state]
  }

  async isEnoughFor(matches: number): Promise<boolean> {
    const { state, fields } = await this.#ask(matches)
    if (state !== this.#state) {
      this.#log[state === 'enough' ? 'info' : 'warn']({ folder: this.#folder, ...fields }, TOLD[state])
    }
    this.#state = state
    return state === 'enough'
  }

  async #ask(matches: number): Promise<{ readonly state: State; readonly fields: object }> {
    try {
      this.#asked ??= this.#freeBytes(this.#folder).finally(() => (this.#asked = null))
      const freeBytes = await inTime(this.#asked, PATIENCE_MS, null)
      if (freeBytes === null) throw new Error(`There was no answer within ${PATIENCE_MS / 1000} seconds.`)
      const state = freeBytes < matches * REPLAY_BYTES ? 'short' : 'enough'
      return { state, fields: { freeMb: Math.floor(freeBytes / 1e6) } }
    } catch (error) {
      return { state: 'unknown', fields: { err: error } }
    }
  }
}

async function bytesFor(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
