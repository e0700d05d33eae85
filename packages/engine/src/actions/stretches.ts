import type { ActionId } from '../tables/ids.ts'

/** Ranges of action states with a common property. Ids of a topic are consecutive, so two of them name its range. */
export type Stretches = readonly (readonly [first: ActionId, last: ActionId])[]

export function isAmong(action: ActionId, stretches: Stretches): boolean {
  for (let i = 0; i < stretches.length; i++) if (action >= stretches[i]![0] && action <= stretches[i]![1]) return true
  return false
}
