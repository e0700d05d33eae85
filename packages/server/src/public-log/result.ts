/** The result of a match as the public log has it. */
import type { MatchResult, Pair } from '@arena/host'
import type { ResultNote } from '@arena/protocol/public-log'
import type { Rating } from '@arena/ratings'
import type { Database } from '../db/schema.ts'
import { CURRENT_LOG, enter } from './entries.ts'

/** A match that has ended, as its record says. */
interface EndedMatch {
  readonly day: string
  readonly number: number
  readonly build: string
  readonly seed: string
  readonly stage: number | null
  readonly startedAt: Date
  readonly endedAt: Date
  readonly players: Pair<EndedPlayer>
}

export interface EndedPlayer {
  readonly botId: string
  readonly character: number | null
  readonly costume: number | null
  /** Null in an aborted match, as is the score. */
  readonly placement: number | null
  readonly score: number | null
  readonly before: Rating
  readonly after: Rating | null
}

/** Enters a match that this transaction has ended and rated. */
export async function enterResult(trx: Database, match: EndedMatch, result: MatchResult): Promise<void> {
  await enter(trx, { kind: 'result', log: CURRENT_LOG, result: noteOf(match, result) }, result.matchId)
}

function noteOf({ startedAt, endedAt, players, ...match }: EndedMatch, result: MatchResult): ResultNote {
  const { matchId, status, cause, summary, replayBytes: bytes, replaySha256: sha256, landed, engine } = result
  const isCompleted = status === 'completed' && summary !== null
  const of = <Value>(value: (port: 0 | 1) => Value) => [value(0), value(1)] as const
  return {
    ...match,
    log: CURRENT_LOG,
    matchId,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    engine: engine ?? null,
    ports: of((port) => {
      const { botId, character, costume } = players[port]
      const pads = landed === undefined ? null : { landed: landed.count[port], sha256: landed.sha256[port] }
      return { botId, character, costume, pads }
    }),
    replay: bytes === null || sha256 === undefined ? null : { bytes, sha256 },
    end: isCompleted ? { status: 'completed', reason: summary.endReason } : { status: 'aborted', cause },
    result: isCompleted
      ? {
          winner: summary.winner,
          frames: summary.frames,
          stocks: of((port) => summary.players[port].stocks),
          percent: of((port) => summary.players[port].percent),
          score: of((port) => players[port].score!),
          placement: of((port) => players[port].placement!),
        }
      : null,
    ratings: of((port) => ({ before: players[port].before, after: players[port].after })),
  }
}
