/**
 * The collision callbacks that many action states share: what happens at floors, edges, walls and ledges after a
 * fighter moved. The geometry is in `collision/fighter-body.ts`. The actions that follow are the kind's entries, so
 * that this module imports none of their modules. Callbacks of a single topic are in its module.
 */
import { ACTION } from '../action-ids.ts'
import {
  edgePassed,
  holdAtEdge,
  holdsDown,
  landsOn,
  ledgeInReach,
  staysOnFloor,
  staysWithinFloor,
} from '../collision/fighter-body.ts'
import { NO_LEDGE } from '../collision/ledges.ts'
import { LEDGE, TEETER_STICK } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { halt } from './change.ts'

/** Edges do not stop the fighter: it falls off. */
export function stayOrFall(fighter: Fighter): void {
  if (!staysOnFloor(fighter)) fighter.kind.entries.fallOff(fighter)
}

/** Shields: pushed off backward the fighter stumbles, forward it falls. */
export function stayOrStumble(fighter: Fighter): void {
  if (!staysOnFloor(fighter) && !stumbles(fighter)) fighter.kind.entries.fallOff(fighter)
}

/** Pushed off the floor backward, a fighter stumbles; one that ran off forward does not. */
export function stumbles(fighter: Fighter): boolean {
  if (edgePassed() !== -fighter.facing) return false
  fighter.kind.entries.stumble(fighter)
  return true
}

/** Stopped at the edge; falls only where the floor itself no longer exists. */
export function clampToEdge(fighter: Fighter): void {
  if (!staysWithinFloor(fighter)) fighter.kind.entries.fallOff(fighter)
}

/** Stopped at the edge, with its speed set to 0 (ftCo_TurnRun_Coll). */
export function stopAtEdge(fighter: Fighter): void {
  clampToEdge(fighter)
  if (edgePassed() !== 0) halt(fighter)
}

/**
 * A fighter that faces an edge stops there and teeters, unless the stick is held over the edge. A fighter that another
 * pushes backward only stops.
 */
export function stayOrTeeter(fighter: Fighter): void {
  if (fighter.nudgeX * fighter.facing < 0) {
    clampToEdge(fighter)
    return
  }
  if (staysOnFloor(fighter)) return
  const isAhead = edgePassed() === fighter.facing
  if (!isAhead || f(fighter.stickX * fighter.facing) >= TEETER_STICK) {
    fighter.kind.entries.fallOff(fighter)
    return
  }
  holdAtEdge(fighter)
  if (fighter.action !== ACTION.Ottotto && fighter.action !== ACTION.OttottoWait) fighter.kind.entries.teeter(fighter)
}

/** Free in the air: lands, passes platforms while the stick is down, makes wall jumps, catches ledges. */
export function collideFreely(fighter: Fighter): void {
  if (landsOn(fighter, holdsDown(fighter))) fighter.kind.entries.land(fighter)
  else leapOrTryLedge(fighter)
}

/** In the air without a floor: a wall jump, or a ledge. */
export function leapOrTryLedge(fighter: Fighter): void {
  if (!fighter.kind.entries.tryWallJump(fighter)) tryLedge(fighter)
}

/**
 * Free in the air, but passes no platform: dropping through one, slipping off an edge, and the jumps of fighters with
 * several jumps.
 */
export function collideWithEveryFloor(fighter: Fighter): void {
  if (landsOn(fighter, false)) fighter.kind.entries.land(fighter)
  else leapOrTryLedge(fighter)
}

/** `facing` limits it to ledges ahead; 0 searches both sides. */
export function tryLedge(fighter: Fighter, facing = fighter.facing): void {
  if (fighter.ledgeCooldownLeft > 0 || fighter.stickY <= -LEDGE.refuseStick) return
  const ledge = ledgeInReach(fighter, facing)
  if (ledge !== NO_LEDGE) fighter.kind.entries.catchLedge(fighter, ledge)
}
