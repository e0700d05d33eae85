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
}

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
    const { body } = answer
    const etag = representationTag(request, answer.etag, body.length)
    reply.header('etag', etag).header('cache-control', 'no-cache')
    const known = request.headers['if-none-match']
    if (known !== undefined && namesTag(known, etag)) {
      return reply.code(304).send() as never
    }
    reply.type('application/json; charset=utf-8')
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
    const text = reply.serialize(await make())
    if (typeof text !== 'string') throw new Error('an answer that is no text')
    const body = Buffer.from(text)
    return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
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

/** Whether `If-None-Match` names the tag (RFC 9110 section 13.1.2: compared weakly). */
export function namesTag(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag.trim()) === opaque(etag))
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '')
}
