/** The key that the arena signs its connections with. */
import { PlatformKey } from '@arena/protocol'
import type { PublishedKeys } from './published-keys.ts'
import type { App } from '../http/app-type.ts'

interface Parts {
  readonly publishedKeys: PublishedKeys
}

export function serviceRoutes(app: App, { publishedKeys }: Parts): void {
  app.get(
    '/.well-known/arena.json',
    {
      schema: {
        operationId: 'getPlatformKey',
        summary: 'The platform key',
        tags: ['service'],
        response: { 200: PlatformKey },
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(await publishedKeys.document()),
  )
}
