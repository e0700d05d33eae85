/**
 * The reflector of Fox and Falco: a burst that hits on its first frame, then a bubble that sends articles back for as
 * long as B is held. It turns by the stick, jumps out, and drops through platforms. Source: doldecomp/melee
 * (ftFx_SpecialLw); times as recorded.
 */
import type { ActionCallbacks, Bubble, Callback } from '../../actions/action.ts'
import { hasScriptEnded } from '../../actions/attack.ts'
import { changeAction } from '../../actions/change.ts'
import { standOrFall } from '../../actions/fall.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { asksForPass, tryAirJump, tryJump } from '../../actions/interrupts.ts'
import { dropThrough } from '../../actions/pass.ts'
import { TURN } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallAt, slowToDrift } from '../../movement/air.ts'
import { landsOn } from '../../movement/collide.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { Specials } from '../kind.ts'
import { afterScript, enterSpecial, groundTwinOf, swapOnGround } from '../special.ts'

const START = 360
const LOOP = 361
const HIT = 362
const END = 363
const TURNING = 364
const AIR_START = 365
/** Every state of the air stands so many after its twin of the ground. */
const TO_AIR = AIR_START - START

// Private variables, handed on from one state to the next.
/** Frames before it may be let go of. */
const HELD_LEFT = 0
/** B was let go of. */
const RELEASED = 1
const WEIGHTLESS = 2
const TURN_LEFT = 3

const LEAST_HELD = 18
const START_WEIGHTLESS = 4
const KEPT_SPEED_DIVISOR = f(2)
const GRAVITY = f(0.8 / 30)
const TURN_FRAMES = 4
/** Counter at which the loop begins again. */
const LOOP_FRAMES = 28

export interface Reflector {
  readonly specials: Specials
  readonly actions: Readonly<Record<string, ActionCallbacks>>
}

function setHeld(fighter: Fighter, frames: number): void {
  fighter.stateInts[HELD_LEFT] = frames
  fighter.misc = wholeWord(frames)
}

/** The burst cannot be hit. */
function bare(fighter: Fighter): void {
  fighter.bodyState = fighter.kind.isIntangible(fighter.action, fighter.actionFrame) ? 2 : 0
}

function enterStart(fighter: Fighter, action: number): void {
  enterSpecial(fighter, action)
  bare(fighter)
  setHeld(fighter, LEAST_HELD)
  fighter.stateInts[RELEASED] = 0
  fighter.stateInts[WEIGHTLESS] = START_WEIGHTLESS
}

function enterOnGround(fighter: Fighter): void {
  enterStart(fighter, START)
}

function enterInAir(fighter: Fighter): void {
  fighter.selfVy = 0
  fighter.selfVx = f(fighter.selfVx / KEPT_SPEED_DIVISOR)
  enterStart(fighter, AIR_START)
}

/** The state of the ground, or its twin in the air. */
function here(fighter: Fighter, action: number): number {
  return fighter.isAirborne ? action + TO_AIR : action
}

function enterOut(fighter: Fighter, action: number): void {
  changeAction(fighter, here(fighter, action))
  fighter.isBubbleOut = true
}

function enterLoop(fighter: Fighter): void {
  enterOut(fighter, LOOP)
}

function noteRelease(fighter: Fighter): void {
  if ((fighter.held & BUTTON.B) === 0) fighter.stateInts[RELEASED] = 1
}

function mayEnd(fighter: Fighter): boolean {
  return fighter.stateInts[HELD_LEFT] === 0 && fighter.stateInts[RELEASED] !== 0
}

function passHeld(fighter: Fighter): void {
  noteRelease(fighter)
  if (fighter.stateInts[HELD_LEFT]! > 0) setHeld(fighter, fighter.stateInts[HELD_LEFT]! - 1)
}

function enterEnd(fighter: Fighter): void {
  changeAction(fighter, here(fighter, END))
}

function goOn(fighter: Fighter): void {
  if (mayEnd(fighter)) enterEnd(fighter)
  else enterLoop(fighter)
}

