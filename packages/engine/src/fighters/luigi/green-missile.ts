/**
 * Luigi's Green Missile: charged while B is held, then a flight that falls more and more; one in eight misfires and flies
 * hard. A hit, a wall or a floor ends it. Source: doldecomp/melee (ftLg_SpecialS); figures from public lists of special
 * attributes, the flight measured in the game. How fast the start slows and sinks is an estimate.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction, swapAction, touchGround } from '../../actions/change.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallAt, fallWithoutDrift, slowInAir } from '../../movement/air.ts'
import { landsOn } from '../../movement/collide.ts'
import { slow, stopOnGround } from '../../movement/ground.ts'
import { randomInteger } from '../../random.ts'
import type { FighterOverrides } from '../kind.ts'
import {
  afterScript,
  airTwinOf,
  enterSpecial,
  groundTwinOf,
  stayOrFallOff,
  swapInAir,
  thenFall,
  thenWait,
} from '../special.ts'

const START = 343
const HOLD = 344
const END = 346
const LAUNCH = 347
const MISFIRE = 348
const AIR_START = 349
const AIR_HOLD = 350
const FLIGHT = 351
const AIR_END = 352
const AIR_LAUNCH = 353
const AIR_MISFIRE = 354

// Private variables, handed on from one state to the next.
const CHARGE = 0
const IS_MISFIRE = 1

/** A stick tilted so recently smashes: it begins with so much charge. */
const SMASH_FRAMES = 4
const SMASH_CHARGE = 20
const FULL_CHARGE = 90
const MISFIRE_ODDS = 8
const SPEED_DIVISOR = f(1.25)
const START_FRICTION = f(0.05)
const START_GRAVITY = f(0.08)
const DAMAGE = { least: 5, perFrame: f(0.2333), misfire: 25 } as const
/** Script frames: the launch takes off, the flight begins to fall. */
const TAKE_OFF_FRAME = 4
const FALL_FRAME = 24
const SPEED = { x: f(1.4), perFrame: f(0.0167), y: f(0.8) } as const
const MISFIRE_SPEED = { x: f(4), y: f(1.2) } as const
const FLIGHT_GRAVITY = f(0.01)
const GRAVITY = f(0.1)
const MOST_FALL = f(1.2)
const FRICTION = f(0.05)
const END_DIVISOR = f(1.5)

function enter(fighter: Fighter, action: number): void {
  enterSpecial(fighter, action)
  fighter.stateInts[CHARGE] = fighter.tiltXTimer < SMASH_FRAMES ? SMASH_CHARGE : 0
  fighter.stateInts[IS_MISFIRE] = randomInteger(fighter.match.record, MISFIRE_ODDS) === 0 ? 1 : 0
}

function enterOnGround(fighter: Fighter): void {
  fighter.groundVelocity = f(fighter.groundVelocity / SPEED_DIVISOR)
  enter(fighter, START)
}

function enterInAir(fighter: Fighter): void {
  fighter.selfVx = f(fighter.selfVx / SPEED_DIVISOR)
  fighter.selfVy = 0
  enter(fighter, AIR_START)
}

function launch(fighter: Fighter): void {
  const isMisfire = fighter.stateInts[IS_MISFIRE] !== 0
  const onGround = isMisfire ? MISFIRE : LAUNCH
  enterSpecial(fighter, fighter.isAirborne ? onGround + (AIR_LAUNCH - LAUNCH) : onGround)
}

function charge(fighter: Fighter): void {
  if (++fighter.stateInts[CHARGE]! > FULL_CHARGE) launch(fighter)
}

function letGo(fighter: Fighter): void {
  if ((fighter.held & BUTTON.B) === 0) launch(fighter)
}

