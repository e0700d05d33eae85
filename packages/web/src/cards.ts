/** What the pictures of links say: the facts of a page in its words. `@arena/card` draws them. */
import type { BotCard, MatchCard } from '@arena/card'
import type { Match } from '@arena/protocol'
import { day, oneDecimal, tally } from './format.ts'
import type { BotPage } from './page-data.ts'
import { outcomeOf, scoreOf } from './parts/outcome.ts'
import { SHOWN_SIGMAS } from './parts/range-bar.tsx'

/** Fighters of a bot, those it plays most. */
const SHOWN_CHARACTERS = 3

/** `replay` is the path of its file. */
export function matchCard(match: Match, replay: string | null): MatchCard {
  const player = ({ botName, character, costume }: Match['players'][0]) => ({ name: botName, character, costume })
  return {
    kind: 'match',
    players: [player(match.players[0]), player(match.players[1])],
    stage: match.stage,
    winner: match.status === 'completed' ? (match.summary?.winner ?? null) : null,
    score: match.status === 'completed' ? scoreOf(match) : 'vs',
    outcome: outcomeOf(match),
    day: day(match.startedAt),
    replay,
  }
}

export function botCard({ bot, rank, history, record }: BotPage): BotCard {
  const games = ({ wins, losses, draws }: BotPage['record']['characters'][0]) => wins + losses + draws
  return {
    kind: 'bot',
    name: bot.name,
    owner: bot.owner,
    rating: oneDecimal(bot.rating),
    rank: rank === null ? '' : `rank ${rank}`,
    estimate: `${oneDecimal(bot.mu)} ± ${oneDecimal(SHOWN_SIGMAS * bot.sigma)}`,
    record: tally(bot),
    characters: [...record.characters]
      .sort((one, other) => games(other) - games(one))
      .slice(0, SHOWN_CHARACTERS)
      .map(({ character }) => character),
    curve: history.map(({ mu, sigma }) => ({
      low: mu - SHOWN_SIGMAS * sigma,
      middle: mu,
      high: mu + SHOWN_SIGMAS * sigma,
    })),
  }
}
