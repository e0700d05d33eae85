/**
 * What time it is for the deletion of replays. A clock that jumps years ahead would have every replay deleted in the next
 * round; so a jump is doubted: it does not count until the clock has gone steadily for a week since, in which an operator
 * notices, or it was right. A clock that is put right again takes its doubt along. Pure: clocks are passed in, moments are
 * unix milliseconds.
 */
import { z } from 'zod'

const DAY_MS = 86_400_000

/** More is a jump; less may be a pause between two starts, or a machine that slept. */
const JUMP_MS = DAY_MS
/** How long the arena has to run without a further jump until the clock is believed. */
const STEADY_MS = 7 * DAY_MS

export const RetentionClock = z.object({
  /** When it was last read, as the clock said then. */
  at: z.number(),
  /** How far the clock may be ahead. */
  doubtMs: z.number().min(0),
  /** For how long it has gone steadily. */
  steadyMs: z.number().min(0),
})
export type RetentionClock = Readonly<z.infer<typeof RetentionClock>>

/** From the newest moment that is on record, where the clock was never read. */
export function firstLook(newest: number): RetentionClock {
  return { at: newest, doubtMs: 0, steadyMs: 0 }
}

/** `elapsedMs` since `last`, by a clock that nobody sets; null when that was another process. */
export function look(last: RetentionClock, now: number, elapsedMs: number | null): RetentionClock {
  const jumpMs = now - last.at - (elapsedMs ?? 0)
  if (Math.abs(jumpMs) > JUMP_MS) return { at: now, doubtMs: Math.max(0, last.doubtMs + jumpMs), steadyMs: 0 }
  const steadyMs = last.steadyMs + (elapsedMs ?? 0)
  return { at: now, doubtMs: steadyMs >= STEADY_MS ? 0 : last.doubtMs, steadyMs }
}

/** The moment that ages of replays are counted to. */
export function believed({ at, doubtMs }: RetentionClock): number {
  return at - doubtMs
}
