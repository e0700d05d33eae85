/**
 * What the archive keeps of a match: what its result note says of it, ratings aside, and with that what it is played
 * again from: names as Game Start has them, when the game started, and the landed pads.
 */
import type { NotedPort, ResultNote } from '../public-log/index.ts'

export interface ArchivedPort extends NotedPort {
  /** The bot's as it was seated; null once its account is deleted. */
  readonly name: string | null
}

export interface ArchivedMatch extends Omit<ResultNote, 'log' | 'ratings' | 'ports'> {
  readonly ports: readonly [ArchivedPort, ArchivedPort]
  /** What the game is played again from; null where none was played, or its pads are not known. */
  readonly game: {
    /** RFC 3339, as the metadata of the replay has it. */
    readonly startAt: string
    /** `encodePadColumns`, deflated with zlib. */
    readonly pads: Uint8Array
  } | null
}

/** What is no day file. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}
