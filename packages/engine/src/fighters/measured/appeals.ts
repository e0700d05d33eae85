/**
 * Taunts: which action each fighter shows to either side, and how long it lasts. Lengths are a frame more than the last
 * one of in-game recordings, as the natural ends on public recordings are; fighters of whom neither shows a taunt take
 * the usual length. By internal id.
 */
import { ACTION } from '../../action-ids.ts'

export interface Appeal {
  readonly right: number
  readonly left: number
  readonly frames: number
}

const USUAL_FRAMES = 100
const FRAMES: Readonly<Record<number, number>> = {
  0: 180,
  1: 110,
  2: 60,
  3: 60,
  4: 60,
  5: 140,
  8: 60,
  9: 85,
  10: 60,
  11: 60,
  14: 80,
  16: 120,
  17: 70,
  18: 93,
  20: 200,
  21: 85,
  22: 115,
  24: 60,
}

/** Those with an animation of its own for the left; the others show that of the right. */
const BOTH_SIDES: ReadonlySet<number> = new Set([2, 4, 6, 8, 9, 12, 15, 23, 25])
/** Taunts that are a fighter's own actions. */
const OWN: Readonly<Record<number, readonly [right: number, left: number]>> = { 20: [342, 343], 21: [341, 341] }

export function appealOf(internalId: number): Appeal {
  const [right, left] = OWN[internalId] ?? [
    ACTION.AppealSR,
    BOTH_SIDES.has(internalId) ? ACTION.AppealSL : ACTION.AppealSR,
  ]
  return { right, left, frames: FRAMES[internalId] ?? USUAL_FRAMES }
}
