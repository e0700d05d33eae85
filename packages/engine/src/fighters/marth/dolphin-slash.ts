/**
 * Marth's Dolphin Slash and Roy's Blazer: a short fall, then up along the animation's path, tilted by the stick, which
 * may also turn the fighter round; from the top on a slow fall that ends helpless. Source: doldecomp/melee
 * (ftMs_SpecialHi). Paths and figures: packages/engine/data/marth/specials.csv, roy/specials.csv.
 */
import { leaveGround } from '../../actions/change.ts'
import { clampToEdge, tryLedge } from '../../actions/collide.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import { followIntangibility } from '../../actions/script.ts'
import { holdsDown, landsOn } from '../../collision/fighter-body.ts'
import { drawTimes } from '../../combat/sparks.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { driftToward, fallUpTo, fallWithoutDrift } from '../../movement/air.ts'
import { followRootMotion } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript } from '../special.ts'
import { enterRise, noteTilt, rise, turnByStick } from '../tilted-rise.ts'

const ON_GROUND = 367
const IN_AIR = 368

/** The start in the air keeps this share of the speed. */
const SPEED_SHARE = f(0.6666)
/** The stick turns beyond the first value and tilts beyond the second. */
const TURN_STICK = f(0.25)
const TILT_STICK = f(0.5)
const GRAVITY = f(0.06)
const TERMINAL_VELOCITY = f(1.8)

const DolphinSlash = privates({
  /** Past the top. */
  sinks: 'flag',
  /** A frame of it was shown: the floor and the ledges count from the next frame on. */
  hasSunk: 'flag',
})

/** Speeds forward and up, by script frame from `from` on; those forward continue past the top. */
interface Path {
  readonly from: number
  readonly x: readonly number[]
  readonly y: readonly number[]
}

export interface DolphinSlashValues {
  /** Script frame that leaves the ground, or ends the fall. */
  readonly launchFrame: number
  readonly groundPath: Path
  readonly airPath: Path
  /** Degrees that a full tilt of the stick turns the path. */
  readonly mostTilt: number
  readonly landingLag: number
  /** Share of the usual drift on the way down and after it. */
  readonly driftShare: number
  /** Random draws of its effects on the frame before the launch: on the ground, in the air. */
  readonly draws?: readonly [onGround: number, inAir: number]
}

function at(speeds: readonly number[], index: number): number {
  return index < 0 || index >= speeds.length ? 0 : f(speeds[index]!)
}

export function dolphinSlash(values: DolphinSlashValues): FighterOverrides {
  const { launchFrame, groundPath, airPath, mostTilt, landingLag, driftShare, draws = [0, 0] } = values

  function enter(fighter: Fighter, action: number): void {
    enterRise(fighter, action, SPEED_SHARE)
    DolphinSlash.of(fighter).sinks = false
    DolphinSlash.of(fighter).hasSunk = false
  }

  const end = afterScript((fighter) => enterFallSpecial(fighter, { landingLag, driftShare }))

  function animate(fighter: Fighter): void {
    followIntangibility(fighter)
    if (fighter.animationFrame === launchFrame) {
      if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
      fighter.jumpsUsed = fighter.kind.attributes.maxJumps
    }
    end(fighter)
  }

  function interrupt(fighter: Fighter): void {
    if (fighter.animationFrame < launchFrame) noteTilt(fighter, TILT_STICK, mostTilt)
    else if (fighter.animationFrame === launchFrame) turnByStick(fighter, TURN_STICK)
  }

  function move(fighter: Fighter): void {
    if (!fighter.isAirborne) followRootMotion(fighter, along(fighter, 'x'))
    else if (fighter.animationFrame < launchFrame) fallWithoutDrift(fighter)
    else if (!DolphinSlash.of(fighter).sinks) riseAhead(fighter, along(fighter, 'x'), along(fighter, 'y'))
    else sink(fighter)
  }

  function along({ action, animationFrame }: Fighter, axis: 'x' | 'y'): number {
    const path = action === ON_GROUND ? groundPath : airPath
    return at(path[axis], animationFrame - path.from)
  }

  /** Never backward. */
  function riseAhead(fighter: Fighter, forward: number, up: number): void {
    rise(fighter, forward, up)
    if ((fighter.selfVx < 0 ? -1 : 1) !== fighter.facing) fighter.selfVx = -fighter.selfVx
    if (up < 0) DolphinSlash.of(fighter).sinks = true
  }

  function sink(fighter: Fighter): void {
    const { airDriftStickMul, airDriftMax } = fighter.kind.attributes
    fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
    driftToward(fighter, f(airDriftStickMul * driftShare), 0, f(airDriftMax * driftShare))
  }

  function collide(fighter: Fighter): void {
    if (!fighter.isAirborne) {
      clampToEdge(fighter)
      return
    }
    const own = DolphinSlash.of(fighter)
    if (fighter.animationFrame >= launchFrame && fighter.selfVy < 0) {
      if (own.hasSunk) {
        if (landsOn(fighter, holdsDown(fighter))) {
          // A landing out of an animation's motion keeps only that motion (ftCommon_8007D6A4).
          fighter.selfVx = f(along(fighter, 'x') * fighter.facing)
          landWithLag(fighter, landingLag)
        } else tryLedge(fighter)
        return
      }
      own.hasSunk = true
    }
    // A floor stops the fall of the start; the rise leaves it again.
    landsOn(fighter, false)
  }

  function flare({ action, animationFrame, match }: Fighter): void {
    if (animationFrame === launchFrame - 1) drawTimes(match.record, draws[action === ON_GROUND ? 0 : 1])
  }

  const slash = { animation: animate, interrupt, physics: move, collision: collide, accessory: flare }
  return {
    specials: { SpecialHi: (fighter) => enter(fighter, ON_GROUND), SpecialAirHi: (fighter) => enter(fighter, IN_AIR) },
    actions: { SpecialHi: slash, SpecialAirHi: slash },
  }
}
