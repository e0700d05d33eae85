/** At the edge: Ottotto (teetering) and MissFoot (slid off backward). Source: doldecomp/melee (ftCo_Ottotto, ftCo_MissFoot). */
import { ECB_LOCK_FRAMES } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { fallAndDrift } from '../movement/air.ts'
import { collideFreely, stayOrTeeter } from '../movement/collide.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction, isOver, leaveGround } from './change.ts'
import { enterFall } from './fall.ts'
import { ACTION } from './ids.ts'
import { tryAirList, tryWaitList } from './interrupts.ts'

export function enterOttotto(fighter: Fighter): void {
  changeAction(fighter, ACTION.Ottotto)
}

export function enterMissFoot(fighter: Fighter): void {
  leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, ACTION.MissFoot)
}

function animateOttotto(fighter: Fighter): void {
  if (isOver(fighter)) changeAction(fighter, ACTION.OttottoWait)
}

function animateOttottoWait(fighter: Fighter): void {
  if (!isOver(fighter)) return
  fighter.animationFrame = 0
  fighter.actionFrame = 1
}

function animateMissFoot(fighter: Fighter): void {
  if (isOver(fighter)) enterFall(fighter)
}

function interruptMissFoot(fighter: Fighter): void {
  tryAirList(fighter)
}

const teeter = { interrupt: tryWaitList, physics: stopOnGround, collision: stayOrTeeter }

export const TEETER_ACTIONS: ActionTable = {
  Ottotto: { animation: animateOttotto, ...teeter },
  OttottoWait: { animation: animateOttottoWait, ...teeter },
  MissFoot: {
    animation: animateMissFoot,
    interrupt: interruptMissFoot,
    physics: fallAndDrift,
    collision: collideFreely,
  },
}
