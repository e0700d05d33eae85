/** Breaking changes to the public surface (play protocol, schemas, endpoints, rules), newest first. */
import { z } from 'zod'

export const ChangelogEntry = z
  .object({
    date: z.iso.date(),
    title: z.string(),
    changes: z.array(z.string()).meta({ description: 'One change each, in Markdown.' }),
  })
  .meta({
    id: 'ChangelogEntry',
    description: 'What changed on a day.',
    examples: [
      { date: '2026-10-13', title: 'One game, one mode', changes: ['`GET /matches/{id}/frames` was removed.'] },
    ],
  })
export type ChangelogEntry = z.infer<typeof ChangelogEntry>

export const Changelog = z.object({ entries: z.array(ChangelogEntry) }).meta({
  id: 'Changelog',
  description: 'Breaking changes to the public surface, newest first.',
  examples: [{ entries: [] }],
})
export type Changelog = z.infer<typeof Changelog>

export const CHANGELOG: Changelog = {
  entries: [
    {
      date: '2026-10-13',
      title: 'The 1v1 game in the `live` mode',
      changes: [
        'The arena plays the 1v1 game, and `live` is its mode.',
        'A match socket carries one JSON pick each way, then the raw `.slp` event stream, answered by pads of 12 bytes.',
        'A replay is the `.slp` file at `GET /matches/{id}/replay.slp`. `GET /matches/{id}/frames` was removed.',
        'Match records carry `summary`.',
        'Headers of the arena are named `x-arena-*`.',
        'The platform key is at `/.well-known/arena.json`.',
        'Secrets of bearer keys begin with `arn_`.',
      ],
    },
  ],
}
