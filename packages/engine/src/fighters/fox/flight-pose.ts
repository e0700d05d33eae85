/**
 * Fire Fox and Fire Bird lie in the way of their flight: the whole body turns with it about one joint, and Fox rolls about
 * his length meanwhile. So turn the diamond, which the game holds about the joints of head, arms and feet, and the blow at
 * the head. Source: doldecomp/melee (ftFx_SpecialHi, mpColl_LoadECB_JObj); joints from what kodycode/meleelight-decomp-edition
 * reads of them, Falco's arms from recorded walls.
 */
import type { Body } from '../../collision/body.ts'
import type { Fighter } from '../../fighter.ts'
import { cosf, f, sinf } from '../../math.ts'
import type { Place } from '../../tables/moves.ts'

export interface FlightPose {
  /** Height of the joint about which the body turns, and of the axis about which it rolls. */
  readonly middle: number
  readonly axis: number
  /** Joints as the animation begins, from the axis: forward, up, aside. */
  readonly joints: readonly (readonly [number, number, number])[]
  /** The roll to come, by square and cube of the frames left until one. */
  readonly roll?: readonly [last: number, square: number, cube: number]
}

const LEAST_HALF_WIDTH = 2
const NO_ROLL = [0, 0, 0] as const
/** The way of the flight in which the blow's places were measured: upward. */
const MEASURED = f(Math.PI / 2)

export function turnDiamond(
  { middle, axis, joints, roll = NO_ROLL }: FlightPose,
  fighter: Fighter,
  angle: number,
  body: Body,
): void {
  const left = f(Math.max(0, roll[0] - fighter.animationFrame))
  const rolled = f(f(left * left) * f(roll[1] + f(roll[2] * left)))
  const rollCos = cosf(rolled)
  const rollSin = sinf(rolled)
  const cos = cosf(angle)
  const sin = sinf(angle)
  let back = Infinity
  let front = -Infinity
  let bottom = Infinity
  let top = -Infinity
  for (let i = 0; i < joints.length; i++) {
    const [forward, up, aside] = joints[i]!
    const height = f(f(axis - middle) + f(f(up * rollCos) - f(aside * rollSin)))
    const x = f(f(forward * cos) - f(height * sin))
    const y = f(middle + f(f(forward * sin) + f(height * cos)))
    back = Math.min(back, x)
    front = Math.max(front, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  body.bottom = Math.max(0, bottom)
  body.top = top
  body.left = body.right = Math.max(LEAST_HALF_WIDTH, f(f(front - back) * 0.5))
}

export function turnPlace({ middle }: FlightPose, angle: number, place: Place): void {
  const cos = cosf(f(angle - MEASURED))
  const sin = sinf(f(angle - MEASURED))
  const { x } = place
  const height = f(place.y - middle)
  place.x = f(f(x * cos) - f(height * sin))
  place.y = f(middle + f(f(x * sin) + f(height * cos)))
}
