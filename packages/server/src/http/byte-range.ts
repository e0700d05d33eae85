/** `Range` of one part in bytes (RFC 9110 section 14), which media players and resumed downloads use. */
import type { FastifyRequest } from 'fastify'

export interface ByteRange {
  /** First and last byte, both included. */
  readonly first: number
  readonly last: number
}

/**
 * The part of `bytes` bytes that is asked for. Null where the whole is to be sent: no range, several of them, another
 * unit or nonsense, all of which a server may ignore.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (found === null) return null
  const [from, to] = [found[1]!, found[2]!]
  if (from === '') {
    if (to === '') return null
    // A suffix: the last bytes.
    const length = Math.min(Number(to), bytes)
    return length === 0 ? 'unsatisfiable' : { first: bytes - length, last: bytes - 1 }
  }
  const first = Number(from)
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < first) return null
  return first >= bytes ? 'unsatisfiable' : { first, last }
}

/** The part that a request asks for, where it may be a part of these bytes: `If-Range` names no others (compared strongly). */
export function rangeOf({ headers }: FastifyRequest, etag: string, bytes: number): ReturnType<typeof byteRange> {
  const ifRange = headers['if-range']
  return ifRange === undefined || ifRange === etag ? byteRange(headers.range, bytes) : null
}
