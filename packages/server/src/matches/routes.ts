/** Match records (spec: GET /matches rules). */
import { Match, MatchId, MatchList, MatchQuery, Problem } from '@arena/protocol'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app.ts'

const Params = z.object({ id: MatchId })

export function matchRoutes(app: App, { matches }: Context): void {
  app.get(
    '/matches',
    {
      schema: {
        operationId: 'listMatches',
        summary: 'Matches, newest first',
        tags: ['matches'],
        querystring: MatchQuery,
        response: { 200: MatchList },
      },
    },
    async (request, reply) => {
      const page = await matches.list(request.query)
      if (page === 'unknown-before') {
        throw new Problem('invalid-request', {
          detail: 'The query is not valid.',
          errors: [{ path: 'before', message: 'There is no match with this id.' }],
        })
      }
      return reply.header('cache-control', 'no-cache').send({ matches: page })
    },
  )
  app.get(
    '/matches/:id',
    {
      schema: {
        operationId: 'getMatch',
        summary: 'A match record',
        tags: ['matches'],
        params: Params,
        response: { 200: Match },
      },
    },
    async (request, reply) => {
      const match = await matches.find(request.params.id)
      if (match === null) throw new Problem('not-found', { detail: 'There is no such match.' })
      return reply.header('cache-control', 'no-cache').send(match)
    },
  )
}
