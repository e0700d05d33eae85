/** A game that was played at home: as a document for programs, as a row of a table, and from the view of the bot. Pure. */
import type { MatchOrder, MatchResult, Pair, SeatedBot } from '@arena/host'
import { stageName } from '@arena/slp'
import type { RaisedErrors } from './raised/raised-errors.ts'
import { columns, duration, times } from './words.ts'

/** Where its files are; null where there is none. */
interface KeptFiles {
  readonly replay: string | null
  readonly debug: string | null
}

export interface PlayedGame extends KeptFiles {
  readonly number: number
  readonly order: MatchOrder
  readonly result: MatchResult
  /** By port; of programs that the kit has started. */
  readonly raised: Pair<RaisedErrors>
}

export const portOf = ({ botId }: Pick<SeatedBot, 'botId'>, { order }: Pick<PlayedGame, 'order'>): 0 | 1 =>
  order.bots[0].botId === botId ? 0 : 1

/** For a program to read. */
export function documentOf({ number, order, result, raised, replay, debug }: PlayedGame): object {
  const { matchId, status, cause, detail, summary, ignored, missedPads } = result
  return {
    game: number,
    matchId,
    seed: order.seed,
    stage: order.stage,
    /** By port. */
    bots: order.bots.map(({ name }) => name),
    status,
    cause,
    detail,
    summary,
    ignored,
    missedPads,
    raised: raised.map(({ places }) => places),
    replay,
    debug,
  }
}

export type Outcome = 'won' | 'lost' | 'drawn' | 'broken off'

export function outcomeFor({ botId }: Pick<SeatedBot, 'botId'>, { order, result }: PlayedGame): Outcome {
  const { summary, status } = result
  if (status === 'aborted' || summary === null) return 'broken off'
  if (summary.winner === null) return 'drawn'
  return order.bots[summary.winner].botId === botId ? 'won' : 'lost'
}

const HEAD = ['game', 'result', 'stocks', 'end', 'length', 'pads missed', 'opponent', 'stage', 'replay']

function cellsOf(bot: SeatedBot, game: PlayedGame): string[] {
  const { number, order, result, replay } = game
  const { summary } = result
  const port = portOf(bot, game)
  const opponent = order.bots[1 - port]!.name
  const ends =
    summary === null
      ? ['-', result.cause, '-', '-']
      : [
          `${summary.players[port].stocks}-${summary.players[1 - port]!.stocks}`,
          result.cause === 'shutdown' ? '-' : summary.endReason,
          duration(summary.frames),
          `${summary.players[port].missed}`,
        ]
  return [`${number}`, outcomeFor(bot, game), ...ends, opponent, stageName(order.stage), replay ?? '-']
}

/** Games as a table, from the view of the bot. What it raised has a column where it did. */
export function tableOf(bot: SeatedBot, games: readonly PlayedGame[]): string[] {
  const errors = games.map((game) => game.raised[portOf(bot, game)].times)
  const hasRaised = errors.some((count) => count > 0)
  const withErrors = (cells: readonly string[], cell: string): string[] =>
    hasRaised ? cells.toSpliced(HEAD.indexOf('opponent'), 0, cell) : [...cells]
  return columns([
    withErrors(HEAD, 'raised'),
    ...games.map((game, i) => withErrors(cellsOf(bot, game), `${errors[i]}`)),
  ])
}

/** One game as a line of its own: `Game 3  lost 0-4 against tide on Battlefield: stocks after 1:32, 2 pads missed`. */
export function lineOf(bot: SeatedBot, game: PlayedGame): string {
  const [number, outcome, stocks, end, length, missed, opponent, stage] = cellsOf(bot, game)
  const score = stocks === '-' ? '' : ` ${stocks}`
  const pads = missed === '-' ? '' : `, ${missed} ${missed === '1' ? 'pad' : 'pads'} missed`
  const errors = game.raised[portOf(bot, game)].times
  const raised = errors === 0 ? '' : `, raised ${times(errors)}`
  const how = end === '-' ? `after ${length}` : length === '-' ? end : `${end} after ${length}`
  return `Game ${number!.padStart(2)}  ${outcome}${score} against ${opponent} on ${stage}: ${how}${pads}${raised}`
}
