/** Wait: standing idle. All other interrupt lists derive from its own (`interrupts.ts`). */
import { ACTION } from '../action-ids.ts'
import type { Fighter } from '../fighter.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction, loopAnimation } from './change.ts'
import { stayOrTeeter } from './collide.ts'
import { openTo, WAIT_LIST } from './interrupts.ts'

export function enterWait(fighter: Fighter): void {
  changeAction(fighter, ACTION.Wait)
}

export const WAIT_ACTIONS: ActionTable = {
  Wait: { animation: loopAnimation, interrupt: openTo(WAIT_LIST), physics: stopOnGround, collision: stayOrTeeter },
}
