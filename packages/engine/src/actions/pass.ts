/** Pass: dropping through a platform. Source: doldecomp/melee (ftCo_Pass). */
import { ACTION } from '../action-ids.ts'
import { ECB_LOCK_FRAMES, INPUT, PASS } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { clampToDrift, fallAndDrift } from '../movement/air.ts'
import type { ActionTable } from './action.ts'
import { changeAction, hasAnimationEnded, leaveGround } from './change.ts'
import { collideWithEveryFloor } from './collide.ts'
import { enterFall } from './fall.ts'
import { AIR_LIST, openTo } from './interrupts.ts'

export function enterPass(fighter: Fighter): void {
  dropThrough(fighter, ACTION.Pass)
}

/**
 * Drops through the platform in an action that begins there, with the horizontal speed of its last motion, up to the
 * greatest drift.
 */
export function dropThrough(fighter: Fighter, action: number, rate = 1): void {
  const line = fighter.floorLine
  leaveGround(fighter, ECB_LOCK_FRAMES)
  clampToDrift(fighter)
  changeAction(fighter, action, 0, rate)
  fighter.passedLine = line
  fighter.selfVy = PASS.vy
  fighter.tiltYTimer = INPUT.timerEnd
}

function animatePass(fighter: Fighter): void {
  if (hasAnimationEnded(fighter)) enterFall(fighter)
}

export const PASS_ACTIONS: ActionTable = {
  Pass: {
    animation: animatePass,
    interrupt: openTo(AIR_LIST),
    physics: fallAndDrift,
    collision: collideWithEveryFloor,
  },
}
