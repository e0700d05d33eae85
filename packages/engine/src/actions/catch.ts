/** Reaching for the other fighter, standing or out of a dash. Nobody is caught yet. Source: doldecomp/melee (ftCo_Catch). */
import type { Fighter } from '../fighter.ts'
import { BUTTON, GUARD_BIT } from '../input/buttons.ts'
import { clampToEdge } from '../movement/collide.ts'
import { slow } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction, isOver } from './change.ts'
import { ACTION } from './ids.ts'
import { enterWait } from './wait.ts'

/** A with a trigger held; Z is both. */
function asksForGrab(fighter: Fighter): boolean {
  return (fighter.pressed & BUTTON.A) !== 0 && (fighter.held & GUARD_BIT) !== 0
}

export function tryGrab(fighter: Fighter): boolean {
  if (!asksForGrab(fighter)) return false
  changeAction(fighter, ACTION.Catch)
  return true
}

export function tryDashGrab(fighter: Fighter): boolean {
  if (!asksForGrab(fighter)) return false
  changeAction(fighter, ACTION.CatchDash)
  return true
}

function animateCatch(fighter: Fighter): void {
  if (isOver(fighter)) enterWait(fighter)
}

/** Friction is not doubled here. */
function slowDown(fighter: Fighter): void {
  slow(fighter, fighter.kind.attributes.groundFriction)
}

const reach = { animation: animateCatch, physics: slowDown, collision: clampToEdge }

export const CATCH_ACTIONS: ActionTable = { Catch: reach, CatchDash: reach }
