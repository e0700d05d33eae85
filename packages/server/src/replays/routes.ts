/** The replay of a match (spec: GET /matches/{id}/replay.slp rules). It never changes, so it may be kept for ever. */
import { Readable } from 'node:stream'
import { MatchId, Problem } from '@arena/protocol'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../http/app-type.ts'
import { rangeOf } from '../http/byte-range.ts'
import { packedTag, representationTag, takesPacked } from '../http/compression.ts'
import { namesTag, NOT_MODIFIED } from '../http/read-cache.ts'
import { openReplay } from './open-replay.ts'
import type { ReplaySources } from './open-replay.ts'
import type { StoredReplay } from './store.ts'

const Params = z.object({ id: MatchId.meta({ description: 'The match that the replay is of.' }) })

export const REPLAY_FILE = {
  description: 'The `.slp` file, as an attachment with the filename `<id>.slp`.',
  content: {
    'application/octet-stream': {
      schema: z.any().meta({ type: 'string', format: 'binary', description: 'The file.' }),
    },
  },
}

const PART = {
  description: 'The part of the file that `Range` asks for; of several parts the whole is sent.',
  content: { 'application/octet-stream': { schema: z.any().meta({ description: 'Bytes of the file.' }) } },
}

export const ATTACHMENT = {
  'Content-Disposition': { type: 'string', description: '`attachment; filename="<id>.slp"`' },
} as const

export function replayRoutes(app: App, sources: ReplaySources): void {
  app.get(
    '/matches/:id/replay.slp',
    {
      config: {
        limit: 'match-reads',
        problems: [
          'replay-not-available',
          'replay-storage-unavailable',
          'range-not-satisfiable',
          'database-unavailable',
        ],
        headers: ATTACHMENT,
      },
      schema: {
        operationId: 'getReplay',
        summary: 'The replay of a match',
        description: 'Available once the match completes, unless no game was played, until its retention is over.',
        tags: ['matches'],
        params: Params,
        response: { 200: REPLAY_FILE, 206: PART, 304: NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      reply.header('accept-ranges', 'bytes')
      const { id } = request.params
      const replay = await openReplay(sources, id)
      const packedBytes = takesPacked(request) ? replay.packedBytes : null
      const etag = packedBytes === null ? representationTag(request, `"${id}"`, replay.bytes) : packedTag(`"${id}"`)
      const known = request.headers['if-none-match']
      if (known !== undefined && namesTag(known, etag)) {
        await replay.close()
        return reply.code(304).header('etag', etag).send()
      }
      const range = rangeOf(request, etag, replay.bytes)
      if (range === 'unsatisfiable') {
        await replay.close()
        throw new Problem('range-not-satisfiable', {
          detail: `The replay has ${replay.bytes} bytes.`,
          headers: { 'content-range': `bytes */${replay.bytes}` },
        })
      }
      reply.type('application/octet-stream').headers({
        etag,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-disposition': `attachment; filename="${id}.slp"`,
      })
      if (packedBytes !== null) {
        reply.removeHeader('accept-ranges').headers({ 'content-encoding': 'gzip', 'content-length': packedBytes })
        return reply.send(await body(request, replay, () => replay.packed()))
      }
      const { first, last } = range ?? { first: 0, last: replay.bytes - 1 }
      if (range !== null) reply.code(206).header('content-range', `bytes ${first}-${last}/${replay.bytes}`)
      reply.header('content-length', last - first + 1)
      return reply.send(await body(request, replay, () => replay.stream(range ?? undefined)))
    },
  )
}

/** A HEAD is answered by the headers alone, for which nothing has to be read. */
async function body(
  { method }: FastifyRequest,
  replay: StoredReplay,
  open: () => Promise<Readable>,
): Promise<Readable> {
  if (method !== 'HEAD') return open()
  await replay.close()
  return Readable.from([])
}
