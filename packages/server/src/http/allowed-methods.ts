/**
 * Which methods each path answers, so that a wrong method on a known path is 405 with `Allow` and not 404.
 * Filled as routes are registered; the router itself only knows whether method and path together exist.
 */
import { METHODS } from 'node:http'
import { Problem } from '@arena/protocol'
import type { RouteOptions } from 'fastify'

export class AllowedMethods {
  readonly #routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()

  add({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
    const route = this.#routes.get(url) ?? { pattern: toPattern(url), methods: new Set() }
    for (const name of [method].flat()) route.methods.add(name)
    this.#routes.set(url, route)
  }

  /** What the path answers to a method that none of its routes has; null for a path that no route knows. */
  refusal(method: string, path: string): Problem | null {
    const methods = new Set<string>()
    for (const route of this.#routes.values()) {
      if (route.pattern.test(path)) for (const name of route.methods) methods.add(name)
    }
    if (methods.size === 0) return null
    const allow = [...methods].sort().join(', ')
    return new Problem('method-not-allowed', { detail: `${method} is not among ${allow}.`, headers: { allow } })
  }
}

/** A request line up to its query, of a path of this server. */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}) (\/[^ ?\r\n]*)(?:\?[^ \r\n]*)? HTTP\/1\.[01]\r?\n/

/** Method and path of a request that Node refused for its method alone; null of one that begins otherwise. */
export function unknownMethod(bytes: Buffer): { method: string; path: string } | null {
  const [, method, path] = REQUEST_LINE.exec(bytes.toString('latin1')) ?? []
  return method === undefined || METHODS.includes(method) ? null : { method, path: path! }
}

/** `/matches/:id/replay.slp` -> `^/matches/[^/]+/replay\.slp$`; `*` takes the rest of the path. */
function toPattern(url: string): RegExp {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[A-Za-z]+/g, '[^/]+')
    .replace(/\*/g, '.*')
  return new RegExp(`^${source}$`)
}
