/**
 * The forward smash: one of three weapons at random, never the one of the time before. Source: doldecomp/melee
 * (ftPe_AttackS4). The first hit of the down smash draws a number for its effect, as recordings show.
 */
import type { FighterActionTable } from '../../actions/action.ts'
import { ATTACK_ACTIONS } from '../../actions/attack.ts'
import type { Fighter } from '../../fighter.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { random16, randomInteger } from '../../random.ts'
import { LAST_WEAPON } from './words.ts'

const FIRST = 349
const WEAPONS = 3
const FIRST_HIT_FRAME = 5

export function drawWeapon({ ownInts, match }: Fighter): number {
  let action: number
  do action = FIRST + randomInteger(match.record, WEAPONS)
  while (action === ownInts[LAST_WEAPON])
  ownInts[LAST_WEAPON] = action
  return action
}

function twinkle({ animationFrame, match }: Fighter): void {
  if (animationFrame === FIRST_HIT_FRAME) random16(match.record)
}

const smash = { ...ATTACK_ACTIONS.AttackS4S, physics: stopOnGround }

export const SMASH_ACTIONS: FighterActionTable = {
  AttackS4Club: smash,
  AttackS4Pan: smash,
  AttackS4Racket: smash,
  AttackLw4: { ...ATTACK_ACTIONS.AttackLw4, accessory: twinkle },
}
