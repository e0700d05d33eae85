/**
 * What a tick does about machines that are dead, and about matches that no machine has taken: those that have begun are aborted
 * and never run again; those that have not are assigned to another machine.
 */
import { sql } from 'kysely'
import type { SqlClock } from '../../db/clock.ts'
import type { Database } from '../../db/schema.ts'
import { takeLock } from '../../db/locks.ts'
import { completeMatch } from '../ending/completion.ts'
import { chooseMachine, playedFrom, withRoom } from './choose.ts'
import type { MachineLog } from './keeper.ts'
import { fateOf, hasBegun, HELD_UP_MS, isAlive, LEASE_MS, mayJudge } from './lease.ts'
import type { LastBeat } from './lease.ts'
import { MACHINE_SILENT, NOT_TAKEN, notPlayed } from '../ending/not-played.ts'
import type { Refusal } from '../ending/not-played.ts'
import { RoundTripStore } from './round-trips.ts'
import { MachineStore } from './store.ts'
import type { RunningMatch } from './store.ts'

export interface JudgeOptions {
  readonly db: Database
  readonly build: string
  /** The tick that this is part of. */
  readonly tick: LastBeat
  readonly clock: SqlClock
  readonly now: () => number
  readonly log: MachineLog
}

export async function judgeMatches(options: JudgeOptions): Promise<void> {
  const { db, tick, clock, now, log } = options
  const store = new MachineStore(db, clock)
  const running = await store.running()
  if (running.length === 0) return
  const { machines, now: moment } = await store.machines()
  const seenAt = new Map(machines.map((machine) => [machine.id, machine.seenAt]))
  const isDead = (id: string) => mayJudge(tick, moment) && !isAlive(seenAt.get(id) ?? -Infinity, moment)
  const ago = (ms: number) => sql<Date>`${clock()} - make_interval(secs => ${ms / 1000})`
  // Asked again in the statement that ends the match: this process may have been held up since, and the database have been away.
  const silent = sql<boolean>`exists (select from machines, ladders
    where machines.id = matches.machine_id and seen_at <= ${ago(LEASE_MS)}
      and ladders.mode = matches.mode and steady_since <= ${ago(LEASE_MS)} and beat_at >= ${ago(HELD_UP_MS)})`
  const untaken = sql<boolean>`taken_at is null`

  /** Why it has ended; null where it has not. */
  const ends = async (match: RunningMatch): Promise<Refusal | null> => {
    const fate = fateOf(match, isDead(match.machineId), moment)
    if (fate === 'keep') return null
    if (fate === 'reassign' && (await reassign(match, options))) return null
    const [why, where] = hasBegun(match) ? ([MACHINE_SILENT, silent] as const) : ([NOT_TAKEN, untaken] as const)
    const { id, machineId, attempt } = match
    return (await completeMatch(db, notPlayed(id, why), now(), { machineId, attempt, where })) ? why : null
  }

  const ended = new Map<Refusal | null, string[]>()
  for (const match of running) {
    try {
      const why = await ends(match)
      ended.set(why, [...(ended.get(why) ?? []), match.id])
    } catch (error) {
      log.error(
        { err: error, matchId: match.id },
        'a match that nobody plays could not be ended; the next tick tries again',
      )
      // One match costs neither the others nor the tick. Where the database is away, each of them would wait for it.
      await store.now()
    }
  }
  for (const [why, told] of [
    [MACHINE_SILENT, 'matches of an arena that fell silent were aborted'],
    [NOT_TAKEN, 'matches that no machine took were aborted'],
  ] as const) {
    const matches = ended.get(why)
    if (matches !== undefined) log.warn({ matches }, told)
  }
}

/**
 * False where no other machine has room. Under the lock of the tick, for which a machine waits that drains, so that no match is assigned
 * on it afterwards.
 */
async function reassign(match: RunningMatch, { db, build, clock, log }: JudgeOptions): Promise<boolean> {
  const assigned = await db.transaction().execute(async (trx) => {
    await takeLock(trx, 'tick')
    const store = new MachineStore(trx, clock)
    // Read anew for each: the last one took a place.
    const { machines, now } = await store.machines()
    const others = machines.filter(({ id }) => id !== match.machineId)
    const roundTrips = await new RoundTripStore(trx, clock).ofMatch(match.id)
    const next = chooseMachine(withRoom(others, build, now), roundTrips)
    if (next === null) return null
    const assignment = { machineId: next.id, build, from: playedFrom(next, roundTrips) }
    return { to: next.id, isMoved: await store.reassign(match, assignment) }
  })
  if (assigned?.isMoved === true) {
    const fields = { matchId: match.id, from: match.machineId, to: assigned.to }
    log.warn(fields, 'a match that its machine did not take is assigned to another')
  }
  return assigned !== null
}
