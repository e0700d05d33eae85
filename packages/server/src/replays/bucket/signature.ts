/**
 * Signature Version 4, as the S3 interface asks for it, of requests without a query. Every header that is given is signed, and
 * the body by its SHA-256: what was changed on the way is refused by the server. Pure: the clock is passed in.
 */
import { createHash, createHmac } from 'node:crypto'
import type { BucketKey } from '../../config/bucket.ts'

export interface UnsignedRequest {
  readonly method: string
  /** Percent-encoded as it is sent. */
  readonly path: string
  /** By lower-case name, `host` among them. */
  readonly headers: Readonly<Record<string, string>>
  /** SHA-256 of the body in hex. */
  readonly sha256: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** The headers to send: those of the request, and those that sign it. */
export function signedHeaders(request: UnsignedRequest, key: BucketKey, now: Date): Record<string, string> {
  const moment = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = moment.slice(0, 8)
  const headers = { ...request.headers, 'x-amz-content-sha256': request.sha256, 'x-amz-date': moment }
  const names = Object.keys(headers).toSorted()
  const lines = names.map((name) => `${name}:${headers[name as keyof typeof headers]}\n`)
  const canonical = [request.method, request.path, '', lines.join(''), names.join(';'), request.sha256].join('\n')

  const scope = [day, key.region, 's3', 'aws4_request']
  const text = [ALGORITHM, moment, scope.join('/'), sha256(canonical)].join('\n')
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${key.secret}`)
  const signature = hmac(signingKey, text).toString('hex')
  const authorization = `${ALGORITHM} Credential=${key.keyId}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...headers, authorization }
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
