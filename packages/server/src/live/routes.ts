/** The matches that are being played now. */
import { LiveList, LiveQuery } from '@arena/protocol'
import type { Context } from '../context.ts'
import type { App } from '../http/app.ts'

export function liveRoutes(app: App, { live }: Context): void {
  app.get(
    '/live',
    {
      schema: {
        operationId: 'listLiveMatches',
        summary: 'Running matches',
        tags: ['matches'],
        querystring: LiveQuery,
        response: { 200: LiveList },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send({ matches: live.list(request.query.mode) }),
  )
}
