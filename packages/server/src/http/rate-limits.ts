/**
 * How often one caller may ask (spec: Limits). Every request counts against the class of its route: for the account
 * it authenticated as, or for the address it comes from when it did not, because it need not or because it failed.
 * A refused request is not counted, and learns after how many seconds it will succeed.
 */
import { Problem } from '@arena/protocol'
import type { FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/errors.ts'
import { inTime } from '../in-time.ts'
import { clientOf } from './client-address.ts'

/** Requests a minute of each class. */
export const LIMITS = {
  /** Registering a bot or changing its URL. */
  registrations: 10,
  /** Other writes. */
  writes: 30,
  /** `/matches`, match records, replays. */
  'match-reads': 120,
  /** Everything else. */
  other: 600,
} as const

export type LimitClass = keyof typeof LIMITS
export type Limits = Readonly<Record<LimitClass, number>>

/** The length of the window: however it is laid, a subject has at most its limit in it. */
export const WINDOW_MS = 60_000

/** A supervisor that asks for `/health` waits for a few seconds at most, and then ends what plays. */
const PATIENCE_MS = 1_000

/** Counts. One keeps its counts in memory, the other in the database. */
export interface RateLimiter {
  /** 0, and the request is counted; or the milliseconds after which one will be, and it is not. */
  take(limit: LimitClass, subject: string): number | Promise<number>
  /** What `take` would say, as far as that is known without asking anyone; counts nothing. */
  peek(limit: LimitClass, subject: string): number
}

/** Where the class of a request depends on its body. */
export interface LimitByBody {
  readonly classes: readonly LimitClass[]
  readonly of: (body: unknown) => LimitClass
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The class that the route's requests count as, where it is neither of the two that are left over: `writes` for
     * what changes something, `other` for what reads.
     */
    limit?: LimitClass | LimitByBody
  }
  interface FastifyRequest {
    /** Whether a limit was asked about the request, whatever it said. */
    isCounted: boolean
  }
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a route says of itself, or else one of the two classes that are left over. */
export function limitOf(method: string, limit: LimitClass | LimitByBody | undefined): LimitClass | LimitByBody {
  return limit ?? (READS.has(method) ? 'other' : 'writes')
}

export class RateLimits {
  readonly #limiter: RateLimiter

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter
  }

  /** Throws `rate-limited` when the account's request would be refused whatever its body, as far as that is known here. */
  admit(request: FastifyRequest, userId: string): void {
    const limit = limitOf(request.method, request.routeOptions.config.limit)
    const classes = typeof limit === 'object' ? limit.classes : [limit]
    for (const each of classes) if (this.#limiter.peek(each, userId) === 0) return
    throw tooMany(classes[0]!, Math.max(...classes.map((each) => this.#limiter.peek(each, userId))))
  }

  /** Counts a request that asks for no credentials, or throws `rate-limited`. */
  async charge(request: FastifyRequest): Promise<void> {
    const limit = limitOf(request.method, request.routeOptions.config.limit)
    if (typeof limit !== 'object') await this.#charge(limit, request)
  }

  /** Authenticates a request and counts it, whichever way that ends; too many are `rate-limited` whichever way it does. */
  async guard<T>(request: FastifyRequest, authenticate: () => Promise<T>): Promise<T> {
    const limit = limitOf(request.method, request.routeOptions.config.limit)
    let result: T
    try {
      result = await authenticate()
    } catch (error) {
      if (error instanceof Problem && error.code === 'rate-limited') throw error
      // Its body is not read.
      await this.#charge(typeof limit === 'object' ? 'writes' : limit, request)
      throw error
    }
    await this.charge(request)
    return result
  }

  /** Counts a request whose class is only known from its body. */
  async guardBody(request: FastifyRequest): Promise<void> {
    const { limit } = request.routeOptions.config
    if (typeof limit === 'object') await this.#charge(limit.of(request.body), request)
  }

  /** Counts a request that failed before its class was known: its body could not be read. */
  async guardUnread(request: FastifyRequest): Promise<void> {
    if (request.identity !== null && !request.isCounted) await this.#charge('writes', request)
  }

  /**
   * While a database that holds the counts is unavailable, or does not answer, limits refuse no request: `/health` and live
   * matches need no database.
   */
  async #take(limit: LimitClass, subject: string): Promise<number> {
    try {
      const waitMs = this.#limiter.take(limit, subject)
      return typeof waitMs === 'number' ? waitMs : await inTime(waitMs, PATIENCE_MS, 0)
    } catch (error) {
      if (isDatabaseAway(error)) return 0
      throw error
    }
  }

  async #charge(limit: LimitClass, request: FastifyRequest): Promise<void> {
    request.isCounted = true
    const waitMs = await this.#take(limit, request.identity?.userId ?? clientOf(request))
    if (waitMs > 0) throw tooMany(limit, waitMs)
  }
}

function tooMany(limit: LimitClass, waitMs: number): Problem {
  const seconds = Math.ceil(waitMs / 1000)
  return new Problem('rate-limited', {
    detail: `${LIMITS[limit]} requests of this kind a minute are allowed. Try again in ${seconds} s.`,
    headers: { 'retry-after': String(seconds) },
  })
}
