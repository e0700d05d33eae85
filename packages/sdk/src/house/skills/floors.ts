/** Finds the floor that a fighter stands on. */
import type { FighterView } from '../../game.ts'
import type { Platform, Stage } from '../../stages.ts'

/** The ground slopes no higher than this; and so near to a floor one stands on it. */
const LOWEST_PLATFORM = 8
const ON_FLOOR = 2

/** Undefined on the ground and in the air. */
export function platformUnder(fighter: FighterView, { ledgeY, platforms }: Stage): Platform | undefined {
  if (fighter.y < ledgeY + LOWEST_PLATFORM) return undefined
  return platforms.find((platform) => isOver(fighter, platform) && Math.abs(platform.y - fighter.y) < ON_FLOOR)
}

export const isOver = ({ x }: FighterView, { left, right }: Platform): boolean => x > left - 1 && x < right + 1
