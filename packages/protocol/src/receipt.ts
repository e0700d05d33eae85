/** The receipt of a match: what the arena saw of one bot, for its owner, and what it concludes from it. */
import { z } from 'zod'
import { BotVersion } from './bot-version.ts'
import { Port } from './game.ts'
import { BotId, MatchId } from './ids.ts'
import { NEVER_CONNECTED, ReceiptFacts } from './receipt-facts.ts'
import { Swing } from './swing.ts'

export const LossCause = z
  .enum([
    'never-connected',
    'silent',
    'text-pads',
    'pad-length',
    'byte-order',
    'frame-numbers',
    'seen-frames',
    'arena-late',
    'socket-closed',
    'socket-cut',
    'not-reading',
    'no-pong',
    'flood',
    'broken-protocol',
    'stopped',
    'one-pause',
    'regular-pauses',
    'pauses',
    'too-slow',
    'skipped-frames',
    'batches',
    'round-trip',
    'first-frames',
    'jitter',
  ])
  .meta({
    id: 'LossCause',
    description: 'A reason for which pads were missed; the guide for bots lists all of them with advice.',
    examples: ['round-trip'],
  })
export type LossCause = z.infer<typeof LossCause>

export const LikelyCause = z
  .object({
    code: LossCause,
    says: z.string().meta({ description: 'What was seen, in a sentence or two.' }),
    advice: z.string().meta({ description: 'What the bot’s author can do.' }),
  })
  .meta({
    id: 'LikelyCause',
    description: 'Why pads were likely missed.',
    examples: [
      {
        code: 'round-trip',
        says: 'Pads arrived 24 ms after their poll in the median, all alike. The round trip to the bot takes 71 ms.',
        advice: 'Host the bot nearer to the arena, or send pads with a longer lead.',
      },
    ],
  })
export type LikelyCause = z.infer<typeof LikelyCause>

export const LandedPads = z
  .object({
    count: z.int().min(0).meta({ description: 'Frames of the replay whose poll found a pad.' }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'SHA-256 over the 12 bytes of each of those pads, in the order of frames.' }),
  })
  .meta({
    id: 'LandedPads',
    description: 'The pads of a bot that were played in a match, to be compared with those that the bot sent.',
    examples: [{ count: 4092, sha256: '3b7ce3c2b0d1d3a1f3b5d7c9e1f30517293b4d5f718395a7b9cbddef01132537' }],
  })
export type LandedPads = z.infer<typeof LandedPads>

export const Receipt = z
  .object({
    matchId: MatchId,
    port: Port,
    botId: BotId,
    version: BotVersion.nullable().optional().meta({
      description:
        'What the bot said of its version when it joined; null where it said none. Arenas of before 2026-11-29 have no such field.',
    }),
    causes: z.array(LikelyCause).meta({
      description:
        'Why the bot likely lost by forfeit, or missed more than 1 % of its pads; the likeliest first. Empty otherwise.',
    }),
    landed: LandedPads.nullable().default(null).meta({
      description:
        'The pads of the bot that were played. Null where no game was, where the host died before it reported, and in a rehearsal.',
    }),
    swings: z
      .array(Swing)
      .nullable()
      .default(null)
      .meta({
        description:
          'Where the match was lost: the five largest swings against the bot at most, by frame. Null until the replay has been read, about a ' +
          'minute after the end, and in matches of before 2026-11-29.',
      }),
    ...ReceiptFacts.shape,
  })
  .meta({
    id: 'Receipt',
    description: 'What the arena saw of a bot in a match, for its owner.',
    examples: [
      {
        matchId: 'match_01k9y40r6yes3v1c5hzq8p2n7t',
        port: 0,
        botId: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ed',
        version: null,
        causes: [
          {
            code: 'never-connected',
            says: 'No socket could be opened in 10 seconds and 5 dials. The last one failed: connection refused.',
            advice: 'Nothing listens at this address: start the bot, and check its port.',
          },
        ],
        landed: null,
        swings: [],
        ...NEVER_CONNECTED,
      },
    ],
  })
export type Receipt = z.infer<typeof Receipt>
