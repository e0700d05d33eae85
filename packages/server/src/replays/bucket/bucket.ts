/**
 * A bucket of an S3 server, by path-style addresses, which every such server knows: https://endpoint/bucket/prefix/name. Three
 * operations, each of which may be repeated. Every wait ends: a server that stays silent is given up.
 */
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { wordsOf } from '@arena/protocol/words-of'
import { sha256, signedHeaders } from './signature.ts'
import type { BucketOptions } from '../../config/bucket.ts'

const SILENCE_MS = 10_000
const WHOLE_MS = 60_000
/** Further requests wait for one of these. */
const CONNECTIONS = 16
/** The most that is read of an answer that says what is wrong. */
const ERROR_BYTES = 16 * 1024

/** `away`: asked later, it may answer. `refused`: the operator has to do something. `missing` and `damaged`: of one object. */
type BucketFailure = 'away' | 'refused' | 'missing' | 'damaged'

export class BucketError extends Error {
  override readonly name = 'BucketError'
  readonly failure: BucketFailure

  constructor(failure: BucketFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

export interface BucketTimes {
  readonly now?: () => Date
  readonly silenceMs?: number
}

/** As much of a bucket as replays need. */
export interface ObjectStore {
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Readable>
  delete(name: string): Promise<void>
  /** Requests under way fail, and so do later ones. */
  close(): void
}

export class Bucket implements ObjectStore {
  readonly #options: BucketOptions
  readonly #times: Required<BucketTimes>
  readonly #endpoint: URL
  readonly #agent: HttpAgent | HttpsAgent
  readonly #closing = new AbortController()

  constructor(options: BucketOptions, { now = () => new Date(), silenceMs = SILENCE_MS }: BucketTimes = {}) {
    this.#options = options
    this.#times = { now, silenceMs }
    this.#endpoint = new URL(options.endpoint)
    const agent = { keepAlive: true, maxSockets: CONNECTIONS }
    this.#agent = this.#endpoint.protocol === 'https:' ? new HttpsAgent(agent) : new HttpAgent(agent)
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await this.#ask('PUT', name, bytes).then(readToEnd)
  }

  /** The object as the server has it; unread, its connection is lost for others until `destroy`. */
  get(name: string): Promise<IncomingMessage> {
    return this.#ask('GET', name)
  }

  /** Deleting what is not there is no mistake. */
  async delete(name: string): Promise<void> {
    try {
      await this.#ask('DELETE', name).then(readToEnd)
    } catch (error) {
      if (!(error instanceof BucketError) || error.failure !== 'missing') throw error
    }
  }

  /** Requests under way fail, and so do later ones. */
  close(): void {
    this.#closing.abort()
    this.#agent.destroy()
  }

  async #ask(method: string, name: string, body: Buffer = Buffer.alloc(0)): Promise<IncomingMessage> {
    const what = `${method} ${name}`
    const answer = await this.#send(method, name, body).catch((error: unknown) => {
      throw new BucketError('away', `${what}: ${wordsOf(error)}`, { cause: error })
    })
    const status = answer.statusCode!
    if (status >= 200 && status < 300) return answer
    const code = await errorCode(answer)
    throw new BucketError(failureOf(status, code), `${what}: the bucket answered ${status} ${code}`)
  }

  /** Once again where a connection that had been kept open was closed by the other side at that moment. */
  async #send(method: string, name: string, body: Buffer): Promise<IncomingMessage> {
    try {
      return await this.#sendOnce(method, name, body)
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error
      return this.#sendOnce(method, name, body)
    }
  }

  #sendOnce(method: string, name: string, body: Buffer): Promise<IncomingMessage> {
    const { bucket, prefix } = this.#options
    const { now, silenceMs } = this.#times
    const path = `${this.#endpoint.pathname.replace(/\/$/, '')}/${bucket}/${prefix}${name}`
    const unsigned = { method, path, headers: { host: this.#endpoint.host }, sha256: sha256(body) }
    const headers = {
      ...signedHeaders(unsigned, this.#options, now()),
      ...(method === 'PUT' && { 'content-length': body.length, 'content-type': 'application/gzip' }),
    }
    return new Promise((resolve, reject) => {
      const request = (this.#endpoint.protocol === 'https:' ? httpsRequest : httpRequest)({
        method,
        host: this.#endpoint.hostname.replace(/^\[|\]$/g, ''),
        port: this.#endpoint.port,
        path,
        headers,
        agent: this.#agent,
        rejectUnauthorized: true,
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(WHOLE_MS)]),
      })
      request.setTimeout(silenceMs, () => request.destroy(new Error(`no answer within ${silenceMs / 1000} s`)))
      request.on('response', resolve)
      request.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        reject(isStale ? new StaleConnection(error.message, { cause: error }) : error)
      })
      request.end(body)
    })
  }
}

class StaleConnection extends Error {}

/** So that the connection is free for the next request. What an answer without a content breaks off is no failure of it. */
async function readToEnd(answer: IncomingMessage): Promise<void> {
  await finished(answer.resume()).catch(() => {})
}

function failureOf(status: number, code: string): BucketFailure {
  if (code === 'NoSuchKey') return 'missing'
  return status >= 500 || status === 429 || status === 408 ? 'away' : 'refused'
}

/** The name that the server gives the error. The rest may repeat what was signed, and is not for the log. */
async function errorCode(answer: IncomingMessage): Promise<string> {
  let read = 0
  answer.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > ERROR_BYTES) answer.destroy()
  })
  const body = await text(answer).catch(() => '')
  return /<Code>(\w{1,64})<\/Code>/.exec(body)?.[1] ?? '(without a reason)'
}
