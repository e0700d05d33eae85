/** Health, readiness and the platform key. */
import { z } from 'zod'
import { PublicKey } from './keys.ts'

export const Health = z
  .object({ status: z.literal('ok').meta({ description: 'The arena answers.' }) })
  .meta({ id: 'Health', description: 'Answer of `GET /health`.', examples: [{ status: 'ok' }] })
export type Health = z.infer<typeof Health>

export const Ready = z
  .object({
    status: z.literal('ready').meta({ description: 'The arena can play and record.' }),
    checks: z.array(z.string()).meta({ description: 'The parts that were checked, all of which work.' }),
  })
  .meta({
    id: 'Ready',
    description: 'Answer of `GET /ready`.',
    examples: [{ status: 'ready', checks: ['database', 'hosts', 'matchmaking'] }],
  })
export type Ready = z.infer<typeof Ready>

export const PlatformKey = z
  .object({
    publicKey: PublicKey,
    publicKeys: z
      .array(PublicKey)
      .min(1)
      .optional()
      .meta({
        description:
          'All keys that may sign a connection at the moment, `publicKey` among them: two or three while the arena changes its key. ' +
          'Absent means `publicKey` alone.',
      }),
  })
  .meta({
    id: 'PlatformKey',
    description:
      'Answer of `GET /.well-known/arena.json`: the key that signs every connection the service makes to a bot.',
    examples: [{ publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' }],
  })
export type PlatformKey = z.infer<typeof PlatformKey>
