/**
 * Answers go out compressed to clients that say they can read it (RFC 9110 section 12.5.3): brotli where possible, else
 * gzip. Bytes that are sent again and again are compressed once: the result lives as long as they do. A compressed answer is
 * another representation: it has a tag of its own and takes no part in ranges.
 */
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { Transform } from 'node:stream'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Coding = 'br' | 'gzip'

/** An answer that is shorter than a packet gains nothing. */
const MIN_BYTES = 1_024
/** Brotli has eleven qualities: beyond this one, a little less to send costs many times the work. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const COMPRESSIBLE = /^(?:text\/|image\/svg\+xml|application\/(?:json|problem\+json|octet-stream|javascript|xml))/

const whole: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, QUALITY),
  gzip: promisify(gzip),
}
const inPieces: Readonly<Record<Coding, () => Transform>> = {
  br: () => createBrotliCompress(QUALITY),
  gzip: () => createGzip(),
}

/** Compressed forms of bytes that are kept ready to send. */
const made = new WeakMap<Buffer, Partial<Record<Coding, Promise<Buffer>>>>()

/** A hook of Fastify's: what is sent in the place of an answer. */
export async function compress(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const type = reply.getHeader('content-type')
  if (typeof type !== 'string' || !COMPRESSIBLE.test(type)) return payload
  vary(reply)
  if (reply.statusCode === 304 || reply.hasHeader('content-encoding')) return payload
  const coding = codingFor(request)
  if (coding === null) return payload
  if (payload instanceof Readable) {
    prepare(reply, coding)
    // The length is not known before the end, and nothing else of the body is sent.
    if (request.method === 'HEAD') return payload
    const packed = inPieces[coding]()
    // Whichever end breaks, the other is not left waiting.
    payload.on('error', (error) => packed.destroy(error))
    packed.on('close', () => payload.destroy())
    return payload.pipe(packed)
  }
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload)
  if (bytes.length < MIN_BYTES) return payload
  prepare(reply, coding)
  const known = made.get(bytes) ?? {}
  if (Buffer.isBuffer(payload)) made.set(payload, known)
  return (known[coding] ??= whole[coding](bytes))
}

function prepare(reply: FastifyReply, coding: Coding): void {
  reply.header('content-encoding', coding).removeHeader('content-length').removeHeader('accept-ranges')
}

/**
 * The tag of what a client is sent of `bytes` bytes that have the given one. Plain and compressed differ in more than the
 * `W/`, which comparisons ignore: a browser that has the one and learns that it is still valid reads parts from it.
 */
export function representationTag(request: FastifyRequest, etag: string, bytes: number): string {
  const coding = bytes < MIN_BYTES ? null : codingFor(request)
  return coding === null ? etag : tagOf(etag, coding)
}

/** The tag of the gzip form, for what is kept in it. */
export const packedTag = (etag: string): string => tagOf(etag, 'gzip')

const tagOf = (etag: string, coding: Coding): string => `W/${etag.slice(0, -1)}-${coding}"`

/** Whether a client may be sent what is kept in gzip as it is. */
export function takesPacked({ headers }: FastifyRequest): boolean {
  return headers.range === undefined && likings(headers['accept-encoding'])('gzip') > 0
}

/** Parts of a replay are parts of the file as it is. */
function codingFor({ headers }: FastifyRequest): Coding | null {
  return headers.range === undefined ? preferredCoding(headers['accept-encoding']) : null
}

function vary(reply: FastifyReply): void {
  const known = reply.getHeader('vary')
  reply.header('vary', typeof known === 'string' ? `${known}, accept-encoding` : 'accept-encoding')
}

/** The coding that a client likes best, brotli first where it has no preference; null where it wants none. */
export function preferredCoding(accept: string | undefined): Coding | null {
  const of = likings(accept)
  const best: Coding = of('br') >= of('gzip') ? 'br' : 'gzip'
  return of(best) > 0 ? best : null
}

/** How much a client likes each coding, from 0 to 1. */
function likings(accept = ''): (coding: Coding) => number {
  const liking = new Map(
    accept.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
      const quality = parameters.find((each) => each.startsWith('q='))
      return [name === 'x-gzip' ? 'gzip' : name, quality === undefined ? 1 : Number(quality.slice(2))]
    }),
  )
  return (coding) => liking.get(coding) ?? liking.get('*') ?? 0
}
