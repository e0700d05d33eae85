/** A kept file, or the part of it that is asked for, as an answer. */
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { partOf } from '../http/file-part.ts'
import { NOT_MODIFIED } from '../http/read-cache.ts'
import { unavailable } from '../replays/from-disk.ts'
import { KeptFileError } from './kept-files.ts'
import type { FileFacts } from './kept-files.ts'

const TYPE = 'application/vnd.apache.parquet'
const parquet = (description: string) => ({
  description,
  content: { [TYPE]: { schema: z.any().meta({ type: 'string', format: 'binary', description: 'Parquet.' }) } },
})

/** What a route that sends one answers, and the problems that it may have. */
export const PARQUET_ANSWERS = {
  200: parquet('The file.'),
  206: parquet('The part of the file that `Range` asks for.'),
  304: NOT_MODIFIED,
}
export const KEPT_PROBLEMS = ['replay-storage-unavailable', 'range-not-satisfiable', 'database-unavailable'] as const

/** `path`: where this machine has the file. `maxAge`: seconds for which a former file of this address may be shown. */
export async function sendParquet(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileFacts,
  { path, maxAge }: { readonly path: () => Promise<string>; readonly maxAge: number },
): Promise<FastifyReply> {
  void reply.header('cache-control', `public, max-age=${maxAge}`)
  const part = partOf(request, reply, { etag: `"${file.sha256}"`, bytes: file.bytes })
  if (part === null) return reply.send()
  const there = await path().catch((error: unknown) => {
    if (!(error instanceof KeptFileError)) throw error
    throw unavailable('The machine that keeps this file cannot be reached.', error)
  })
  void reply.type(TYPE)
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send((await open(there)).createReadStream(part))
}
