/**
 * What is known of each fighter, by internal id. Tables are read one fighter at a time: a match has two of the 27. A game
 * has those of its fighters read before it begins (`readFighter`), as one table takes up to 20 ms, more than a frame; those
 * of others (whom Kirby copies) are read when they are first asked for. A process that plays many matches forgets them in
 * between.
 */
interface Table {
  /** By internal id. */
  readonly known: unknown[]
  readonly of: (internalId: number) => unknown
}

const tables: Table[] = []

export function byFighter<T>(read: (internalId: number) => T): (internalId: number) => T {
  const known: (T | undefined)[] = []
  const of = (internalId: number): T => {
    const value = known[internalId]
    // Not `??=`: null is an answer, too.
    return value === undefined ? (known[internalId] = read(internalId)) : value
  }
  tables.push({ known, of })
  return of
}

/** Reads all tables of a fighter. */
export function readFighter(internalId: number): void {
  for (const { of } of tables) of(internalId)
}

/** What games hold stays theirs; everything else is read again when it is asked for. */
export function forgetFighters(): void {
  for (const { known } of tables) known.length = 0
}
