/**
 * Who asks, and whether they may (spec: Authentication). A route names the scope it requires in its `config`; public
 * routes name none and refuse nobody. What a request presents decides how it is judged, and what does not
 * hold is refused even if something else would: signature headers first, then `Authorization`, then the cookie.
 *
 * Runs before the body is parsed. A signature is over the body's bytes, so for those requests alone it is read here,
 * and handed on.
 */
import { Readable } from 'node:stream'
import { BEARER_PREFIX, HEADER, KeyScope, Problem, REQUEST_TOLERANCE_MS, verifyRequest } from '@arena/protocol'
import type { FastifyRequest } from 'fastify'
import type { SessionStore } from '../accounts/session-store.ts'
import { isDatabaseAway } from '../db/errors.ts'
import { nativeVerifier } from '../keys/native-verifier.ts'
import type { HeldKey, KeyStore } from '../keys/store.ts'
import { readRawBody } from './raw-body.ts'
import { requireSameOrigin } from './same-origin.ts'
import type { SessionCookie } from './session-cookie.ts'

/** On whose behalf a request is made, and what it may do. */
export interface Identity {
  readonly userId: string
  readonly scopes: ReadonlySet<KeyScope>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that the route requires; without one it is public. */
    scope?: KeyScope
  }
  interface FastifyRequest {
    identity: Identity | null
  }
}

const REALM = 'Bearer realm="arena"'
/** A session carries every scope. */
const ALL_SCOPES: ReadonlySet<KeyScope> = new Set(KeyScope.options)

interface AuthenticationParts {
  readonly keys: KeyStore
  readonly sessions: SessionStore
  readonly cookie: SessionCookie
  readonly baseUrl: string | null
  /** Longest body in bytes. */
  readonly bodyLimit: number
}

export class Authentication {
  readonly #parts: AuthenticationParts

  constructor(parts: AuthenticationParts) {
    this.#parts = parts
  }

  /**
   * Sets `request.identity` where the route requires a scope, or throws the problem to answer with. Returns the body,
   * when it had to be read.
   */
  async check(request: FastifyRequest, payload: Readable): Promise<Readable | undefined> {
    const { scope } = request.routeOptions.config
    if (scope === undefined) return undefined
    const body = isSigned(request) ? await readRawBody(payload, this.#parts.bodyLimit) : undefined
    const identity = await this.#identify(request, body)
    request.identity = identity
    if (!identity.scopes.has(scope)) {
      throw missingScope(scope, `This needs the scope ${scope}, which the key does not carry.`)
    }
    return body && Readable.from([body], { objectMode: false })
  }

  /**
   * Who reads a public route, so that it counts for the account: null for whoever presents nothing, and for whoever
   * presents what does not hold or cannot be looked up, since nothing had to be presented.
   */
  async reader(request: FastifyRequest): Promise<Identity | null> {
    const presentsAny =
      isSigned(request) || request.headers.authorization !== undefined || this.#parts.cookie.read(request) !== null
    if (!presentsAny) return null
    try {
      return await this.#identify(request, isSigned(request) ? NO_BODY : undefined)
    } catch (error) {
      if (error instanceof Problem || isDatabaseAway(error)) return null
      throw error
    }
  }

  async #identify(request: FastifyRequest, signedBody: Buffer | undefined): Promise<Identity> {
    if (signedBody !== undefined) return this.#bySignature(request, signedBody)
    const { authorization } = request.headers
    return authorization === undefined ? this.#bySession(request) : this.#byBearer(authorization)
  }

  async #bySignature(request: FastifyRequest, body: Buffer): Promise<Identity> {
    const { headers, raw } = request
    const id = headers[HEADER.key]
    const held = typeof id === 'string' ? await this.#parts.keys.findSignature(id) : null
    if (held === null) throw refused(`${HEADER.key} names no signature key, or a revoked one.`)
    const signed = { method: raw.method!, path: raw.url!, body }
    const now = Date.now()
    const verdict = verifyRequest(nativeVerifier(held.key.publicKey!), headers, signed, now)
    if (!verdict.ok) throw refused(WHY_REFUSED[verdict.reason](now))
    return this.#use(held)
  }

  async #byBearer(authorization: string): Promise<Identity> {
    const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
    const held = secret?.startsWith(BEARER_PREFIX) === true ? await this.#parts.keys.findBearer(secret) : null
    if (held === null) throw refused('The API key is unknown or revoked.')
    return this.#use(held)
  }

  async #bySession(request: FastifyRequest): Promise<Identity> {
    const { cookie, sessions, baseUrl } = this.#parts
    const sessionId = cookie.read(request)
    if (sessionId === null) {
      throw unauthenticated(`Send an API key, as Authorization: Bearer ${BEARER_PREFIX}… or by signature.`, REALM)
    }
    const userId = await sessions.find(sessionId)
    if (userId === null) throw unauthenticated('The session has ended. Sign in again.', REALM)
    if (request.method !== 'GET' && request.method !== 'HEAD') requireSameOrigin(request, baseUrl)
    return { userId, scopes: ALL_SCOPES }
  }

  async #use({ userId, key }: HeldKey): Promise<Identity> {
    await this.#parts.keys.markUsed(key)
    return { userId, scopes: new Set<KeyScope>(key.scopes) }
  }
}

const NO_BODY = Buffer.alloc(0)

function isSigned({ headers }: FastifyRequest): boolean {
  return headers[HEADER.key] !== undefined || headers[HEADER.signature] !== undefined
}

const WHY_REFUSED = {
  'missing-header': () =>
    `A signed request carries ${HEADER.key}, ${HEADER.timestamp} and ${HEADER.signature}, each once.`,
  'stale-timestamp': (now: number) =>
    `${HEADER.timestamp} must be Unix milliseconds within ${REQUEST_TOLERANCE_MS / 60_000} minutes of ${now}.`,
  'bad-signature': () =>
    'The signature does not fit the key and the request. It is over {timestamp}.{METHOD}.{path}.{body}: the path with ' +
    'its query, and the bytes of the body exactly as they are sent.',
}

function unauthenticated(detail: string, challenge: string): Problem {
  return new Problem('authentication-required', { detail, headers: { 'www-authenticate': challenge } })
}

/** Something was presented, and it does not hold. */
function refused(detail: string): Problem {
  return unauthenticated(detail, `${REALM}, error="invalid_token"`)
}

export function missingScope(scope: KeyScope, detail: string): Problem {
  return new Problem('missing-scope', {
    detail,
    scope,
    headers: { 'www-authenticate': `${REALM}, error="insufficient_scope", scope="${scope}"` },
  })
}

/** The identity of a request to a route that requires a scope. */
export function identityOf(request: FastifyRequest): Identity {
  if (request.identity === null) throw new Error(`${request.routeOptions.url} reads an identity but requires no scope`)
  return request.identity
}
