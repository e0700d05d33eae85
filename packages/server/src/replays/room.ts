/**
 * Whether the disk has room for the replays of a number of matches: one that began without it would be broken off in
 * the middle, again and again, and would take others along.
 */
import { statfs } from 'node:fs/promises'

/** Of a game of eight minutes, with some to spare. */
const REPLAY_BYTES = 16 * 1024 * 1024

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

export class ReplayRoom {
  readonly #folder: string
  readonly #log: RoomLog
  readonly #freeBytes: (folder: string) => Promise<number>
  #isShort = false

  constructor({ folder, log, freeBytes = bytesFor }: ReplayRoomOptions) {
    this.#folder = folder
    this.#log = log
    this.#freeBytes = freeBytes
  }

  async isEnoughFor(matches: number): Promise<boolean> {
    const freeBytes = await this.#freeBytes(this.#folder)
    const isShort = freeBytes < matches * REPLAY_BYTES
    if (isShort !== this.#isShort) this.#tell(isShort, Math.floor(freeBytes / 1e6))
    this.#isShort = isShort
    return !isShort
  }

  #tell(isShort: boolean, freeMb: number): void {
    const fields = { folder: this.#folder, freeMb }
    if (isShort) this.#log.warn(fields, 'the disk has no room for another replay: no match is seated until it has')
    else this.#log.info(fields, 'the disk has room for replays again')
  }
}

async function bytesFor(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
