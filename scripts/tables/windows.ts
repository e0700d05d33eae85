/** Frames on which a fighter cannot be hit, from `windows.csv`. */
import { commonest } from './commonest.ts'
import { cloneOf, FIGHTERS, type FighterSource } from './source.ts'

export const COMMON_ACTIONS = 341

/** First and last state frame, from 1. */
export type Window = readonly [first: number, last: number]

/** Windows of `1-4 9-12`. */
export function windowsOf(text: string): Window[] {
  if (text === '') return []
  return text.split(' ').map((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return [first!, last!]
  })
}

/** By action, then by fighter. */
const intangible = new Map<number, Map<string, string>>()
for (const { slug, ownRows } of FIGHTERS) {
  for (const row of ownRows('windows.csv')) {
    if (!row.has('intangible')) continue
    const ofAction = intangible.get(row.number('action')) ?? new Map<string, string>()
    intangible.set(row.number('action'), ofAction.set(slug, row.text('intangible')))
  }
}

/** Windows of techs, rolls and the like that no source gives for a fighter are its model's, or those of most others. */
export function intangibleWindows({ slug, ownRows }: FighterSource, action: number): Window[] {
  const ofAction = intangible.get(action) ?? new Map<string, string>()
  const isCommon = action < COMMON_ACTIONS
  const inherits = isCommon || ownRows('windows.csv').length === 0
  const model = inherits ? cloneOf(slug, 'animations')?.of.slug : undefined
  const own = ofAction.get(slug) ?? ofAction.get(model ?? '')
  if (own !== undefined) return windowsOf(own)
  return isCommon && ofAction.size > 0 ? windowsOf(commonest([...ofAction.values()])) : []
}

/** Can none of some fighters be hit in any of some actions on a frame of the animation, which counts from 0? */
export function isUntouchable(
  fighters: readonly FighterSource[],
  actions: readonly number[],
): (frame: number) => boolean {
  const windows = fighters.flatMap((fighter) => actions.map((action) => intangibleWindows(fighter, action)))
  return (frame) =>
    windows.length > 0 && windows.every((each) => each.some(([first, last]) => first <= frame + 1 && frame + 1 <= last))
}
