/** Matches: the public records, while they run and afterwards. */
import { z } from 'zod'
import { BotVersion } from './bot-version.ts'
import { Character, Costume, Port, StageId } from './game.ts'
import { BotId, MatchId } from './ids.ts'
import { Mode } from './modes.ts'
import { pair } from './pair.ts'
import { queryInteger } from './query.ts'
import { text } from './text.ts'
import { Timestamp } from './timestamp.ts'

const count = z.int().min(0)

// The bots of all examples.
const WAVELAND = {
  port: 0,
  botId: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ed',
  botName: 'Waveland',
  character: 2,
  costume: 0,
} as const
const EDGEGUARD = {
  port: 1,
  botId: 'bot_01k9y3y1c9e5vr7m2h6t0q4xkb',
  botName: 'Edgeguard',
  character: 20,
  costume: 3,
} as const
const LIVE_WAVELAND = { ...WAVELAND, stocks: 4, percent: 12, x: -38.8, y: 0.0001 } as const

export const MatchStatus = z.enum(['running', 'completed', 'aborted']).meta({
  id: 'MatchStatus',
  description: '`aborted` matches produce no placements and no rating change.',
  examples: ['completed'],
})
export type MatchStatus = z.infer<typeof MatchStatus>

export const EndReason = z.enum(['stocks', 'time', 'forfeit', 'engine']).meta({
  id: 'EndReason',
  description:
    '`stocks`: last stock standing. `time`: the timer ran out. `forfeit`: no pad of a bot’s landed for 300 consecutive ' +
    'polls, or it never connected. `engine`: the engine broke, or the match was broken off for another ' +
    'reason, which `abortReason` says; the match is `aborted` and unrated.',
  examples: ['stocks'],
})
export type EndReason = z.infer<typeof EndReason>

export const MatchPlayer = z
  .object({
    port: Port,
    botId: BotId,
    botName: z.string().meta({ description: 'Its name at the time of the match.' }),
    character: Character.nullable().meta({ description: 'Null until the game starts.' }),
    costume: Costume.nullable().meta({ description: 'Null until the game starts.' }),
    placement: z
      .literal([1, 2])
      .nullable()
      .meta({ description: '1 won, 2 lost, 1 for both on a draw; null while running, and of an aborted match.' }),
    score: count.nullable().meta({
      description:
        'Stocks left at the end, but 0 against 4 on a forfeit, and 0 against 0 where both forfeit; null as `placement` is.',
    }),
    ratingDelta: z.number().nullable().meta({ description: 'Rating after minus before, once the match completes.' }),
    version: BotVersion.nullable().optional().meta({
      description:
        'What the bot said of its version when it joined; null where it said none, and until the game starts. Arenas of before 2026-11-29 have no such field.',
    }),
  })
  .meta({
    id: 'MatchPlayer',
    description: 'A bot in a match record.',
    examples: [{ ...WAVELAND, placement: 1, score: 2, ratingDelta: 1.7, version: '1.4' }],
  })
export type MatchPlayer = z.infer<typeof MatchPlayer>

export const GamePlayer = z
  .object({
    character: Character,
    costume: Costume,
    stocks: count.meta({ description: 'Stocks left at the end.' }),
    percent: z.number().min(0).meta({ description: 'Damage at the end, as the game shows it.' }),
    missed: count.default(0).meta({ description: 'Frames polled without a pad from this bot, each played neutral.' }),
    lead: count
      .nullable()
      .optional()
      .meta({
        description:
          'The median lead: frames between the newest frame that the bot can have seen when it sent a pad and the frame ' +
          'which that pad was played at. 0 is a pad for the very next frame; null where no pad of its was played. Absent ' +
          'from records of before 2026-11-23.',
      }),
  })
  .meta({
    id: 'GamePlayer',
    description: 'How a player ended.',
    examples: [{ character: 2, costume: 0, stocks: 2, percent: 47, missed: 0, lead: 2 }],
  })
export type GamePlayer = z.infer<typeof GamePlayer>

const summaryExample = {
  stage: 31,
  players: [
    { character: 2, costume: 0, stocks: 2, percent: 47, missed: 0, lead: 2 },
    { character: 20, costume: 3, stocks: 0, percent: 118, missed: 4, lead: 0 },
  ],
  frames: 9871,
  endReason: 'stocks',
  winner: 0,
}

export const GameSummary = z
  .object({
    stage: StageId,
    players: pair(GamePlayer).meta({ description: 'By port.' }),
    frames: count.meta({ description: 'Frames played, from frame 0 to the last.' }),
    endReason: EndReason,
    winner: Port.nullable().meta({ description: 'The winning port; null means a draw, or no result on `engine`.' }),
  })
  .meta({
    id: 'GameSummary',
    description: 'The result of a finished game, or the state of an aborted one.',
    examples: [summaryExample],
  })
export type GameSummary = z.infer<typeof GameSummary>

const matchExample = {
  id: 'match_01k9y40r6yes3v1c5hzq8p2n7t',
  mode: 'live',
  status: 'completed',
  stage: 31,
  players: [
    { ...WAVELAND, placement: 1, score: 2, ratingDelta: 1.7, version: '1.4' },
    { ...EDGEGUARD, placement: 2, score: 0, ratingDelta: -1.4, version: null },
  ],
  summary: summaryExample,
  replayBytes: 3604118,
  startedAt: '2026-11-21T11:10:00.000Z',
  endedAt: '2026-11-21T11:12:58.412Z',
}

