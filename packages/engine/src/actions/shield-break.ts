/**
 * A broken shield: thrown up, falling, lying, standing up, dizzy. Source: doldecomp/melee (ftCo_ShieldBreak, ftCo_FuraFura).
 * Approximate: how much mashing shortens the dizziness, and its length (400 frames less one a percent).
 */
import { ECB_LOCK_FRAMES, SHIELD } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, DIGITAL_TRIGGERS, JUMP_BUTTONS } from '../input/buttons.ts'
import { fallWithoutDrift } from '../movement/air.ts'
import { collideShieldBreak, stayOrFall } from '../movement/collide.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction, halt, isOver, leaveGround, touchGround } from './change.ts'
import { ACTION } from './ids.ts'
import { enterWait } from './wait.ts'

/** Frames of dizziness at 0 %, its least, and what one press takes off. */
const DIZZY_FRAMES = 400
const LEAST_DIZZY_FRAMES = 90
const FRAMES_PER_PRESS = 3
const MASHED = BUTTON.A | BUTTON.B | JUMP_BUTTONS | DIGITAL_TRIGGERS

// Private variables.
const FRAMES_LEFT = 0

export function breakShield(fighter: Fighter): void {
  halt(fighter)
  leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, ACTION.ShieldBreakFly)
  fighter.selfVy = fighter.kind.attributes.shieldBreakInitialVelocity
  fighter.shieldHealth = SHIELD.healthAfterBreak
  fighter.bodyState = 2
}

function animateFly(fighter: Fighter): void {
  fighter.bodyState = 2
  if (!isOver(fighter)) return
  changeAction(fighter, ACTION.ShieldBreakFall)
  fighter.bodyState = 2
}

function animateFall(fighter: Fighter): void {
  fighter.bodyState = 2
}

export function landFromShieldBreak(fighter: Fighter): void {
  touchGround(fighter)
  changeAction(fighter, ACTION.ShieldBreakDownU)
}

function animateDown(fighter: Fighter): void {
  if (isOver(fighter)) changeAction(fighter, ACTION.ShieldBreakStandU)
}

function animateStand(fighter: Fighter): void {
  if (!isOver(fighter)) return
  changeAction(fighter, ACTION.Furafura)
  fighter.stateInts[FRAMES_LEFT] = Math.max(LEAST_DIZZY_FRAMES, DIZZY_FRAMES - Math.floor(fighter.percent))
}

function animateFurafura(fighter: Fighter): void {
  const left = --fighter.stateInts[FRAMES_LEFT]!
  if (left <= 0) enterWait(fighter)
}

function interruptFurafura(fighter: Fighter): void {
  if (fighter.pressed & MASHED) fighter.stateInts[FRAMES_LEFT]! -= FRAMES_PER_PRESS
}

const inAir = { physics: fallWithoutDrift, collision: collideShieldBreak }
const onGround = { physics: stopOnGround, collision: stayOrFall }

export const SHIELD_BREAK_ACTIONS: ActionTable = {
  ShieldBreakFly: { animation: animateFly, ...inAir },
  ShieldBreakFall: { animation: animateFall, ...inAir },
  ShieldBreakDownU: { animation: animateDown, ...onGround },
  ShieldBreakStandU: { animation: animateStand, ...onGround },
  Furafura: { animation: animateFurafura, interrupt: interruptFurafura, ...onGround },
}
