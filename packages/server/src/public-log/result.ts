/** The result of a match as the public log has it, from its record. */
import type { NotedPort, ResultNote } from '@arena/protocol/public-log'
import type { Selectable } from 'kysely'
import type { Database, Schema } from '../db/schema.ts'
import { enter } from './entries.ts'

type Player = Selectable<Schema['match_players']>

/** Enters a match that this transaction has ended and rated. One from before the log has no number, and is not entered. */
export async function enterResult(trx: Database, matchId: string): Promise<void> {
  const match = await trx.selectFrom('matches').selectAll().where('id', '=', matchId).executeTakeFirstOrThrow()
  if (match.day === null || match.number === null) return
  const players = await trx
    .selectFrom('match_players')
    .selectAll()
    .where('match_id', '=', matchId)
    .orderBy('port')
    .execute()
  const result = resultOf(match, match.day, match.number, [players[0]!, players[1]!])
  await enter(trx, (log) => ({ kind: 'result', log, result: { log, ...result } }), matchId)
}

function resultOf(
  match: Selectable<Schema['matches']>,
  day: string,
  number: number,
  players: readonly [Player, Player],
): Omit<ResultNote, 'log'> {
  const { summary, status, replay_bytes: bytes, replay_sha256: sha256 } = match
  const of = <Value>(value: (player: Player) => Value) => [value(players[0]), value(players[1])] as const
  const isCompleted = status === 'completed' && summary !== null
  return {
    matchId: match.id,
    day,
    number,
    startedAt: match.started_at.toISOString(),
    endedAt: match.ended_at!.toISOString(),
    build: match.build!,
    engine: match.engine,
    seed: match.seed,
    stage: match.stage,
    ports: of(portOf),
    replay: bytes === null || sha256 === null ? null : { bytes, sha256 },
    end: isCompleted ? { status: 'completed', reason: summary.endReason } : { status: 'aborted', cause: match.cause! },
    result: isCompleted
      ? {
          winner: summary.winner,
          frames: summary.frames,
          stocks: [summary.players[0].stocks, summary.players[1].stocks],
          percent: [summary.players[0].percent, summary.players[1].percent],
          score: of(({ score }) => score!),
          placement: of(({ placement }) => placement!),
        }
      : null,
    ratings: of((player) => ({
      before: { mu: player.mu_before!, sigma: player.sigma_before! },
      after: player.mu_after === null ? null : { mu: player.mu_after, sigma: player.sigma_after! },
    })),
  }
}

function portOf({ bot_id: botId, character, costume, landed, pads_sha256: sha256 }: Player): NotedPort {
  return { botId, character, costume, pads: landed === null || sha256 === null ? null : { landed, sha256 } }
}
