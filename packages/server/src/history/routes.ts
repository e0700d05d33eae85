/** Match records (spec: GET /matches rules). */
import { Match, MatchId, MatchList, MatchQuery, Problem, Receipt } from '@arena/protocol'
import { z } from 'zod'
import type { MatchStore } from './store.ts'
import type { ReceiptStore } from './receipts.ts'
import type { Changes } from '../db/changes.ts'
import type { App } from '../http/app-type.ts'
import { identityOf } from '../http/authentication.ts'
import { NOT_MODIFIED, ReadCache } from '../http/read-cache.ts'

const Params = z.object({ id: MatchId.meta({ description: 'The match.' }) })

interface Parts {
  readonly matches: MatchStore
  readonly receipts: ReceiptStore
  readonly changes: Changes
}

export function matchRoutes(app: App, { matches, receipts, changes }: Parts): void {
  const cache = new ReadCache(() => changes.revision('matches'))
  app.get(
    '/matches',
    {
      config: { limit: 'match-reads', problems: ['database-unavailable'] },
      schema: {
        operationId: 'listMatches',
        summary: 'Matches, newest first',
        tags: ['matches'],
        querystring: MatchQuery,
        response: { 200: MatchList, 304: NOT_MODIFIED },
      },
    },
    (request, reply) =>
      cache.answer(request, reply, async () => {
        const page = await matches.list(request.query)
        if (page === 'unknown-before') {
          throw new Problem('invalid-request', {
            detail: 'The query is not valid.',
            errors: [{ path: 'before', message: 'There is no match with this id.' }],
          })
        }
        return { matches: page }
      }),
  )
  app.get(
    '/matches/:id',
    {
      config: { limit: 'match-reads', problems: ['database-unavailable'] },
      schema: {
        operationId: 'getMatch',
        summary: 'A match record',
        tags: ['matches'],
        params: Params,
        response: { 200: Match, 304: NOT_MODIFIED },
      },
    },
    (request, reply) =>
      cache.answer(request, reply, async () => {
        const match = await matches.find(request.params.id)
        if (match === null) throw new Problem('not-found', { detail: 'There is no such match.' })
        return match
      }),
  )
  app.get(
    '/matches/:id/receipt',
    {
      config: { scope: 'bots.read', limit: 'match-reads' },
      schema: {
        operationId: 'getReceipt',
        summary: 'The receipt of a match',
        description:
          'For the owner of a bot in the match: when its pads arrived against their polls, what became of its sockets, how ' +
          'punctual the arena was, and, where the bot lost by forfeit or missed more than 1 % of its pads, the likely ' +
          'reason; and where the match was lost. It never holds anything of how the other bot was connected. There once the match has ended, and for as long as replays ' +
          'are kept.',
        tags: ['matches'],
        params: Params,
        response: { 200: Receipt },
      },
    },
    async (request) => {
      const receipt = await receipts.find(identityOf(request).userId, request.params.id)
      if (receipt === null) {
        throw new Problem('not-found', {
          detail:
            'The account has no receipt of this match. There is one for the owner of each bot once the match has ended, ' +
            'for as long as replays are kept.',
        })
      }
      return receipt
    },
  )
}
