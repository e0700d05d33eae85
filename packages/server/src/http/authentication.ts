/**
 * The caller of a request and its rights (spec: Authentication). A route names the scope that it requires in its
 * `config`; public routes name none and refuse no caller. Signature headers are checked first, then `Authorization`,
 * then the cookie. Invalid credentials are refused even if the request has other, valid ones.
 *
 * Runs before the body is parsed. A signature is over the body's bytes, so for those requests alone it is read here,
 * and handed on.
 */
import { Readable } from 'node:stream'
import {
  ACCOUNT_HEADER,
  BEARER_PREFIX,
  HEADER,
  KeyScope,
  Problem,
  REQUEST_TOLERANCE_MS,
  verifyRequest,
} from '@arena/protocol'
import type { ApiKeyMeta } from '@arena/protocol'
import type { FastifyRequest } from 'fastify'
import type { Changes } from '../db/changes.ts'
import { isDatabaseAway } from '../db/errors.ts'
import { nativeVerifier } from './native-verifier.ts'
import { CredentialMemory } from './credential-memory.ts'
import type { Credential, Held } from './credential-memory.ts'
import { readRawBody } from './raw-body.ts'
import { requireSameOrigin } from './same-origin.ts'
import type { SessionCookie } from './session-cookie.ts'

/** On whose behalf a request is made, and what it may do. */
export interface Identity {
  readonly userId: string
  readonly scopes: ReadonlySet<KeyScope>
  /** Null for a person with a browser: a session. */
  readonly keyId: string | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that the route requires; without one it is public. */
    scope?: KeyScope
    /** Whether no key will do, whatever its scopes: only a dashboard session. */
    sessionOnly?: boolean
  }
  interface FastifyRequest {
    identity: Identity | null
  }
}

const REALM = 'Bearer realm="arena"'
/** A session carries every scope. */
const ALL_SCOPES: ReadonlySet<KeyScope> = new Set(KeyScope.options)

/** An unrevoked key and the account it speaks for. */
export interface HeldKey {
  readonly userId: string
  /** Whether an operator has disabled the account. */
  readonly isDisabled: boolean
  readonly key: ApiKeyMeta
}

/** Where credentials are looked up. */
interface Keys {
  findBearer(secret: string): Promise<HeldKey | null>
  findSignature(id: string): Promise<HeldKey | null>
  markUsed(key: Pick<ApiKeyMeta, 'id' | 'lastUsedAt'>): Promise<void>
}

interface Sessions {
  /** The account that the session speaks for. */
  find(id: string): Promise<string | null>
}

interface AuthenticationParts {
  readonly changes: Changes
  readonly keys: Keys
  readonly sessions: Sessions
  readonly cookie: SessionCookie
  readonly baseUrl: string | null
  readonly basePath: string
  /** Longest body in bytes. */
  readonly bodyLimit: number
  readonly now: () => number
}

/** Throws the problem to answer with when the account has asked too often. */
export type Admit = (request: FastifyRequest, userId: string) => void

interface Found extends Held {
  /** Null for a session. */
  readonly key: ApiKeyMeta | null
  /** Whether an operator has disabled the account. It then has no session. */
  readonly isDisabled: boolean
}

export class Authentication {
  readonly #parts: AuthenticationParts
  readonly #memory: CredentialMemory

  constructor(parts: AuthenticationParts) {
    this.#parts = parts
    this.#memory = new CredentialMemory(() => parts.changes.revision('operators'))
  }

