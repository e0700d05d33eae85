/**
 * The figures of the loaded fighters, by internal id, and tables computed from them. A match has two of the 27
 * fighters; `loadFighters` (load-fighters.ts) loads their figures.
 */
import type { InternalId } from './ids.ts'
import type { Figures } from './figures.ts'
import { ROSTER } from './generated/common.ts'

const loaded: (Figures | undefined)[] = []
const tables: { readonly known: unknown[]; readonly of: (internalId: InternalId) => unknown }[] = []

export function addFigures(internalId: InternalId, figures: Figures): void {
  loaded[internalId] = figures
}

export function hasFigures(internalId: InternalId): boolean {
  return loaded[internalId] !== undefined
}

export function figuresOf(internalId: InternalId): Figures {
  const figures = loaded[internalId]
  if (figures === undefined) {
    const name = ROSTER[internalId]?.[1] ?? `fighter ${internalId}`
    throw new Error(`The figures of ${name} are not loaded: await loadFighters([...]) before the game`)
  }
  return figures
}

/** A table that is computed for one fighter at a time, once. */
export function byFighter<T>(workOut: (internalId: InternalId) => T): (internalId: InternalId) => T {
  const known: (T | undefined)[] = []
  const of = (internalId: InternalId): T => {
    const value = known[internalId]
    // Not `??=`: null is a result, too.
    return value === undefined ? (known[internalId] = workOut(internalId)) : value
  }
  tables.push({ known, of })
  return of
}

/** Computes all tables of a fighter, so that no frame has to. */
export function prepareFighter(internalId: InternalId): void {
  for (const { of } of tables) of(internalId)
}

/** Releases all figures and tables. A game in progress holds some of them and must not be continued. */
export function dropFigures(): void {
  loaded.length = 0
  for (const { known } of tables) known.length = 0
}
