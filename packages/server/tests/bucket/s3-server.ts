/**
 * An S3 server in memory, as far as an arena uses one. It believes no request: signature, clock, length and SHA-256 of the body are
 * checked by a reading of the protocol that shares nothing with the arena's. Tests may have it fail in the ways that servers and
 * networks do.
 */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { Environment } from '../../src/config.ts'
import type { BucketOptions } from '../../src/config/bucket.ts'
import { bucketSettings } from './settings.ts'

const CLOCK_MS = 15 * 60_000
const KEY = { keyId: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'eu-central-1' }

/**
 * `refuses the connection`: as if nobody listened. `hangs up`: after it has done what was asked. `stays silent`. `keeps half`: of what
 * it is sent, and says that all is well. `sends half`: of an object, with the length of all of it. Or an answer with a status.
 */
export type Fault =
  | 'refuses the connection'
  | 'hangs up'
  | 'stays silent'
  | 'keeps half'
  | 'sends half'
  | { readonly status: number; readonly code: string }

export class S3Server implements AsyncDisposable {
  /** By path, as `/bucket/prefix/name`. */
  readonly objects = new Map<string, Buffer>()
  /** What was asked, such as `PUT`, with the path. */
  readonly asked: [method: string, path: string][] = []
  fault: (method: string) => Fault | null = () => null
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async listen(): Promise<S3Server> {
    const server = createServer()
    const s3 = new S3Server(server)
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void s3.#answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return s3
  }

  get options(): BucketOptions {
    const { port } = this.#server.address() as AddressInfo
    return { ...KEY, endpoint: `http://127.0.0.1:${port}`, bucket: 'arena', prefix: 'replays/' }
  }

  get environment(): Environment {
    return bucketSettings(this.options)
  }

  /** Where the replay of a match is. */
  path(matchId: string): string {
    return `/arena/replays/${matchId}.slp.gz`
  }

  /** Puts other content in the place of an object. */
  change(matchId: string, content: string | Buffer): void {
    this.objects.set(this.path(matchId), gzipSync(content))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request as { method: string; url: string }
    this.asked.push([method, url])
    const fault = this.fault(method)
    if (fault === 'refuses the connection') return void request.socket.resetAndDestroy()
    if (fault === 'stays silent') return
    const body = await buffer(request).catch(() => null)
    if (body === null) return
    if (fault !== null && typeof fault === 'object') return refuse(response, fault.status, fault.code)
    const mistake = mistakeIn(request, body)
    if (mistake !== null) return refuse(response, 403, mistake)
    if (!url.startsWith('/arena/')) return refuse(response, 404, 'NoSuchBucket')

    if (method === 'PUT') this.objects.set(url, fault === 'keeps half' ? body.subarray(0, body.length >> 1) : body)
    if (method === 'DELETE') this.objects.delete(url)
    if (fault === 'hangs up') return void request.socket.resetAndDestroy()
    if (method === 'PUT') return void response.end()
    if (method === 'DELETE') return void response.writeHead(204).end()
    const object = this.objects.get(url)
    if (object === undefined) return refuse(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-length': object.length })
    if (fault !== 'sends half') return void response.end(object)
    response.write(object.subarray(0, object.length >> 1), () => request.socket.destroy())
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
}

/** The name of the error that S3 gives; null where the request is as it has to be. */
function mistakeIn(request: IncomingMessage, body: Buffer): string | null {
  const { headers, method, url } = request
  const told =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/
  const [, keyId, day, region, names, signature] = told.exec(headers.authorization ?? '') ?? []
  if (keyId === undefined) return 'AccessDenied'
  if (keyId !== KEY.keyId) return 'InvalidAccessKeyId'
  if (region !== KEY.region) return 'AuthorizationHeaderMalformed'
  const date = String(headers['x-amz-date'])
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(at - Date.now()) < CLOCK_MS) || !date.startsWith(day!)) return 'RequestTimeTooSkewed'
  for (const must of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!names!.split(';').includes(must)) return 'AccessDenied'
  if (method === 'PUT' && headers['content-length'] === undefined) return 'MissingContentLength'
  const digest = createHash('sha256').update(body).digest('hex')
  if (headers['x-amz-content-sha256'] !== digest) return 'XAmzContentSHA256Mismatch'

  let canonical = `${method}\n${url}\n\n`
  for (const name of names!.split(';')) canonical += `${name}:${String(headers[name]).trim()}\n`
  canonical += `\n${names}\n${digest}`
  const hashed = createHash('sha256').update(canonical).digest('hex')
  let key: Buffer = Buffer.from(`AWS4${KEY.secret}`)
  for (const part of [
    day!,
    region,
    's3',
    'aws4_request',
    `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/s3/aws4_request\n${hashed}`,
  ]) {
    key = createHmac('sha256', key).update(part).digest()
  }
  return key.toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}
