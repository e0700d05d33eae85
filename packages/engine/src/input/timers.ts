/**
 * A fighter's memory of its input: the frames since each axis was tilted and each button pressed. Written in phase 3;
 * the timers continue through hitlag. Source: doldecomp/melee (Fighter_Spaghetti_8006AD10).
 */
import { INPUT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, DIGITAL_TRIGGERS, GUARD_BIT, JUMP_BUTTONS } from './buttons.ts'

const { tiltThreshold, triggerThreshold, timerEnd } = INPUT

/** 1 or -1 while an axis is tilted, else 0. */
function sideOf(value: number): number {
  return value >= tiltThreshold ? 1 : value <= -tiltThreshold ? -1 : 0
}

function next(timer: number): number {
  return timer < timerEnd ? timer + 1 : timerEnd
}

export function advanceTimers(fighter: Fighter, isFrozen: boolean): void {
  const sideX = sideOf(fighter.stickX)
  const sideY = sideOf(fighter.stickY)
  const beganX = sideX !== 0 && sideX !== fighter.tiltXSide
  const beganY = sideY !== 0 && sideY !== fighter.tiltYSide
  fighter.tiltXTimer = sideX === 0 ? timerEnd : beganX ? 0 : next(fighter.tiltXTimer)
  fighter.tiltYTimer = sideY === 0 ? timerEnd : beganY ? 0 : next(fighter.tiltYTimer)
  fighter.lastTiltXTimer = beganX ? 0 : next(fighter.lastTiltXTimer)
  fighter.lastTiltYTimer = beganY ? 0 : next(fighter.lastTiltYTimer)
  if (beganX) fighter.lastTiltXSide = sideX
  fighter.tiltXSide = sideX
  fighter.tiltYSide = sideY

  const isLight = fighter.trigger >= triggerThreshold
  const wasLight = fighter.previousTrigger >= triggerThreshold
  fighter.triggerTimer = !isLight ? timerEnd : wasLight ? next(fighter.triggerTimer) : 0

  const pressed = fighter.held & ~fighter.previousHeld
  fighter.aTimer = after(fighter.aTimer, pressed & BUTTON.A, isFrozen)
  fighter.bTimer = after(fighter.bTimer, pressed & BUTTON.B, isFrozen)
  fighter.jumpButtonTimer = after(fighter.jumpButtonTimer, pressed & JUMP_BUTTONS, isFrozen)
  fighter.guardButtonTimer = after(fighter.guardButtonTimer, pressed & GUARD_BIT, isFrozen)
  const before = fighter.techTimer
  fighter.techTimer = after(before, pressed & DIGITAL_TRIGGERS, isFrozen)
  if (fighter.techTimer === 0) fighter.previousTechTimer = before
}

/** Hitlag stores the presses of its own frames, and of the one before it: they count from its end. */
function after(timer: number, isPressed: number, isFrozen: boolean): number {
  return isPressed !== 0 || (isFrozen && timer === 0) ? 0 : next(timer)
}

/** At the start of a match no input is stored. */
export function resetTimers(fighter: Fighter): void {
  fighter.tiltXTimer = timerEnd
  fighter.tiltYTimer = timerEnd
  fighter.lastTiltXTimer = timerEnd
  fighter.lastTiltYTimer = timerEnd
  fighter.lastTiltXSide = 0
  fighter.triggerTimer = timerEnd
  fighter.aTimer = timerEnd
  fighter.bTimer = timerEnd
  fighter.jumpButtonTimer = timerEnd
  fighter.guardButtonTimer = timerEnd
  fighter.techTimer = timerEnd
  fighter.previousTechTimer = timerEnd
  fighter.jumpAskTimer = timerEnd
  fighter.previousJumpAskTimer = timerEnd
  fighter.upSpecialTimer = timerEnd
  fighter.previousUpSpecialTimer = timerEnd
}

/** What the input of a live frame asks for (Fighter_UnkIncrementCounters_8006ABEC). */
export function countAsks(fighter: Fighter, asksForJump: boolean, asksForUpSpecial: boolean): void {
  if (asksForJump) fighter.previousJumpAskTimer = fighter.jumpAskTimer
  fighter.jumpAskTimer = asksForJump ? 0 : next(fighter.jumpAskTimer)
  if (asksForUpSpecial) fighter.previousUpSpecialTimer = fighter.upSpecialTimer
  fighter.upSpecialTimer = asksForUpSpecial ? 0 : next(fighter.upSpecialTimer)
}
