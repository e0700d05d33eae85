import type { ActionId } from '../tables/ids.ts'

/** Stretches of actions that are alike in some way. Ids follow each other by topic, so two of them name a topic's actions. */
export type Stretches = readonly (readonly [first: ActionId, last: ActionId])[]

export function isAmong(action: ActionId, stretches: Stretches): boolean {
  for (let i = 0; i < stretches.length; i++) if (action >= stretches[i]![0] && action <= stretches[i]![1]) return true
  return false
}
