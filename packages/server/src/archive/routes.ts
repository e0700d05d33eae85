/** The archive for everybody: a file a day, with all that the matches of the day are played again from. */
import { Archive, Problem } from '@arena/protocol'
import { z } from 'zod'
import type { App } from '../http/app-type.ts'
import type { ArchiveDays } from './days.ts'
import { KEPT_PROBLEMS, PARQUET_ANSWERS, sendParquet } from './send-kept.ts'

interface Parts {
  readonly archiveDays: ArchiveDays
}

const Params = z.object({ day: z.iso.date().meta({ description: 'The day, in UTC.' }) })
const MAX_AGE = 3600

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
      config: { problems: [...KEPT_PROBLEMS] },
      schema: {
        operationId: 'getArchivedDay',
        summary: 'The matches of a day, as they are played again from',
        description:
          'A Parquet file with a row a match: seed, picks, pads, the revision of the engine, how it ended, and the SHA-256 of its replay. There a few ' +
          'minutes after the day is over. It changes only where a name goes with its account.',
        tags: ['archive'],
        params: Params,
        response: PARQUET_ANSWERS,
      },
    },
    async (request, reply) => {
      const archived = await archiveDays.find(request.params.day)
      if (archived === null) throw new Problem('not-found', { detail: 'The archive has no such day.' })
      return sendParquet(request, reply, archived, { path: () => archiveDays.path(archived), maxAge: MAX_AGE })
    },
  )
}
