/**
 * Common parts of many specials: how they begin and end, and how they continue as their twin in the air or on
 * the ground when the fighter leaves or reaches the floor. Source: doldecomp/melee (the SpecialN, S, Hi and Lw of each
 * fighter).
 */
import { hasScriptEnded } from '../actions/script.ts'
import type { CollisionBody } from '../collision/body.ts'
import type { ActionCallbacks, ActionTable, AnyActionName, Callback, FighterActionTable } from '../actions/action.ts'
import { changeAction, KEEP, leaveGround, stepAnimation, swapAction, touchGround } from '../actions/change.ts'
import { enterFall, enterFallSpecial, fallOff } from '../actions/fall.ts'
import { land } from '../actions/landing.ts'
import { enterWait } from '../actions/wait.ts'
import { landsOn, staysOnFloor, staysWithinFloor } from '../collision/fighter-body.ts'
import { ECB_LOCK_FRAMES, SPENT_ECB_LOCK_FRAMES } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { ActionId } from '../tables/ids.ts'
import { f } from '../math.ts'
import { fallAt, fallWithoutDrift, slowInAir } from '../movement/air.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { FighterOverrides } from './kind.ts'

function both(first: Callback, second: Callback): Callback {
  return (fighter) => {
    first(fighter)
    second(fighter)
  }
}

/**
 * Kirby has the neutral specials of all fighters: the id of his first state of each, and the prefix of their names. A
 * fighter's own have no prefix.
 */
export interface Copy<Prefix extends string> {
  readonly first: ActionId
  readonly prefix: '' | Prefix
}

/** The names of actions with and without the prefixes. */
type CopiedName<Prefix extends string> = {
  [N in AnyActionName]: [`${Prefix}${N}`] extends [AnyActionName] ? N : never
}[AnyActionName]

/** The states of a copied special. */
export function named<Prefix extends string>(
  { prefix }: Pick<Copy<Prefix>, 'prefix'>,
  actions: ActionTable<CopiedName<Prefix>>,
): FighterActionTable {
  return Object.fromEntries(Object.entries(actions).map(([name, callbacks]) => [prefix + name, callbacks]))
}

/** Merges what several modules override for one fighter. */
export function together(...parts: readonly FighterOverrides[]): FighterOverrides {
  return parts.reduce((all, part) => ({
    ...all,
    ...part,
    specials: { ...all.specials, ...part.specials },
    actions: { ...all.actions, ...part.actions },
    articles: [...(all.articles ?? []), ...(part.articles ?? [])],
    ...(all.landed && part.landed ? { landed: both(all.landed, part.landed) } : {}),
    holding: [...(all.holding ?? []), ...(part.holding ?? [])],
  }))
}

/** Enters an action with a script in the tables; the frame of the change shows the script's first frame. */
export function enterSpecial(fighter: Fighter, action: ActionId, keep: number = KEEP.nothing): void {
  changeAction(fighter, action, 0, 1, keep)
  if (!fighter.state.startsLate) stepAnimation(fighter)
}

/** Animation callback: at the end of its script the action continues with `next`. */
export function afterScript(next: Callback): Callback {
  return (fighter) => {
    if (hasScriptEnded(fighter)) next(fighter)
  }
}

export const thenWait: Callback = afterScript(enterWait)
export const thenFall: Callback = afterScript((fighter) => enterFall(fighter))

/** Animation callback: helpless at the end, with the landing lag of the special. */
export function thenFallSpecial(landingLag: number): Callback {
  return afterScript((fighter) => enterFallSpecial(fighter, { landingLag }))
}

/** Lands in the airborne twin: the same script continues. */
export function swapOnGround(fighter: Fighter, action: ActionId): void {
  touchGround(fighter)
  swapAction(fighter, action)
}

/** Leaves the floor in the grounded twin. */
export function swapInAir(fighter: Fighter, action: ActionId): void {
  leaveGround(fighter, ECB_LOCK_FRAMES)
  swapAction(fighter, action)
}

