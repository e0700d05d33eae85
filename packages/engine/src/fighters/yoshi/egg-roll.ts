/**
 * The Egg Roll: a hop in the egg, then it rolls by the stick until B or its time ends it; each hit shortens that time.
 * It hits harder at higher speed. Source: doldecomp/melee (ftYs_SpecialS); figures from the sources of a public
 * randomizer, the hit from FightCore. No recording shows it: turning round and slowing down are simplified.
 */
import type { ActionCallbacks } from '../../actions/action.ts'
import { changeAction, leaveGround, stepAnimation, swapAction, touchGround } from '../../actions/change.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallUpTo } from '../../movement/air.ts'
import { setMotion, stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, falling, standing, thenFallSpecial, thenWait } from '../special.ts'

const ROLL = 357
const END = 359
const START = 360
const AIR_ROLL = 362
const AIR_END = 363

/** Its length in frames, the least length before B ends it, and the cost of a hit. */
const MOST_FRAMES = 360
const LEAST_FRAMES = 50
const HIT_COST = 40
const HOP = f(2.1)
const GRAVITY = f(0.13)
const TERMINAL_VELOCITY = f(2.5)
const START_SPEED = f(2)
const ACCELERATION = f(0.1)
const TOP_SPEED = f(3)
/** Its deceleration without the stick. */
const FRICTION = f(0.02)
/** Share of its speed that remains after a hit, and the upward speed that a hit adds. */
const RECOIL = { share: f(-0.4), y: f(1.7) } as const
/** Damage per unit of speed above rest. */
const DAMAGE = f(1.5)
const REST = f(3)
/** Share of its speed that remains at its end. */
const END_SHARE = f(0.4)
const LANDING_LAG = 30
/** Script frame whose hitboxes the roll keeps. */
const HIT_FRAME = 1

const EggRoll = privates({
  framesLeft: 'int',
  frames: 'int',
})

function enter(fighter: Fighter): void {
  if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, START)
  stepAnimation(fighter)
  EggRoll.of(fighter).framesLeft = MOST_FRAMES
  EggRoll.of(fighter).frames = 0
  fighter.selfVx = 0
  fighter.selfVy = HOP
}

const startRolling = afterScript((fighter) => {
  changeAction(fighter, fighter.isAirborne ? AIR_ROLL : ROLL, HIT_FRAME, 0)
  fighter.selfVx = f(fighter.facing * START_SPEED)
  fighter.groundVelocity = fighter.selfVx
})

function speedOf({ isAirborne, selfVx, groundVelocity }: Fighter): number {
  return isAirborne ? selfVx : groundVelocity
}

function end(fighter: Fighter): void {
  changeAction(fighter, fighter.isAirborne ? AIR_END : END)
  fighter.selfVx = f(fighter.selfVx * END_SHARE)
  fighter.groundVelocity = f(fighter.groundVelocity * END_SHARE)
}

function animateRoll(fighter: Fighter): void {
  const own = EggRoll.of(fighter)
  own.frames++
  own.framesLeft--
  fighter.hitboxDamage = Math.floor(f(DAMAGE * f(REST + Math.abs(speedOf(fighter)))))
  if (own.framesLeft <= 0) end(fighter)
}

function interruptRoll(fighter: Fighter): void {
  if (EggRoll.of(fighter).frames >= LEAST_FRAMES && fighter.pressed & BUTTON.B) end(fighter)
}

/** Faster by the stick, slower without it. */
function steer(fighter: Fighter): number {
  const speed = speedOf(fighter)
  const pushed = f(speed + f(fighter.stickX * ACCELERATION))
  if (fighter.stickX !== 0) return Math.max(-TOP_SPEED, Math.min(TOP_SPEED, pushed))
  return speed > 0 ? Math.max(0, f(speed - FRICTION)) : Math.min(0, f(speed + FRICTION))
}

function moveInRoll(fighter: Fighter): void {
  const speed = steer(fighter)
  if (speed !== 0) fighter.facing = speed > 0 ? 1 : -1
  if (fighter.isAirborne) {
    fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
    fighter.selfVx = speed
    fighter.airAccelerationX = 0
  } else {
    fighter.groundVelocity = speed
    setMotion(fighter)
  }
}

function collideInRoll(fighter: Fighter): void {
  if (!fighter.isAirborne) {
    if (staysOnFloor(fighter)) return
    leaveGround(fighter, ECB_LOCK_FRAMES)
    swapAction(fighter, AIR_ROLL)
  } else if (landsOn(fighter, false)) {
    touchGround(fighter)
    swapAction(fighter, ROLL)
  }
}

function recoil(fighter: Fighter): void {
  EggRoll.of(fighter).framesLeft -= HIT_COST
  if (!fighter.isAirborne) {
    fighter.selfVx = fighter.groundVelocity
    leaveGround(fighter, ECB_LOCK_FRAMES)
    swapAction(fighter, AIR_ROLL)
  }
  fighter.selfVx = f(fighter.selfVx * RECOIL.share)
  fighter.selfVy = RECOIL.y
}

/** A landing during the start continues it. */
function collideInStart(fighter: Fighter): void {
  if (!fighter.isAirborne) {
    if (!staysOnFloor(fighter)) leaveGround(fighter, ECB_LOCK_FRAMES)
  } else if (landsOn(fighter, false)) touchGround(fighter)
}

function moveInStart(fighter: Fighter): void {
  if (fighter.isAirborne) fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
  else stopOnGround(fighter)
}

const roll: ActionCallbacks = {
  animation: animateRoll,
  interrupt: interruptRoll,
  physics: moveInRoll,
  collision: collideInRoll,
  dealtDamage: recoil,
}

export const EGG_ROLL: FighterOverrides = {
  specials: { SpecialS: enter, SpecialAirS: enter },
  actions: {
    SpecialAirSStart_1: { animation: startRolling, physics: moveInStart, collision: collideInStart },
    SpecialAirSLoop_0: roll,
    SpecialAirSLoop_3: roll,
    SpecialAirSEnd: { animation: thenWait, ...standing(AIR_END) },
    SpecialAirSLanding: {
      animation: thenFallSpecial(LANDING_LAG),
      ...falling(END),
    },
  },
}
