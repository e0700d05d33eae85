/**
 * In Fire Fox and Fire Bird the body points in the direction of flight: it turns about one joint, and Fox also rolls
 * about his long axis. The ECB, which the game computes from the joints of head, arms and feet, turns with it, and so
 * do the hitbox at the head and the hurt capsules, which the tables list level and without roll. Source:
 * doldecomp/melee (ftFx_SpecialHi, mpColl_LoadECB_JObj); joints as kodycode/meleelight-decomp-edition reads them,
 * Falco's arms from recorded walls.
 */
import type { CollisionBody } from '../../collision/body.ts'
import type { Fighter } from '../../fighter.ts'
import { cosf, f, sinf } from '../../math.ts'
import { HURTBOX_WORDS } from '../../tables/hurtboxes.ts'
import type { Place } from '../../tables/moves.ts'

export interface FlightPose {
  /** Height of the joint about which the body turns, and of the axis about which it rolls. */
  readonly middle: number
  readonly axis: number
  /** Joints at the start of the animation, from the axis. */
  readonly joints: {
    readonly forward: readonly number[]
    readonly up: readonly number[]
    readonly aside: readonly number[]
  }
  /** The remaining roll, by square and cube of the frames left until the `last`. */
  readonly roll?: { readonly last: number; readonly square: number; readonly cube: number }
}

const LEAST_HALF_WIDTH = 2
const NO_ROLL = { last: 0, square: 0, cube: 0 }
const POINT_WORDS = HURTBOX_WORDS / 2
/** The direction of flight in which the hitbox's places were measured: upward. */
const MEASURED = f(Math.PI / 2)

const TURN = { cos: 1, sin: 0, rollCos: 1, rollSin: 0 }
/** The turned point. */
const AT = { x: 0, y: 0, z: 0 }

function turnBy({ roll = NO_ROLL }: FlightPose, { animationFrame }: Fighter, angle: number): void {
  const left = f(Math.max(0, roll.last - animationFrame))
  const rolled = f(f(left * left) * f(roll.square + f(roll.cube * left)))
  TURN.rollCos = cosf(rolled)
  TURN.rollSin = sinf(rolled)
  TURN.cos = cosf(angle)
  TURN.sin = sinf(angle)
}

/** A point of the body, from the axis of the roll. */
function turnPoint({ middle, axis }: FlightPose, forward: number, up: number, aside: number): void {
  const { cos, sin, rollCos, rollSin } = TURN
  const height = f(f(axis - middle) + f(f(up * rollCos) - f(aside * rollSin)))
  AT.x = f(f(forward * cos) - f(height * sin))
  AT.y = f(middle + f(f(forward * sin) + f(height * cos)))
  AT.z = f(f(up * rollSin) + f(aside * rollCos))
}

export function turnEcb(pose: FlightPose, fighter: Fighter, angle: number, body: CollisionBody): void {
  const { forward, up, aside } = pose.joints
  turnBy(pose, fighter, angle)
  let back = Infinity
  let front = -Infinity
  let bottom = Infinity
  let top = -Infinity
  for (let i = 0; i < forward.length; i++) {
    turnPoint(pose, forward[i]!, up[i]!, aside[i]!)
    back = Math.min(back, AT.x)
    front = Math.max(front, AT.x)
    bottom = Math.min(bottom, AT.y)
    top = Math.max(top, AT.y)
  }
  body.bottom = Math.max(0, bottom)
  body.top = top
  body.left = body.right = Math.max(LEAST_HALF_WIDTH, f(f(front - back) * 0.5))
}

/** Turns the ends of `count` hurtbox capsules. */
export function turnCapsules(
  pose: FlightPose,
  fighter: Fighter,
  angle: number,
  places: Float32Array,
  count: number,
): void {
  turnBy(pose, fighter, angle)
  for (let at = 0; at < count * HURTBOX_WORDS; at += POINT_WORDS) {
    turnPoint(pose, places[at]!, f(places[at + 1]! - pose.axis), places[at + 2]!)
    places[at] = AT.x
    places[at + 1] = AT.y
    places[at + 2] = AT.z
  }
}

export function turnPlace({ middle }: FlightPose, angle: number, place: Place): void {
  const cos = cosf(f(angle - MEASURED))
  const sin = sinf(f(angle - MEASURED))
  const { x } = place
  const height = f(place.y - middle)
  place.x = f(f(x * cos) - f(height * sin))
  place.y = f(middle + f(f(x * sin) + f(height * cos)))
}
