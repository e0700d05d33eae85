/**
 * Whirling Fortress: a spin that the stick moves along the ground, or that rises in the air and ends helpless. Source:
 * doldecomp/melee (ftKp_SpecialHi); figures from public lists of special attributes, the rise measured in the game.
 */
import { swapAction, touchGround } from '../../actions/change.ts'
import { tryLedge } from '../../actions/collide.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { driftToward, fallAndDrift, fallUpTo } from '../../movement/air.ts'
import { setMotion, stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, swapInAirSpent, thenWait } from '../special.ts'

const GROUND = 359
const AIR = 360

const RISE = f(1.78)
const GRAVITY = f(0.05)
const TERMINAL_VELOCITY = f(1)
const GROUND_SPEED = f(1.5)
const AIR_SPEED = f(1.6)
const GROUND_ACCELERATION = f(0.15)
const AIR_ACCELERATION = f(0.02)
/** Script frames: the spin is over on the ground, and in the air. */
const SPIN_END = 55
const AIR_END = 50
const LANDING_LAG = 50

function enterInAir(fighter: Fighter): void {
  enterSpecial(fighter, AIR)
  fighter.selfVy = RISE
  fighter.jumpsUsed = fighter.kind.attributes.maxJumps
}

function animateInAir(fighter: Fighter): void {
  if (fighter.animationFrame >= AIR_END) enterFallSpecial(fighter, { landingLag: LANDING_LAG })
}

function moveOnGround(fighter: Fighter): void {
  if (fighter.animationFrame >= SPIN_END) {
    stopOnGround(fighter)
    return
  }
  const target = f(fighter.stickX * GROUND_SPEED)
  const gap = f(target - fighter.groundVelocity)
  const step = Math.max(-GROUND_ACCELERATION, Math.min(GROUND_ACCELERATION, gap))
  fighter.groundVelocity = f(fighter.groundVelocity + step)
  setMotion(fighter)
}

function moveInAir(fighter: Fighter): void {
  if (fighter.animationFrame >= SPIN_END) {
    fallAndDrift(fighter)
    return
  }
  fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
  driftToward(fighter, AIR_ACCELERATION, 0, AIR_SPEED)
}

function collideOnGround(fighter: Fighter): void {
  if (!staysOnFloor(fighter)) swapInAirSpent(fighter, AIR)
}

function collideInAir(fighter: Fighter): void {
  const isFalling = fighter.selfVy < 0
  if (landsOn(fighter, false)) {
    touchGround(fighter)
    fighter.groundVelocity = Math.max(-GROUND_SPEED, Math.min(GROUND_SPEED, fighter.groundVelocity))
    swapAction(fighter, GROUND)
  } else if (isFalling) {
    tryLedge(fighter)
  }
}

export const WHIRLING_FORTRESS: FighterOverrides = {
  specials: { SpecialHi: (fighter) => enterSpecial(fighter, GROUND), SpecialAirHi: enterInAir },
  actions: {
    SpecialHi: { animation: thenWait, physics: moveOnGround, collision: collideOnGround },
    SpecialAirHi: { animation: animateInAir, physics: moveInAir, collision: collideInAir },
  },
}
