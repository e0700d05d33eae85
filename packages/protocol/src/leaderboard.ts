/** The leaderboard of a mode: one row for each bot with at least one completed match. */
import { z } from 'zod'
import { BotId } from './ids.ts'
import { Mode } from './modes.ts'
import { queryInteger } from './query.ts'

const count = z.int().min(0)

const rowExample = {
  rank: 1,
  botId: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ed',
  name: 'Waveland',
  owner: 'ada',
  rating: 27.4,
  gamesPlayed: 212,
  wins: 160,
  losses: 49,
  draws: 3,
}

export const LeaderboardRow = z
  .object({
    rank: z.int().min(1).meta({ description: '1 is the best; no two are equal.' }),
    botId: BotId,
    name: z.string().meta({ description: 'The name of the bot.' }),
    owner: z.string().meta({ description: 'The public handle of the owner.' }),
    rating: z.number().meta({ description: 'mu - 3 sigma, rounded to 1 decimal place.' }),
    gamesPlayed: count.meta({ description: 'Rated games.' }),
    wins: count.meta({ description: 'Rated games won.' }),
    losses: count.meta({ description: 'Rated games lost.' }),
    draws: count.meta({
      description: 'Ties on time, double forfeits, and games in which both lose their last stock on one frame.',
    }),
  })
  .meta({ id: 'LeaderboardRow', description: 'A ranked bot.', examples: [rowExample] })
export type LeaderboardRow = z.infer<typeof LeaderboardRow>

export const LeaderboardQuery = z
  .object({
    mode: Mode.default('live').meta({ description: 'The mode of the ranking; default `live`.' }),
    limit: queryInteger({ min: 1, max: 200 }).default(100).meta({ description: 'Maximum number; default 100.' }),
    offset: queryInteger({ min: 0, max: 1_000_000 })
      .default(0)
      .meta({ description: 'Number of best bots to skip; default 0.' }),
  })
  .meta({ id: 'LeaderboardQuery', description: 'Query of `GET /leaderboard`.', examples: [{ mode: 'live' }] })
export type LeaderboardQuery = z.infer<typeof LeaderboardQuery>

export const Leaderboard = z
  .object({ leaderboard: z.array(LeaderboardRow).meta({ description: 'Best first.' }) })
  .meta({
    id: 'Leaderboard',
    description: 'Answer of `GET /leaderboard`: best first.',
    examples: [{ leaderboard: [rowExample] }],
  })
export type Leaderboard = z.infer<typeof Leaderboard>
