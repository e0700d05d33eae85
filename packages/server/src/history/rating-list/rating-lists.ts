/** The list of ratings as of some minutes ago at most. It is made when somebody asks, once for all who ask meanwhile. */
import { once } from 'node:events'
import { startThread } from '@arena/host/system'
import type { RatingList as RatingListDocument } from '@arena/protocol'
import type { RatingList } from '@arena/ratings'
import type { Database } from '../../db/schema.ts'
import { listedGames } from './games.ts'
import type { ListedGames } from './games.ts'
import type { WorkOfList } from './worker.ts'

/** A list is made anew after this time at the earliest. */
const FRESH_MS = 300_000
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
  #madeAt = -Infinity

  constructor({ elapsed = () => performance.now(), ...parts }: Parts) {
    this.#parts = { ...parts, elapsed }
  }

  newest(): Promise<RatingListDocument> {
    const at = this.#parts.elapsed()
    if (this.#list !== null && at - this.#madeAt < FRESH_MS) return this.#list
    this.#madeAt = at
    const list = this.#make()
    this.#list = list
    list.catch(() => {
      if (this.#list === list) this.#list = null
    })
    return list
  }

  async #make(): Promise<RatingListDocument> {
    const { db, now } = this.#parts
    const listed = await listedGames(db)
    return documentOf(listed, await fitted({ players: listed.bots.length, games: listed.games }), now())
  }
}

async function fitted(work: WorkOfList): Promise<RatingList> {
  const worker = startThread(WORKER, { workerData: work, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  // An error of the thread rejects this.
  const [list] = (await once(worker, 'message')) as [RatingList]
  return list
}

/** Players by their ids, and figures as they are shown. */
function documentOf({ bots, games, builds }: ListedGames, list: RatingList, now: number): RatingListDocument {
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
    contradictions: list.contradictions.map(({ winner, loser, games: played, points, expected }) => {
      return { winner: idOf(winner), loser: idOf(loser), games: played, points, expected: tenth(expected) }
    }),
    cycles: list.cycles.map(([a, b, c]) => [idOf(a), idOf(b), idOf(c)]),
    changes: list.changes.map(({ player, from, to, by }) => {
      const [before, after] = [new Date(from).toISOString(), new Date(to).toISOString()]
      return { botId: idOf(player), from: before, to: after, by: tenth(by) }
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
