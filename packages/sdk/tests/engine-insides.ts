/** What the engine does not export and the SDK's tables are held against. */
import { loadAllFighters } from '@arena/engine'
import { kindOf } from '../../engine/src/fighters/index.ts'
import { ALL_INTERNAL_IDS } from '../../engine/src/tables/ids.ts'

/** The numbers of all items that fighters make. */
export async function itemTypes(): Promise<number[]> {
  await loadAllFighters()
  return [...new Set(ALL_INTERNAL_IDS.flatMap((id) => kindOf(id).articles.map(({ type }) => type)))]
}
