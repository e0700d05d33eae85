/** Open data for everybody: what files there are, and the files. */
import { OpenData, OpenTable, Problem } from '@arena/protocol'
import { z } from 'zod'
import type { KeptFiles } from '../archive/kept-files.ts'
import { KEPT_PROBLEMS, PARQUET_ANSWERS, sendParquet } from '../archive/send-kept.ts'
import type { Database } from '../db/schema.ts'
import type { App } from '../http/app-type.ts'
import { keptFileOf } from './open-data.ts'
import { OpenDataStore } from './store.ts'
import { TABLES } from './tables.ts'

interface Parts {
  readonly db: Database
  readonly archiveFiles: Pick<KeptFiles, 'path'>
}

const Params = z.object({
  file: z.string().meta({ description: 'A file of the list, without its ending: `matches-2026-11`.' }),
})
const MAX_AGE = 600

export function openDataRoutes(app: App, { db, archiveFiles: files }: Parts): void {
  const store = new OpenDataStore(db)
  app.get(
    '/data',
    {
      config: { problems: ['database-unavailable'] },
      schema: {
        operationId: 'getOpenData',
        summary: 'The files of open data',
        description:
          'Matches, players, moments and changes of ratings, by month, and the names of bots, as Parquet. What a table holds stands beside the list of ' +
          'files, with the SHA-256 of each. A program may read the parts of a file that it needs, by `Range`.',
        tags: ['open data'],
        response: { 200: OpenData },
      },
    },
    async (_request, reply) => {
      const listed = await store.list()
      const tables = OpenTable.options.map((table) => {
        const { description, columns } = TABLES[table]
        return { table, description, columns: columns.map(({ encoding: _encoding, ...column }) => column) }
      })
      return reply.header('cache-control', `public, max-age=${MAX_AGE}`).send({
        tables,
        files: listed.map(({ file, table, month, through, rows, bytes, sha256 }) => {
          return { file: `${file}.parquet`, table, month, through: through.toISOString(), rows, bytes, sha256 }
        }),
      })
    },
  )
  app.get(
    '/data/:file.parquet',
    {
      config: { problems: [...KEPT_PROBLEMS] },
      schema: {
        operationId: 'getOpenDataFile',
        summary: 'A file of open data',
        description: 'Ids only; `names` has the names of bots, but for those of accounts that are deleted.',
        tags: ['open data'],
        params: Params,
        response: PARQUET_ANSWERS,
      },
    },
    async (request, reply) => {
      const file = await store.find(request.params.file)
      if (file === null) throw new Problem('not-found', { detail: 'There is no such file of open data.' })
      return sendParquet(request, reply, file, { path: () => files.path(keptFileOf(file)), maxAge: MAX_AGE })
    },
  )
}
