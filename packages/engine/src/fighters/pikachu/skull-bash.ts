/**
 * Skull Bash of Pikachu and Pichu: charged while B is held, then a flight ahead that ends at whatever it meets. A flick
 * begins with a little charge. Source: doldecomp/melee (ftPk_SpecialS); figures from a public list of special attributes,
 * compared with one recorded flight. When it begins to fall is an estimate.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction, leaveGround, touchGround } from '../../actions/change.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallAt, fallWithoutDrift, slowInAir } from '../../movement/air.ts'
import { landsOn } from '../../movement/collide.ts'
import { slow, stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, airTwinOf, enterSpecial, groundTwinOf, stayOrFallOff, thenFall, thenWait } from '../special.ts'

const START = 343
const HOLD = 344
const END = 346
const LAUNCH = 347
const AIR_START = 348
const AIR_HOLD = 349
const FLIGHT = 350
const AIR_END = 351
const AIR_LAUNCH = 352

// Private variables.
const CHARGE = 0

const FLICK_FRAMES = 3
const FLICK_CHARGE = 20
const HOLD_FRAMES = 6
const LAUNCH_FRAME = 4
const SPEED_DIVISOR = f(1.25)
const START_FRICTION = f(0.02)
const SPEED = f(1.4)
const SPEED_PER_CHARGE = f(1 / 60)
const END_DIVISOR = f(1.5)
const END_FRICTION = f(0.05)
const END_GRAVITY = f(0.1)
const FALL_FRAME = 30
const LEAST_DAMAGE = 4

export interface SkullBashValues {
  readonly mostCharge: number
  readonly damagePerCharge: number
  readonly startGravity: number
  readonly rise: number
  readonly gravity: number
  readonly terminalVelocity: number
  /** Percent that it costs. */
  readonly cost: number
}

export function skullBash(values: SkullBashValues) {
  const { mostCharge, damagePerCharge, startGravity, rise, gravity, terminalVelocity, cost } = values

  function setCharge(fighter: Fighter, charge: number): void {
    fighter.stateInts[CHARGE] = charge
    fighter.misc = wholeWord(charge)
  }

  function enter(fighter: Fighter, action: number): void {
    enterSpecial(fighter, action)
    setCharge(fighter, fighter.lastTiltXTimer < FLICK_FRAMES ? FLICK_CHARGE : 0)
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

  function hold(launch: number): { readonly animation: Callback; readonly interrupt: Callback } {
    const release: Callback = (fighter) => changeAction(fighter, launch)
    return {
      animation: (fighter) => {
        if (fighter.animationFrame >= HOLD_FRAMES) fighter.animationFrame = f(fighter.animationFrame - HOLD_FRAMES)
        setCharge(fighter, fighter.stateInts[CHARGE]! + 1)
        if (fighter.stateInts[CHARGE]! > mostCharge) release(fighter)
      },
      interrupt: (fighter) => {
        if (!(fighter.held & BUTTON.B)) release(fighter)
      },
    }
  }

  function takeOff(fighter: Fighter): void {
    if (fighter.animationFrame < LAUNCH_FRAME) return
    const { facing, animationFrame, stateInts } = fighter
    const charge = stateInts[CHARGE]!
    if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
    fighter.selfVx = f(facing * f(f(SPEED_PER_CHARGE * charge) + SPEED))
    const half = f(rise * 0.5)
    fighter.selfVy = f(half + f(half * f(charge / mostCharge)))
    changeAction(fighter, FLIGHT, animationFrame)
    fighter.hitboxDamage = Math.floor(f(f(charge * damagePerCharge) + LEAST_DAMAGE))
    fighter.percent = f(fighter.percent + cost)
  }

  function fly(fighter: Fighter): void {
    const isFalling = fighter.animationFrame >= FALL_FRAME
    fallAt(fighter, isFalling ? END_GRAVITY : gravity, terminalVelocity)
    if (isFalling) slowInAir(fighter, END_FRICTION)
  }

  function endInAir(fighter: Fighter): void {
    fighter.selfVx = f(fighter.selfVx / END_DIVISOR)
    changeAction(fighter, AIR_END)
  }

  function landInEnd(fighter: Fighter): void {
    touchGround(fighter)
    fighter.groundVelocity = f(fighter.groundVelocity / END_DIVISOR)
    changeAction(fighter, END)
  }

  function collideInFlight(fighter: Fighter): void {
    fighter.wallTimer = Math.max(1, fighter.wallTimer)
    if (landsOn(fighter, false)) landInEnd(fighter)
    else if (fighter.wallTimer === 0) endInAir(fighter)
  }

  function stopAtHit(fighter: Fighter): void {
    fighter.selfVx = 0
    if (fighter.selfVy >= 0) fighter.selfVy = 0
    endInAir(fighter)
  }

  return {
    specials: { SpecialS: enterOnGround, SpecialAirS: enterInAir },
    actions: {
      SpecialSStart: {
        animation: afterScript((fighter) => changeAction(fighter, HOLD)),
        physics: (fighter) => slow(fighter, START_FRICTION),
        collision: groundTwinOf(AIR_START),
      },
      SpecialSHold: { ...hold(LAUNCH), physics: stopOnGround, collision: groundTwinOf(AIR_HOLD) },
      SpecialS0: { animation: takeOff, physics: stopOnGround, collision: groundTwinOf(AIR_LAUNCH) },
      SpecialSEnd: {
        animation: thenWait,
        physics: (fighter) => slow(fighter, END_FRICTION),
        collision: stayOrFallOff,
      },
      SpecialAirSStart: {
        animation: afterScript((fighter) => changeAction(fighter, AIR_HOLD)),
        physics: (fighter) => {
          fallAt(fighter, startGravity, fighter.kind.attributes.terminalVelocity)
          slowInAir(fighter, START_FRICTION)
        },
        collision: airTwinOf(START),
      },
      SpecialAirSHold: { ...hold(AIR_LAUNCH), physics: fallWithoutDrift, collision: airTwinOf(HOLD) },
      SpecialAirS0: { animation: takeOff, physics: fallWithoutDrift, collision: airTwinOf(LAUNCH) },
      SpecialAirS1: {
        animation: afterScript(endInAir),
        physics: fly,
        collision: collideInFlight,
        dealtDamage: stopAtHit,
      },
      SpecialAirSEnd: {
        animation: thenFall,
        physics: (fighter) => {
          fallAt(fighter, END_GRAVITY, fighter.kind.attributes.terminalVelocity)
          slowInAir(fighter, END_FRICTION)
        },
        collision: (fighter) => {
          if (landsOn(fighter, false)) landInEnd(fighter)
        },
      },
    },
  } satisfies FighterOverrides
}
