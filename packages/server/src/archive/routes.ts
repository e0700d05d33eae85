/** The archive for everybody: a file a day, with all that the matches of the day are played again from. */
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Archive, Problem } from '@arena/protocol'
import { z } from 'zod'
import type { App } from '../http/app-type.ts'
import { rangeOf } from '../http/byte-range.ts'
import { namesTag, NOT_MODIFIED } from '../http/read-cache.ts'
import { unavailable } from '../replays/from-disk.ts'
import type { ArchiveDays } from './days.ts'
import { KeptFileError } from './kept-files.ts'

interface Parts {
  readonly archiveDays: ArchiveDays
}

const TYPE = 'application/vnd.apache.parquet'
const Params = z.object({ day: z.iso.date().meta({ description: 'The day, in UTC.' }) })
const FILE = (description: string) => ({
  description,
  content: { [TYPE]: { schema: z.any().meta({ type: 'string', format: 'binary', description: 'Parquet.' }) } },
})

export function archiveRoutes(app: App, { archiveDays }: Parts): void {
  app.get(
    '/archive',
    {
      config: { problems: ['database-unavailable'] },
      schema: {
        operationId: 'getArchive',
        summary: 'The days of the archive',
        description: 'Every day that is over and had a match, newest first, with the SHA-256 of its file.',
        tags: ['archive'],
        response: { 200: Archive },
      },
    },
    async (_request, reply) => {
      const days = await archiveDays.list()
      return reply
        .header('cache-control', 'public, max-age=60')
        .send({ days: days.map(({ day, matches, bytes, sha256 }) => ({ day, matches, bytes, sha256 })) })
    },
  )
  app.get(
    '/archive/:day.parquet',
    {
      config: { problems: ['replay-storage-unavailable', 'range-not-satisfiable', 'database-unavailable'] },
      schema: {
        operationId: 'getArchivedDay',
        summary: 'The matches of a day, as they are played again from',
        description:
          'A Parquet file with a row a match: seed, picks, pads, the revision of the engine, how it ended, and the SHA-256 of its replay. There a few ' +
          'minutes after the day is over. It changes only where a name goes with its account.',
        tags: ['archive'],
        params: Params,
        response: {
          200: FILE('The file.'),
          206: FILE('The part of the file that `Range` asks for.'),
          304: NOT_MODIFIED,
        },
      },
    },
    async (request, reply) => {
      const archived = await archiveDays.find(request.params.day)
      if (archived === null) throw new Problem('not-found', { detail: 'The archive has no such day.' })
      const { bytes, sha256 } = archived
      const etag = `"${sha256}"`
      reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': 'public, max-age=3600' })
      const known = request.headers['if-none-match']
      if (known !== undefined && namesTag(known, etag)) return reply.code(304).send()
      const range = rangeOf(request, etag, bytes)
      if (range === 'unsatisfiable') {
        throw new Problem('range-not-satisfiable', {
          detail: `The file has ${bytes} bytes.`,
          headers: { 'content-range': `bytes */${bytes}` },
        })
      }
      const path = await archiveDays.path(archived).catch((error: unknown) => {
        if (!(error instanceof KeptFileError)) throw error
        throw unavailable('The machine that keeps the file of this day cannot be reached.', error)
      })
      const { first, last } = range ?? { first: 0, last: bytes - 1 }
      if (range !== null) reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes}`)
      reply.type(TYPE).header('content-length', last - first + 1)
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      return reply.send((await open(path)).createReadStream({ start: first, end: last }))
    },
  )
}
