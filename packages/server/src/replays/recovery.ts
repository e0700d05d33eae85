/**
 * What a killed arena left behind: replays are completed as far as they were written, and the matches they belong to
 * end as aborted, with their replay and where they stood on record. Runs before matchmaking starts, which aborts the rest.
 */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { recoverFinished, recoverReplays, ReplayError, standingOf } from '@arena/host'
import { isDatabaseAway } from '../db/errors.ts'
import type { Database } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import { completeMatch } from '../matches/ending/completion.ts'
import type { ReplayRecords } from './records.ts'
import type { MachineIdentity } from '../matches/taking/machine-process.ts'
import { ARENA_STOPPED, PROCESS_SILENT } from '../matches/ending/not-played.ts'
import { isMachineOf, MachineStore } from '../matches/taking/store.ts'
import type { RunningMatch } from '../matches/taking/store.ts'

export interface LeftBehind {
  readonly db: Database
  readonly identity: Pick<MachineIdentity, 'id' | 'process' | 'former'>
  readonly replayRecords: ReplayRecords
  readonly replayDir: string
  readonly log: Logger
}

/** Answers the matches whose replays were saved. */
export async function recoverMatches(
  { db, identity, replayRecords, replayDir, log }: LeftBehind,
  now: number,
): Promise<string[]> {
  const failed = (matchId: string, error: ReplayError) =>
    log.error(
      { err: error, matchId },
      'a replay that a crash cut short is damaged, or cannot be written; it is kept for the next start',
    )
  await forgetRehearsals(replayDir)
  await recoverReplays(replayDir, failed)
  const saved: string[] = []
  const finished = (matchId: string): Promise<number | null> =>
    recoverFinished(replayDir, matchId).catch((error: unknown) => {
      if (!(error instanceof ReplayError)) throw error
      failed(matchId, error)
      return null
    })
  const standing = async (matchId: string) => standingOf(await readFile(join(replayDir, `${matchId}.slp`)))
  const endWithReplay = async ({ id: matchId, attempt }: RunningMatch): Promise<boolean> => {
    // A match without a file has no replay, and is aborted later.
    const replayBytes = await finished(matchId)
    if (replayBytes === null) return false
    return completeMatch(
      db,
      {
        matchId,
        status: 'aborted',
        ...(identity.former === 'silent' ? PROCESS_SILENT : ARENA_STOPPED),
        summary: await standing(matchId),
        played: true,
        // No replay shows who had sent anything: a bot's streak of misses stays as it is.
        answered: [false, false],
        replayBytes,
      },
      now,
      { machineId: identity.id, attempt, where: isMachineOf(identity) },
    )
  }
  for (const match of await new MachineStore(db).runningOn(identity.id)) {
    try {
      if (await endWithReplay(match)) saved.push(match.id)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      // One match keeps neither the others nor the arena from starting.
      log.error({ err: error, matchId: match.id }, 'a match that was left running could not be ended with its replay')
    }
  }
  // Files of matches that are over already: another machine took this one for dead, a fault kept the file from being completed, or a host
  // finished it after its machine had died, when nobody wrote the record. They come last, as another machine may have ended one of those
  // above meanwhile.
  for (const matchId of await replayRecords.withoutReplay(await unpackedIn(replayDir))) {
    const bytes = await finished(matchId)
    if (bytes !== null && (await replayRecords.keepReplay(matchId, bytes, await standing(matchId)))) saved.push(matchId)
  }
  return saved
}

/** What a crash has broken off is played anew. */
async function forgetRehearsals(replayDir: string): Promise<void> {
  const names = await readdir(replayDir)
  for (const name of names) if (/^rehearsal_\w+\.slp/.test(name)) await rm(join(replayDir, name), { force: true })
}

/** Matches of the last minutes: later their files are packed. */
async function unpackedIn(replayDir: string): Promise<string[]> {
  const names = await readdir(replayDir)
  return names.flatMap((name) => /^(match_\w+)\.slp$/.exec(name)?.[1] ?? [])
}
