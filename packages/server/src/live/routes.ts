/** The matches that are being played now, as a list and each as it goes on. */
import type { OutgoingHttpHeaders } from 'node:http'
import { LiveList, LiveQuery, MatchId, Problem } from '@arena/protocol'
import type { Match } from '@arena/protocol'
import { z } from 'zod'
import type { LiveView } from './live-view.ts'
import type { MatchStore } from '../history/store.ts'
import type { Spectators } from './spectators.ts'
import type { App } from '../http/app-type.ts'
import { clientOf } from '../http/client-address.ts'
import { NOT_MODIFIED, ReadCache } from '../http/read-cache.ts'
import { STREAMS_IN_ALL, STREAMS_PER_CLIENT } from './spectators.ts'
import type { Admission, Watching } from './spectators.ts'

const Params = z.object({ id: MatchId.meta({ description: 'The match to watch.' }) })

const STREAM = {
  description: 'The replay as it is written, about a second behind the game; its length is not known before the end.',
  content: {
    'application/octet-stream': {
      schema: z.any().meta({ type: 'string', format: 'binary', description: 'The file, frame after frame.' }),
    },
  },
}

/** Somebody else’s stream may end at any moment. */
const ALL_FULL_RETRY_S = 10

interface Parts {
  readonly liveView: LiveView
  readonly matches: MatchStore
  readonly spectators: Spectators
}

export function liveRoutes(app: App, { liveView, matches, spectators }: Parts): void {
  const cache = new ReadCache(() => liveView.revision)
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
    async (request, reply) => {
      await liveView.refresh()
      const { mode } = request.query
      return cache.answer(request, reply, () => ({ matches: liveView.list(mode), notice: liveView.notice }))
    },
  )

  app.get(
    '/live/:id.slp',
    {
      config: {
        limit: 'match-reads',
        problems: ['live-not-available', 'too-many-streams', 'no-stream-free', 'database-unavailable'],
      },
      schema: {
        operationId: 'watchMatch',
        summary: 'A running match, to watch',
        description:
          'The `.slp` file from its first byte on and then as it grows, about a second behind the game. It ends when the match ' +
          'is over: with Game End, and with the metadata of the replay. The length in its head is 0. Before Game Start ' +
          `the request waits, for 15 seconds at most. A client may have ${STREAMS_PER_CLIENT} streams open.`,
        tags: ['matches'],
        params: Params,
        response: { 200: STREAM },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await liveView.refresh()
      const match = liveView.find(id)
      if (match === undefined) throw notRunningHere(await matches.find(id))
      // A reader that has gone meanwhile closes nothing any more, and would keep a place.
      if (reply.raw.destroyed) return void reply.hijack()
      const watching = admitted(spectators.admit(match, clientOf(request)))
      reply.raw.once('close', () => watching.leave())
      if (!(await watching.begun())) {
        watching.leave()
        throw notAvailable('The game has not begun.')
      }
      // Neither compressed nor held back on the way. Written directly: what Fastify does with a stream would log everybody who
      // leaves before the end, as spectators do.
      reply.hijack()
      reply.type('application/octet-stream').headers({
        'cache-control': 'no-store',
        'accept-ranges': 'none',
        'x-accel-buffering': 'no',
      })
      reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
      if (request.method === 'HEAD') reply.raw.end()
      else watching.sendTo(reply.raw)
    },
  )
}

function admitted(admission: Admission): Watching {
  switch (admission.kind) {
    case 'admitted':
      return admission.watching
    case 'client-full': {
      // Until the stream is closed, and no sooner than a header can say.
      const seconds = Math.ceil(admission.waitMs / 1000) + 1
      throw new Problem('too-many-streams', {
        detail: `${STREAMS_PER_CLIENT} streams of your address are open. Close one, or try again in ${seconds} s.`,
        headers: { 'retry-after': String(seconds) },
      })
    }
    case 'all-full':
      throw new Problem('no-stream-free', {
        detail: `All ${STREAMS_IN_ALL} streams of this machine are taken.`,
        headers: { 'retry-after': String(ALL_FULL_RETRY_S) },
      })
  }
}

function notRunningHere(match: Match | null): Problem {
  if (match === null) return new Problem('not-found', { detail: 'There is no such match.' })
  if (match.status === 'running')
    return notAvailable('The machine that plays the match does not show it at the moment.')
  return notAvailable(
    match.replayBytes === null
      ? 'The match is over, and there is no replay of it.'
      : `The match is over. Its replay is at /matches/${match.id}/replay.slp.`,
  )
}

function notAvailable(detail: string): Problem {
  return new Problem('live-not-available', { detail })
}
