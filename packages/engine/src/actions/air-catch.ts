/**
 * The aerial grapple of fighters whose grab is thrown on a line. The fighter falls more slowly while the line goes out,
 * and is helpless at its end. A wall that the line meets holds it: the fighter swings there for up to three seconds,
 * and A pulls it in, to a ledge if one is near, else up. Source: doldecomp/melee (ftCo_AirCatch, itlinkhookshot,
 * itsamusgrapple). The line is taken to be straight.
 */
import { ACTION } from '../action-ids.ts'
import { landsOn } from '../collision/fighter-body.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON } from '../input/buttons.ts'
import { f, sqrtf } from '../math.ts'
import { clampToDrift, drift, fall, fallAt, fallUpTo } from '../movement/air.ts'
import { privates } from '../state/privates.ts'
import type { FighterActionTable } from './action.ts'
import { asksForGrab } from './attack-input.ts'
import { changeAction, stepAnimation } from './change.ts'
import { tryLedge } from './collide.ts'
import { tumble } from './down.ts'
import { enterFallSpecial } from './fall.ts'
import { heldItem } from './item-throw.ts'
import { land, landShut } from './landing.ts'
import { hasScriptEnded } from './script.ts'

/** Share of gravity with which the fighter falls while the line goes out, and for how many frames. */
const FALL_SHARE = f(0.2)
const FALL_FRAMES = 20
/** The animation of the landing is not stretched. */
const LANDING_LAG = 30

/**
 * The action that hangs; the counter on which the line leaves the hand, the hand's place, the line's speed and greatest
 * length.
 */
export interface Tether {
  readonly hung: number
  readonly first: number
  readonly hand: { readonly x: number; readonly y: number }
  readonly speed: number
  readonly length: number
  /** Speed of pulling in. */
  readonly pull: number
}

const AirCatch = privates({
  hangLeft: 'int',
  /** The line is out in full; it is being pulled in. */
  isTaut: 'flag',
  isPulled: 'flag',
  anchorX: 'float',
  anchorY: 'float',
})

const HANG_FRAMES = 180
/** A fighter hangs no longer than this, however slack the line. */
const MOST_FRAMES = 400

/** A with a trigger held throws the grapple of a fighter that has one. Z counts as both. */
export function tryAirCatch(fighter: Fighter): boolean {
  const { kind } = fighter
  if (!kind.airCatch || fighter.hasGrappled || !asksForGrab(fighter) || heldItem(fighter)) return false
  fighter.hasGrappled = true
  kind.airCatch(fighter)
  return true
}

function move(fighter: Fighter): void {
  const { gravity, terminalVelocity } = fighter.kind.attributes
  const isSlow = fighter.animationFrame < FALL_FRAMES && fighter.selfVy < 0
  const { selfVy } = fighter
  fall(fighter)
  if (isSlow && !fighter.isFastFalling) {
    fighter.selfVy = selfVy
    fallUpTo(fighter, f(gravity * FALL_SHARE), terminalVelocity)
  }
  drift(fighter)
}

/** Where a level line from `x` on first meets a wall, at most as far as `end`; NaN where it meets none. */
function meetWall({ match: { terrain } }: Fighter, x: number, end: number, y: number): number {
  const { x1, y1, x2, y2 } = terrain.walls
  let nearest = NaN
  for (let i = 0; i < x1.length; i++) {
    const low = Math.min(y1[i]!, y2[i]!)
    const high = Math.max(y1[i]!, y2[i]!)
    if (y < low || y > high || low === high) continue
    const at = f(x1[i]! + f(f(x2[i]! - x1[i]!) * f(f(y - y1[i]!) / f(y2[i]! - y1[i]!))))
    const isBetween = x < end ? at >= x && at <= end : at <= x && at >= end
    if (isBetween && !(Math.abs(at - x) >= Math.abs(nearest - x))) nearest = at
  }
  return nearest
}

/** Toward the wall until the fighter is there: onto a ledge if one is near, else up. */
function pullIn(fighter: Fighter, dx: number, dy: number, far: number, pull: number): void {
  const step = Math.min(pull, far)
  if (far > 0) {
    fighter.x = f(fighter.x + f(f(dx / far) * step))
    fighter.y = f(fighter.y + f(f(dy / far) * step))
  }
  fighter.selfVx = 0
  fighter.selfVy = 0
  if (far > pull) return
  landsOn(fighter, false)
  tryLedge(fighter)
  if (fighter.action === ACTION.CliffCatch) return
  changeAction(fighter, ACTION.CliffJumpSlow2)
  stepAnimation(fighter)
  fighter.selfVy = fighter.kind.attributes.ledgeJumpVerticalVelocity
}

export function airCatch({ hung, first, hand, speed, length, pull }: Tether): FighterActionTable {
  function animate(fighter: Fighter): void {
    fighter.misc = fighter.animationFrame
    if (hasScriptEnded(fighter)) enterFallSpecial(fighter, { landingLag: LANDING_LAG })
  }

  function collide(fighter: Fighter): void {
    if (landsOn(fighter, false)) {
      landShut(fighter)
      return
    }
    const reach = Math.min(length, f(speed * f(fighter.animationFrame - first)))
    if (reach <= 0 || fighter.animationFrame > first + Math.ceil(length / speed)) return
    const { facing } = fighter
    const x = f(fighter.x + facing * hand.x)
    const y = f(fighter.y + hand.y)
    const wall = meetWall(fighter, x, f(x + facing * reach), y)
    if (!Number.isNaN(wall)) hang(fighter, wall, y)
  }

  function hang(fighter: Fighter, x: number, y: number): void {
    changeAction(fighter, hung)
    clampToDrift(fighter)
    const own = AirCatch.of(fighter)
    own.anchorX = x
    own.anchorY = y
    own.hangLeft = HANG_FRAMES
    own.isTaut = false
    own.isPulled = false
  }

  /** The hand is at most the line's length away from the wall. The correction counts as motion, too. */
  function swing(fighter: Fighter): void {
    const { facing } = fighter
    const own = AirCatch.of(fighter)
    if (landsOn(fighter, false)) {
      land(fighter)
      return
    }
    const dx = f(own.anchorX - f(fighter.x + facing * hand.x))
    const dy = f(own.anchorY - f(fighter.y + hand.y))
    const far = sqrtf(f(f(dx * dx) + f(dy * dy)))
    if (own.isPulled) {
      pullIn(fighter, dx, dy, far, pull)
      return
    }
    if (far > length) {
      own.isTaut = true
      const back = f(f(far - length) / far)
      fighter.x = f(fighter.x + f(dx * back))
      fighter.y = f(fighter.y + f(dy * back))
      fighter.selfVx = f(fighter.selfVx + f(dx * back))
      fighter.selfVy = f(fighter.selfVy + f(dy * back))
    }
    if ((own.isTaut && --own.hangLeft <= 0) || fighter.actionFrame > MOST_FRAMES) tumble(fighter)
  }

  function pressIn(fighter: Fighter): void {
    if (fighter.pressed & BUTTON.A) AirCatch.of(fighter).isPulled = true
  }

  function fallOnLine(fighter: Fighter): void {
    const { gravity } = fighter.kind.attributes
    if (!AirCatch.of(fighter).isPulled) fallAt(fighter, gravity)
  }

  return {
    AirCatch: { animation: animate, physics: move, collision: collide },
    AirCatchHit: { interrupt: pressIn, physics: fallOnLine, collision: swing },
  }
}
