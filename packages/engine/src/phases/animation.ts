/**
 * Priority 1: timers of the body, the animation's advance and the state's animation callback, and the push that
 * overlapping fighters give each other.
 */
import { ACTION } from '../action-ids.ts'
import { holderOf } from '../actions/capture.ts'
import { heldOf } from '../actions/catch.ts'
import { stepWord } from '../actions/first-word.ts'
import { isOpen } from '../actions/script.ts'
import { drawTimes } from '../combat/sparks.ts'
import { NOBODY, NUDGE } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import type { Match } from '../match.ts'
import { f } from '../math.ts'
import { isAbsent, isCaptured } from '../state/presence.ts'
import { effectDraws } from '../tables/effect-draws.ts'
import { countOffCamera } from './off-camera.ts'

/** Hits longer ago than this leave no trace. */
const LONG_AGO = 0xff

export function advanceAnimations(match: Match): void {
  const { fighters } = match
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    fighter.lCancelStatus = 0
    if (fighter.intangibleLeft > 0) fighter.intangibleLeft--
    if (fighter.invincibleLeft > 0) fighter.invincibleLeft--
    forgetHit(fighter)
    countOffCamera(fighter)
    if (!isStill(fighter)) {
      fighter.actionFrame++
      const { animationFrame } = fighter
      fighter.animationFrame += fighter.animationRate
      drawEffects(fighter, animationFrame)
      stepWord(fighter)
      if (isOpen(fighter)) fighter.hasOpened = true
      rememberHit(fighter)
      fighter.state.animation(fighter)
    }
    giveWay(fighter)
  }
}

/** The script of an action draws for the effects that it creates. */
function drawEffects({ kind, action, animationFrame, match }: Fighter, before: number): void {
  drawTimes(match.record, effectDraws(kind.internalId, action, before, animationFrame))
}

/**
 * A held fighter is frozen with its holder, and a thrower with its victim. Source: doldecomp/melee (Fighter_8006D044).
 */
function isStill(fighter: Fighter): boolean {
  if (fighter.isFrozen) return true
  if (fighter.heldBy >= 0) return holderOf(fighter)?.isFrozen === true
  const { action } = fighter
  return action >= ACTION.ThrowF && action <= ACTION.ThrowLw && heldOf(fighter)?.isFrozen === true
}

/** Frames since the last hit, and whether a further hit still belongs to the same combo. */
function rememberHit(fighter: Fighter): void {
  if (fighter.sinceHit < LONG_AGO) fighter.sinceHit++
  if (fighter.comboLeft > 0) fighter.comboLeft--
  if (fighter.comboVictim < 0) return
  const victim = fighter.match.fighters[fighter.comboVictim]!
  if (victim.hitstunLeft === 0 && victim.comboLeft === 0) fighter.comboVictim = -1
}

/** Some time after a fighter has regained control on the ground, no fighter counts as its last attacker. */
export function forgetHit(fighter: Fighter): void {
  if (fighter.forgetLeft <= 0 || --fighter.forgetLeft > 0) return
  fighter.lastHitBy = NOBODY
  fighter.forgetLeft = -1
}

/**
 * Grounded opponents that overlap give way to each other: along the floor, and in depth, which no recording shows. A
 * fighter that overlaps with none returns to depth 0. Source: doldecomp/melee (ftCommon_8007E0E4).
 */
function giveWay(fighter: Fighter): void {
  fighter.nudgeX = 0
  fighter.nudgeZ = 0
  // Its holder keeps a fighter in the plane (ftCo_800DB464).
  if (isCaptured(fighter)) fighter.z = 0
  if (fighter.isAirborne || fighter.isFrozen || fighter.isFollower || isAbsent(fighter) || isCaptured(fighter)) return
  if (!fighter.state.resistsPush) giveWayToAll(fighter)
  const { z, nudgeZ } = fighter
  const step = nudgeZ !== 0 ? nudgeZ : -Math.sign(z) * NUDGE.depthSpeed
  const isThroughZero = z * f(z + step) <= 0 && z * step < 0
  const goal = isThroughZero ? 0 : Math.max(-NUDGE.mostDepth, Math.min(NUDGE.mostDepth, f(z + step)))
  fighter.nudgeZ = f(goal - z)
}

function giveWayToAll(fighter: Fighter): void {
  const { fighters } = fighter.match
  // At exactly the same place the first one in the list goes left.
  let isFirst = false
  for (let i = 0; i < fighters.length; i++) {
    const other = fighters[i]!
    if (other.port === fighter.port) {
      isFirst = true
      continue
    }
    if (!pushes(other) || !standsBy(fighter, other)) continue
    const dx = f(fighter.x - other.x)
    if (Math.abs(dx) >= f(fighter.kind.body.push + other.kind.body.push)) continue
    const side = Math.sign(dx) || (isFirst ? -1 : 1)
    // The left one goes back, away from the camera.
    const depth = Math.sign(f(fighter.z - other.z)) || -side
    fighter.nudgeX = f(fighter.nudgeX + side * NUDGE.speed)
    fighter.nudgeZ = f(fighter.nudgeZ + depth * NUDGE.depthSpeed)
  }
}

/** A fighter in hitlag still pushes; a holder and its victim do not. */
function pushes(fighter: Fighter): boolean {
  return !fighter.isAirborne && !fighter.isFollower && !isAbsent(fighter) && !isCaptured(fighter) && fighter.holds < 0
}

/** On the same floor, or on an adjoining one. */
function standsBy({ floorLine, match }: Fighter, other: Fighter): boolean {
  const { left, right } = match.terrain
  return other.floorLine === floorLine || other.floorLine === left[floorLine] || other.floorLine === right[floorLine]
}