/**
 * The ECB of a spinning fighter, whatever its pose: as wide as high, down to the feet (ftNn_Init_803CD820,
 * ftMr_SpecialLw, ftLg_SpecialLw).
 */
export function spinWide(_fighter: Fighter, body: CollisionBody): void {
  body.bottom = 0
  body.top = 12
  body.left = 6
  body.right = 6
}

/**
 * Leaves the floor: no jump is left, the bottom of the ECB is locked for fewer frames than usual, and the fighter keeps
 * its depth (ftCommon_8007D60C).
 */
export function leaveGroundSpent(fighter: Fighter): void {
  const { z } = fighter
  leaveGround(fighter, SPENT_ECB_LOCK_FRAMES)
  fighter.z = z
  fighter.jumpsUsed = fighter.kind.attributes.maxJumps
}

/** Leaves the floor in the grounded twin, with no jump left. */
export function swapInAirSpent(fighter: Fighter, action: ActionId): void {
  leaveGroundSpent(fighter)
  swapAction(fighter, action)
}

/**
 * Collision callbacks: on the ground, over the edge into the twin in the air; in the air, onto the floor into
 * the twin there.
 */
export function groundTwinOf(air: ActionId): Callback {
  return (fighter) => {
    if (!staysOnFloor(fighter)) swapInAir(fighter, air)
  }
}

/** As `groundTwinOf`, but the fighter stops at edges. */
export function heldGroundTwinOf(air: ActionId): Callback {
  return (fighter) => {
    if (!staysWithinFloor(fighter)) swapInAir(fighter, air)
  }
}

export function airTwinOf(ground: ActionId): Callback {
  return (fighter) => {
    if (landsOn(fighter, false)) swapOnGround(fighter, ground)
  }
}

/**
 * States that wait for their script: friction on the ground, a fall without drift in the air, and the twin where
 * a floor ends or begins.
 */
export function standing(air: ActionId): ActionCallbacks {
  return { physics: stopOnGround, collision: groundTwinOf(air) }
}

export function falling(ground: ActionId): ActionCallbacks {
  return { physics: fallWithoutDrift, collision: airTwinOf(ground) }
}

/** Physics in the air: weightless for a number of frames that the special sets, then its own gravity. */
export function sinking(of: (fighter: Fighter) => { weightless: number }, gravity: number): Callback {
  return (fighter) => {
    const own = of(fighter)
    if (own.weightless > 0) own.weightless--
    else fallAt(fighter, gravity)
    slowInAir(fighter)
  }
}

/** Callback `turned`: it flies and slides on in its new direction (ftCommon_8007F76C). */
export const flyBack: Callback = (fighter) => {
  fighter.groundVelocity = f(fighter.facing * Math.abs(fighter.groundVelocity))
  fighter.selfVx = f(fighter.facing * Math.abs(fighter.selfVx))
}

/** The grounded state, or its airborne twin, whose id is `toAir` higher. */
export function twinHere({ isAirborne }: Fighter, ground: ActionId, toAir: number): ActionId {
  return isAirborne ? ground + toAir : ground
}

/** Loops an animation of `frames` frames. */
export function goRound(fighter: Fighter, frames: number): void {
  if (fighter.animationFrame >= frames) fighter.animationFrame = f(fighter.animationFrame - frames)
}

/**
 * Collision callbacks of specials without a twin: over the edge into a fall, onto the floor into a landing; no
 * ledge is caught.
 */
export const stayOrFallOff: Callback = (fighter) => {
  if (!staysOnFloor(fighter)) fallOff(fighter)
}

export const landOnly: Callback = (fighter) => {
  if (landsOn(fighter, false)) land(fighter)
}

/** Whether the attack hit a body on this frame, and not only a shield. Valid in phase 14. */
export function metBody(attacker: Fighter): boolean {
  const { fighters } = attacker.match
  for (let i = 0; i < fighters.length; i++) {
    if (fighters[i]!.receivedHit.launching?.by === attacker) return true
  }
  return false
}
