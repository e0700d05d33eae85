/** Taunts: D-pad up, on the ground. Only a hit ends them early. Source: doldecomp/melee (ftCo_AppealS). */
import type { Fighter } from '../fighter.ts'
import { BUTTON } from '../input/buttons.ts'
import type { ActionTable } from './action.ts'
import { moveInAttack } from './attack.ts'
import { changeAction, hasLasted } from './change.ts'
import { clampToEdge } from './collide.ts'
import { enterWait } from './wait.ts'

export function tryAppeal(fighter: Fighter): boolean {
  if ((fighter.pressed & BUTTON.DPAD_UP) === 0) return false
  const { right, left } = fighter.kind.measured.appeal
  changeAction(fighter, fighter.facing > 0 ? right : left)
  return true
}

function animate(fighter: Fighter): void {
  if (hasLasted(fighter, fighter.kind.measured.appeal.frames)) enterWait(fighter)
}

const appeal = { animation: animate, physics: moveInAttack, collision: clampToEdge }

export const APPEAL_ACTIONS: ActionTable = { AppealSR: appeal, AppealSL: appeal }