function animateStart(fighter: Fighter): void {
  bare(fighter)
  noteRelease(fighter)
  if (hasScriptEnded(fighter)) enterLoop(fighter)
}

function animateLoop(fighter: Fighter): void {
  passHeld(fighter)
  if (mayEnd(fighter)) enterEnd(fighter)
  else if (fighter.animationFrame >= LOOP_FRAMES) fighter.animationFrame -= LOOP_FRAMES
}

function animateTurn(fighter: Fighter): void {
  passHeld(fighter)
  if (--fighter.stateInts[TURN_LEFT]! <= 0) goOn(fighter)
}

function animateHit(fighter: Fighter): void {
  passHeld(fighter)
  if (hasScriptEnded(fighter)) goOn(fighter)
}

function tryTurn(fighter: Fighter): boolean {
  if (f(fighter.stickX * fighter.facing) > -TURN.stick) return false
  enterOut(fighter, TURNING)
  fighter.stateInts[TURN_LEFT] = TURN_FRAMES - 1
  fighter.facing = -fighter.facing
  return true
}

function tryDrop(fighter: Fighter): boolean {
  if (!asksForPass(fighter)) return false
  const { animationFrame, isBubbleOut } = fighter
  dropThrough(fighter, fighter.action + TO_AIR)
  fighter.animationFrame = animationFrame
  fighter.isBubbleOut = isBubbleOut
  return true
}

function interruptStart(fighter: Fighter): void {
  tryDrop(fighter)
}

function interruptLoop(fighter: Fighter): void {
  if (!tryTurn(fighter) && !tryJump(fighter)) tryDrop(fighter)
}

function interruptAirLoop(fighter: Fighter): void {
  if (!tryTurn(fighter)) tryAirJump(fighter)
}

function moveInAir(fighter: Fighter): void {
  const { stateInts } = fighter
  if (stateInts[WEIGHTLESS]! > 0) stateInts[WEIGHTLESS]!--
  else fallAt(fighter, GRAVITY, fighter.kind.attributes.terminalVelocity)
  slowToDrift(fighter)
}

function landIn(ground: number): Callback {
  return (fighter) => {
    if (!landsOn(fighter, false)) return
    swapOnGround(fighter, ground)
  }
}

/** A reflected article turns its reflector toward where it came from. */
function reflects(fighter: Fighter): void {
  enterOut(fighter, HIT)
}

export function reflector(values: Omit<Bubble, 'does' | 'met'>): Reflector {
  const bubble: Bubble = { ...values, does: 'reflect', met: reflects }
  const onGround = (action: number) => ({ physics: stopOnGround, collision: groundTwinOf(action + TO_AIR) })
  const inAir = (action: number) => ({ physics: moveInAir, collision: landIn(action) })
  return {
    specials: { SpecialLw: enterOnGround, SpecialAirLw: enterInAir },
    actions: {
      SpecialLwStart: { animation: animateStart, interrupt: interruptStart, ...onGround(START) },
      SpecialLwLoop: { animation: animateLoop, interrupt: interruptLoop, bubble, ...onGround(LOOP) },
      SpecialLwHit: { animation: animateHit, bubble, ...onGround(HIT) },
      SpecialLwEnd: { animation: afterScript(standOrFall), ...onGround(END) },
      SpecialLwTurn: { animation: animateTurn, bubble, ...onGround(TURNING) },
      SpecialAirLwStart: { animation: animateStart, ...inAir(START) },
      SpecialAirLwLoop: { animation: animateLoop, interrupt: interruptAirLoop, bubble, ...inAir(LOOP) },
      SpecialAirLwHit: { animation: animateHit, bubble, ...inAir(HIT) },
      SpecialAirLwEnd: { animation: afterScript(standOrFall), ...inAir(END) },
      SpecialAirLwTurn: { animation: animateTurn, bubble, ...inAir(TURNING) },
    },
  }
}
