/** Tables are read when they are first asked for, one fighter at a time: a match has two of the 27. */
export function byFighter<T>(read: (internalId: number) => T): (internalId: number) => T {
  const known: (T | undefined)[] = []
  return (internalId) => (known[internalId] ??= read(internalId))
}
