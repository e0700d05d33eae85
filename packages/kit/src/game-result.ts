/** A game that was played at home: as a document for programs, as a row of a table, and from the view of the bot. Pure. */
import type { MatchOrder, MatchResult, SeatedBot } from '@arena/host'
import { stageName } from '@arena/slp'
import { columns, duration } from './words.ts'

/** Where its files are; null where there is none. */
interface KeptFiles {
  readonly replay: string | null
  readonly debug: string | null
}

export interface PlayedGame extends KeptFiles {
  readonly number: number
  readonly order: MatchOrder
  readonly result: MatchResult
}

/** For a program to read. */
export function documentOf({ number, order, result, replay, debug }: PlayedGame): object {
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
    replay,
    debug,
  }
}

type Outcome = 'won' | 'lost' | 'drawn' | 'broken off'

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
  const port = order.bots[0].botId === bot.botId ? 0 : 1
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

/** Games as a table, from the view of the bot. */
export function tableOf(bot: SeatedBot, games: readonly PlayedGame[]): string[] {
  return columns([HEAD, ...games.map((game) => cellsOf(bot, game))])
}

/** One game as a line of its own: `Game 3  lost 0-4 against tide on Battlefield: stocks after 1:32, 2 pads missed`. */
export function lineOf(bot: SeatedBot, game: PlayedGame): string {
  const [number, outcome, stocks, end, length, missed, opponent, stage] = cellsOf(bot, game)
  const score = stocks === '-' ? '' : ` ${stocks}`
  const pads = missed === '-' ? '' : `, ${missed} ${missed === '1' ? 'pad' : 'pads'} missed`
  const how = end === '-' ? `after ${length}` : length === '-' ? end : `${end} after ${length}`
  return `Game ${number!.padStart(2)}  ${outcome}${score} against ${opponent} on ${stage}: ${how}${pads}`
}
