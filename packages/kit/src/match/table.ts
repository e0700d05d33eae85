/**
 * One worker of a series: plays pairs, one game after the other, with bot programs of its own, so that as many games
 * run at once as there are workers. A program that ended is started again before the next game.
 */
import { join } from 'node:path'
import type { MatchResult, Pair, SeatedBot } from '@arena/host'
import type { BotSource } from '../arguments.ts'
import { Contestants, IDS, type Output } from '../contestants.ts'
import type { LocalArena } from '../local-arena.ts'
import { orderOf } from '../order.ts'
import type { RaisedErrors } from '../raised/raised-errors.ts'
import { errorText } from '../words.ts'
import type { PlayedGame, PlayedPair, RaisedInGame, Setting } from './pairs.ts'

export interface TableOptions {
  readonly sources: Pair<BotSource>
  readonly arena: LocalArena
  readonly signal: AbortSignal
  readonly note: (line: string) => void
  /** Places whose errors were shown, by the tables that share it. */
  readonly told: Map<string, number>
  /** Where replays are kept; nowhere unless given. */
  readonly replays?: string
}

/** Lines of a program's output that are shown when it ends by itself. */
const LAST_LINES = 20

export class Table implements AsyncDisposable {
  readonly #options: TableOptions
  readonly #output: Output
  #lastLines: string[] = []
  #contestants: Contestants | null = null

  constructor(options: TableOptions) {
    this.#options = options
    this.#output = {
      signal: options.signal,
      show: () => {},
      raised: { note: options.note, told: options.told },
      note: (line) => {
        this.#lastLines = [...this.#lastLines, line].slice(-LAST_LINES)
      },
    }
  }

  /** Null where it was broken off. */
  async playPair(number: number, setting: Setting): Promise<PlayedPair | null> {
    const games: PlayedGame[] = []
    for (const isExchanged of [false, true]) {
      const contestants = await this.#enter()
      const { result, raised, port } = await this.#play(contestants, setting, isExchanged, number)
      if (this.#options.signal.aborted || result.cause === 'shutdown') return null
      const crashed = contestants.haveEnded
      if (crashed[0] || crashed[1]) await this.#leave()
      if (result.status === 'aborted' || ENDS[result.cause] === undefined)
        return { number, games: [], why: result.detail }
      games.push(playedGame(result, raised, port, crashed))
    }
    return { number, games: [games[0]!, games[1]!] }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#contestants?.[Symbol.asyncDispose]()
  }

  async #enter(): Promise<Contestants> {
    const { sources, arena } = this.#options
    try {
      return (this.#contestants ??= await Contestants.enter(sources, arena, this.#output))
    } catch (error) {
      this.#showLastLines()
      throw error
    }
  }

  /** One of the programs has ended: what they printed last may say why. */
  async #leave(): Promise<void> {
    this.#showLastLines()
    await this.#contestants?.[Symbol.asyncDispose]()
    this.#contestants = null
  }

  #showLastLines(): void {
    for (const line of this.#lastLines) this.#options.note(line)
    this.#lastLines = []
  }

  /** `port` is the first bot's. */
  async #play(
    { seats }: Contestants,
    { seed, stage }: Setting,
    isExchanged: boolean,
    number: number,
  ): Promise<{ readonly result: MatchResult; readonly raised: Pair<RaisedErrors>; readonly port: 0 | 1 }> {
    const { arena, replays } = this.#options
    const order = orderOf(seed, stage, seatsOf(seats, isExchanged))
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
function seatsOf([first, second]: Pair<SeatedBot>, isExchanged: boolean): Pair<SeatedBot> {
  const [one, other] = isExchanged ? [second, first] : [first, second]
  return [
    { ...one, botId: IDS[0] },
    { ...other, botId: IDS[1] },
  ]
}
