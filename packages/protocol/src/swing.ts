/** Where a match was lost: a stretch of frames in which the chance of winning moved most. */
import { z } from 'zod'
import { Port } from './game.ts'

const Chance = z.number().min(0).max(1)

export const Swing = z
  .object({
    startFrame: z.int().meta({ description: 'The frame from which the chance fell.' }),
    endFrame: z.int().meta({ description: 'The frame at which it was lowest.' }),
    before: Chance.meta({
      description: 'The chance to win at the first of them, as the arena estimates it, from 0 to 1.',
    }),
    after: Chance.meta({ description: 'The chance to win at the last of them.' }),
    moment: z
      .object({ kind: z.string(), port: Port })
      .nullable()
      .meta({
        description:
          'What happened meanwhile: a kind of moment as the search for matches has them, such as `kill`, and the port of who did it. ' +
          'Null where no moment is known there.',
      }),
  })
  .meta({
    id: 'Swing',
    description: 'A stretch of a match in which the chance of a bot to win fell.',
    examples: [
      { startFrame: 4180, endFrame: 4312, before: 0.61, after: 0.34, moment: { kind: 'edge-guard', port: 1 } },
    ],
  })
export type Swing = z.infer<typeof Swing>
