/**
 * One worker of a series: plays pairs, one game after the other, with bot programs of its own, so that as many games
 * run at once as there are workers. A program is started before its first game, and again before the next one where it ended.
 */
import { join } from 'node:path'
import type { MatchResult, Pair, SeatedBot } from '@arena/host'
import { IDS, type Contestant } from '../contestants.ts'
import { orderOf } from '../order.ts'
import type { RaisedErrors } from '../raised/raised-errors.ts'
import { errorText } from '../words.ts'
import { Entrants, type EntrantsOptions } from './entrants.ts'
import {
  settingOf,
  type PairToPlay,
  type PlayedGame,
  type PlayedPair,
  type RaisedInGame,
  type Setting,
} from './pairs.ts'

export interface TableOptions extends EntrantsOptions {
  /** From which all pairs are drawn. */
  readonly seed: Uint8Array
  /** Where replays are kept; nowhere unless given. */
  readonly replays?: string
}

export class Table implements AsyncDisposable {
  readonly #options: TableOptions
  readonly #entrants: Entrants

  constructor(options: TableOptions) {
    this.#options = options
    this.#entrants = new Entrants(options)
  }

  /** Null where it was broken off. */
  async playPair(pair: PairToPlay): Promise<PlayedPair | null> {
    const { number, between } = pair
    const setting = settingOf(this.#options.seed, pair)
    const games: PlayedGame[] = []
    for (const isExchanged of [false, true]) {
      const contestants = [await this.#entrants.enter(between[0]), await this.#entrants.enter(between[1])] as const
      const { result, raised, port } = await this.#play(contestants, setting, isExchanged, number)
      if (this.#options.signal.aborted || result.cause === 'shutdown') return null
      const crashed = [contestants[0].hasEnded(), contestants[1].hasEnded()] as const
      if (crashed[0] || crashed[1]) await this.#entrants.leave(between)
      if (result.status === 'aborted' || ENDS[result.cause] === undefined)
        return { number, between: [...between], games: [], why: result.detail }
      games.push(playedGame(result, raised, port, crashed))
    }
    return { number, between: [...between], games: [games[0]!, games[1]!] }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#entrants[Symbol.asyncDispose]()
  }

  /** `port` is the first bot's. */
  async #play(
    contestants: Pair<Contestant>,
    { seed, stage }: Setting,
    isExchanged: boolean,
    number: number,
  ): Promise<{ readonly result: MatchResult; readonly raised: Pair<RaisedErrors>; readonly port: 0 | 1 }> {
    const { arena, replays } = this.#options
    const order = orderOf(seed, stage, seatsOf(contestants, isExchanged))
    const result = await arena.play(order)
    const raised = await arena.raisedIn(order.matchId)
    if (result.replayBytes !== null) {
      if (replays !== undefined) {
        await arena.keepReplay(order.matchId, join(replays, `${number}${isExchanged ? 'b' : 'a'}.slp`))
      }
      await arena.dropReplay(order.matchId)
    }
    return { result, raised, port: order.bots[0].botId === IDS[isExchanged ? 1 : 0] ? 0 : 1 }
  }
}

const ENDS: Partial<Record<MatchResult['cause'], PlayedGame['end']>> = {
  stocks: 'stocks',
  time: 'time',
  forfeit: 'forfeit',
  'double-forfeit': 'double-forfeit',
  absent: 'absent',
}

function playedGame(
  { summary, cause }: MatchResult,
  raised: Pair<RaisedErrors>,
  port: 0 | 1,
  crashed: Pair<boolean>,
): PlayedGame {
  const { winner, players } = summary!
  const other = port === 0 ? 1 : 0
  const own = players[port].missed
  const theirs = players[other].missed
  return {
    points: winner === null ? 0.5 : winner === port ? 1 : 0,
    end: ENDS[cause]!,
    missed: [own, theirs],
    crashed: [...crashed],
    raised: [inGame(raised[port]), inGame(raised[other])],
  }
}

function inGame({ times, places }: RaisedErrors): RaisedInGame | null {
  return places[0] === undefined ? null : { times, most: errorText(places[0]) }
}

/** As `arena-kit play` seats them, given in this order: the seed draws the ports of the bots by their ids. */
function seatsOf([first, second]: Pair<Contestant>, isExchanged: boolean): Pair<SeatedBot> {
  const [one, other] = isExchanged ? [second, first] : [first, second]
  return [
    { ...one.seat, botId: IDS[0] },
    { ...other.seat, botId: IDS[1] },
  ]
}
