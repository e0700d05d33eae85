/** Names of action states without a fighter's figures, for who only reads recordings. */
import { ACTION } from './action-ids.ts'
import { OWN_ACTION_NAMES } from './tables/generated/own-action-names.ts'

export { ACTION, type ActionName } from './action-ids.ts'

/** In the order of their ids, from 0. */
const COMMON = Object.keys(ACTION)
/** Each fighter's own, from the first number behind the common ones; in the order of internal ids. */
const OWN = Object.values(OWN_ACTION_NAMES)
const split: (readonly string[] | undefined)[] = []

/** The game's name of a fighter's action state; null where it has none. Fighters are given by internal id. */
export function actionNameOf(character: number, action: number): string | null {
  if (action < COMMON.length) return COMMON[action] ?? null
  const own = (split[character] ??= OWN[character]?.split(' ') ?? [])
  return own[action - COMMON.length] ?? null
}
