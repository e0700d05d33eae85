/**
 * The jump punch of Mario, Dr. Mario and Luigi: up along the animation's path, tilted by a stick held before it leaves the
 * ground, turned over by it; helpless after. Source: doldecomp/melee (ftMr_SpecialHi, ftLg_SpecialHi); figures from public
 * lists of special attributes, rises measured in the game.
 */
import type { ActionCallbacks } from '../../actions/action.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import type { Fighter } from '../../fighter.ts'
import { cosf, f, RADIANS_PER_DEGREE, sinf } from '../../math.ts'
import { fallAt, slowToDrift } from '../../movement/air.ts'
import { clampToEdge, holdsDown, landsOn, tryLedge } from '../../movement/collide.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, leaveGroundSpent } from '../special.ts'

export interface JumpPunchValues {
  readonly ground: number
  readonly air: number
  /** Script frame on which the rise begins. */
  readonly launchFrame: number
  /** Degrees that a full tilt turns the path. */
  readonly mostTilt: number
  readonly speedShare: number
  /** Fall before the rise in the air. */
  readonly gravity: number
  readonly landingLag: number
  /** Share of the usual drift in the fall after. */
  readonly driftShare: number
}

// Private variables.
const TILT = 0

/** The stick turns and tilts beyond these. */
const TURN_STICK = f(0.25)
const TILT_STICK = f(0.25)

export function superJumpPunch(values: JumpPunchValues): FighterOverrides {
  const { ground, air, launchFrame, mostTilt, speedShare, gravity, landingLag, driftShare } = values

  function enter(fighter: Fighter, action: number): void {
    enterSpecial(fighter, action)
    fighter.stateFloats[TILT] = 0
  }

  function enterInAir(fighter: Fighter): void {
    fighter.selfVy = 0
    fighter.selfVx = f(fighter.selfVx * speedShare)
    enter(fighter, air)
  }

  const end = afterScript((fighter) => enterFallSpecial(fighter, { landingLag, driftShare }))

  function animate(fighter: Fighter): void {
    if (fighter.animationFrame === launchFrame && !fighter.isAirborne) leaveGroundSpent(fighter)
    end(fighter)
  }

  function interrupt(fighter: Fighter): void {
    const { stickX, stateFloats, animationFrame } = fighter
    const far = Math.abs(stickX)
    if (animationFrame < launchFrame && far > TILT_STICK) {
      const degrees = f(mostTilt * f(f(far - TILT_STICK) / f(1 - TILT_STICK)))
      const tilt = f(RADIANS_PER_DEGREE * degrees)
      if (tilt > Math.abs(stateFloats[TILT]!)) stateFloats[TILT] = stickX > 0 ? -tilt : tilt
    } else if (animationFrame === launchFrame && far > TURN_STICK) {
      fighter.facing = stickX > 0 ? 1 : -1
    }
  }

  function move(fighter: Fighter): void {
    const { kind, action, animationFrame } = fighter
    if (!fighter.isAirborne) {
      stopOnGround(fighter)
    } else if (animationFrame < launchFrame) {
      fallAt(fighter, gravity, kind.attributes.terminalVelocity)
      slowToDrift(fighter)
    } else {
      const up = kind.rootMotionY(action, animationFrame)
      const tilt = fighter.stateFloats[TILT]!
      fighter.selfVx = f(-up * sinf(tilt))
      fighter.selfVy = f(up * cosf(tilt))
    }
  }

  function collide(fighter: Fighter): void {
    if (!fighter.isAirborne) clampToEdge(fighter)
    else if (fighter.animationFrame < launchFrame || fighter.selfVy > 0) landsOn(fighter, false)
    else if (landsOn(fighter, holdsDown(fighter))) landWithLag(fighter, landingLag)
    else tryLedge(fighter)
  }

  const punch: ActionCallbacks = { animation: animate, interrupt, physics: move, collision: collide }
  return {
    specials: { SpecialHi: (fighter) => enter(fighter, ground), SpecialAirHi: enterInAir },
    actions: { SpecialHi: punch, SpecialAirHi: punch },
  }
}