  /**
   * Sets `request.identity` where the route requires a scope, or throws the problem to answer with. Returns the body,
   * when it had to be read.
   */
  async check(request: FastifyRequest, payload: Readable, admit: Admit): Promise<Readable | undefined> {
    const { scope, sessionOnly = false } = request.routeOptions.config
    if (scope === undefined) return undefined
    const body = isSigned(request) ? await readRawBody(payload, this.#parts.bodyLimit) : undefined
    const identity = await this.#identify(request, body ?? NO_BODY, admit)
    request.identity = identity
    if (sessionOnly && identity.keyId !== null) {
      throw unauthenticated('Only a dashboard session may do this, no key. Sign in at /account.', REALM)
    }
    if (!identity.scopes.has(scope)) {
      throw missingScope(scope, `This needs the scope ${scope}, which the key does not carry.`)
    }
    return body && Readable.from([body], { objectMode: false })
  }

  /**
   * The reader of a public route, so that the request counts for the account. Null for a caller without credentials, and
   * for one whose credentials are invalid or cannot be looked up, since none are required.
   */
  async reader(request: FastifyRequest, admit: Admit): Promise<Identity | null> {
    const presentsAny =
      isSigned(request) || request.headers.authorization !== undefined || this.#parts.cookie.read(request) !== null
    if (!presentsAny) return null
    try {
      return await this.#identify(request, NO_BODY, admit)
    } catch (error) {
      if (error instanceof Problem ? error.code !== 'rate-limited' : isDatabaseAway(error)) return null
      throw error
    }
  }

  async #identify(request: FastifyRequest, body: Buffer, admit: Admit): Promise<Identity> {
    const credential = this.#credentialOf(request)
    if (credential === null) throw nothingHeld(request)
    const known = this.#memory.recall(credential)
    if (known === null) throw WHY_NOT_HELD[credential.kind]()
    // Anyone can write a signature beside an id: only one that fits shows how it stands with the account.
    const isVerified = known?.publicKey != null
    if (isVerified) this.#verify(request, body, known.publicKey)
    if (known !== undefined) admit(request, known.userId)

    const found = await this.#memory.through(credential, () => this.#lookUp(credential))
    if (found === null) throw WHY_NOT_HELD[credential.kind]()
    if (found.publicKey !== null && !isVerified) this.#verify(request, body, found.publicKey)
    if (found.isDisabled) throw new Problem('account-disabled')
    if (found.key !== null) await this.#parts.keys.markUsed(found.key)
    else requireOwnSession(request, found.userId, this.#parts.baseUrl)
    const scopes = found.key === null ? ALL_SCOPES : new Set(found.key.scopes)
    return { userId: found.userId, scopes, keyId: found.key?.id ?? null }
  }

  /** The client signs the path that it asks for, whether or not a proxy takes its beginning off. */
  #verify({ headers, raw }: FastifyRequest, body: Buffer, publicKey: string): void {
    const now = this.#parts.now()
    const signed = { method: raw.method!, path: this.#parts.basePath + raw.url!, body }
    const verdict = verifyRequest(nativeVerifier(publicKey), headers, signed, now)
    if (!verdict.ok) throw refused(WHY_REFUSED[verdict.reason](now))
  }

  /** Null where nothing is presented, and where it is nothing that could hold. */
  #credentialOf(request: FastifyRequest): Credential | null {
    const { headers } = request
    if (isSigned(request)) {
      const id = headers[HEADER.key]
      return typeof id === 'string' ? { kind: 'signature', value: id } : null
    }
    if (headers.authorization !== undefined) {
      const secret = /^Bearer +(\S+)$/i.exec(headers.authorization)?.[1]
      return secret?.startsWith(BEARER_PREFIX) === true ? { kind: 'bearer', value: secret } : null
    }
    const sessionId = this.#parts.cookie.read(request)
    return sessionId === null ? null : { kind: 'session', value: sessionId }
  }

  async #lookUp({ kind, value }: Credential): Promise<Found | null> {
    const { keys, sessions } = this.#parts
    if (kind === 'session') {
      const userId = await sessions.find(value)
      return userId === null ? null : { userId, publicKey: null, key: null, isDisabled: false }
    }
    const held = kind === 'bearer' ? await keys.findBearer(value) : await keys.findSignature(value)
    return held === null ? null : { ...held, publicKey: held.key.publicKey }
  }
}

/** A cookie is the whole browser's: another site may use it, or a page that still shows the account of before. */
function requireOwnSession(request: FastifyRequest, userId: string, baseUrl: string | null): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') requireSameOrigin(request, baseUrl)
  const meant = request.headers[ACCOUNT_HEADER]
  if (meant !== undefined && meant !== userId) {
    throw unauthenticated('This browser is signed in to another account by now.', REALM)
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

/** For a session where only a key will do. */
export function keyRequired(detail: string): Problem {
  return unauthenticated(detail, REALM)
}

const WHY_NOT_HELD = {
  signature: () => refused(`${HEADER.key} names no signature key, or a revoked one.`),
  bearer: () => refused('The API key is unknown or revoked.'),
  session: () => unauthenticated('The session has ended. Sign in again.', REALM),
}

/** For a request that presents nothing, or nothing that could hold. */
function nothingHeld(request: FastifyRequest): Problem {
  if (isSigned(request)) return refused(WHY_REFUSED['missing-header']())
  if (request.headers.authorization !== undefined) return WHY_NOT_HELD.bearer()
  return unauthenticated(`Send an API key, as Authorization: Bearer ${BEARER_PREFIX}… or by signature.`, REALM)
}

/** Something was presented, and it does not hold. */
function refused(detail: string): Problem {
  return unauthenticated(detail, `${REALM}, error="invalid_token"`)
}

/** For a request whose account was deleted after it was let in. */
export function accountGone(): Problem {
  return unauthenticated('The account was deleted.', REALM)
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
