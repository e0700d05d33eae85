/** When the files of a month are made. Pure; months are written as `2026-11`, in UTC. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Records of matches are written later than these ended. */
const SETTLED_MS = HOUR_MS
/** For so long after its end a month may still gain what was found late: moments of an older version's matches, records after a fault. */
const LATE_DAYS = 3

export interface MadeFiles {
  /** They have what had ended before this moment. */
  readonly through: number
  readonly madeAt: number
  readonly firstMadeAt: number
}

export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, '2026-11'.length)

export function startOf(month: string): number {
  return Date.parse(`${month}-01T00:00:00.000Z`)
}

export function endOf(month: string): number {
  const start = new Date(startOf(month))
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)
}

/** From the first to the last of them. */
export function monthsBetween(first: number, last: number): string[] {
  const months = []
  for (let at = first; at < last || monthOf(at) === monthOf(last); at = endOf(monthOf(at))) months.push(monthOf(at))
  return months
}

/** Up to when the files of a month are to be made now; null where they are as they should be. */
export function dueThrough(month: string, made: MadeFiles | null, now: number): number | null {
  const midnight = Math.floor((now - SETTLED_MS) / DAY_MS) * DAY_MS
  const through = Math.min(midnight, endOf(month))
  if (through <= startOf(month)) return null
  if (made === null || made.through < through) return through
  const last = Math.max(endOf(month), made.firstMadeAt) + LATE_DAYS * DAY_MS
  return made.madeAt - SETTLED_MS < midnight && made.madeAt < last ? through : null
}
