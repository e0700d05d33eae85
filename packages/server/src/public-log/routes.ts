/**
 * The public log, as static files by the paths of C2SP tlog-tiles, and the results that it holds, as signed notes. All of it is for everybody, and
 * for ever: a path names the same bytes always, except for a checkpoint, which grows.
 */
import { MatchId, Problem, PublicLogs } from '@arena/protocol'
import { noteKey } from '@arena/protocol/public-log'
import { z } from 'zod'
import type { Database } from '../db/schema.ts'
import type { App } from '../http/app-type.ts'
import { entryOf } from './entries.ts'
import type { PublishedLog } from './published-log.ts'

interface Parts {
  readonly db: Database
  readonly publishedLog: PublishedLog
}

const LOG = z.string().meta({ description: 'The number of the log.' })
const CheckpointParams = z.object({ log: LOG })
const TileParams = z.object({ log: z.string(), '*': z.string() })
const ResultParams = z.object({ id: MatchId.meta({ description: 'The match.' }) })

const NUMBER = /^[1-9]\d{0,8}$/
const TILE = /^(?:entries|\d|[1-5]\d|6[0-3])\/(?:x\d{3}\/)*\d{3}(?:\.p\/(?:[1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-5]))?$/
const FOR_EVER = 'public, max-age=31536000, immutable'

const NOTE = (description: string) => ({
  description,
  content: { 'text/plain': { schema: z.any().meta({ type: 'string', description: 'A C2SP signed note.' }) } },
})
export function publicLogRoutes(app: App, { db, publishedLog }: Parts): void {
  const file = async (log: string, path: string): Promise<Buffer> => {
    const found = NUMBER.test(log) ? await publishedLog.file(Number(log), path) : null
    if (found === null) throw new Problem('not-found', { detail: 'The public log has no such file.' })
    return found
  }
  app.get(
    '/log',
    {
      config: { problems: ['database-unavailable'] },
      schema: {
        operationId: 'getPublicLogs',
        summary: 'The public logs of the arena',
        description:
          'One, and one more for each backup that was restored. The last one grows. Tiles and bundles of entries are static files below ' +
          '`/log/{log}/tile/`, by the paths of C2SP tlog-tiles.',
        tags: ['log'],
        response: { 200: PublicLogs },
      },
    },
    async (_request, reply) => {
      const heads = await publishedLog.heads()
      const logs = heads.map(({ log, origin, size, publicKey }) => ({
        log,
        origin,
        entries: size,
        key: publicKey && noteKey(origin, publicKey),
      }))
      return reply.header('cache-control', 'public, max-age=5').send({ logs })
    },
  )
  app.get(
    '/log/:log/checkpoint',
    {
      schema: {
        operationId: 'getCheckpoint',
        summary: 'The newest checkpoint of a public log',
        description: 'Origin, size and root of the log, signed (C2SP tlog-checkpoint). Ten seconds old at most.',
        tags: ['log'],
        params: CheckpointParams,
        response: { 200: NOTE('The checkpoint.') },
      },
    },
    async ({ params: { log } }, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=5')
        .send(await file(log, 'checkpoint')),
  )
  // Its paths are those of tlog-tiles, which have any number of parts: no document of ours can list them.
  app.get(
    '/log/:log/tile/*',
    { schema: { hide: true, params: TileParams } },
    async ({ params: { log, '*': path } }, reply) => {
      const bytes = await file(TILE.test(path) ? log : '', `tile/${path}`)
      return reply.type('application/octet-stream').header('cache-control', FOR_EVER).send(bytes)
    },
  )
  app.get(
    '/matches/:id/result.txt',
    {
      config: { limit: 'match-reads', problems: ['database-unavailable'] },
      schema: {
        operationId: 'getResult',
        summary: 'The signed result of a match',
        description:
          'Its entry in the public log, signed by the arena. There once the match has ended, also where no game was played. ' +
          'Matches from before the log have none.',
        tags: ['log'],
        params: ResultParams,
        response: { 200: NOTE('The result.') },
      },
    },
    async ({ params: { id } }, reply) => {
      const entry = await entryOf(db, id)
      if (entry === null) {
        throw new Problem('not-found', {
          detail:
            'There is no signed result: there is no such match, it still runs, or it is from before the public log.',
        })
      }
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(publishedLog.sign(entry.text, entry))
    },
  )
}
