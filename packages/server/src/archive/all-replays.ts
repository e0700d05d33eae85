/**
 * Replays of all time: those that are kept, and those that retention has deleted, played again from the archive on the engine build of
 * their revision. What is sent has the SHA-256 on record. One game is played at a time, and few wait for their turn: whoever comes then is told to come again. The files are kept for a
 * while, so that parts of one, and those who look at it next, cost nothing.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { EngineError } from '@arena/host'
import { keptMatchOf, NoGameError, playOn } from '@arena/host/play-again'
import { Problem } from '@arena/protocol'
import type { ArchivedMatch } from '@arena/protocol/archive'
import type { Database } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import type { ReplayCache } from '../replays/bucket/replay-cache.ts'
import { unavailable } from '../replays/from-disk.ts'
import type { ReplayStore, StoredReplay } from '../replays/store.ts'
import type { ArchiveDays } from './days.ts'
import { buildsOf } from './engine-builds.ts'
import { KeptFileError } from './kept-files.ts'
import type { KeptFiles } from './kept-files.ts'
import { archivedMatch } from './rows.ts'
import { Turns } from './turns.ts'

/** Games that wait while one is played. */
const MOST_WAITING = 8
/** The longest game takes a few seconds. */
const PATIENCE_MS = 60_000

export interface AllReplaysParts {
  /** Those that are kept. */
  readonly kept: ReplayStore
  readonly db: Database
  readonly days: Pick<ArchiveDays, 'gameOf'>
  readonly files: KeptFiles
  readonly cache: ReplayCache
  readonly stopping: AbortSignal
  readonly log: Logger
}

export class AllReplays implements ReplayStore {
  readonly #parts: AllReplaysParts
  readonly #turns = new Turns(MOST_WAITING)

  constructor(parts: AllReplaysParts) {
    this.#parts = parts
  }

  async open(matchId: string): Promise<StoredReplay | null> {
    const { kept, cache } = this.#parts
    if (!(await this.#isPlayed(matchId))) return kept.open(matchId)
    return (await cache.files.open(matchId)) ?? noRoom()
  }

  async file(matchId: string): Promise<string | null> {
    const { kept, cache } = this.#parts
    if (!(await this.#isPlayed(matchId))) return kept.file(matchId)
    return (await cache.files.file(matchId)) ?? noRoom()
  }

  /** Plays the match again where retention has deleted its replay; answers whether it has. */
  async #isPlayed(matchId: string): Promise<boolean> {
    const { db, cache } = this.#parts
    const record = await db
      .selectFrom('matches')
      .select('replay_sha256 as sha256')
      .where('id', '=', matchId)
      .where('archived_bytes', 'is not', null)
      .executeTakeFirst()
    if (record === undefined) return false
    if (await cache.isKept(matchId)) return true
    const turn = this.#turns.take(matchId, () => this.#play(matchId, record.sha256!))
    if (turn === null) throw unavailable('Many replays of the archive are waiting to be played again.')
    await turn
    return true
  }

  async #play(matchId: string, sha256: string): Promise<void> {
    const { cache, log, stopping } = this.#parts
    stopping.throwIfAborted()
    try {
      const file = await this.#bytesOf(await this.#archived(matchId), sha256)
      if (file === null) throw gone(`Played again, the match is not what its record says: nothing of it is sent.`)
      const packed = await promisify(gzip)(file)
      await cache.hold(matchId, packed.length, (open) => pipeline(Readable.from([packed]), open()))
    } catch (error) {
      if (error instanceof NoGameError) throw gone(error.message)
      const isElsewhere = error instanceof KeptFileError || error instanceof EngineError
      log.error({ err: error, matchId }, 'a match of the archive could not be played again')
      throw isElsewhere
        ? unavailable('What the replay is played again from cannot be read at the moment.', error)
        : error
    }
  }

  /** Null where no build of its revision gives the bytes on record. */
  async #bytesOf(match: ArchivedMatch, sha256: string): Promise<Uint8Array | null> {
    const { db, files, stopping } = this.#parts
    const kept = keptMatchOf(match)
    for await (const command of buildsOf({ db, files }, match.engine ?? '')) {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(PATIENCE_MS)])
      const file = await playOn(command, kept, signal)
      if (createHash('sha256').update(file).digest('hex') === sha256) return file
    }
    return null
  }

  async #archived(matchId: string): Promise<ArchivedMatch> {
    const { db, days } = this.#parts
    const match = await archivedMatch(db, matchId)
    if (match === null) throw new NoGameError(`${matchId} is not in the archive.`)
    return match.game === null ? { ...match, game: await days.gameOf(matchId, match.day) } : match
  }
}

function gone(detail: string): Problem {
  return new Problem('replay-not-available', { detail })
}

function noRoom(): never {
  throw unavailable('There is no room to keep the replay while it is sent.')
}
