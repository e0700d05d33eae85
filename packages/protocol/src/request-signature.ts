/**
 * The request signature of `signature` keys: three headers over the exact request (spec: Signature key). There is no
 * nonce; a captured request can be repeated as it is for five minutes, but not altered.
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { sign, verify } from './ed25519.ts'
import { HEADER, headerValue, isFresh } from './signed-headers.ts'
import type { Headers } from './signed-headers.ts'

/** How far the timestamp may be from the service's clock, either side. */
export const REQUEST_TOLERANCE_MS = 300_000

export type RequestHeaders = Record<'x-arena-key' | 'x-arena-timestamp' | 'x-arena-signature', string>

export interface SignedRequest {
  readonly method: string
  /** As sent, with the query string. */
  readonly path: string
  /** The exact bytes sent; text stands for its UTF-8. Empty for requests without a body. */
  readonly body: string | Uint8Array
}

export type RequestVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'missing-header' | 'stale-timestamp' | 'bad-signature' }

/** The signed bytes, `{timestamp}.{METHOD}.{path}.{body}`; bytes rather than text because a body may be anything. */
export function requestMessage(
  timestamp: number | string,
  method: string,
  path: string,
  body: string | Uint8Array,
): Uint8Array {
  const head = utf8ToBytes(`${timestamp}.${method.toUpperCase()}.${path}.`)
  return concatBytes(head, typeof body === 'string' ? utf8ToBytes(body) : body)
}

/** The headers of one request. `now` in Unix milliseconds. */
export function signRequest(privateKey: string, keyId: string, request: SignedRequest, now: number): RequestHeaders {
  return {
    [HEADER.key]: keyId,
    [HEADER.timestamp]: String(now),
    [HEADER.signature]: sign(privateKey, requestMessage(now, request.method, request.path, request.body)),
  }
}

/**
 * Checks the headers of a request against the public key registered under its `x-arena-key`. A process that has a
 * faster verifier at hand passes it in the place of the key: message and base64 signature in, verdict out.
 */
export function verifyRequest(
  verifier: string | ((message: Uint8Array, signature: string) => boolean),
  headers: Headers,
  { method, path, body }: SignedRequest,
  now: number,
): RequestVerdict {
  const timestamp = headerValue(headers, HEADER.timestamp)
  const signature = headerValue(headers, HEADER.signature)
  if (timestamp === null || signature === null) return { ok: false, reason: 'missing-header' }
  if (!isFresh(timestamp, now, REQUEST_TOLERANCE_MS)) return { ok: false, reason: 'stale-timestamp' }
  const message = requestMessage(timestamp, method, path, body)
  const holds = typeof verifier === 'string' ? verify(verifier, message, signature) : verifier(message, signature)
  return holds ? { ok: true } : { ok: false, reason: 'bad-signature' }
}
