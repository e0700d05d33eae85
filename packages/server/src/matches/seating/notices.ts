/** Notices of a tick, to owners of bots that miss their matches. Pure. */
import { PAUSING_STREAK_MS } from '../../bots/seating.ts'
import type { Noted } from '../../note.ts'

interface MissingBot {
  readonly id: string
  readonly owner_id: string
  readonly name: string
  readonly misses: number
  readonly missing_since: Date | null
}

/** One for each bot that the scheduler pauses, or is about to. */
export function noticesOfMissing(kind: 'pausing' | 'paused', bots: readonly MissingBot[]): Noted[] {
  return bots.flatMap(({ id, owner_id: ownerId, name, misses, missing_since: since }) => {
    if (since === null) return []
    const pausesAt = new Date(since.getTime() + PAUSING_STREAK_MS).toISOString()
    const facts = { name, misses, missingSince: since.toISOString(), ...(kind === 'pausing' && { pausesAt }) }
    return [{ kind, ownerId, botId: id, facts }]
  })
}
