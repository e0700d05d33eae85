/**
 * The jump punch of Mario, Dr. Mario and Luigi: up along the animation's path, tilted by a stick held before it leaves
 * the ground, which may also turn the fighter round; helpless after. Source: doldecomp/melee (ftMr_SpecialHi,
 * ftLg_SpecialHi); figures from public lists of special attributes, rises measured in the game.
 */
import type { ActionCallbacks } from '../../actions/action.ts'
import { clampToEdge, tryLedge } from '../../actions/collide.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import { holdsDown, landsOn } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fallAt, slowToDrift } from '../../movement/air.ts'
import { followRootMotion } from '../../movement/ground.ts'
import { motionX, motionY } from '../../tables/root-motion.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, leaveGroundSpent } from '../special.ts'
import { enterRise, noteTilt, rise, turnByStick } from '../tilted-rise.ts'

export interface JumpPunchValues {
  readonly ground: number
  readonly air: number
  /** Script frame on which the rise begins. */
  readonly launchFrame: number
  /** Beyond this the stick tilts the path, by the given degrees at full tilt. */
  readonly tiltStick: number
  /** Frame from which the stick no longer tilts it. */
  readonly tiltEnd: number
  readonly mostTilt: number
  readonly speedShare: number
  /** Fall before the rise in the air. */
  readonly gravity: number
  readonly landingLag: number
  /** Share of the usual drift in the fall after. */
  readonly driftShare: number
}

/** The stick turns the fighter round beyond this. */
const TURN_STICK = f(0.25)

export function superJumpPunch(values: JumpPunchValues): FighterOverrides {
  const { ground, air, launchFrame, tiltStick, tiltEnd, mostTilt, speedShare, gravity, landingLag, driftShare } = values

  const end = afterScript((fighter) => enterFallSpecial(fighter, { landingLag, driftShare }))

  function animate(fighter: Fighter): void {
    if (fighter.animationFrame === launchFrame && !fighter.isAirborne) leaveGroundSpent(fighter)
    end(fighter)
  }

  function interrupt(fighter: Fighter): void {
    if (fighter.animationFrame < tiltEnd) noteTilt(fighter, tiltStick, mostTilt)
    if (fighter.animationFrame === launchFrame) turnByStick(fighter, TURN_STICK)
  }

  function move(fighter: Fighter): void {
    const { animationFrame, state } = fighter
    const along = motionX(state.motion, animationFrame)
    if (!fighter.isAirborne) {
      followRootMotion(fighter, along)
    } else if (animationFrame < launchFrame) {
      fallAt(fighter, gravity)
      slowToDrift(fighter)
    } else {
      rise(fighter, along, motionY(state.motion, animationFrame))
    }
  }

  function collide(fighter: Fighter): void {
    if (!fighter.isAirborne) clampToEdge(fighter)
    else if (fighter.animationFrame < launchFrame || fighter.selfVy >= 0) landsOn(fighter, false)
    else if (landsOn(fighter, holdsDown(fighter))) landWithLag(fighter, landingLag)
    else tryLedge(fighter)
  }

  const punch: ActionCallbacks = { animation: animate, interrupt, physics: move, collision: collide }
  return {
    specials: {
      SpecialHi: (fighter) => enterRise(fighter, ground, speedShare),
      SpecialAirHi: (fighter) => enterRise(fighter, air, speedShare),
    },
    actions: { SpecialHi: punch, SpecialAirHi: punch },
  }
}
