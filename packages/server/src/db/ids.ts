/** New identifiers: TypeIDs, which sort by the time they were made. */
import { typeidUnboxed } from 'typeid-js'

export type IdPrefix = 'user' | 'key' | 'bot' | 'match' | 'arena'

export function newId(prefix: IdPrefix): string {
  return typeidUnboxed(prefix)
}
