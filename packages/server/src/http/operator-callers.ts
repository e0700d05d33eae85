/**
 * Who watches over the arena: a program on this machine, or whoever holds `ARENA_METRICS_TOKEN`. Of the routes that are meant
 * for them no request is counted, so that no supervisor takes a limit for an arena that is down.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isLocalCaller } from './local-caller.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is there for those who watch over the arena. */
    isForOperator?: boolean
  }
}

export class OperatorCallers {
  readonly #token: Buffer | null

  constructor({ metricsToken }: Pick<Config, 'metricsToken'>) {
    this.#token = metricsToken === null ? null : digest(`Bearer ${metricsToken}`)
  }

  /** Whether the arena was started with a token. */
  get hasToken(): boolean {
    return this.#token !== null
  }

  holdsToken({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
    return this.#token !== null && timingSafeEqual(digest(headers.authorization ?? ''), this.#token)
  }

  /** Whether a request is one that no limit counts. */
  isUncounted(request: FastifyRequest): boolean {
    const { isForOperator = false } = request.routeOptions.config
    return isForOperator && (isLocalCaller(request) || this.holdsToken(request))
  }
}

/** The digest has one length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
