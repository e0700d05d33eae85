/**
 * The pick: one JSON text frame each way before the game. Unknown members of an answer are ignored, so that a bot
 * written for a later version still plays.
 */
import { z } from 'zod'
import { Character, Costume, Port } from './game.ts'
import { BotId, MatchId } from './ids.ts'
import { Mode } from './modes.ts'

export const PickRequest = z
  .object({
    id: z.literal(0).meta({ description: 'Echoed in the answer.' }),
    kind: z.literal('pick').meta({ description: 'The kind of request.' }),
    matchId: MatchId,
    mode: Mode,
    port: Port.meta({ description: 'The bot’s player index in every .slp event that follows.' }),
    opponent: z
      .object({ botId: BotId, name: z.string().meta({ description: 'Its name.' }) })
      .meta({ description: 'The bot on the other port.' }),
    deadlineMs: z.int().min(0).meta({ description: 'Milliseconds the bot has to answer.' }),
    inputDelayFrames: z.int().min(0).meta({ description: 'The mode’s lead.' }),
  })
  .meta({
    id: 'PickRequest',
    description: 'First message of the service on a match socket.',
    examples: [
      {
        id: 0,
        kind: 'pick',
        matchId: 'match_01k9y40r6yes3v1c5hzq8p2n7t',
        mode: 'live',
        port: 0,
        opponent: { botId: 'bot_01k9y3y1c9e5vr7m2h6t0q4xkb', name: 'Edgeguard' },
        deadlineMs: 10000,
        inputDelayFrames: 2,
      },
    ],
  })
export type PickRequest = z.infer<typeof PickRequest>

export const PickResponse = z
  .object({
    id: z.literal(0).meta({ description: 'That of the request.' }),
    action: z.object({ character: Character, costume: Costume }).meta({ description: 'The pick.' }),
  })
  .meta({
    id: 'PickResponse',
    description: 'The bot’s answer. A late or invalid one gets a random character with costume 0.',
    examples: [{ id: 0, action: { character: 2, costume: 0 } }],
  })
export type PickResponse = z.infer<typeof PickResponse>
