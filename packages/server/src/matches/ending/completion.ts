/**
 * The end of a match: record, placements, scores, ratings and the bots' counters in one transaction, once. Of results
 * that arrive again or at the same time the first counts; the others change nothing.
 */
import type { EndCause, MatchResult, Pair } from '@arena/host'
import { STOCKS } from '@arena/protocol'
import type { Selectable } from 'kysely'
import { streakAfter } from '../../bots/attendance.ts'
import type { Attendance } from '../../bots/attendance.ts'
import type { Database, Schema } from '../../db/schema.ts'
import type { Holder } from '../taking/holder.ts'
import { note } from '../../note.ts'
import type { Noted } from '../../note.ts'
import { noticesOfResult } from './notices.ts'
import { ownersOf, recordReceipts } from './receipts.ts'
import { enterResult } from '../../public-log/result.ts'
import type { EndedPlayer } from '../../public-log/result.ts'
import { PLACEMENTS, rate, shownRating } from '@arena/ratings'
import type { Outcome, Rating } from '@arena/ratings'

/** Causes that lie with the arena, or with the other bot's owner: a bot that had not answered yet may have been about to. */
export const CUT_SHORT: ReadonlySet<EndCause> = new Set([
  'engine-failed',
  'engine-lag',
  'replay-failed',
  'host-lost',
  'machine-silent',
  'not-begun',
  'arena-fault',
  'shutdown',
  'operator',
  'bot-gone',
])

/** True when this call ended the match, false when it had ended before or has passed to another holder. */
export async function completeMatch(db: Database, result: MatchResult, now: number, holder?: Holder): Promise<boolean> {
  const endedAt = new Date(now)
  const outcome = outcomeOf(result)
  // Again: the message that carried them may have been lost with its host.
  const start = result.played ? result.summary : null
  return db.transaction().execute(async (trx) => {
    let running = trx
      .updateTable('matches')
      .set({
        status: result.status,
        ended_at: endedAt,
        summary: result.summary && JSON.stringify(result.summary),
        replay_bytes: result.replayBytes,
        replay_sha256: result.replaySha256 ?? null,
        engine: result.engine ?? null,
        cause: result.cause,
        detail: result.detail,
        ...(start && { stage: start.stage }),
      })
      .where('id', '=', result.matchId)
      .where('status', '=', 'running')
    if (holder !== undefined) {
      running = running.where('machine_id', '=', holder.machineId).where('attempt', '=', holder.attempt)
      if (holder.where !== undefined) running = running.where(holder.where)
    }
    const match = await running
      .returning(['day', 'number', 'build', 'seed', 'stage', 'started_at as startedAt'])
      .executeTakeFirst()
    if (match === undefined) return false

    if (result.replayBytes !== null) {
      await recordMissedPads(trx, result)
      await recordLandedPads(trx, result)
    }

    const players = await trx
      .selectFrom('match_players')
      .select(['bot_id', 'character', 'costume'])
      .where('match_id', '=', result.matchId)
      .orderBy('port')
      .execute()
    // In the order of their ids, as wherever two bots are held, so that no two transactions wait for each other.
    const bots = await trx
      .selectFrom('bots')
      .selectAll()
      .where(
        'id',
        'in',
        players.map((player) => player.bot_id),
      )
      .orderBy('id')
      .forUpdate()
      .execute()
    const [bot0, bot1] = players.map((player) => bots.find((bot) => bot.id === player.bot_id)!)
    const before = [bot0!, bot1!] as const
    const owners = result.receipts && (await ownersOf(trx, before))
    if (owners !== undefined) await recordReceipts(trx, result, before, owners, endedAt)
    const after = outcome && rate(before[0], before[1], outcome.port0)

    const ended: EndedPlayer[] = []
    const noted: Noted[] = []
    for (const port of [0, 1] as const) {
      const bot = before[port]
      const picked = start?.players[port] ?? players[port]!
      const pick = { character: picked.character, costume: picked.costume }
      const streak = streakAfter(
        { misses: bot.misses, missingSince: bot.missing_since?.getTime() ?? null },
        attendanceOf(result, port),
        now,
      )
      noted.push(...noticesOfResult(result, before, port, streak))
      const rated = outcome && after && ratedAs(outcome, port, bot, after[port])
      const player = {
        ...pick,
        mu_before: bot.mu,
        sigma_before: bot.sigma,
        landed: result.landed?.count[port] ?? null,
        pads_sha256: result.landed?.sha256[port] ?? null,
        ...(result.versions && { version: result.versions[port] }),
        ...rated?.player,
      }
      // The bot in one statement: with a second one the database would look for the account, which may be held by whoever deletes it.
      await trx
        .with('player', (beside) =>
          beside
            .updateTable('match_players')
            .set(player)
            .where('match_id', '=', result.matchId)
            .where('port', '=', port),
        )
        .updateTable('bots')
        .set({
          misses: streak.misses,
          missing_since: streak.missingSince === null ? null : new Date(streak.missingSince),
          last_match_ended_at: endedAt,
          ...rated?.bot,
        })
        .where('id', '=', bot.id)
        .execute()
      ended.push({
        ...pick,
        botId: bot.id,
        placement: rated?.player.placement ?? null,
        score: rated?.player.score ?? null,
        before: { mu: bot.mu, sigma: bot.sigma },
        after: after && after[port],
      })
    }
    if (noted.length > 0) {
      const told = owners ?? (await ownersOf(trx, before))
      await note(
        trx,
        noted.filter(({ ownerId }) => told.has(ownerId!)),
        endedAt,
      )
    }
    await trx.deleteFrom('seats').where('match_id', '=', result.matchId).execute()
    const { day, number, build } = match
    // A match from before the log has no number.
    if (day !== null && number !== null && build !== null) {
      await enterResult(trx, { ...match, day, number, build, endedAt, players: [ended[0]!, ended[1]!] }, result)
    }
    return true
  })
}

