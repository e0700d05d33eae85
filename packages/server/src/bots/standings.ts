/** How the bots of an account stand: the facts of each, read at once, and the words for them. */
import type { Bot, BotStanding, BotWaiting, DeployStep } from '@arena/protocol'
import { sql } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { Database } from '../db/schema.ts'
import { oneDecimal } from '@arena/ratings'
import type { ActiveBot } from './seating.ts'
import { standingOf } from './standing.ts'
import type { StandingFacts } from './standing.ts'

/** Why an active bot waits that does not play, and for about how long. */
export type WaitingOf = (bot: ActiveBot, now: number) => BotWaiting

interface StandingsOptions {
  readonly db: Database
  /** The leaderboard: the rank of each bot that has one. */
  readonly ratings: { ranks(botIds: readonly string[]): Promise<ReadonlyMap<string, number>> }
  /** As the lobby is now. */
  readonly waiting: () => Promise<WaitingOf>
  readonly restMs: number
  /** After which a machine that says nothing counts as dead, and the connectors there as gone. */
  readonly leaseMs: number
  readonly now: () => number
}

export class Standings {
  readonly #options: StandingsOptions

  constructor(options: StandingsOptions) {
    this.#options = options
  }

  /** The bots, each with its standing; one that was removed meanwhile has none. */
  async with(bots: readonly Bot[]): Promise<Bot[]> {
    const { db, ratings, waiting, restMs, leaseMs, now } = this.#options
    if (bots.length === 0) return []
    const ids = bots.map(({ id }) => id)
    const [{ rows }, ranks, waitingOf] = await Promise.all([
      factsOf(ids, leaseMs).execute(db),
      ratings.ranks(ids),
      waiting(),
    ])
    const standings = new Map(
      rows.map((row) => [row.id, toStanding(row, ranks.get(row.id) ?? null, waitingOf, restMs, now())]),
    )
    return bots.map((bot) => {
      const standing = standings.get(bot.id)
      return standing === undefined ? bot : { ...bot, standing }
    })
  }
}

interface FactsRow {
  readonly id: string
  readonly owner_id: string
  readonly is_paused: boolean
  readonly is_held: boolean
  readonly misses: number
  readonly missing_since: Date | null
  readonly active_since: Date
  readonly last_match_ended_at: Date | null
  readonly rating: number
  readonly games: number
  readonly match_id: string | null
  readonly last_id: string | null
  readonly placement: 1 | 2 | null
  readonly other_placement: 1 | 2 | null
  readonly ending: string | null
  readonly ended_at: Date | null
  readonly opponent_id: string
  readonly opponent_name: string
  readonly checked_at: Date | null
  readonly passed: boolean | null
  readonly steps: readonly DeployStep[] | null
  /** Null for a bot with an address of its own. */
  readonly is_connected: boolean | null
  readonly connector_since: Date | null
}

/** A relay of the owner's in the URL of a bot. That of a silent machine has no connector. */
const RELAY_IN_URL = '/relay/(relay_[0-9a-z]{26})([/?]|$)'

/** Reads few rows of each bot, by the indexes of its matches and its checks. */
function factsOf(ids: readonly string[], leaseMs: number) {
  const isAlive = sql<boolean>`seen_at > ${DATABASE_TIME()} - make_interval(secs => ${leaseMs / 1000})`
  return sql<FactsRow>`
    select bots.id, bots.owner_id, bots.status = 'paused' as is_paused,
      bots.disabled_at is not null or users.disabled_at is not null as is_held,
      bots.misses, bots.missing_since, bots.active_since, bots.last_match_ended_at, bots.rating, bots.games, seats.match_id,
      last.id as last_id, last.placement, last.ending, last.ended_at, other.placement as other_placement,
      other.bot_id as opponent_id, other.bot_name as opponent_name,
      checked.at as checked_at, checked.passed, checked.steps, relay.is_connected, relay.connector_since
    from unnest(${[...ids]}::text[]) as asked (id)
    join bots on bots.id = asked.id and bots.deleted_at is null
    join users on users.id = bots.owner_id
    left join seats on seats.bot_id = bots.id
    left join lateral (
      select matches.id, matches.ending, matches.ended_at, own.port, own.placement
      from match_players as own join matches on matches.id = own.match_id
      where own.bot_id = bots.id and matches.status <> 'running'
      order by own.started_at desc, own.match_id desc limit 1
    ) as last on true
    left join match_players as other on other.match_id = last.id and other.port = 1 - last.port
    left join lateral (
      select * from deploy_checks where bot_id = bots.id order by at desc limit 1
    ) as checked on true
    left join lateral (
      select machine_id is not null and coalesce(${isAlive}, false) as is_connected,
        case when machine_id is null or ${isAlive} then changed_at else coalesce(seen_at, changed_at) end as connector_since
      from relays left join machines on machines.id = machine_id
      where relays.id = substring(bots.url from ${RELAY_IN_URL}) and relays.user_id = bots.owner_id
    ) as relay on true`
}

function toStanding(
  row: FactsRow,
  rank: number | null,
  waitingOf: WaitingOf,
  restMs: number,
  now: number,
): BotStanding {
  const failedStep = row.passed === false ? (row.steps?.find(({ ok }) => !ok)?.name ?? null) : null
  const facts: StandingFacts = {
    id: row.id,
    ownerId: row.owner_id,
    rating: row.rating,
    misses: row.misses,
    missingSince: row.missing_since?.getTime() ?? null,
    isPlaying: row.match_id !== null,
    activeSince: row.active_since.getTime(),
    lastMatchEndedAt: row.last_match_ended_at?.getTime() ?? null,
    isPaused: row.is_paused,
    isHeld: row.is_held,
    checkFailedAt: row.passed === false ? row.checked_at!.getTime() : null,
  }
  const isWaiting = !facts.isPaused && !facts.isHeld && !facts.isPlaying
  return {
    ...standingOf(facts, restMs, now),
    waiting: isWaiting ? waitingOf(facts, now) : null,
    missesInARow: row.misses,
    matchId: row.match_id,
    rating: row.games === 0 ? null : oneDecimal(row.rating),
    rank,
    lastMatch:
      row.last_id === null
        ? null
        : {
            id: row.last_id,
            outcome: outcomeOf(row),
            byForfeit: row.ending === 'forfeit',
            opponentId: row.opponent_id,
            opponentName: row.opponent_name,
            endedAt: row.ended_at!.toISOString(),
          },
    lastCheck: row.checked_at === null ? null : { at: row.checked_at.toISOString(), failedStep },
    ...(row.is_connected !== null && {
      connector: { connected: row.is_connected, since: row.connector_since!.toISOString() },
    }),
  }
}

function outcomeOf({ placement, other_placement: other }: FactsRow): NonNullable<BotStanding['lastMatch']>['outcome'] {
  if (placement === null) return 'aborted'
  if (placement === other) return 'draw'
  return placement === 1 ? 'win' : 'loss'
}
