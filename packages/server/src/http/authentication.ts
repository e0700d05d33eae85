/**
 * Who asks, and whether they may (spec: Authentication). A route names the scope it requires in its `config`; public
 * routes name none and are never authenticated. Bearer keys are recognised from the headers alone, before a body is
 * read.
 */
import { BEARER_PREFIX, Problem } from '@arena/protocol'
import type { KeyScope } from '@arena/protocol'
import type { FastifyRequest } from 'fastify'
import type { KeyStore } from '../keys/store.ts'

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

function unauthenticated(detail: string, challenge: string): Problem {
  return new Problem('authentication-required', { detail, headers: { 'www-authenticate': challenge } })
}

export class Authentication {
  readonly #keys: KeyStore

  constructor(keys: KeyStore) {
    this.#keys = keys
  }

  /** Sets `request.identity` where the route requires a scope, or throws the problem to answer with. */
  async check(request: FastifyRequest): Promise<void> {
    const { scope } = request.routeOptions.config
    if (scope === undefined) return
    const identity = await this.#identify(request)
    if (!identity.scopes.has(scope)) {
      throw new Problem('missing-scope', {
        detail: `This needs the scope ${scope}, which the key does not carry.`,
        scope,
        headers: { 'www-authenticate': `${REALM}, error="insufficient_scope", scope="${scope}"` },
      })
    }
    request.identity = identity
  }

  async #identify({ headers }: FastifyRequest): Promise<Identity> {
    if (headers.authorization === undefined) {
      throw unauthenticated(`Send an API key: Authorization: Bearer ${BEARER_PREFIX}…`, REALM)
    }
    const secret = /^Bearer +(\S+)$/i.exec(headers.authorization)?.[1]
    const held = secret?.startsWith(BEARER_PREFIX) === true ? await this.#keys.findBearer(secret) : null
    if (held === null) {
      throw unauthenticated('The API key is unknown or revoked.', `${REALM}, error="invalid_token"`)
    }
    await this.#keys.markUsed(held.key.id)
    return { userId: held.userId, scopes: new Set(held.key.scopes) }
  }
}

/** The identity of a request to a route that requires a scope. */
export function identityOf(request: FastifyRequest): Identity {
  if (request.identity === null) throw new Error(`${request.routeOptions.url} reads an identity but requires no scope`)
  return request.identity
}
