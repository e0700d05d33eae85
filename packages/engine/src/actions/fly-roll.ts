/**
 * The spin of a rolling launch. The whole body points in its direction of flight, turned about one joint: while it
 * falls it is head down, and all of it above that joint. A landing depends on this pose, and the ECB turns with it.
 * Source: doldecomp/melee (ftCo_Damage: doFlyRoll, ftCo_DownBound: ftCo_80097570); heights from recorded landings.
 */
import type { CollisionBody } from '../collision/body.ts'
import type { Fighter } from '../fighter.ts'
import { atan2f, f, sqrtf } from '../math.ts'

/** Downward share of the flight up to which the hips still point up. */
const LEAN = f(0.1)

/** Height of the ECB as a share of the joint's; measured on one wall bounce of Marth. */
const HEIGHT = 0.5

const flight = { vx: 0, vy: 0 }

function flightOf({ selfVx, selfVy, kbVx, kbVy }: Fighter): typeof flight {
  flight.vx = f(selfVx + kbVx)
  flight.vy = f(selfVy + kbVy)
  return flight
}

function speedOf(vx: number, vy: number): number {
  return sqrtf(f(f(vx * vx) + f(vy * vy)))
}

/** Whether the hips point up; then it lands on its back. */
export function fliesUpright(fighter: Fighter): boolean {
  const { vx, vy } = flightOf(fighter)
  return vy > -f(LEAN * speedOf(vx, vy))
}

export function pointAlongFlight(fighter: Fighter, body: CollisionBody): void {
  const { vx, vy } = flightOf(fighter)
  const speed = speedOf(vx, vy)
  if (speed === 0) return
  const { joint, breadth, depth } = fighter.kind.measured.flyRoll
  const reach = Math.max(f(f(breadth * Math.abs(vx)) + f(depth * vy)), f(joint * vy))
  body.bottom = Math.max(0, f(joint - f(reach / speed)))
  body.top = f(body.bottom + f(joint * HEIGHT))
}

/** Clockwise from upright; upright until the hitlag of the launch is over. */
export function angleOfFlight(fighter: Fighter): number {
  if (fighter.isFrozen) return 0
  const { vx, vy } = flightOf(fighter)
  return atan2f(vx, vy)
}
