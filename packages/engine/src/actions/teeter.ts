/**
 * At the edge: Ottotto (teetering) and MissFoot (pushed off backward, helpless until its end). Source: doldecomp/melee
 * (ftCo_Ottotto, ftCo_MissFoot).
 */
import { ACTION } from '../action-ids.ts'
import { ECB_LOCK_FRAMES } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { clampToDrift, fallAndDrift } from '../movement/air.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction, halt, hasAnimationEnded, leaveGround, loopAnimation } from './change.ts'
import { collideWithEveryFloor, stayOrTeeter } from './collide.ts'
import { tumble } from './down.ts'
import { openTo, TEETER_LIST } from './interrupts.ts'

export function enterOttotto(fighter: Fighter): void {
  halt(fighter)
  changeAction(fighter, ACTION.Ottotto)
}

export function enterMissFoot(fighter: Fighter): void {
  fighter.kbVy = 0
  leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, ACTION.MissFoot)
  clampToDrift(fighter)
}

function animateOttotto(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) changeAction(fighter, ACTION.OttottoWait)
}

function animateMissFoot(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) tumble(fighter)
}

const teeter = { interrupt: openTo(TEETER_LIST), physics: stopOnGround, collision: stayOrTeeter }

export const TEETER_ACTIONS: ActionTable = {
  Ottotto: { animation: animateOttotto, ...teeter },
  OttottoWait: { animation: loopAnimation, ...teeter },
  MissFoot: {
    animation: animateMissFoot,
    physics: fallAndDrift,
    collision: collideWithEveryFloor,
  },
}
