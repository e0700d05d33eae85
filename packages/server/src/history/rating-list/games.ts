/** The games that the list of ratings is made of: the newest that ended by stocks or time. */
import { expectedScore } from '@arena/ratings'
import type { RatedGame } from '@arena/ratings'
import { sql } from 'kysely'
import type { Database } from '../../db/schema.ts'

/** Matches that are looked at. */
const MOST_GAMES = 20_000
const BATCH = 1_000
/** Bots of one fit, those with most games: its work grows with the third power of their number. */
const MOST_BOTS = 400

interface ListedBot {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly forfeits: number
}

export interface ListedGames {
  /** Players of `games` are places in here. */
  readonly bots: readonly ListedBot[]
  readonly games: readonly RatedGame[]
  readonly builds: readonly string[]
}

/** What a game has that was played. */
interface Played {
  readonly stage: number
  readonly character_a: number
  readonly character_b: number
}

interface Row {
  readonly id: string
  readonly ended_at: Date
  readonly ending: 'stocks' | 'time' | 'forfeit'
  readonly stage: number | null
  readonly build: string | null
  readonly a: string
  readonly b: string
  readonly placement_a: number
  readonly placement_b: number
  readonly character_a: number | null
  readonly character_b: number | null
  readonly mu_a: number | null
  readonly sigma_a: number | null
  readonly mu_b: number | null
  readonly sigma_b: number | null
}

export async function listedGames(db: Database): Promise<ListedGames> {
  const ended = await newest(db)
  const played = ended.filter(isPlayed).toReversed()
  const ids = mostActive(played)
  const places = new Map(ids.map((id, place) => [id, place]))
  const forfeits = new Map<string, number>()
  for (const { ending, a, b, placement_a: ownPlacement, placement_b: otherPlacement } of ended) {
    if (ending !== 'forfeit') continue
    // Both are placed first where both forfeited.
    const isDouble = ownPlacement === otherPlacement
    if (isDouble || ownPlacement === 2) forfeits.set(a, (forfeits.get(a) ?? 0) + 1)
    if (isDouble || otherPlacement === 2) forfeits.set(b, (forfeits.get(b) ?? 0) + 1)
  }
  const bots = await named(db, ids)
  return {
    bots: bots.map((bot) => ({ ...bot, forfeits: forfeits.get(bot.id) ?? 0 })),
    games: played.flatMap((row) => gameOf(row, places)),
    builds: [...new Set(played.flatMap(({ build }) => build ?? []))].toSorted(),
  }
}

/** Newest first, in parts: other queries have their turn between them. */
async function newest(db: Database): Promise<Row[]> {
  const found: Row[] = []
  while (found.length < MOST_GAMES) {
    const last = found.at(-1)
    const further = last === undefined ? sql`true` : sql`(ended_at, id) < (${last.ended_at}, ${last.id})`
    const { rows } = await sql<Row>`
      select ended.id, ended_at, ending, stage, build, first.bot_id as a, second.bot_id as b,
        first.placement as placement_a, second.placement as placement_b,
        first.character as character_a, second.character as character_b,
        first.mu_before as mu_a, first.sigma_before as sigma_a, second.mu_before as mu_b, second.sigma_before as sigma_b
      from (
        select id, ended_at, ending, stage, build from matches
        where ended_at is not null and ending in ('stocks', 'time', 'forfeit') and ${further}
        order by ended_at desc, id desc limit ${BATCH}
      ) as ended
      join match_players as first on first.match_id = ended.id and first.port = 0
      join match_players as second on second.match_id = ended.id and second.port = 1
      order by ended_at desc, ended.id desc`.execute(db)
    found.push(...rows)
    if (rows.length < BATCH) break
  }
  return found
}

function isPlayed(row: Row): row is Row & Played {
  return row.ending !== 'forfeit' && row.stage !== null && row.character_a !== null && row.character_b !== null
}

/** In the order of their ids. */
function mostActive(rows: readonly Row[]): string[] {
  const counts = new Map<string, number>()
  for (const { a, b } of rows) for (const id of [a, b]) counts.set(id, (counts.get(id) ?? 0) + 1)
  const most = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, MOST_BOTS)
  return most.map(([id]) => id).toSorted()
}

function gameOf(row: Row & Played, places: ReadonlyMap<string, number>): RatedGame[] {
  const [a, b] = [places.get(row.a), places.get(row.b)]
  if (a === undefined || b === undefined) return []
  const { placement_a: ownPlacement, placement_b: otherPlacement, mu_a: mu, sigma_a: sigma } = row
  const isKnown = mu !== null && sigma !== null && row.mu_b !== null && row.sigma_b !== null
  return [
    {
      a,
      b,
      points: ownPlacement === otherPlacement ? 0.5 : ownPlacement === 1 ? 1 : 0,
      at: row.ended_at.getTime(),
      characters: [row.character_a, row.character_b],
      stage: row.stage,
      expected: isKnown ? expectedScore({ mu, sigma }, { mu: row.mu_b, sigma: row.sigma_b }) : null,
    },
  ]
}

/** Bots by their newest names, removed ones too; in the order of the ids. */
async function named(db: Database, ids: readonly string[]): Promise<Omit<ListedBot, 'forfeits'>[]> {
  const { rows } = await sql<Omit<ListedBot, 'forfeits'>>`
    select bots.id, bots.name, case when bots.deleted_at is null then users.handle else '' end as owner
    from bots join users on users.id = bots.owner_id where bots.id = any(${[...ids]}) order by bots.id`.execute(db)
  return rows
}
