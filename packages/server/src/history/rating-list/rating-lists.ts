/** The list of ratings, five minutes old at most. It is made when somebody asks, once for all who ask meanwhile. */
import { once } from 'node:events'
import { startThread } from '@arena/host/system'
import type { RatingList as RatingListDocument } from '@arena/protocol'
import type { RatingList } from '@arena/ratings'
import { urlChanges } from '../../bots/deploy-checks.ts'
import type { Database } from '../../db/schema.ts'
import { listedGames } from './games.ts'
import type { ListedGames } from './games.ts'
import type { WorkOfList } from './worker.ts'

/** A list is kept for a hundred times as long as it took, within these bounds: a young arena's is nearly as new as its last game. */
const SHARE = 100
const LEAST_FRESH_MS = 10_000
const MOST_FRESH_MS = 300_000
const HEAP_MB = 512

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

interface Parts {
  readonly db: Database
  readonly now: () => number
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed?: () => number
}

export class RatingLists {
  readonly #parts: Required<Parts>
  #list: Promise<RatingListDocument> | null = null
  #freshUntil = -Infinity

  constructor({ elapsed = () => performance.now(), ...parts }: Parts) {
    this.#parts = { ...parts, elapsed }
  }

  newest(): Promise<RatingListDocument> {
    const { elapsed } = this.#parts
    const at = elapsed()
    if (this.#list !== null && at < this.#freshUntil) return this.#list
    this.#freshUntil = Infinity
    const list = this.#make()
    this.#list = list
    list.then(
      () => {
        this.#freshUntil = at + Math.min(MOST_FRESH_MS, Math.max(LEAST_FRESH_MS, SHARE * (elapsed() - at)))
      },
      () => {
        this.#list = null
      },
    )
    return list
  }

  async #make(): Promise<RatingListDocument> {
    const { db, now } = this.#parts
    const listed = await listedGames(db)
    const list = await fitted({ players: listed.bots.length, games: listed.games })
    const ids = list.changes.map(({ player }) => listed.bots[player]!.id)
    // A time says nothing of where a bot runs.
    const changed = await Promise.all(ids.map((id) => urlChanges(db, id)))
    return documentOf(listed, list, new Map(ids.map((id, number) => [id, changed[number]!])), now())
  }
}

async function fitted(work: WorkOfList): Promise<RatingList> {
  const worker = startThread(WORKER, { workerData: work, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  // An error of the thread rejects this.
  const [list] = (await once(worker, 'message')) as [RatingList]
  return list
}

/** Players by their ids, and figures as they are shown. */
function documentOf(
  { bots, games, builds }: ListedGames,
  list: RatingList,
  urlChangesOf: ReadonlyMap<string, readonly number[]>,
  now: number,
): RatingListDocument {
  const idOf = (player: number): string => bots[player]!.id
  const [first, last] = [games.at(0), games.at(-1)]
  return {
    computedAt: new Date(now).toISOString(),
    games: games.length,
    from: first === undefined ? null : new Date(first.at).toISOString(),
    to: last === undefined ? null : new Date(last.at).toISOString(),
    builds: [...builds],
    spread: tenth(list.spread),
    rows: list.rows.map(({ player, rating, low, high, best, worst, games: played, points }) => {
      const { id, name, owner, forfeits } = bots[player]!
      const figures = { rating: tenth(rating), low: tenth(low), high: tenth(high), bestRank: best, worstRank: worst }
      return { botId: id, name, owner, ...figures, games: played, points, forfeits }
    }),
    superiority: list.superiority.map((row) => [...row]),
    contradictions: list.contradictions.map(({ winner, loser, games: played, points, expected, others }) => {
      const against = { othersGames: others.games, othersPoints: others.points }
      return { winner: idOf(winner), loser: idOf(loser), games: played, points, expected: tenth(expected), ...against }
    }),
    cycles: list.cycles.map(([a, b, c]) => [idOf(a), idOf(b), idOf(c)]),
    changes: list.changes.map(({ player, from, to, by }) => {
      const [before, after] = [new Date(from).toISOString(), new Date(to).toISOString()]
      const changed = urlChangesOf.get(idOf(player))!.filter((at) => at >= first!.at && at <= last!.at)
      const moments = changed.map((at) => new Date(at).toISOString())
      return { botId: idOf(player), from: before, to: after, by: tenth(by), urlChanges: moments }
    }),
    alike: list.alike.map(([a, b]) => [idOf(a), idOf(b)]),
    calibration: { ...list.calibration, bands: [...list.calibration.bands] },
    splits: list.splits.map(({ player, expected, difference, low, high, ...rest }) => {
      const figures = { difference: tenth(difference), low: tenth(low), high: tenth(high) }
      return { botId: idOf(player), ...rest, expected: tenth(expected), ...figures }
    }),
  }
}

const tenth = (value: number): number => Math.round(value * 10) / 10 + 0
