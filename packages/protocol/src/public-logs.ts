/** The public logs of an arena, for programs. Formats of their files are in `public-log/`. */
import { z } from 'zod'

export const PublicLogs = z
  .object({
    logs: z
      .array(
        z.object({
          log: z.int().min(1).meta({ description: 'Its number: its files are below `/log/<number>/`.' }),
          origin: z.string().meta({ description: 'Its name, in checkpoints and signatures.' }),
          entries: z.int().min(0).meta({ description: 'How many entries it has.' }),
          key: z.string().nullable().meta({
            description: 'What its signatures are checked with, as a C2SP verifier key: `<name>+<id>+<key>`.',
          }),
        }),
      )
      .meta({
        description: 'The first one first. The last one grows; those before it ended when a backup was restored.',
      }),
  })
  .meta({
    id: 'PublicLogs',
    description: 'The public logs of the arena.',
    examples: [
      {
        logs: [
          {
            log: 1,
            origin: 'arena.example/log/1',
            entries: 1_204,
            key: 'arena.example/log/1+69c0f9b0+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea',
          },
        ],
      },
    ],
  })
export type PublicLogs = z.infer<typeof PublicLogs>