function takeOff(fighter: Fighter): void {
  if (fighter.animationFrame < TAKE_OFF_FRAME) return
  const frames = fighter.stateInts[CHARGE]!
  const isMisfire = fighter.stateInts[IS_MISFIRE] !== 0
  if (fighter.isAirborne) swapAction(fighter, FLIGHT)
  else swapInAir(fighter, FLIGHT)
  const vx = isMisfire ? MISFIRE_SPEED.x : f(SPEED.x + f(SPEED.perFrame * frames))
  fighter.selfVx = f(vx * fighter.facing)
  fighter.selfVy = isMisfire ? MISFIRE_SPEED.y : f(f(0.5 * SPEED.y) + f(SPEED.y * f(f(0.5 * frames) / FULL_CHARGE)))
  fighter.hitboxDamage = isMisfire ? DAMAGE.misfire : Math.floor(f(DAMAGE.least + f(DAMAGE.perFrame * frames)))
}

function fly(fighter: Fighter): void {
  const falls = fighter.animationFrame >= FALL_FRAME
  fallAt(fighter, falls ? GRAVITY : FLIGHT_GRAVITY, MOST_FALL)
  if (falls) slowInAir(fighter, FRICTION)
}

function endInAir(fighter: Fighter): void {
  fighter.selfVx = f(fighter.selfVx / END_DIVISOR)
  changeAction(fighter, AIR_END)
}

function endOnGround(fighter: Fighter): void {
  touchGround(fighter)
  fighter.groundVelocity = f(fighter.groundVelocity / END_DIVISOR)
  changeAction(fighter, END)
}

function collideFlight(fighter: Fighter): void {
  if (landsOn(fighter, false)) endOnGround(fighter)
  else if (fighter.wallTimer === 0) endInAir(fighter)
}

function strike(fighter: Fighter): void {
  fighter.selfVx = 0
  fighter.selfVy = Math.min(0, fighter.selfVy)
  endInAir(fighter)
}

function moveInStart(fighter: Fighter): void {
  fallAt(fighter, START_GRAVITY, fighter.kind.attributes.terminalVelocity)
  slowInAir(fighter, START_FRICTION)
}

function moveInEnd(fighter: Fighter): void {
  fallAt(fighter, GRAVITY, fighter.kind.attributes.terminalVelocity)
  slowInAir(fighter, FRICTION)
}

const slide: Callback = (fighter) => slow(fighter, START_FRICTION)
const slideOut: Callback = (fighter) => slow(fighter, FRICTION)
const onGround = { physics: stopOnGround }
const inAir = { physics: fallWithoutDrift }

export const GREEN_MISSILE: FighterOverrides = {
  specials: { SpecialS: enterOnGround, SpecialAirS: enterInAir },
  actions: {
    SpecialSStart: {
      animation: afterScript((fighter) => enterSpecial(fighter, HOLD)),
      physics: slide,
      collision: groundTwinOf(AIR_START),
    },
    SpecialSHold: { ...onGround, animation: charge, interrupt: letGo, collision: groundTwinOf(AIR_HOLD) },
    SpecialS: { ...onGround, animation: takeOff, collision: groundTwinOf(AIR_LAUNCH) },
    SpecialSMisfire: { ...onGround, animation: takeOff, collision: groundTwinOf(AIR_MISFIRE) },
    SpecialSEnd: { animation: thenWait, physics: slideOut, collision: stayOrFallOff },
    SpecialAirSStart: {
      animation: afterScript((fighter) => enterSpecial(fighter, AIR_HOLD)),
      physics: moveInStart,
      collision: airTwinOf(START),
    },
    SpecialAirSHold: { ...inAir, animation: charge, interrupt: letGo, collision: airTwinOf(HOLD) },
    SpecialAirS: { ...inAir, animation: takeOff, collision: airTwinOf(LAUNCH) },
    SpecialAirSMisfire: { ...inAir, animation: takeOff, collision: airTwinOf(MISFIRE) },
    SpecialAirS2: { animation: afterScript(endInAir), physics: fly, collision: collideFlight, dealtDamage: strike },
    SpecialAirSEnd: { animation: thenFall, physics: moveInEnd, collision: airTwinOf(END) },
  },
}
