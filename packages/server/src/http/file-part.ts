/** A file that is sent whole or in the part that `Range` asks for, once for each state of it that a reader knows (RFC 9110). */
import { Problem } from '@arena/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { rangeOf } from './byte-range.ts'
import { namesTag } from './read-cache.ts'

/**
 * The bytes to send, the last one included, with the headers that go with them. Null where the reader has the file: the answer is 304, and
 * is to be sent without a body.
 *
 * @throws Problem `range-not-satisfiable`
 */
export function partOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, bytes }: { readonly etag: string; readonly bytes: number },
): { readonly start: number; readonly end: number } | null {
  void reply.headers({ etag, 'accept-ranges': 'bytes' })
  const known = request.headers['if-none-match']
  if (known !== undefined && namesTag(known, etag)) {
    void reply.code(304)
    return null
  }
  const range = rangeOf(request, etag, bytes)
  if (range === 'unsatisfiable') {
    throw new Problem('range-not-satisfiable', {
      detail: `The file has ${bytes} bytes.`,
      headers: { 'content-range': `bytes */${bytes}` },
    })
  }
  const { first, last } = range ?? { first: 0, last: bytes - 1 }
  if (range !== null) void reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes}`)
  void reply.header('content-length', last - first + 1)
  return { start: first, end: last }
}
