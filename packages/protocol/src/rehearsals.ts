/** A rehearsal: a whole game of a paused bot against one of the arena's own, unrated, for the eyes of its owner. */
import { z } from 'zod'
import { Port, StageId } from './game.ts'
import { BotId, MatchId, RehearsalId } from './ids.ts'
import { GameSummary } from './matches.ts'
import { Receipt } from './receipt.ts'
import { Timestamp } from './timestamp.ts'

export const RehearsalStatus = z.enum(['waiting', 'running', 'completed', 'aborted']).meta({
  id: 'RehearsalStatus',
  description: '`waiting` for room that the ladder leaves, `running`, or how it has ended.',
  examples: ['running'],
})
export type RehearsalStatus = z.infer<typeof RehearsalStatus>

export const Rehearsal = z
  .object({
    id: RehearsalId,
    matchId: MatchId.meta({
      description: 'The id by which the bot knows it, in its handshake and its pick request; there is no such match.',
    }),
    botId: BotId,
    status: RehearsalStatus,
    ahead: z.int().min(0).meta({ description: 'Rehearsals that wait before this one; 0 once it runs.' }),
    port: Port.nullable().meta({ description: 'The bot’s player index; null while it waits.' }),
    opponent: z
      .object({ botId: BotId, name: z.string().meta({ description: 'Its name.' }) })
      .nullable()
      .meta({
        description:
          'The house bot, as the bot is told it; it is no bot of the ladder. Null while the rehearsal waits.',
      }),
    stage: StageId.nullable().meta({ description: 'Null until the game starts.' }),
    requestedAt: Timestamp,
    startedAt: Timestamp.nullable().meta({ description: 'Null while it waits.' }),
    endedAt: Timestamp.nullable().meta({ description: 'Null until it has ended.' }),
    summary: GameSummary.nullable().meta({ description: 'As of a match.' }),
    detail: z.string().nullable().meta({
      description: 'Why it was aborted, or why it waits again after it had begun, in a sentence; null otherwise.',
    }),
    receipt: Receipt.nullable().meta({ description: 'As of a match; null until it has ended.' }),
    replayBytes: z.int().min(0).nullable().meta({
      description: 'Size of the `.slp`; null until it has ended, and where no game was played or its replay was lost.',
    }),
  })
  .meta({
    id: 'Rehearsal',
    description:
      'A game of a paused bot against a house bot, unrated and in no list. It is kept for a day after its end.',
    examples: [
      {
        id: 'rehearsal_01k9y40r6yes3v1c5hzq8p2n7t',
        matchId: 'match_01k9y40r6yes3v1c5hzq8p2n7t',
        botId: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ed',
        status: 'running',
        ahead: 0,
        port: 1,
        opponent: { botId: 'bot_00000000000000000000000003', name: 'Gale' },
        stage: 31,
        requestedAt: '2026-11-21T11:09:58.120Z',
        startedAt: '2026-11-21T11:10:00.000Z',
        endedAt: null,
        summary: null,
        detail: null,
        receipt: null,
        replayBytes: null,
      },
    ],
  })
export type Rehearsal = z.infer<typeof Rehearsal>
