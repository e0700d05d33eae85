/**
 * Rapid jabs: the flurry that follows on a jab when A is pressed and let go of again and again. It goes on as long as A was pressed
 * within the last round. Source: doldecomp/melee (ftCo_Attack100).
 */
import type { Fighter } from '../fighter.ts'
import type { FighterKind } from '../fighters/kind.ts'
import { BUTTON } from '../input/buttons.ts'
import { clampToEdge } from '../movement/collide.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { hasScriptEnded } from './attack.ts'
import { changeAction, stepAnimation } from './change.ts'
import { ACTION } from './ids.ts'
import { enterWait } from './wait.ts'

// Private variables of Attack100Loop.
/** 1 once A was pressed in this round. */
const WANTS_MORE = 0

function enter(fighter: Fighter, action: number): void {
  changeAction(fighter, action)
  fighter.stateInts[WANTS_MORE] = 0
  if (!fighter.kind.startsLate(action)) stepAnimation(fighter)
}

export function hasRapidJab(kind: FighterKind): boolean {
  return kind.moveOf(ACTION.Attack100Start) !== undefined && kind.attributes.rapidJabWindow > 0
}

/** Pressed often enough, a fighter that has rapid jabs begins them. */
export function tryRapidJab(fighter: Fighter): boolean {
  if (fighter.jabPresses <= fighter.kind.attributes.rapidJabWindow) return false
  enter(fighter, ACTION.Attack100Start)
  return true
}

function animateStart(fighter: Fighter): void {
  if (hasScriptEnded(fighter)) enter(fighter, ACTION.Attack100Loop)
}

function animateLoop(fighter: Fighter): void {
  if (!hasScriptEnded(fighter)) return
  if (fighter.stateInts[WANTS_MORE] === 0) {
    enter(fighter, ACTION.Attack100End)
    return
  }
  fighter.animationFrame = 0
  fighter.stateInts[WANTS_MORE] = 0
}

function interruptLoop(fighter: Fighter): void {
  if (fighter.pressed & BUTTON.A) fighter.stateInts[WANTS_MORE] = 1
}

function animateEnd(fighter: Fighter): void {
  if (hasScriptEnded(fighter)) enterWait(fighter)
}

const onGround = { physics: stopOnGround, collision: clampToEdge }

export const RAPID_JAB_ACTIONS: ActionTable = {
  Attack100Start: { animation: animateStart, ...onGround },
  Attack100Loop: { animation: animateLoop, interrupt: interruptLoop, ...onGround },
  Attack100End: { animation: animateEnd, ...onGround },
}
