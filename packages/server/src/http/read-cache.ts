/**
 * Cached answers of public reads, until the data behind them changes. The bytes are the same for all callers and made
 * once, also for simultaneous requests. They are not sent to a client that already has them (ETag).
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { representationTag } from './compression.ts'

/** What a route's schema says of the answer to a client that has the bytes already. */
export const NOT_MODIFIED = { description: 'The client has it: `If-None-Match` names its `ETag`.', content: {} }

/** Bytes of answers kept; the one that was made first goes first. */
const MAX_BYTES = 16 * 1024 * 1024

interface Answer {
  readonly body: Buffer
  readonly etag: string
  readonly type: string
  readonly modified?: Date | undefined
}

/** An answer that is no JSON. */
interface Written {
  readonly type: string
  readonly text: string
  /** When what it says last changed. */
  readonly modified: Date
}

const JSON_TYPE = 'application/json; charset=utf-8'

export class ReadCache {
  /** Null: unknown. Then nothing is kept. */
  readonly #revision: () => number | null
  readonly #answers = new Map<string, Answer>()
  /** Being made, as of the revision below. */
  readonly #underWay = new Map<string, Promise<Answer>>()
  /** The revision that everything above belongs to. */
  #at: number | null = null
  #bytes = 0

  constructor(revision: () => number | null) {
    this.#revision = revision
  }

  /**
   * Answers a GET by what `make` gives, or gave when the same was asked before; the route's schema writes it down.
   * For a handler to return: bytes, which no type of what they say fits.
   */
  async answer(request: FastifyRequest, reply: FastifyReply, make: () => unknown): Promise<never> {
    this.#forgetOutdated()
    const key = request.url
    const answer = this.#answers.get(key) ?? (await (this.#underWay.get(key) ?? this.#make(key, reply, make)))
    const { body, type, modified } = answer
    const etag = representationTag(request, answer.etag, body.length)
    reply.header('etag', etag).header('cache-control', 'no-cache')
    const known = request.headers['if-none-match']
    if (modified !== undefined) reply.header('last-modified', modified.toUTCString())
    const isKnown =
      known === undefined ? isSince(request.headers['if-modified-since'], modified) : namesTag(known, etag)
    if (isKnown) return reply.code(304).send() as never
    reply.type(type)
    return body as never
  }

  #make(key: string, reply: FastifyReply, make: () => unknown): Promise<Answer> {
    const at = this.#at
    const making = this.#write(reply, make).then((answer) => {
      // A change while the answer was made may be in it or not.
      if (at !== null && this.#revision() === at) this.#keep(key, answer)
      return answer
    })
    if (at === null) return making
    this.#underWay.set(key, making)
    const done = () => {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key)
    }
    making.then(done, done)
    return making
  }

  async #write(reply: FastifyReply, make: () => unknown): Promise<Answer> {
    const made = await make()
    const written = isWritten(made) ? made : null
    const text = written === null ? reply.serialize(made) : written.text
    if (typeof text !== 'string') throw new Error('an answer that is no text')
    const body = Buffer.from(text)
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
    return { body, etag, type: written?.type ?? JSON_TYPE, modified: written?.modified }
  }

  #keep(key: string, answer: Answer): void {
    this.#answers.set(key, answer)
    this.#bytes += answer.body.length
    for (const [oldest, { body }] of this.#answers) {
      if (this.#bytes <= MAX_BYTES) return
      this.#answers.delete(oldest)
      this.#bytes -= body.length
    }
  }

  #forgetOutdated(): void {
    const revision = this.#revision()
    if (revision === this.#at) return
    this.#at = revision
    this.#answers.clear()
    this.#underWay.clear()
    this.#bytes = 0
  }
}

function isWritten(made: unknown): made is Written {
  return typeof made === 'object' && made !== null && 'type' in made && 'text' in made && 'modified' in made
}

/** Whether nothing has changed since the moment of `If-Modified-Since`, which has whole seconds (RFC 9110 section 13.1.3). */
function isSince(header: string | undefined, modified: Date | undefined): boolean {
  if (header === undefined || modified === undefined) return false
  return Math.floor(modified.getTime() / 1000) * 1000 <= Date.parse(header)
}

/** Whether `If-None-Match` names the tag (RFC 9110 section 13.1.2: compared weakly). */
export function namesTag(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag.trim()) === opaque(etag))
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '')
}
