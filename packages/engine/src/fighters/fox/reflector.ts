/**
 * The reflector of Fox and Falco: a burst that hits on its first frame, then a bubble that reflects articles as long as
 * B is held. The fighter may turn, jump out of it, and drop through platforms. Source: doldecomp/melee
 * (ftFx_SpecialLw); times as recorded.
 */
import type { Bubble } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { standOrFall } from '../../actions/fall.ts'
import { tryJump } from '../../actions/jump.ts'
import { asksForPass, tryAirJump } from '../../actions/motion-input.ts'
import { dropThrough } from '../../actions/pass.ts'
import { hasScriptEnded, followIntangibility } from '../../actions/script.ts'
import { TURN } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { privates } from '../../state/privates.ts'
import { beginField, HeldField, hangInAir, holdField, noteFieldRelease } from '../held-field.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, airTwinOf, goRound, standing, twinHere } from '../special.ts'

const START = 360
const LOOP = 361
const HIT = 362
const END = 363
const TURNING = 364
const AIR_START = 365
/** The id of each airborne state minus that of its grounded twin. */
const TO_AIR = AIR_START - START

const Reflector = privates(
  {
    turnLeft: 'int',
  },
  HeldField,
)

const LEAST_HELD = 18
const TURN_FRAMES = 4
/** Counter at which the loop begins again. */
const LOOP_FRAMES = 28

/** The fighter is intangible during the burst. */
function bare(fighter: Fighter): void {
  followIntangibility(fighter)
}

function enter(fighter: Fighter): void {
  beginField(fighter, twinHere(fighter, START, TO_AIR), LEAST_HELD)
  bare(fighter)
}

function enterOut(fighter: Fighter, action: number): void {
  changeAction(fighter, twinHere(fighter, action, TO_AIR))
  fighter.isBubbleOut = true
}

function enterEnd(fighter: Fighter): void {
  changeAction(fighter, twinHere(fighter, END, TO_AIR))
}

function goOn(fighter: Fighter, mayEnd: boolean): void {
  if (mayEnd) enterEnd(fighter)
  else enterOut(fighter, LOOP)
}

function animateStart(fighter: Fighter): void {
  bare(fighter)
  noteFieldRelease(fighter)
  if (hasScriptEnded(fighter)) enterOut(fighter, LOOP)
}

function animateLoop(fighter: Fighter): void {
  if (holdField(fighter)) enterEnd(fighter)
  else goRound(fighter, LOOP_FRAMES)
}

function animateTurn(fighter: Fighter): void {
  const mayEnd = holdField(fighter)
  if (--Reflector.of(fighter).turnLeft <= 0) goOn(fighter, mayEnd)
}

function animateHit(fighter: Fighter): void {
  const mayEnd = holdField(fighter)
  if (hasScriptEnded(fighter)) goOn(fighter, mayEnd)
}

function tryTurn(fighter: Fighter): boolean {
  if (f(fighter.stickX * fighter.facing) > -TURN.stick) return false
  enterOut(fighter, TURNING)
  Reflector.of(fighter).turnLeft = TURN_FRAMES - 1
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

/** A reflected article turns its reflector toward where it came from. */
function reflects(fighter: Fighter): void {
  enterOut(fighter, HIT)
}

export function reflector(values: Omit<Bubble, 'does' | 'met'>): FighterOverrides {
  const bubble: Bubble = { ...values, does: 'reflect', met: reflects }
  const onGround = (action: number) => standing(action + TO_AIR)
  const inAir = (action: number) => ({ physics: hangInAir, collision: airTwinOf(action) })
  return {
    specials: { SpecialLw: enter, SpecialAirLw: enter },
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
