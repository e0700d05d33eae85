/**
 * A frame of a computer player: what it draws, what it does and what it presses. It moves Nana out of step; in step it
 * goes on counting and drawing. Source: doldecomp/melee (ftCo_800B3900, ftCo_800B33B0, ftCo_800B0760, ftCo_800ADE48).
 * It does not attack, since the reaches of attacks that it chooses from are on the disc only, and does not taunt.
 */
import { ACTION } from '../action-ids.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, GUARD_BIT } from '../input/buttons.ts'
import type { ControllerReading } from '../input/controller.ts'
import { atan2f, f } from '../math.ts'
import { random16, randomFloat, randomInteger } from '../random.ts'
import type { TrailRecord } from '../state/fields.ts'
import {
  BEHAVIOUR,
  behave,
  hasArrived,
  isCapturedWaiting,
  isHit,
  isOverFloor,
  isTumbling,
  levelOf,
} from './behaviour.ts'
import { isHanging, keepSensible, seekLeader, seekRefuge } from './goal.ts'
import { begin, drop, plan, playOn } from './script.ts'
import { findTarget, minds, NO_TARGET } from './target.ts'

/** A new player, where its leader is; it draws where its count begins, and once more for missiles that Nana never fires. */
export function beginThinking(fighter: Fighter, own: TrailRecord): void {
  const { record } = fighter.match
  own.count = randomInteger(record, 10)
  random16(record)
  own.target = NO_TARGET
  own.targetLeft = 0
  own.behaviour = BEHAVIOUR.go
  own.goalX = fighter.x
  own.goalY = fighter.y
  own.goalReach = 5
  own.stray = 1
  own.isFlung = false
  own.isRefuge = false
  own.techs = false
  own.pummels = 0
  drop(own)
  plan(own)
}

/** ftCo_800B33B0: what it draws whatever it does. */
export function ponder({ match }: Fighter, own: TrailRecord): void {
  const { record } = match
  const { count } = own
  if (count % 300 === 0) random16(record)
  if (own.target === NO_TARGET) minds(own, randomFloat(record))
  else if (own.targetLeft > 0) own.targetLeft--
  else own.target = NO_TARGET
  if (count % 30 === 0) random16(record)
  if (count % 600 === 0) {
    const share = randomFloat(record)
    own.stray = f(1 - f(f(share * share) * share))
  }
}

/** ftCo_800B0760: what it sees, and which behaviour that asks for. */
export function look(fighter: Fighter, own: TrailRecord): void {
  findTarget(fighter, own)
  if (own.behaviour !== BEHAVIOUR.recover) {
    own.isRefuge = false
    if (own.isFlung) seekRefuge(fighter, own)
    else seekLeader(fighter, own)
  }
  keepSensible(fighter, own)
  if (own.count % 400 === 0) random16(fighter.match.record)
  if (fighter.action !== ACTION.CatchWait && fighter.action !== ACTION.CatchAttack) own.pummels = 0
  choose(fighter, own)
}

/** The first that applies; one that has begun ends by itself, unless one before it applies. */
function choose(fighter: Fighter, own: TrailRecord): void {
  const { action } = fighter
  const { behaviour } = own
  if (behaviour === BEHAVIOUR.hurt) return
  if (isHit(fighter)) {
    own.target = NO_TARGET
    own.techs = f(0.1 * levelOf(fighter)) > randomFloat(fighter.match.record)
    turnTo(own, BEHAVIOUR.hurt)
    return
  }
  if (behaviour === BEHAVIOUR.getUp) return
  if (isDown(action)) turnTo(own, BEHAVIOUR.getUp)
  else if (behaviour === BEHAVIOUR.hang) return
  else if (isHanging(fighter)) turnTo(own, BEHAVIOUR.hang)
  else if (behaviour === BEHAVIOUR.hold) return
  else if (action === ACTION.CatchWait) turnTo(own, BEHAVIOUR.hold)
  else if (behaviour === BEHAVIOUR.recover) return
  else if (isFallingOut(fighter)) turnTo(own, BEHAVIOUR.recover)
  else if (behaviour === BEHAVIOUR.tumble) return
  else if (isTumbling(fighter)) turnTo(own, BEHAVIOUR.tumble)
  else if (behaviour === BEHAVIOUR.mash) return
  else if (isCapturedWaiting(fighter)) turnTo(own, BEHAVIOUR.mash)
  else if (behaviour !== BEHAVIOUR.stay && hasArrived(fighter, own, 0)) own.behaviour = BEHAVIOUR.stay
}

function turnTo(own: TrailRecord, behaviour: number): void {
  drop(own)
  own.behaviour = behaviour
}

function isDown(action: number): boolean {
  if (action === ACTION.DownBoundU || action === ACTION.DownBoundD) return true
  return action === ACTION.DownWaitU || action === ACTION.DownWaitD
}

/** ftCo_800A2C80: steeply down, with no floor below. */
function isFallingOut(fighter: Fighter): boolean {
  const { isAirborne, action, movedX, movedY } = fighter
  if (!isAirborne || action === ACTION.Pass || movedY > 0) return false
  if (f(f(movedX * movedX) + f(movedY * movedY)) < 1e-5) return false
  return atan2f(movedY, Math.abs(movedX)) <= STEEPLY_DOWN && !isOverFloor(fighter)
}

const STEEPLY_DOWN = f(-1.0471976)

/** Plays on, and plans anew where nothing is left to play. */
export function act(fighter: Fighter, own: TrailRecord): void {
  if (own.scriptLeft === 0) {
    if (own.behaviour === BEHAVIOUR.none) drop(own)
    else if (own.behaviour === BEHAVIOUR.recover) seekRefuge(fighter, own)
    behave(fighter, own)
    begin(own)
  }
  playOn(fighter, own)
  own.count++
}

/** What its own controller reads. */
export function readPad(own: TrailRecord, into: ControllerReading, withDeadZone: (value: number) => number): void {
  into.stickX = withDeadZone(valueOf(own.padX))
  into.stickY = withDeadZone(valueOf(own.padY))
  into.cstickX = withDeadZone(valueOf(own.padCstickX))
  into.cstickY = withDeadZone(valueOf(own.padCstickY))
  const isShielding = (own.padButtons & BUTTON.R) !== 0
  into.trigger = isShielding ? 1 : 0
  into.buttons = isShielding ? own.padButtons | GUARD_BIT : own.padButtons
}

/** A signed byte as a stick. */
function valueOf(byte: number): number {
  return byte > 0 ? f(byte / 127) : f(byte / 128)
}
