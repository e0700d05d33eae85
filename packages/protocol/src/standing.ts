/** How a bot stands, for its owner: whether it plays, what it missed, its rating and its last match. */
import { z } from 'zod'
import { DeployStepName } from './deploy-steps.ts'
import { BotId, MatchId } from './ids.ts'
import { Timestamp } from './timestamp.ts'

export const BotState = z.enum(['held', 'paused', 'missing', 'playing', 'check-failed', 'resting', 'free']).meta({
  id: 'BotState',
  description:
    'The first of these that holds. `held`: an operator has paused the bot. `paused`: it is not seated. `missing`: it did not ' +
    'join its last match, or several in a row. `playing`: it is in a match. `check-failed`: a deploy check failed in the last ' +
    '24 hours, and the URL is as it was before. `resting`: its last match is less than the rest ago. `free`: it may be seated at ' +
    'the next tick.',
  examples: ['missing'],
})
export type BotState = z.infer<typeof BotState>

export const BotWaiting = z
  .object({
    free: z.int().min(0).meta({ description: 'Bots of other accounts that may be seated now.' }),
    resting: z.int().min(0).meta({ description: 'Bots of other accounts that rest.' }),
    playing: z.int().min(0).meta({ description: 'Bots of other accounts that are in a match.' }),
    nextMatchMs: z
      .number()
      .min(0)
      .nullable()
      .meta({
        description:
          'About how long until its next match may begin: the first tick at which it and another have rested. Null where nobody ' +
          'knows: no other bot is here, all that could come play, or there is no seat.',
      }),
    says: z.string().meta({ description: 'The same in a sentence.' }),
  })
  .meta({
    id: 'BotWaiting',
    description: 'What a bot waits for before its next match. Paused bots are not counted.',
    examples: [
      {
        free: 1,
        resting: 3,
        playing: 0,
        nextMatchMs: 79_400,
        says: '1 bot is free, 3 rest: next match in about 80 s.',
      },
    ],
  })
export type BotWaiting = z.infer<typeof BotWaiting>

export const BotStanding = z
  .object({
    state: BotState,
    label: z.string().meta({ description: 'The state in a few words.' }),
    says: z.string().meta({ description: 'What it means, in a sentence or two.' }),
    waiting: BotWaiting.nullable().meta({
      description: 'What it waits for; null while it plays, is paused or held.',
    }),
    missesInARow: z.int().min(0).meta({ description: 'Matches up to the last one that it did not join.' }),
    matchId: MatchId.nullable().meta({ description: 'The match that it is in; null for none.' }),
    rating: z
      .number()
      .nullable()
      .meta({ description: 'As on the leaderboard; null before its first completed match.' }),
    rank: z.int().min(1).nullable().meta({ description: 'On the leaderboard; null where it is not on it.' }),
    lastMatch: z
      .object({
        id: MatchId,
        outcome: z.enum(['win', 'loss', 'draw', 'aborted']).meta({ description: 'As the bot saw it.' }),
        byForfeit: z.boolean().meta({ description: 'Whether one of the two forfeited.' }),
        opponentId: BotId,
        opponentName: z.string().meta({ description: 'As it was when the match was seated.' }),
        endedAt: Timestamp,
      })
      .nullable()
      .meta({ description: 'The last match that has ended; null before it.' }),
    lastCheck: z
      .object({
        at: Timestamp,
        failedStep: DeployStepName.nullable().meta({ description: 'Null where the check passed.' }),
      })
      .nullable()
      .meta({ description: 'The last deploy check; null where none is kept.' }),
    connector: z
      .object({
        connected: z.boolean().meta({ description: 'Whether one is connected.' }),
        since: Timestamp,
      })
      .optional()
      .meta({
        description:
          'The connector of a bot whose URL is a relay of the arena’s, and since when one is connected or none; absent for every other bot.',
      }),
  })
  .meta({
    id: 'BotStanding',
    description: 'How a bot stands, for its owner.',
    examples: [
      {
        state: 'missing',
        label: 'Missed its last 2 matches',
        says: 'The receipts of the matches say why.',
        waiting: {
          free: 1,
          resting: 3,
          playing: 0,
          nextMatchMs: 79_400,
          says: '1 bot is free, 3 rest: next match in about 80 s.',
        },
        missesInARow: 2,
        matchId: null,
        rating: 21.4,
        rank: 7,
        lastMatch: {
          id: 'match_01k9y40r6yes3v1c5hzq8p2n7t',
          outcome: 'loss',
          byForfeit: true,
          opponentId: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ee',
          opponentName: 'Needle',
          endedAt: '2026-11-21T11:42:00.000Z',
        },
        lastCheck: { at: '2026-11-21T11:10:00.000Z', failedStep: null },
      },
    ],
  })
export type BotStanding = z.infer<typeof BotStanding>
