/**
 * The screw attack: up off the ground along its own path, in the air by a leap; many small hits, then helpless. Source:
 * doldecomp/melee (ftSs_SpecialHi); figures from a public list of special attributes, the leap as recorded, the path
 * off the ground from in-game recordings. The stick that turns it, and until which frame, are estimates.
 */
import { clampToEdge, tryLedge } from '../../actions/collide.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import { followIntangibility } from '../../actions/script.ts'
import { landsOn } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { drift, driftToward, fall } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import { motionY } from '../../tables/root-motion.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, leaveGroundSpent } from '../special.ts'

const ON_GROUND = 353
const IN_AIR = 354

const LANDING_LAG = 24
/** Frame on which she leaves the ground, and her forward speed. */
const LEAP_FRAME = 4
const LEAP_SPEED = f(0.35)
const AIR_LEAP = f(2.5)
const DRIFT = f(0.017)
const DRIFT_MAX = f(0.57)
const TURN_STICK = f(0.25)
/** Script frames of the hits: each pair of frames is one hit of its own. */
const HITS = { first: 4, every: 2 } as const

const ScrewAttack = privates({ hasTurned: 'flag' })

function enter(fighter: Fighter, action: number): void {
  ScrewAttack.of(fighter).hasTurned = false
  enterSpecial(fighter, action)
}

/** She does not move at first, as recordings show. */
function enterOnGround(fighter: Fighter): void {
  fighter.groundVelocity = 0
  fighter.selfVy = 0
  enter(fighter, ON_GROUND)
}

function enterInAir(fighter: Fighter): void {
  leaveGroundSpent(fighter)
  fighter.selfVx = Math.max(-DRIFT_MAX, Math.min(DRIFT_MAX, fighter.selfVx))
  fighter.selfVy = AIR_LEAP
  enter(fighter, IN_AIR)
}

const end = afterScript((fighter) => enterFallSpecial(fighter, { landingLag: LANDING_LAG, isHard: true }))

function animate(fighter: Fighter): void {
  followIntangibility(fighter)
  end(fighter)
}

function interrupt(fighter: Fighter): void {
  const { stickX, facing } = fighter
  const own = ScrewAttack.of(fighter)
  if (fighter.animationFrame >= HITS.first || own.hasTurned) return
  if (Math.abs(stickX) <= TURN_STICK || stickX * facing >= 0) return
  own.hasTurned = true
  fighter.facing = -facing
}

function moveFromGround(fighter: Fighter): void {
  if (fighter.animationFrame === LEAP_FRAME && !fighter.isAirborne) {
    leaveGroundSpent(fighter)
    fighter.selfVx = f(LEAP_SPEED * fighter.facing)
  }
  if (!fighter.isAirborne) {
    stopOnGround(fighter)
    return
  }
  fighter.selfVy = motionY(fighter.state.motion, fighter.actionFrame)
  drift(fighter)
}

function moveInAir(fighter: Fighter): void {
  fall(fighter)
  driftToward(fighter, DRIFT, 0, DRIFT_MAX)
}

/** While she rises floors and ceilings only stop her. */
function collide(fighter: Fighter): void {
  if (!fighter.isAirborne) clampToEdge(fighter)
  else if (fighter.selfVy >= 0) landsOn(fighter, false)
  else if (landsOn(fighter, false)) landWithLag(fighter, LANDING_LAG)
  else tryLedge(fighter)
}

function hitAnew(fighter: Fighter): void {
  const { animationFrame } = fighter
  if (animationFrame >= HITS.first && (animationFrame - HITS.first) % HITS.every === 0) fighter.metFighters = 0
}

const screw = { animation: animate, interrupt, collision: collide, accessory: hitAnew }

export const SCREW_ATTACK: FighterOverrides = {
  specials: { SpecialHi: enterOnGround, SpecialAirHi: enterInAir },
  actions: {
    SpecialHi: { ...screw, physics: moveFromGround },
    SpecialAirHi: { ...screw, physics: moveInAir },
  },
}
