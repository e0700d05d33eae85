/**
 * Aerials and their landings. A landing between the frames that the script names costs the attack's own lag, halved by
 * a trigger pressed shortly before (L-cancel). Source: doldecomp/melee (ftCo_AttackAir, ftCo_LandingAir); lags and the
 * window checked on 1,554 recorded cancels.
 */
import { ACTION } from '../action-ids.ts'
import { landsOn } from '../collision/fighter-body.ts'
import { L_CANCEL } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { fallAndDrift } from '../movement/air.ts'
import { stopOnGround } from '../movement/ground.ts'
import { privates } from '../state/privates.ts'
import { actionOf, type ActionTable } from './action.ts'
import { aerial, NO_ACTION } from './attack-input.ts'
import { changeAction, hasLasted, KEEP, stepAnimation, touchGround } from './change.ts'
import { stayOrTeeter } from './collide.ts'
import { enterFall } from './fall.ts'
import { AERIAL_LIST, choose } from './interrupts.ts'
import { tryAirItemThrow, tryCatchItem } from './item-throw.ts'
import { landHard, leastStepsOfLanding, stretchedRate } from './landing.ts'
import { hasScriptEnded, isOpen, followFlip } from './script.ts'
import { enterWait } from './wait.ts'

const LandingAir = privates({
  lag: 'int',
})

export function tryAerial(fighter: Fighter): boolean {
  if (tryAirItemThrow(fighter) || tryCatchItem(fighter)) return true
  const common = aerial(fighter)
  if (common === NO_ACTION) return false
  changeAction(fighter, actionOf(fighter.kind, common).ownAttack, 0, 1, KEEP.fastFall)
  fighter.hasOpened = false
  stepAnimation(fighter)
  return true
}

function animateAerial(fighter: Fighter): void {
  followFlip(fighter)
  if (hasScriptEnded(fighter)) enterFall(fighter)
}

function interruptAerial(fighter: Fighter): void {
  if (isOpen(fighter)) choose(fighter, AERIAL_LIST)
}

/**
 * The floor under an aerial: a normal landing (as for character-specific aerials), or one with the attack's lag. The
 * latter always shows, however slow the touch-down.
 */
export function landFromAttack(fighter: Fighter): void {
  const { kind, state } = fighter
  const move = state.move
  const common = state.commonAttack
  const frame = fighter.animationFrame
  const isPlain =
    !move ||
    common > ACTION.AttackAirLw ||
    move.landingLag === 0 ||
    frame < move.cancelBefore ||
    (move.cancelAfter > 0 && frame > move.cancelAfter)
  if (isPlain) {
    landHard(fighter)
    return
  }
  // A character-specific aerial cannot be L-cancelled.
  const isCancellable = fighter.action === common
  const isCancelled = isCancellable && fighter.guardButtonTimer < L_CANCEL.frames
  const lag = isCancelled ? Math.floor(move.landingLag / 2) : move.landingLag
  const landing = common - ACTION.AttackAirN + ACTION.LandingAirN
  touchGround(fighter)
  changeAction(fighter, actionOf(kind, landing).ownAttack, 0, stretchedRate(fighter, landing, lag))
  LandingAir.of(fighter).lag = lag
  if (isCancellable) fighter.lCancelStatus = isCancelled ? L_CANCEL.done : L_CANCEL.missed
}

/** Aerials land on every floor and catch no ledge. */
export function collideInAttack(fighter: Fighter): void {
  if (landsOn(fighter, false)) landFromAttack(fighter)
}

/** Two on the frame on which the pose changes at once. */
function leastStepsOfBackAir({ animationFrame, kind }: Fighter): number {
  return animationFrame === kind.measured.abruptChanges.backAirFrame ? 2 : 1
}

function animateLandingAir(fighter: Fighter): void {
  if (hasLasted(fighter, LandingAir.of(fighter).lag)) enterWait(fighter)
}

const attack = {
  animation: animateAerial,
  interrupt: interruptAerial,
  physics: fallAndDrift,
  collision: collideInAttack,
}
const landing = {
  animation: animateLandingAir,
  physics: stopOnGround,
  collision: stayOrTeeter,
  leastSteps: leastStepsOfLanding,
}

export const AERIAL_ACTIONS: ActionTable = {
  AttackAirN: attack,
  AttackAirF: attack,
  AttackAirB: { ...attack, leastSteps: leastStepsOfBackAir },
  AttackAirHi: attack,
  AttackAirLw: attack,
  LandingAirN: landing,
  LandingAirF: landing,
  LandingAirB: landing,
  LandingAirHi: landing,
  LandingAirLw: landing,
}
