/**
 * Fire: thrown up off a firemen's sheet, tilted by the stick before, and helpless at the top. Source: doldecomp/melee
 * (ftGw_SpecialHi); the path is that of the animation, figures from a public list of special attributes.
 */
import type { ActionCallbacks } from '../../actions/action.ts'
import { tryLedge } from '../../actions/collide.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import { landsOn } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { motionX, motionY } from '../../tables/root-motion.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, leaveGroundSpent } from '../special.ts'
import { rise, TiltedRise } from '../tilted-rise.ts'

const ON_GROUND = 373
const IN_AIR = 374

/** Script frame on which he is thrown up. */
const LAUNCH_FRAME = 3
/** From this frame on he meets the floor. */
const LANDS_AFTER = 4
const TILT_STICK = f(0.25)
/** Radians for each unit of stick beyond that. */
const TILT_SHARE = f(0.5236)
const LANDING_LAG = 40

function enter(fighter: Fighter, action: number): void {
  leaveGroundSpent(fighter)
  fighter.selfVx = 0
  fighter.selfVy = 0
  TiltedRise.of(fighter).tilt = 0
  enterSpecial(fighter, action)
}

/** The first tilt counts, and turns him round. */
function tilt(fighter: Fighter): void {
  const { stickX, animationFrame } = fighter
  const own = TiltedRise.of(fighter)
  const beyond = f(Math.abs(stickX) - TILT_STICK)
  if (animationFrame > LAUNCH_FRAME || own.tilt !== 0 || beyond <= 0) return
  fighter.facing = stickX > 0 ? 1 : -1
  own.tilt = f(-fighter.facing * f(beyond * TILT_SHARE))
}

function moveUp(fighter: Fighter): void {
  const { actionFrame, state } = fighter
  rise(fighter, motionX(state.motion, actionFrame), motionY(state.motion, actionFrame))
}

function land(fighter: Fighter): void {
  if (fighter.animationFrame <= LANDS_AFTER) return
  if (landsOn(fighter, false)) landWithLag(fighter, LANDING_LAG)
  else if (fighter.selfVy < 0) tryLedge(fighter)
}

const rising: ActionCallbacks = {
  animation: afterScript((fighter) => enterFallSpecial(fighter, { landingLag: LANDING_LAG })),
  interrupt: tilt,
  physics: moveUp,
  collision: land,
}

export const FIRE: FighterOverrides = {
  specials: {
    SpecialHi: (fighter) => enter(fighter, ON_GROUND),
    SpecialAirHi: (fighter) => enter(fighter, IN_AIR),
  },
  actions: { SpecialHi: rising, SpecialAirHi: rising },
}
