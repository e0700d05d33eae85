/** Keeps the moments and swings of matches in the database, where searches find them: of those that end here, and of those that an older version played. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ArenaClock } from '../db/clock.ts'
import type { Database } from '../db/schema.ts'
import { packMoments } from '../history/kept-moments.ts'
import { packSwings } from '../history/kept-swings.ts'
import type { Logger } from '../log.ts'
import { Attempts, throwFirst } from '../replays/attempts.ts'
import type { ReplayStore } from '../replays/store.ts'
import { Rounds } from '../rounds.ts'
import { UnreadableReplay } from './moment-reader.ts'
import type { MomentReader } from './moment-reader.ts'
import { MomentStore } from './store.ts'
import type { ReadReplay } from './worker.ts'

const ROUND_MS = 60_000
/** A match is looked for until so long after its end: its record may be written late, and clocks differ. */
const LATE_MS = 3_600_000
/** After each match it rests for this multiple of the time that it worked, so that a backlog takes a quarter of a core. */
const REST = 3

const NOTHING: ReadReplay = { ...packMoments([]), swings: packSwings([[], []]) }

interface Parts {
  readonly db: Database
  readonly replays: Pick<ReplayStore, 'file'>
  readonly reader: Pick<MomentReader, 'read' | 'close'>
  readonly machineId: string
  readonly clock: Pick<ArenaClock, 'now'>
  readonly log: Logger
}

export function keepMoments(parts: Parts, stopping: AbortSignal): Rounds {
  const round = momentRounds(parts, stopping)
  return new Rounds({
    failure: 'moments of matches could not be found',
    everyMs: ROUND_MS,
    log: parts.log,
    work: round,
  })
}

/** Each call is a round. */
export function momentRounds(
  { db, replays, reader, machineId, clock, log }: Parts,
  stopping?: AbortSignal,
): () => Promise<void> {
  const store = new MomentStore(db)
  const attempts = new Attempts(({ matchId, error }) =>
    log.error({ err: error, matchId }, 'the moments of a match could not be found; it is tried again after the others'),
  )
  let since = new Date(0)

  async function read(matchId: string): Promise<void> {
    const began = performance.now()
    const file = await replays.file(matchId)
    // Retention was here first.
    if (file === null) return store.put(matchId, NOTHING)
    const ratings = await store.ratingsBefore(matchId)
    const found = await reader.read({ file, ratings }).catch((error: unknown) => {
      if (!(error instanceof UnreadableReplay)) throw error
      log.warn({ err: error, matchId }, 'a replay cannot be understood: searches find no moments in it')
      return NOTHING
    })
    await store.put(matchId, found)
    await delay(REST * (performance.now() - began), undefined, { signal: stopping }).catch(() => {})
  }

  return async () => {
    const from = clock.now()
    try {
      const lacking = (limit: number, except: readonly string[]) => store.lacking(machineId, since, limit, except)
      throwFirst(await attempts.eachFound(lacking, read, stopping))
      if (stopping?.aborted !== true) since = new Date(from - LATE_MS)
    } finally {
      await reader.close()
    }
  }
}
