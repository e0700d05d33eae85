/**
 * Where the bubble of a shield is. It begins at the hips of the pose before and moves to its place while the shield
 * goes up. There it leans in the stick's direction and by the stick's tilt, along a path of each fighter's own. Source:
 * doldecomp/melee (ftCo_Guard).
 */
import type { InternalId } from '../tables/ids.ts'
import { SHIELD_HIT } from '../constants.ts'
import { atan2f, f, RADIANS_PER_DEGREE, sqrtf } from '../math.ts'
import { HURTBOX_WORDS, placeHips } from '../tables/hurtboxes.ts'
import type { Pose, ShieldSize } from '../tables/shapes.ts'

export interface TiltedShield {
  readonly kind: { readonly internalId: InternalId; readonly shield: ShieldSize }
  shieldTilt: number
  shieldAngle: number
  shieldX: number
  shieldY: number
}

const EIGHTH = 45
const WHOLE = 360
const LARGEST = 359
const PLACE = { x: 0, y: 0 }

/** The bubble's place on a shield's first frame. */
export function beginBubble(fighter: TiltedShield & Pose): void {
  const { internalId, shield } = fighter.kind
  fighter.shieldTilt = 0
  fighter.shieldAngle = 0
  if (!shield.tilts) {
    fighter.shieldX = shield.x
    fighter.shieldY = shield.y
  } else if (shield.risesFrom > 0) {
    fighter.shieldX = 0
    fighter.shieldY = shield.risesFrom
  } else {
    placeHips(internalId, fighter, PLACE)
    fighter.shieldX = PLACE.x
    fighter.shieldY = PLACE.y
  }
}

/** A facing, and the direction of its stick. */
interface Aiming {
  readonly facing: number
  readonly stickX: number
  readonly stickY: number
}

/** Moves the bubble in the `step`-th of `steps` steps to its place, leaning toward the stick. */
export function leanBubble(fighter: TiltedShield & Aiming, step: number, steps: number): void {
  const { x, y, tilts } = fighter.kind.shield
  if (!tilts) return
  const share = f(step / steps)
  turnToStick(fighter)
  placeOnWay(tilts, fighter)
  const toX = f(x + f(fighter.shieldTilt * PLACE.x))
  const toY = f(y + f(fighter.shieldTilt * PLACE.y))
  fighter.shieldX = f(fighter.shieldX + f(f(toX - fighter.shieldX) * share))
  fighter.shieldY = f(fighter.shieldY + f(f(toY - fighter.shieldY) * share))
}

/**
 * The share of the bubble's motion back and down that the body follows at the bubble's height. The body does not move
 * ahead and up. Fitted to recorded hits (research/hits.md, Shields).
 */
const BODY_SHARE = f(0.4)

/** The body leans with its bubble, more at greater height: `places` are the two ends of `count` hurtbox capsules. */
export function leanBody(fighter: TiltedShield, places: Float32Array, count: number): void {
  const { y, tilts } = fighter.kind.shield
  if (!tilts || fighter.shieldTilt === 0) return
  placeOnWay(tilts, fighter)
  const share = f(f(BODY_SHARE * fighter.shieldTilt) / y)
  const back = f(share * Math.min(0, PLACE.x))
  const down = f(share * Math.min(0, PLACE.y))
  for (let at = 0; at < count * HURTBOX_WORDS; at += AXES) {
    const up = Math.max(0, places[at + 1]!)
    places[at] = places[at]! + back * up
    places[at + 1] = places[at + 1]! + down * up
  }
}

const AXES = 3

/** Direction of the stick in degrees, and its tilt; ahead where it is at rest. */
function turnToStick(fighter: TiltedShield & Aiming): void {
  const { stickY: up, shieldAngle, shieldTilt } = fighter
  const ahead = fighter.stickX * fighter.facing
  const degrees = ahead === 0 && up === 0 ? 0 : f(atan2f(up, ahead) / RADIANS_PER_DEGREE)
  const side = Math.min(LARGEST, degrees < 0 ? f(degrees + WHOLE) : degrees)
  let turn = f(side - shieldAngle)
  if (turn < -WHOLE / 2) turn = f(turn + WHOLE)
  else if (turn > WHOLE / 2) turn = f(turn - WHOLE)
  const angle = f(shieldAngle + f(turn * SHIELD_HIT.tiltStep))
  fighter.shieldAngle = angle < 0 ? f(angle + WHOLE) : angle > WHOLE ? f(angle - WHOLE) : angle
  const reach = Math.min(1, sqrtf(f(f(ahead * ahead) + f(up * up))))
  fighter.shieldTilt = f(shieldTilt + f(f(reach - shieldTilt) * SHIELD_HIT.tiltStep))
}

/** A smooth path through the places at the eighths of a turn, at the shield's angle. */
function placeOnWay(tilts: Float32Array, { shieldAngle }: TiltedShield): void {
  const eighth = Math.floor(shieldAngle / EIGHTH)
  const t = shieldAngle / EIGHTH - eighth
  for (let axis = 0; axis < 2; axis++) {
    const a = tilts[((eighth + 7) % 8) * 2 + axis]!
    const b = tilts[(eighth % 8) * 2 + axis]!
    const c = tilts[((eighth + 1) % 8) * 2 + axis]!
    const d = tilts[((eighth + 2) % 8) * 2 + axis]!
    const at = f(b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))))
    if (axis === 0) PLACE.x = at
    else PLACE.y = at
  }
}
