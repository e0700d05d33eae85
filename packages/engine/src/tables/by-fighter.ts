/**
 * What is known of each fighter, by internal id. Tables are read when they are first asked for, one fighter at a time: a
 * match has two of the 27. A process that plays many matches forgets them in between.
 */
const caches: unknown[][] = []

/** Filled by the caller; empty again after `forgetFighters`. */
export function fighterCache<T>(): (T | undefined)[] {
  const cache: (T | undefined)[] = []
  caches.push(cache)
  return cache
}

export function byFighter<T>(read: (internalId: number) => T): (internalId: number) => T {
  const known = fighterCache<T>()
  return (internalId) => (known[internalId] ??= read(internalId))
}

/** What games hold stays theirs; everything else is read again when it is asked for. */
export function forgetFighters(): void {
  for (const cache of caches) cache.length = 0
}
