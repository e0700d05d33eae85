/**
 * An arena follows what operators ask of it, wherever they asked: the database notifies every arena of it, so that without an act
 * nothing is read. While it is not known whether something changed, it is looked up each time.
 */
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import type { MaintenanceNotice } from './maintenance.ts'
import { Rounds } from '../rounds.ts'
import { readMaintenance } from './maintenance.ts'
import { matchesToEnd } from './matches.ts'

const LOOK_MS = 500

interface Parts {
  readonly machineId: string
  readonly changes: Changes
  readonly db: Database
  readonly log: Logger
  readonly maintenance: MaintenanceNotice
}

/** `endMatch` is asked again until the match is over on record: it may have been about to begin. */
export function followOperators(
  { machineId, changes, db, log, maintenance }: Parts,
  endMatch: (matchId: string) => void,
): Rounds {
  let seen: number | null = null
  let isEnding = false
  return new Rounds({
    failure: 'what operators ask of the arena could not be read',
    everyMs: LOOK_MS,
    log,
    async work() {
      const revision = changes.revision('operators')
      if (revision !== null && revision === seen && !isEnding) return
      maintenance.know(await readMaintenance(db))
      const matchIds = await matchesToEnd(db, machineId)
      for (const matchId of matchIds) endMatch(matchId)
      isEnding = matchIds.length > 0
      seen = revision
    },
  })
}
