/** The matches that are being played now. */
import { LiveList, LiveQuery } from '@arena/protocol'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { NOT_MODIFIED, ReadCache } from '../http/read-cache.ts'

export function liveRoutes(app: App, { live, machine }: Context): void {
  const cache = new ReadCache(() => live.revision + machine.revision)
  app.get(
    '/live',
    {
      schema: {
        operationId: 'listLiveMatches',
        summary: 'Running matches',
        tags: ['matches'],
        querystring: LiveQuery,
        response: { 200: LiveList, 304: NOT_MODIFIED },
      },
    },
    (request, reply) =>
      cache.answer(request, reply, () => ({ matches: live.list(request.query.mode), notice: machine.notice })),
  )
}
