/**
 * Which methods each path answers, so that a wrong method on a known path is 405 with `Allow` and not 404.
 * Filled as routes are registered; the router itself only tells whether method and path together exist.
 */
import type { RouteOptions } from 'fastify'

export class AllowedMethods {
  readonly #routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()

  add({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
    const route = this.#routes.get(url) ?? { pattern: toPattern(url), methods: new Set() }
    for (const name of [method].flat()) route.methods.add(name)
    this.#routes.set(url, route)
  }

  /** Sorted; empty for a path that no route knows. */
  of(path: string): string[] {
    const methods = new Set<string>()
    for (const route of this.#routes.values()) {
      if (route.pattern.test(path)) for (const method of route.methods) methods.add(method)
    }
    return [...methods].sort()
  }
}

/** `/matches/:id/replay.slp` -> `^/matches/[^/]+/replay\.slp$`; `*` takes the rest of the path. */
function toPattern(url: string): RegExp {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[A-Za-z]+/g, '[^/]+')
    .replace(/\*/g, '.*')
  return new RegExp(`^${source}$`)
}
