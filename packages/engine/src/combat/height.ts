/**
 * The height of a hit: legs, trunk or head. It chooses the pose of the damage state and nothing else. The game gives
 * each hurt capsule a height and takes the first capsule that a hitbox meets. Where these capsules are not public, the
 * height is inferred from where the hitbox passes the body: its distance from the thick middle and whether it is above
 * or below, and its distance from the middle of the standing body. This is an estimate fitted to recorded hits
 * (research/hits.md): about four in five are right.
 */
import { f } from '../math.ts'
import { leaningOf } from '../tables/shapes.ts'
import { outlineAt, type Posed } from './body.ts'
import { metHeight, turnedBack } from './contact.ts'
import type { Capsule } from './space.ts'

export const HEIGHT = { low: 0, middle: 1, high: 2 } as const

/** A body whose standing height is known. */
interface Sized extends Posed {
  readonly kind: Posed['kind'] & { readonly body: { readonly top: number } }
}

/**
 * Weights for the legs and for the head, per unit: the hitbox is above the core, away from the core, away from the
 * middle of the standing body, and in front of it (in body heights).
 */
const LOW = { above: f(-0.126), fromCore: f(0.67), fromMiddle: f(-0.143), before: f(0.194) } as const
const HIGH = { above: f(0.151), fromCore: f(0.128), fromMiddle: f(0.162), before: f(1.168) } as const

const HALF = f(0.5)

const CORE = { x: 0, y: 0 }
const MIDDLE = { x: 0, y: 0 }
const PASSED = { x: 0, y: 0, gap: 0 }
/** Where the hitbox passes, in the terms of `LOW` and `HIGH`. */
const SEEN = { above: 0, fromCore: 0, fromMiddle: 0, before: 0 }

function weigh({ above, fromCore, fromMiddle, before }: typeof LOW | typeof HIGH): number {
  const across = f(f(fromMiddle * SEEN.fromMiddle) + f(before * SEEN.before))
  return f(f(above * SEEN.above) + f(f(fromCore * SEEN.fromCore) + across))
}

/** The middle of a body, weighted by thickness. */
function findCore(victim: Posed): void {
  const { capsules, count } = outlineAt(victim)
  let x = 0
  let y = 0
  let weight = 0
  for (let i = 0; i < count; i++) {
    const { x1, y1, x2, y2, radius } = capsules[i]!
    const cube = f(radius * f(radius * radius))
    x += cube * HALF * (x1 + x2)
    y += cube * HALF * (y1 + y2)
    weight += cube
  }
  CORE.x = f(x / weight)
  CORE.y = f(y / weight)
}

/** Where a hitbox comes nearest to a point, and the distance of its edge from it. */
function pass({ x1, y1, x2, y2, radius }: Capsule, { x: px, y: py }: typeof CORE): void {
  const dx = x2 - x1
  const dy = y2 - y1
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - x1) * dx + (py - y1) * dy) / length))
  PASSED.x = x1 + share * dx
  PASSED.y = y1 + share * dy
  PASSED.gap = f(Math.sqrt((PASSED.x - px) ** 2 + (PASSED.y - py) ** 2) - radius)
}

/** Height of a hit on a body. */
export function heightOf(hitbox: Capsule, victim: Sized): number {
  return metHeight(hitbox, victim) ?? guessedHeight(turnedBack(hitbox, victim), victim)
}

function guessedHeight(hitbox: Capsule, victim: Sized): number {
  const { top } = victim.kind.body
  findCore(victim)
  pass(hitbox, CORE)
  SEEN.above = f(PASSED.y - CORE.y)
  SEEN.fromCore = PASSED.gap
  MIDDLE.x = victim.x
  MIDDLE.y = victim.y + HALF * top
  pass(hitbox, MIDDLE)
  SEEN.fromMiddle = PASSED.gap
  SEEN.before = f(f(f(PASSED.x - victim.x) * victim.facing) / top)
  const leaning = leaningOf(victim.kind.internalId)
  const low = f(leaning.low + weigh(LOW))
  const high = f(leaning.high + weigh(HIGH))
  if (low > 0 && low > high) return HEIGHT.low
  return high > 0 ? HEIGHT.high : HEIGHT.middle
}