export const MatchSummary = z
  .object({
    id: MatchId,
    mode: Mode,
    status: MatchStatus,
    stage: StageId.nullable().meta({ description: 'Null until the game starts.' }),
    players: pair(MatchPlayer).meta({ description: 'By port.' }),
    summary: GameSummary.nullable().meta({
      description:
        'The result once the match ends, or where an aborted one stood; null while running, and where no game of an aborted one is known.',
    }),
    replayBytes: count.nullable().meta({
      description:
        'Size of the `.slp`; null while running, where no game was played or its replay was lost, and after retention has deleted it for good.',
    }),
    startedAt: Timestamp,
    endedAt: Timestamp.nullable().meta({ description: 'Null while the match runs.' }),
    abortReason: z.string().optional().meta({ description: 'Of an aborted match only: the reason, in a sentence.' }),
  })
  .meta({ id: 'MatchSummary', description: 'A match as lists show it.', examples: [matchExample] })
export type MatchSummary = z.infer<typeof MatchSummary>

export const Match = MatchSummary.extend({
  seed: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .meta({ description: 'The match seed in hexadecimal; null while the match runs, public once it ends.' }),
}).meta({
  id: 'Match',
  description: 'A match record.',
  examples: [{ ...matchExample, seed: '5f0c1d7e92ab3468c0ffee00112233445566778899aabbccddeeff0123456789' }],
})
export type Match = z.infer<typeof Match>

/** Only this many of the newest matches can be reached through the list. */
export const REACHABLE_MATCHES = 10_000

export const MatchQuery = z
  .object({
    mode: Mode.optional().meta({ description: 'Only matches of this mode.' }),
    botId: text({ min: 0, max: 256 }).optional().meta({ description: 'Only matches of this bot.' }),
    limit: queryInteger({ min: 1, max: 200 }).default(20).meta({ description: 'Maximum number; default 20.' }),
    before: text({ min: 0, max: 256 })
      .optional()
      .meta({ description: 'Only matches that started before the match with this id.' }),
  })
  .meta({ id: 'MatchQuery', description: 'Query of `GET /matches`.', examples: [{ limit: 20 }] })
export type MatchQuery = z.infer<typeof MatchQuery>

export const MatchList = z
  .object({ matches: z.array(MatchSummary).meta({ description: 'Newest first; empty past the end.' }) })
  .meta({
    id: 'MatchList',
    description: 'Answer of `GET /matches`: newest first. The last id is the `before` of the next page.',
    examples: [{ matches: [matchExample] }],
  })
export type MatchList = z.infer<typeof MatchList>

export const LivePlayer = z
  .object({
    port: Port,
    botId: BotId,
    botName: z.string().meta({ description: 'Its name when the match began.' }),
    character: Character.nullable().meta({ description: 'Null until the game starts.' }),
    costume: Costume.nullable().meta({ description: 'Null until the game starts.' }),
    stocks: count.meta({ description: 'Stocks left.' }),
    percent: z.number().min(0).meta({ description: 'Damage, as the game shows it.' }),
    x: z.number().meta({ description: 'In the units of the game; 0 is the middle of the stage.' }),
    y: z.number().meta({ description: 'In the units of the game, upwards.' }),
  })
  .meta({
    id: 'LivePlayer',
    description: 'A bot in a running match.',
    examples: [LIVE_WAVELAND],
  })
export type LivePlayer = z.infer<typeof LivePlayer>

export const LiveMatch = z
  .object({
    id: MatchId,
    mode: Mode,
    stage: StageId.nullable().meta({ description: 'Null while the bots pick.' }),
    frame: z.int().meta({ description: 'Latest frame the engine reported; -123 until the first.' }),
    players: pair(LivePlayer).meta({ description: 'By port.' }),
    startedAt: Timestamp,
  })
  .meta({
    id: 'LiveMatch',
    description: 'A running match as it stands.',
    examples: [
      {
        id: 'match_01k9y40r6yes3v1c5hzq8p2n7t',
        mode: 'live',
        stage: 31,
        frame: 812,
        players: [LIVE_WAVELAND, { ...EDGEGUARD, stocks: 3, percent: 0, x: 41.25, y: 27.2 }],
        startedAt: '2026-11-21T11:10:00.000Z',
      },
    ],
  })
export type LiveMatch = z.infer<typeof LiveMatch>

export const LiveQuery = z
  .object({ mode: Mode.optional().meta({ description: 'Only matches of this mode.' }) })
  .meta({ id: 'LiveQuery', description: 'Query of `GET /live`.', examples: [{ mode: 'live' }] })
export type LiveQuery = z.infer<typeof LiveQuery>

export const LiveList = z
  .object({
    matches: z.array(LiveMatch).meta({ description: 'Every match that runs now.' }),
    notice: z.string().optional().meta({
      description:
        'Why the machine plays fewer matches at once than it might, in a sentence. Only in development, and absent while the machine keeps up.',
    }),
  })
  .meta({
    id: 'LiveList',
    description: 'Answer of `GET /live`.',
    examples: [{ matches: [] }],
  })
export type LiveList = z.infer<typeof LiveList>
