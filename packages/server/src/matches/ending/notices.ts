/** Notices of a result, to the owners of its bots. Pure. */
import type { MatchResult, Pair } from '@arena/host'
import { hasForfeited } from '@arena/host'
import type { MissStreak } from '../../bots/attendance.ts'
import { MISSES_BEFORE_REDUCED_SEATING } from '../../bots/seating.ts'
import type { Noted } from '../../note.ts'

/** Consecutive misses that are worth a notice. */
const MISSES_OF_NOTICE = 3

interface PlayedBot {
  readonly id: string
  readonly owner_id: string
  readonly name: string
  readonly misses: number
}

/** What a result says to the owner of a bot. `streak` is the one that the result leaves. */
export function noticesOfResult(
  { matchId, status, summary }: MatchResult,
  bots: Pair<PlayedBot>,
  port: 0 | 1,
  streak: MissStreak,
): Noted[] {
  const bot = bots[port]
  const of = { ownerId: bot.owner_id, botId: bot.id }
  const facts = { name: bot.name, matchId, opponent: bots[1 - port]!.name }
  const noted: Noted[] = []
  if (status === 'completed' && hasForfeited(summary, port)) noted.push({ kind: 'forfeit', ...of, facts })
  if (streak.misses <= bot.misses) return noted
  const missing = { ...facts, misses: streak.misses, missingSince: new Date(streak.missingSince!).toISOString() }
  if (streak.misses === MISSES_OF_NOTICE) noted.push({ kind: 'missed', ...of, facts: missing })
  if (streak.misses === MISSES_BEFORE_REDUCED_SEATING) noted.push({ kind: 'reduced', ...of, facts: missing })
  return noted
}
