/**
 * Loads the fighters of games. The 27 fighters are in separate modules, so that a browser or an engine process has only
 * those in play.
 */
import { internalIdsOf, loadOverrides } from './fighters/index.ts'
import { ALL_INTERNAL_IDS, asExternalId, type InternalId, type PickId } from './tables/ids.ts'
import { addFigures, dropFigures, hasFigures } from './tables/by-fighter.ts'
import { parseFigures } from './tables/figures.ts'
import { LOADERS } from './tables/generated/loaders.ts'

async function loadFigures(internalId: InternalId): Promise<void> {
  if (!hasFigures(internalId)) addFigures(internalId, parseFigures((await LOADERS[internalId]!()).FIGURES))
}

async function load(internalIds: readonly InternalId[]): Promise<void> {
  await Promise.all(internalIds.flatMap((internalId) => [loadFigures(internalId), loadOverrides(internalId)]))
}

/**
 * Loads the fighters of some picks (external character ids), as must be done before a `Game` with them begins; those that are
 * loaded already cost nothing.
 *
 *     await loadFighters([2, 9])
 *     const game = new Game(...)
 */
export async function loadFighters(characters: readonly PickId[]): Promise<void> {
  await load(characters.flatMap((character) => internalIdsOf(asExternalId(character))))
}

export async function loadAllFighters(): Promise<void> {
  await load(ALL_INTERNAL_IDS)
}

/** Releases all fighters, for a process that plays one game after another. No game in progress may be continued. */
export function unloadFighters(): void {
  dropFigures()
}
