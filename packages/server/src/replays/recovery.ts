/**
 * What a killed arena left behind: replays are completed as far as they were written, and the matches they belong to
 * end as aborted, with their replay and where they stood on record. Runs before matchmaking starts, which aborts the rest.
 */
import { buffer } from 'node:stream/consumers'
import type { Database } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import { completeMatch } from '../matches/completion.ts'
import { recoverReplays } from '../matches/replay-file.ts'
import type { MatchStore } from '../matches/store.ts'
import { MatchmakingStore } from '../matchmaking/store.ts'
import { summaryAsItStood } from './standing.ts'
import type { ReplayStore } from './store.ts'

export interface LeftBehind {
  readonly db: Database
  readonly arenaId: string
  readonly matches: MatchStore
  readonly replays: ReplayStore
  readonly replayDir: string
  readonly log: Logger
}

/** Answers the matches whose replays were saved. */
export async function recoverMatches(
  { db, arenaId, matches, replays, replayDir, log }: LeftBehind,
  now: number,
): Promise<string[]> {
  const completed = await recoverReplays(replayDir, (matchId, error) =>
    log.error(
      { err: error, matchId },
      'a replay that a crash cut short is damaged, or cannot be written; it is left as it is',
    ),
  )
  const saved: string[] = []
  // Of matches that are over already: another arena took this one for dead, or a fault kept the file from being completed.
  for (const [matchId, bytes] of completed) if (await matches.keepReplay(matchId, bytes)) saved.push(matchId)
  for (const matchId of await new MatchmakingStore(db).runningOf(arenaId)) {
    // Also complete where a host finished the file after the arena had died.
    const replay = await replays.open(matchId)
    if (replay === null) continue
    const file = await buffer(replay.stream())
    await completeMatch(
      db,
      {
        matchId,
        status: 'aborted',
        cause: 'host-lost',
        detail: 'The arena stopped while the match was running.',
        summary: summaryAsItStood(file),
        played: true,
        answered: [true, true],
        replayBytes: replay.bytes,
      },
      now,
    )
    saved.push(matchId)
  }
  return saved
}
