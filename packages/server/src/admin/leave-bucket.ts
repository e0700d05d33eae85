/**
 * The way of a stopped arena back from the bucket to the folder of one machine, into which the objects were copied. Until the rows of
 * `replay_objects` are gone, the replays count as being in the bucket, and retention deletes none of them from the folder. Without its
 * row, an object is nobody's: so the row goes only where the folder has the replay.
 */
import { join } from 'node:path'
import { CommandFailure } from '@arena/host/command-line'
import { sql } from 'kysely'
import type { DataPlace } from '../config.ts'
import { readMachineId } from '../machine/id.ts'
import type { Database } from '../db/schema.ts'
import { Operator } from '../operators/operator.ts'
import type { Reason } from '../operators/requests.ts'
import { goneFrom, isAlive, LEASE_MS } from '../matches/taking/lease.ts'
import { endedOn } from '../matches/taking/machine-process.ts'
import { MachineStore } from '../matches/taking/store.ts'
import { FolderReplayStore } from '../replays/store.ts'
import { openOfVersion } from './link.ts'

/** Missing replays that are named; a folder without any would fill the screen. */
const NAMED = 5

interface Left {
  /** Replays that are in the folder. */
  readonly replays: number
  /** Replays that are not, and were left behind. */
  readonly missing: number
}

export async function leaveBucket(place: DataPlace, isWithoutMissing: boolean, reason: Reason): Promise<Left> {
  // Takes the lock of the folder, so no arena runs on it until the end.
  const db = await openOfVersion(place)
  try {
    await refuseOtherMachines(db, await readMachineId(place.dataDir), endedOn(place.databaseUrl))
    const folder = join(place.dataDir, 'replays')
    const replays = await db
      .selectFrom('replay_objects')
      .innerJoin('matches', 'matches.id', 'replay_objects.match_id')
      .select(['matches.id', 'matches.replay_bytes as bytes'])
      .where('matches.replay_bytes', 'is not', null)
      .orderBy('matches.id')
      .execute()
    const store = new FolderReplayStore(folder)
    const missing: string[] = []
    for (const { id, bytes } of replays) if ((await lengthOf(store, id)) !== bytes) missing.push(id)
    if (missing.length > 0 && !isWithoutMissing) throw new CommandFailure(wordsFor(missing, replays.length, folder))
    const left = { replays: replays.length - missing.length, missing: missing.length }
    const matchIds = replays.map(({ id }) => id)
    await db.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('replay_objects')
        .where('match_id', '=', sql<string>`any(${matchIds})`)
        .execute()
      await new Operator(trx).note({ act: 'leave-bucket', subject: null, facts: { ...left } }, reason)
    })
    return left
  } finally {
    await db.destroy()
  }
}

/** They would go on with the bucket, and their replays are in folders of their own. */
async function refuseOtherMachines(db: Database, ownId: string, hasEnded: (process: string) => boolean): Promise<void> {
  const { machines, now } = await new MachineStore(db).machines()
  const others = machines.filter(
    (machine) => isAlive(machine.seenAt, now) && (machine.id !== ownId || goneFrom(machine, now, hasEnded) === null),
  )
  if (others.length === 0) return
  throw new CommandFailure(
    `Other machines of this arena run, or stopped less than ${LEASE_MS / 1000} s ago: ${others.map(({ id }) => id).join(', ')}. ` +
      'A folder is of one machine: stop them all.',
  )
}

/** The length of a replay; null where there is none, or where its gzip is damaged. */
async function lengthOf(store: FolderReplayStore, matchId: string): Promise<number | null> {
  try {
    const stored = await store.open(matchId)
    if (stored === null) return null
    let length = 0
    for await (const chunk of (await stored.stream()) as AsyncIterable<Buffer>) length += chunk.length
    return length
  } catch (error) {
    // One that may not be read, for example, was copied as another user: that is to be told.
    if (error instanceof Error && 'syscall' in error) throw error
    return null
  }
}

function wordsFor(missing: readonly string[], count: number, folder: string): string {
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : ''
  return (
    `${missing.length} of ${count} replays of the bucket are missing from ${folder}, or damaged there: ` +
    `${missing.slice(0, NAMED).join(', ')}${more}. Nothing was changed. Copy their objects from the bucket. Where these are lost, ` +
    '--without-missing gives the replays up.'
  )
}
