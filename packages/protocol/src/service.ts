/** What the service says of itself. */
import { z } from 'zod'
import { PublicKey } from './keys.ts'

export const Health = z
  .object({ status: z.literal('ok').meta({ description: 'The arena answers.' }) })
  .meta({ id: 'Health', description: 'Answer of `GET /health`.', examples: [{ status: 'ok' }] })
export type Health = z.infer<typeof Health>

export const PlatformKey = z.object({ publicKey: PublicKey }).meta({
  id: 'PlatformKey',
  description:
    'Answer of `GET /.well-known/arena.json`: the key that signs every connection the service makes to a bot.',
  examples: [{ publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' }],
})
export type PlatformKey = z.infer<typeof PlatformKey>
