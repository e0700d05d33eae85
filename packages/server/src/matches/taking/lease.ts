/**
 * When a machine that shares a database counts as dead, and what becomes of the matches that were assigned to it. Pure: every
 * moment is of the database's clock, in unix milliseconds, and is passed in.
 *
 * A machine holds a lease on its matches as long as it reports. Nothing else renews it, and a report that came too late
 * renews it as well, as long as no tick has ended the match: what a tick wrote is final.
 */

/** From one report of a machine to the next. */
export const REPORT_MS = 2_000

/** A machine that has not reported for this long is dead. With a tick every 5 s its matches end within 17 s. */
export const LEASE_MS = 12_000

/** A match that its machine has not taken after this long is assigned again: no bot has heard of it. */
export const TAKE_MS = 6_000

/** Machines that may be tried before a match is given up. */
const MOST_ATTEMPTS = 3

/**
 * Ticks further apart than this were held up, and what held them up may have kept every machine from reporting. It leaves a
 * machine time for one report before its lease is over.
 */
export const HELD_UP_MS = 7_500

export function isAlive(seenAt: number, now: number): boolean {
  return now - seenAt < LEASE_MS
}

/** The process that has the row of a machine. */
export interface RowHolder {
  /** Null where no process has it. */
  readonly process: string | null
  readonly seenAt: number
}

/**
 * What became of the process that has the row of a machine: it has let go of it or ended, or it has said nothing for too long. Null while
 * it may live. `hasEnded`: whether that is certain of a process.
 */
export type Gone = 'ended' | 'silent'

export function goneFrom(
  { process, seenAt }: RowHolder,
  now: number,
  hasEnded: (process: string) => boolean,
): Gone | null {
  if (process === null || hasEnded(process)) return 'ended'
  return isAlive(seenAt, now) ? null : 'silent'
}

/** The last tick of a mode, whichever machine ran it. */
export interface LastBeat {
  /** The moment at which it was claimed. */
  readonly at: number
  /** Since when ticks have come without being held up. */
  readonly steadySince: number
}

/** Since when ticks have been steady, for one that comes now. A clock that was set back begins anew. */
export function steadySince(last: LastBeat | null, now: number, tickMs: number): number {
  if (last === null || now < last.at) return now
  return now - last.at <= Math.max(HELD_UP_MS, 1.5 * tickMs) ? last.steadySince : now
}

/**
 * Whether silence of a machine says something about the machine, at a moment of this tick: the database was there for it all the
 * time. A tick that was held up itself, after it had been claimed, says no more than one that came late.
 */
export function mayJudge(tick: LastBeat, now: number): boolean {
  if (now < tick.at || now - tick.at > HELD_UP_MS) return false
  return now - tick.steadySince >= LEASE_MS
}

export interface AssignedMatch {
  readonly attempt: number
  /** When it was assigned to its machine; null where its arena seated it for itself, before there were assignments. */
  readonly assignedAt: number | null
  /** When its machine took it; from then on bots may have heard of it. */
  readonly takenAt: number | null
}

/** Whether its bots may have heard of it. */
export function hasBegun({ assignedAt, takenAt }: AssignedMatch): boolean {
  return takenAt !== null || assignedAt === null
}

export type Fate = 'keep' | 'reassign' | 'abort'

/** What a tick does with a running match. `isDead`: its machine, of which that is known for certain. */
export function fateOf(match: AssignedMatch, isDead: boolean, now: number): Fate {
  if (hasBegun(match)) return isDead ? 'abort' : 'keep'
  if (!isDead && now - match.assignedAt! < TAKE_MS) return 'keep'
  return match.attempt < MOST_ATTEMPTS ? 'reassign' : 'abort'
}
