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

  constructor(config: Config) {
    const isHttps = config.baseUrl?.startsWith('https:') === true
    this.#name = nameOfCookie(config)
    this.#attributes = `Path=${config.basePath || '/'}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  }

  /** The session id that a request carries, or null. */
  read({ headers }: FastifyRequest): string | null {
    for (const pair of headers.cookie?.split(';') ?? []) {
      const [name, value] = pair.split('=', 2)
      if (name!.trim() === this.#name && value !== undefined) return value.trim()
    }
    return null
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

export function nameOfCookie({ baseUrl, basePath }: Config): string {
  if (baseUrl?.startsWith('https:') !== true) return NAMES.http
  return basePath === '' ? NAMES.host : NAMES.path
}
