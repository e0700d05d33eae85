/** Stretches of actions that are alike in some way. Ids follow each other by topic, so two of them name a topic's actions. */
export type Stretches = readonly (readonly [first: number, last: number])[]

export function isAmong(action: number, stretches: Stretches): boolean {
  for (let i = 0; i < stretches.length; i++) if (action >= stretches[i]![0] && action <= stretches[i]![1]) return true
  return false
}
