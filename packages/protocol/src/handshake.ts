/**
 * The handshake signature: three headers on every WebSocket upgrade that the service makes to a bot, signed with the
 * platform key (spec: Requests from the service to a bot). Verifying it is the bot's choice.
 */
import { sign, verify } from './ed25519.ts'
import { HEADER, headerValue, isFresh } from './signed-headers.ts'
import type { Headers } from './signed-headers.ts'

/** Stands in the place of the match id when a deploy check opens the socket. */
export const DEPLOY_CHECK = 'deploy-check'
/** How far a bot should let the timestamp be from its own clock. */
export const HANDSHAKE_TOLERANCE_MS = 30_000

export type HandshakeHeaders = Record<'x-arena-match' | 'x-arena-timestamp' | 'x-arena-signature', string>

/** What `verifyHandshake` found: the match the socket will carry, or why to refuse the upgrade with 401. */
export type HandshakeVerdict =
  | { readonly ok: true; readonly matchId: string }
  | { readonly ok: false; readonly reason: 'missing-header' | 'stale-timestamp' | 'bad-signature' }

/** The signed text, `<timestamp>.<matchId>`; unambiguous because neither part holds a dot. */
export function handshakeMessage(timestamp: number | string, matchId: string): string {
  return `${timestamp}.${matchId}`
}

/**
 * The headers of one upgrade. `now` in Unix milliseconds. A process that has a faster signer at hand passes it in the
 * place of the private key: message in, base64 out.
 */
export function signHandshake(
  signer: string | ((message: string) => string),
  matchId: string,
  now: number,
): HandshakeHeaders {
  const message = handshakeMessage(now, matchId)
  return {
    [HEADER.match]: matchId,
    [HEADER.timestamp]: String(now),
    [HEADER.signature]: typeof signer === 'string' ? sign(signer, message) : signer(message),
  }
}

/**
 * Checks the headers of an upgrade against the `publicKey` of `/.well-known/arena.json`.
 *
 *   server.on('upgrade', (request, socket) => {
 *     const handshake = verifyHandshake(publicKey, request.headers, Date.now())
 *     if (!handshake.ok) return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
 *     ...
 */
export function verifyHandshake(publicKey: string, headers: Headers, now: number): HandshakeVerdict {
  const matchId = headerValue(headers, HEADER.match)
  const timestamp = headerValue(headers, HEADER.timestamp)
  const signature = headerValue(headers, HEADER.signature)
  if (matchId === null || timestamp === null || signature === null) return { ok: false, reason: 'missing-header' }
  if (!isFresh(timestamp, now, HANDSHAKE_TOLERANCE_MS)) return { ok: false, reason: 'stale-timestamp' }
  if (!verify(publicKey, handshakeMessage(timestamp, matchId), signature)) return { ok: false, reason: 'bad-signature' }
  return { ok: true, matchId }
}
