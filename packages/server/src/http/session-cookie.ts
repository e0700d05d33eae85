/**
 * The cookie that carries a dashboard session. On https its name begins with `__Host-`, which makes browsers refuse it
 * from subdomains and from plain http. An arena below a path shares its host with others, which should not get the cookie:
 * it names the path, and so the weaker `__Secure-`.
 */
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const NAMES = { host: '__Host-arena', path: '__Secure-arena', http: 'arena' } as const

export class SessionCookie {
  readonly #name: string
  readonly #attributes: string

  constructor(config: Pick<Config, 'baseUrl' | 'basePath'>) {
    const isHttps = config.baseUrl?.startsWith('https:') === true
    this.#name = nameOfCookie(config)
    this.#attributes = `Path=${config.basePath || '/'}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  }

  /**
   * The session id that a request carries, or null. Of several none counts: one may be of another path or domain of the host,
   * and put there by whoever has that.
   */
  read({ headers }: FastifyRequest): string | null {
    const pairs = headers.cookie?.split(';').map((pair) => pair.split('=', 2)) ?? []
    const [own, ...others] = pairs.filter(([name, value]) => name!.trim() === this.#name && value !== undefined)
    return own === undefined || others.length > 0 ? null : own[1]!.trim()
  }

  /** `Set-Cookie` that hands the session to the browser. */
  set(sessionId: string, lifetimeMs: number): string {
    return `${this.#name}=${sessionId}; Max-Age=${lifetimeMs / 1000}; ${this.#attributes}`
  }

  /** `Set-Cookie` that takes it back. */
  clear(): string {
    return `${this.#name}=; Max-Age=0; ${this.#attributes}`
  }
}

export function nameOfCookie({ baseUrl, basePath }: Pick<Config, 'baseUrl' | 'basePath'>): string {
  if (baseUrl?.startsWith('https:') !== true) return NAMES.http
  return basePath === '' ? NAMES.host : NAMES.path
}
