/**
 * How a fighter gets back to the stage. The rules depend only on its position and on the jumps and specials that it has
 * left. `mind.ts` decides on buttons and their timing.
 */
import { stick, type Hands } from '../../controller.ts'
import type { FighterView } from '../../game.ts'
import type { Stage } from '../../stages.ts'

/** What brings a fighter back, in figures that were found by trying these rules in the engine (scripts/house-recovery.ts). */
export interface Recovery {
  /** How high an air jump rises, and how far in it carries until it is back at the height that it began at. */
  readonly jump: { readonly rise: number; readonly carry: number }
  /** The up special; null where it does not bring it back. */
  readonly up: UpSpecial | null
  /** From so far out at most a side special beside or above the ledge ends on the stage; 0 where it does not. */
  readonly lunge: number
}

interface UpSpecial {
  /** Begun so far out it still reaches the ledge from so deep; a depth below zero is a height. Lines between. */
  readonly reach: readonly (readonly [out: number, depth: number])[]
  /** Whether the stick aims it; else it only drifts. */
  readonly isAimed: boolean
}

/** A place as seen from the nearer ledge. */
export interface Place {
  /** -1 on the left of the stage, 1 on its right. */
  readonly side: number
  /** Beyond the ledge; below zero over or under the stage. */
  readonly out: number
  /** Above the ledge. */
  readonly height: number
}

/** What to do next about it. */
export type Remedy = 'drift' | 'jump' | 'lunge' | 'rise'

/** Frames until what is decided now shows: the lead, and the frame it is decided on. */
const DELAY = 4

/** Deeper than this below the ledge there may be a wall or a ceiling on the way in. */
const UNDER = 6

/** Where to wait beside a ledge that is above: near enough to catch it, clear of what is under it. */
const BESIDE = 9

/** So far out nothing of the stage is above; and so deep there is no time left to get there. */
const CLEAR = 2
const DEEP = 40

/** Action states; some air jumps begin with a dip. */
const AIR_JUMP = { forward: 27, backward: 28 }

/** Frames in which a drift can be turned round. */
const TURN_ROUND = 12

/** The stick of the steepest and of the flattest flight that the game takes for one, and not for straight up or ahead. */
const LEAST_TILT = 0.32
const STEEP = Math.sqrt(1 - LEAST_TILT * LEAST_TILT)

/** First frames of an up special, in which it does not move yet, and the stick turns it. */
const TURN_FRAMES = 4

/** How far down a fighter comes for each unit that it drifts in, where there is nothing to hurry for. */
const GLIDE = 0.4

/** Where a fighter is a number of frames from now at this speed. */
export function placeOf({ x, y, speedX, speedY }: FighterView, stage: Stage, frames = 0): Place {
  const side = x > 0 ? 1 : -1
  return {
    side,
    out: side * (x + frames * speedX) - stage.edge,
    height: y + frames * speedY - stage.ledgeY,
  }
}

export function isOffstage({ out, height }: Place): boolean {
  return out > 0 || height < -UNDER
}

/** Where the stage is in the way up. */
export function isUnder({ out, height }: Place): boolean {
  return out < CLEAR && height < -UNDER
}

function isRising({ action, actionFrame, speedY }: FighterView): boolean {
  const isJumping = (action === AIR_JUMP.forward || action === AIR_JUMP.backward) && actionFrame < 15
  return speedY > 0.3 || isJumping
}

/** How deep below the ledge the special may begin this far out. */
function depthAt({ reach }: UpSpecial, out: number): number {
  const next = reach.findIndex(([at]) => at >= out)
  if (next === 0) return reach[0]![1]
  if (next === -1) return Number.NEGATIVE_INFINITY
  const [from, upper] = reach[next - 1]!
  const [to, lower] = reach[next]!
  return upper + ((lower - upper) * (out - from)) / (to - from)
}

/** Whether a fighter there can still return with the given air jumps and its special. */
export function canReturn({ out, height }: Place, jumps: number, { jump, up }: Recovery): boolean {
  const last = { out: Math.max(0, out - jumps * jump.carry), height: height + jumps * jump.rise }
  // Without an up special it comes down about as fast as it comes in.
  return last.height > (up ? -depthAt(up, last.out) : last.out)
}

/** What must be done now; `caution` is how much height a careful fighter leaves unused. */
export function remedyFor(me: FighterView, stage: Stage, recovery: Recovery, caution: number): Remedy {
  const soon = placeOf(me, stage, DELAY)
  const { out, height } = soon
  const isGliding = height > GLIDE * out - UNDER
  if (isRising(me) || isGliding) return 'drift'
  if (isUnder(soon) && height > -DEEP) return 'drift'
  if (me.jumps > 0) return 'jump'
  const { up, lunge } = recovery
  if (out > 10 && out < lunge && height > 0 && height < 20) return 'lunge'
  // Close under the ledge a special finds less room than a little further out.
  return up && -height > depthAt(up, Math.max(out, BESIDE)) - caution ? 'rise' : 'drift'
}

/** Toward the stage; below the ledge, to where that can be reached from, out from under the stage too. */
export function driftHome(me: FighterView, stage: Stage): Hands {
  const { side, out } = placeOf(me, stage)
  const soon = placeOf(me, stage, TURN_ROUND)
  if (soon.height > -UNDER || out > 20 || comesDownOn(me, stage)) return stick(-side)
  return stick((-side * (soon.out - BESIDE)) / BESIDE)
}

/** Over the stage, or on its present course there when it is at its height. */
function comesDownOn(me: FighterView, stage: Stage): boolean {
  const { out, height } = placeOf(me, stage)
  return height > 0 && (out < 0 || placeOf(me, stage, height / Math.max(0.1, -me.speedY)).out < 0)
}

/**
 * Where to point an air jump: toward the stage, which also turns a fighter that its jump can turn, and does not carry it
 * away from the ledge. Only from under the stage it points outward.
 */
export function jumpHome(me: FighterView, stage: Stage): Hands {
  const { side, out, height } = placeOf(me, stage)
  return out < CLEAR && height < -DEEP / 2 ? driftHome(me, stage) : stick(-side)
}

/** Under the stage, where a special that goes in ends at its wall. */
function isFarUnder({ out, height }: Place): boolean {
  return out < -4 && height < -15
}

/** The stick while an up special lasts. */
export function specialHome(me: FighterView, stage: Stage, { up }: Recovery): Hands {
  return up?.isAimed ? aimHome(me, stage) : riseHome(me, stage)
}

/** A special that drifts is held in, which turns it to the ledge too, but not under the stage. */
function riseHome(me: FighterView, stage: Stage): Hands {
  const place = placeOf(me, stage)
  if (me.actionFrame < TURN_FRAMES) return stick(-place.side)
  if (isFarUnder(place)) return stick(place.side)
  return stick(isUnder(place) ? 0 : -place.side)
}

/** A special that flies where it points is aimed in where nothing is in the way, else over the ledge. */
function aimHome(me: FighterView, stage: Stage): Hands {
  const place = placeOf(me, stage)
  const { side, out, height } = place
  if (height > 0) return stick(-side)
  if (isFarUnder(place)) return stick(side * LEAST_TILT, STEEP)
  const angle = Math.atan2(UNDER - height, out - BESIDE)
  const x = clamp(Math.cos(angle), LEAST_TILT, STEEP)
  return stick(-side * x, Math.sqrt(1 - x * x))
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}
