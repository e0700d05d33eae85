/** Frames on which a fighter cannot be hit, from `windows.csv`. */
import { modelOf } from '../../packages/engine/src/tables/clones.ts'
import { commonest } from './commonest.ts'
import { readTable } from './source.ts'

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

const rows = readTable('windows.csv').rows.filter((row) => row.has('intangible'))

/** Windows of techs, rolls and the like that no source tells of a fighter are its model's, or those of most others. */
export function intangibleWindows(internal: number, action: number): Window[] {
  const ofAction = rows.filter((row) => row.number('action') === action)
  const of = (fighter: number | undefined) => ofAction.find((row) => row.number('internal') === fighter)
  const own = of(internal) ?? (action < COMMON_ACTIONS ? of(modelOf(internal)?.internalId) : undefined)
  if (own) return windowsOf(own.text('intangible'))
  return action < COMMON_ACTIONS && ofAction.length > 0
    ? windowsOf(commonest(ofAction.map((row) => row.text('intangible'))))
    : []
}

/** Whether nobody of some fighters can be hit in any of some actions on a frame of the animation, which counts from 0. */
export function isUntouchable(fighters: readonly number[], actions: readonly number[]): (frame: number) => boolean {
  const windows = fighters.flatMap((internal) => actions.map((action) => intangibleWindows(internal, action)))
  return (frame) =>
    windows.length > 0 && windows.every((each) => each.some(([first, last]) => first <= frame + 1 && frame + 1 <= last))
}
