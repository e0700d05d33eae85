/**
 * Which arenas of a shared database have fallen silent. The sign is that an arena's report stands still, not what time it
 * names: that is of another machine's clock, or of this one's before it was set. Pure: the clock is passed in, moments are
 * unix milliseconds.
 */
import { SILENT_MS } from '../db/arena-reports.ts'

/**
 * An arena that has not listened for this long may have been cut off itself: it does not know which others were silent.
 */
const CUT_OFF_MS = 30_000

interface Report {
  readonly seenAt: number
  /** Since when it has been seen to stand still. */
  readonly since: number
}

export class SilenceWatch {
  #reports: ReadonlyMap<string, Report> = new Map()
  #listenedAt = Number.NEGATIVE_INFINITY

  /** Takes what each arena last reported, by its id; answers those that have fallen silent. */
  listen(seenAts: ReadonlyMap<string, number>, now: number): string[] {
    // Nor does it know when its clock was set.
    const isCutOff = Math.abs(now - this.#listenedAt) > CUT_OFF_MS
    const known = isCutOff ? new Map<string, Report>() : this.#reports
    this.#listenedAt = now
    const reports = new Map<string, Report>()
    for (const [id, seenAt] of seenAts) {
      const last = known.get(id)
      reports.set(id, last?.seenAt === seenAt ? last : { seenAt, since: now })
    }
    this.#reports = reports
    return [...reports].filter(([, { since }]) => now - since >= SILENT_MS).map(([id]) => id)
  }
}