interface RatedOutcome {
  readonly port0: Outcome
  readonly scores: Pair<number>
}

/** Placements and scores of a completed match (spec: Winning and scoring 3-5); null for an aborted one. */
function outcomeOf({ matchId, status, summary }: MatchResult): RatedOutcome | null {
  if (status === 'aborted') return null
  if (summary === null) throw new TypeError(`${matchId} is completed without a summary`)
  const { winner, endReason, players } = summary
  const port0 = winner === null ? 'draw' : winner === 0 ? 'win' : 'loss'
  if (endReason !== 'forfeit') return { port0, scores: [players[0].stocks, players[1].stocks] }
  return { port0, scores: [winner === 0 ? STOCKS : 0, winner === 1 ? STOCKS : 0] }
}

/** What becomes of a bot, and of its part in the match. */
function ratedAs({ port0, scores }: RatedOutcome, port: 0 | 1, bot: Selectable<Schema['bots']>, after: Rating) {
  const placement = PLACEMENTS[port0][port]
  const isDraw = port0 === 'draw'
  const { mu, sigma } = after
  return {
    bot: {
      mu,
      sigma,
      games: bot.games + 1,
      draws: bot.draws + Number(isDraw),
      wins: bot.wins + Number(!isDraw && placement === 1),
      losses: bot.losses + Number(placement === 2),
    },
    player: {
      placement,
      score: scores[port],
      rating_delta: shownRating(after) - shownRating(bot),
      mu_after: mu,
      sigma_after: sigma,
    },
  }
}

function attendanceOf({ answered, cause }: MatchResult, port: 0 | 1): Attendance {
  if (answered[port]) return 'answered'
  return CUT_SHORT.has(cause) ? 'unknown' : 'missed'
}

/** Frames that the replay shows at rest although no pad was there. */
async function recordMissedPads(trx: Database, { matchId, missedPads = ['', ''] }: MatchResult): Promise<void> {
  for (const port of [0, 1] as const) {
    const ranges = missedPads[port]
    if (ranges !== '') await trx.insertInto('missed_pads').values({ match_id: matchId, port, ranges }).execute()
  }
}

/** What the game of the replay is played again from. */
async function recordLandedPads(trx: Database, { matchId, landed, startAt }: MatchResult): Promise<void> {
  if (landed === undefined || startAt === undefined) return
  const { packed } = landed
  await trx
    .insertInto('match_pads')
    .values({ match_id: matchId, packed, start_at: new Date(startAt) })
    .execute()
}
