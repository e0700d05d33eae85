/** One fit over all games: ratings with intervals, and what contradicts them. */
import { z } from 'zod'
import { BotId } from './ids.ts'
import { Timestamp } from './timestamp.ts'

const games = z.int().min(0).meta({ description: 'Number of games.' })
const elo = z.number().meta({ description: 'Points of Elo.' })
const share = z.number().min(0).max(1).meta({ description: 'A share, 0 to 1.' })

const rowExample = {
  botId: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ed',
  name: 'Waveland',
  owner: 'ada',
  rating: 1712.4,
  low: 1671.2,
  high: 1753.6,
  bestRank: 1,
  worstRank: 3,
  games: 212,
  points: 151.5,
  forfeits: 2,
}

export const RatingListRow = z
  .object({
    botId: BotId,
    name: z.string().meta({ description: 'The name of the bot.' }),
    owner: z
      .string()
      .meta({ description: 'The handle of its owner; empty where none is picked, or the bot is removed.' }),
    rating: elo.meta({ description: 'In Elo; the mean of all bots is 1500.' }),
    low: elo.meta({ description: 'The true rating lies between this and `high`, with 95 of 100.' }),
    high: elo,
    bestRank: z.int().min(1).meta({ description: 'One more than the bots that are surely better.' }),
    worstRank: z.int().min(1).meta({ description: 'The number of bots less those that are surely worse.' }),
    games: games.meta({ description: 'Games of the fit: played to an end by stocks or time.' }),
    points: z.number().min(0).meta({ description: 'Games won, and half of those drawn.' }),
    forfeits: games.meta({ description: 'Matches that it lost by forfeit, which are no part of the fit.' }),
  })
  .meta({ id: 'RatingListRow', description: 'A bot in the list of ratings.', examples: [rowExample] })
export type RatingListRow = z.infer<typeof RatingListRow>

const Contradiction = z
  .object({
    winner: BotId,
    loser: BotId,
    games,
    points: z.number().meta({ description: 'Those of the winner.' }),
    expected: z.number().meta({ description: 'Its points by the ratings.' }),
    othersGames: z.int().min(0).meta({ description: 'Games of all others against the winner.' }),
    othersPoints: z.number().meta({ description: 'Their points: others may beat a bot that the loser does not.' }),
  })
  .meta({
    id: 'RatingContradiction',
    description: 'Two bots whose games surely went otherwise than the list has it.',
    examples: [
      {
        winner: rowExample.botId,
        loser: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ee',
        games: 30,
        points: 25,
        expected: 11.2,
        othersGames: 182,
        othersPoints: 101.5,
      },
    ],
  })

const Change = z
  .object({
    botId: BotId,
    from: Timestamp,
    to: Timestamp,
    by: elo.meta({ description: 'How much stronger it became; negative where it became weaker.' }),
    urlChanges: z.array(Timestamp).meta({
      description: 'When its owner gave it another URL, meanwhile: between the first game of the fit and the last.',
    }),
  })
  .meta({
    id: 'RatingChange',
    description: 'When the strength of a bot surely changed: between the ends of two of its games, `from` and `to`.',
    examples: [
      {
        botId: rowExample.botId,
        from: '2026-11-21T14:02:00.000Z',
        to: '2026-11-21T14:20:00.000Z',
        by: -140.5,
        urlChanges: ['2026-11-21T14:12:00.000Z'],
      },
    ],
  })

const Band = z.object({ from: share, to: share, games, expected: share, scored: share, low: share, high: share }).meta({
  id: 'CalibrationBand',
  description: 'Games whose favourite was expected to have from `from` to `to` of the points, and what it had.',
  examples: [{ from: 0.6, to: 0.7, games: 120, expected: 0.648, scored: 0.67, low: 0.58, high: 0.75 }],
})

const Calibration = z
  .object({
    bands: z.array(Band).meta({ description: 'Those with a game, from the closest.' }),
    games,
    brier: z.number().nullable().meta({ description: 'Mean squared error of the predictions; null without a game.' }),
    brierOfEven: z.number().nullable().meta({ description: 'The same for one who calls every game even.' }),
  })
  .meta({
    id: 'Calibration',
    description: 'What the ladder’s ratings expected of its games beside how they ended.',
    examples: [{ bands: [], games: 0, brier: null, brierOfEven: null }],
  })

const Split = z
  .object({
    botId: BotId,
    by: z.enum(['character', 'stage']).meta({ description: 'What `id` is of.' }),
    id: z.int().min(0).meta({ description: 'The external id of the bot’s character, or the id of the stage.' }),
    games,
    points: z.number().meta({ description: 'Games won, and half of those drawn.' }),
    expected: z.number().meta({ description: 'Its points by the ratings.' }),
    difference: elo.meta({
      description: 'What it is worth here beside its rating, drawn toward 0 where games are few.',
    }),
    low: elo,
    high: elo,
  })
  .meta({
    id: 'RatingSplit',
    description: 'A bot with one of its characters, or on one stage.',
    examples: [
      {
        botId: rowExample.botId,
        by: 'stage' as const,
        id: 31,
        games: 40,
        points: 19,
        expected: 24.1,
        difference: -38.2,
        low: -90.1,
        high: 13.7,
      },
    ],
  })
export type RatingSplit = z.infer<typeof Split>

export const RatingList = z
  .object({
    computedAt: Timestamp,
    games: games.meta({ description: 'The newest games, of which the fit is made.' }),
    from: Timestamp.nullable().meta({ description: 'When the first of them ended; null without a game.' }),
    to: Timestamp.nullable().meta({ description: 'When the last of them ended.' }),
    builds: z.array(z.string()).meta({ description: 'What they were played with, as machines name it.' }),
    spread: elo.meta({ description: 'The standard deviation of all true ratings.' }),
    rows: z.array(RatingListRow).meta({ description: 'Best rating first.' }),
    superiority: z.array(z.array(share)).meta({
      description: 'How likely the bot of a row is stronger than that of a column, both in the order of `rows`.',
    }),
    contradictions: z.array(Contradiction).meta({ description: 'The most surprising first.' }),
    cycles: z
      .array(z.tuple([BotId, BotId, BotId]))
      .meta({ description: 'Each surely beats the next, and the last the first.' }),
    changes: z.array(Change).meta({ description: 'The greatest change of each bot that has one.' }),
    alike: z.array(z.tuple([BotId, BotId])).meta({
      description:
        'Bots with the same strengths and weaknesses against the same opponents, as copies of a program have.',
    }),
    calibration: Calibration,
    splits: z.array(Split).meta({ description: 'Each bot with each of its characters, and on each stage.' }),
  })
  .meta({
    id: 'RatingList',
    description:
      'One Bradley-Terry fit over the newest games, in Elo. The ladder pairs by its own ratings, not by these.',
    examples: [
      {
        computedAt: '2026-11-21T15:00:00.000Z',
        games: 212,
        from: '2026-11-20T10:00:00.000Z',
        to: '2026-11-21T14:58:00.000Z',
        builds: ['builtin-1f0c9a7b3d52'],
        spread: 180.2,
        rows: [rowExample],
        superiority: [[0.5]],
        contradictions: [],
        cycles: [],
        changes: [],
        alike: [],
        calibration: { bands: [], games: 0, brier: null, brierOfEven: null },
        splits: [],
      },
    ],
  })
export type RatingList = z.infer<typeof RatingList>
