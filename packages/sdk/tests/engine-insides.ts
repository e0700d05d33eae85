/** What the engine does not export and the SDK's tables are held against. */
import { loadAllFighters, type Game } from '@arena/engine'
import { kindOf } from '../../engine/src/fighters/index.ts'
import { FighterRecord } from '../../engine/src/state/fields.ts'
import { fighterAt } from '../../engine/src/state/state.ts'
import { ALL_INTERNAL_IDS } from '../../engine/src/tables/ids.ts'

/** The numbers of all items that fighters make. */
export async function itemTypes(): Promise<number[]> {
  await loadAllFighters()
  return [...new Set(ALL_INTERNAL_IDS.flatMap((id) => kindOf(id).articles.map(({ type }) => type)))]
}

/** Sets fields of the fighter on port 0, as a scene needs them. */
export function put(game: Game, fields: Partial<FighterRecord>): void {
  const saved = game.save()
  Object.assign(new FighterRecord(saved.buffer as ArrayBuffer, fighterAt(0)), fields)
  game.restore(saved)
}
