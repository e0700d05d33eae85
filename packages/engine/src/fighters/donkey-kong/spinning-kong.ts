/**
 * Spinning Kong: steered by the stick. On the ground it stops at once without the stick; in the air it hardly falls at
 * first and ends helpless. Source: doldecomp/melee (ftDk_SpecialHi); figures from a public list of special attributes,
 * checked on ten recorded ones.
 */
import { tryLedge } from '../../actions/collide.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { followIntangibility } from '../../actions/script.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { driftToward, fallUpTo } from '../../movement/air.ts'
import { setMotion } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, leaveGroundSpent, swapInAirSpent, swapOnGround, thenWait } from '../special.ts'
import { loseSwings } from './giant-punch.ts'

const ON_GROUND = 381
const IN_AIR = 382

const RISE = f(0.675)
/** Share of gravity until a script frame. */
const GRAVITY_SHARE = f(0.07)
const HEAVY_FRAME = 51
const GROUND_SPEED = f(0.85)
const GROUND_ACCELERATION = f(0.025)
const AIR_SPEED = f(1.4)
const AIR_ACCELERATION = f(0.05)
const LANDING_LAG = 40

/** Ledges are caught at either facing. */
const EITHER_SIDE = 0

function clamp(speed: number, most: number): number {
  return Math.max(-most, Math.min(most, speed))
}

function enterOnGround(fighter: Fighter): void {
  enterSpecial(fighter, ON_GROUND)
  fighter.groundVelocity = clamp(fighter.groundVelocity, GROUND_SPEED)
  fighter.selfVx = fighter.groundVelocity
  fighter.selfVy = 0
  fighter.jumpsUsed = fighter.kind.attributes.maxJumps
}

function enterInAir(fighter: Fighter): void {
  enterSpecial(fighter, IN_AIR)
  fighter.selfVx = clamp(fighter.selfVx, GROUND_SPEED)
  fighter.selfVy = RISE
  fighter.jumpsUsed = fighter.kind.attributes.maxJumps
}

function hide(fighter: Fighter): void {
  followIntangibility(fighter)
}

/** Source: doldecomp/melee (ftCommon_8007CA80). */
function moveOnGround(fighter: Fighter): void {
  const { stickX, groundVelocity } = fighter
  const target = f(stickX * GROUND_SPEED)
  const next = f(groundVelocity + f(stickX * GROUND_ACCELERATION))
  const isBeyond = stickX > 0 ? next > target : next < target
  fighter.groundVelocity = stickX === 0 || (groundVelocity * stickX >= 0 && isBeyond) ? target : next
  setMotion(fighter)
}

function moveInAir(fighter: Fighter): void {
  const { gravity, terminalVelocity } = fighter.kind.attributes
  const isHeavy = fighter.animationFrame >= HEAVY_FRAME
  fallUpTo(fighter, isHeavy ? gravity : f(GRAVITY_SHARE * gravity), terminalVelocity)
  driftToward(fighter, AIR_ACCELERATION, 0, AIR_SPEED)
}

function collideOnGround(fighter: Fighter): void {
  if (staysOnFloor(fighter)) return
  swapInAirSpent(fighter, IN_AIR)
  fighter.selfVx = clamp(fighter.selfVx, AIR_SPEED)
}

function collideInAir(fighter: Fighter): void {
  if (landsOn(fighter, false)) {
    swapOnGround(fighter, ON_GROUND)
    fighter.groundVelocity = clamp(fighter.groundVelocity, GROUND_SPEED)
  } else if (fighter.selfVy < 0) tryLedge(fighter, EITHER_SIDE)
}

const endInAir = afterScript((fighter) => {
  leaveGroundSpent(fighter)
  enterFallSpecial(fighter, { landingLag: LANDING_LAG })
})

export const SPINNING_KONG: FighterOverrides = {
  specials: { SpecialHi: enterOnGround, SpecialAirHi: enterInAir },
  actions: {
    SpecialHi: {
      animation: (fighter) => {
        hide(fighter)
        thenWait(fighter)
      },
      damaged: loseSwings,
      physics: moveOnGround,
      collision: collideOnGround,
    },
    SpecialAirHi: {
      animation: (fighter) => {
        hide(fighter)
        endInAir(fighter)
      },
      damaged: loseSwings,
      physics: moveInAir,
      collision: collideInAir,
    },
  },
}
