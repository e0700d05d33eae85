/** Percent. Source: doldecomp/melee (Fighter_TakeDamage_8006CC7C). */
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'

/** Highest value of the game's own counter. */
export const MOST_PERCENT = 999

export function takeDamage(fighter: Fighter, damage: number): void {
  fighter.percent = Math.min(MOST_PERCENT, f(fighter.percent + damage))
}
