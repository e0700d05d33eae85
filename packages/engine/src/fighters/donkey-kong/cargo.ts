/**
 * The carry: after his forward throw Donkey Kong walks, turns, jumps and falls with his victim on the shoulder, until
 * another throw or the victim's mashing ends it. He keeps his pose, so that the victim has a fixed place beside him.
 * Source: doldecomp/melee (ftCo_Cargo*); squat, place and up throw measured on public recordings. Approximate: lengths
 * of the turn and the landing, the other throws' frames and places.
 */
import { ACTION } from '../../action-ids.ts'
import type { ActionCallbacks, FighterActionTable } from '../../actions/action.ts'
import { animateThrow, beginThrow, heldOf, moveInThrow } from '../../actions/catch.ts'
import { changeAction, hasLasted, KEEP, leaveGround, touchGround } from '../../actions/change.ts'
import { clampToEdge } from '../../actions/collide.ts'
import { standOrFall } from '../../actions/fall.ts'
import { placeCarried } from '../../actions/hold-place.ts'
import { askForJump, type JumpSource, moveInJump, noteJumpRelease, takeOff, tryJump } from '../../actions/jump.ts'
import { asksForPass, asksForTurn, asksForWalk } from '../../actions/motion-input.ts'
import { dropThrough } from '../../actions/pass.ts'
import { throwLength } from '../../actions/release.ts'
import { enterShouldered, shoulder } from '../../actions/shouldered.ts'
import { walkBySpeed, walkingRate } from '../../actions/walk.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import { ATTACK, ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { fallAndDrift } from '../../movement/air.ts'
import { stopOnGround, walkOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'

const CARGO = {
  ThrowFWait0: 351,
  ThrowFWalkSlow: 352,
  ThrowFTurn: 355,
  ThrowFKneebend: 356,
  ThrowFFall: 357,
  ThrowFJump: 358,
  ThrowFLanding: 359,
  ThrowFF: 361,
  ThrowFB: 362,
  ThrowFHi: 363,
  ThrowFLw: 364,
} as const
/** Offset from a throw on the ground to the same in the air. */
const TO_AIR = 4
/** Offsets from the usual walk to the one with a victim, and to that of the victim. */
const TO_CARGO = CARGO.ThrowFWalkSlow - ACTION.WalkSlow
const TO_VICTIM = ACTION.ShoulderedWalkSlow - ACTION.WalkSlow

const SQUAT_FRAMES = 4
const TURN_FRAMES = 12

const Cargo = privates({
  framesToTurn: 'int',
  hasTurned: 'flag',
})

/** The forward throw lifts the victim and does not release it. */
function animateLift(fighter: Fighter): void {
  const { animationFrame, state } = fighter
  const victim = heldOf(fighter)
  if (!victim) {
    standOrFall(fighter)
  } else if (animationFrame >= throwLength(state) + 1) {
    changeAction(fighter, CARGO.ThrowFWait0)
    enterShouldered(victim)
  }
}

/** Ends the carry when the victim is gone. */
function carries(fighter: Fighter): boolean {
  const victim = heldOf(fighter)
  if (victim) return true
  standOrFall(fighter)
  return false
}

function enter(
  fighter: Fighter,
  action: number,
  shown: number = ACTION.ShoulderedWait,
  keep: number = KEEP.nothing,
): void {
  changeAction(fighter, action, 0, 0, keep)
  const victim = heldOf(fighter)
  if (victim) shoulder(victim, shown)
}

function enterWait(fighter: Fighter): void {
  enter(fighter, CARGO.ThrowFWait0)
  fighter.animationRate = 1
}

function enterWalk(fighter: Fighter): void {
  const walk = walkBySpeed(fighter)
  enter(fighter, walk + TO_CARGO, walk + TO_VICTIM)
}

function enterTurn(fighter: Fighter): void {
  enter(fighter, CARGO.ThrowFTurn, ACTION.ShoulderedTurn)
  fighter.animationFrame = 1
  fighter.animationRate = 1
  Cargo.of(fighter).framesToTurn = fighter.kind.attributes.standingTurnFrames
  Cargo.of(fighter).hasTurned = false
}

function enterKneebend(fighter: Fighter, source: JumpSource): void {
  enter(fighter, CARGO.ThrowFKneebend)
  askForJump(fighter, source)
}

function enterFall(fighter: Fighter): void {
  if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
  enter(fighter, CARGO.ThrowFFall, ACTION.ShoulderedWait, KEEP.fastFall)
}

/** A or B with the stick to a side throws there. */
function tryThrow(fighter: Fighter): boolean {
  const victim = heldOf(fighter)
  const action = throwAskedFor(fighter)
  if (!victim || action === 0) return false
  const thrown = ACTION.ThrownFF + action - CARGO.ThrowFF
  beginThrow(fighter, victim, fighter.isAirborne ? action + TO_AIR : action, thrown, 1, KEEP.fastFall)
  return true
}

function throwAskedFor({ pressed, stickX, stickY, facing }: Fighter): number {
  if ((pressed & (BUTTON.A | BUTTON.B)) === 0) return 0
  if (Math.abs(stickX) >= ATTACK.tilt) return stickX * facing > 0 ? CARGO.ThrowFF : CARGO.ThrowFB
  if (stickY >= ATTACK.tilt) return CARGO.ThrowFHi
  return stickY <= -ATTACK.tilt ? CARGO.ThrowFLw : 0
}

function tryPass(fighter: Fighter): boolean {
  if (!asksForPass(fighter)) return false
  dropThrough(fighter, CARGO.ThrowFFall, 0)
  const victim = heldOf(fighter)
  if (victim) shoulder(victim, ACTION.ShoulderedWait)
  return true
}

function tryLeaveStand(fighter: Fighter): boolean {
  return tryThrow(fighter) || tryJump(fighter, enterKneebend) || tryPass(fighter)
}

function interruptWait(fighter: Fighter): void {
  if (tryLeaveStand(fighter)) return
  if (asksForTurn(fighter)) enterTurn(fighter)
  else if (asksForWalk(fighter)) enterWalk(fighter)
}

function animateWalk(fighter: Fighter): void {
  if (!carries(fighter)) return
  const walk = walkBySpeed(fighter)
  if (fighter.action !== walk + TO_CARGO) enterWalk(fighter)
  fighter.animationRate = walkingRate(fighter, walk)
}

function interruptWalk(fighter: Fighter): void {
  if (!tryLeaveStand(fighter) && !asksForWalk(fighter)) enterWait(fighter)
}

function animateTurn(fighter: Fighter): void {
  if (!carries(fighter)) return
  const own = Cargo.of(fighter)
  if (own.framesToTurn > 0) own.framesToTurn--
  else if (!own.hasTurned) {
    own.hasTurned = true
    fighter.facing = -fighter.facing
    heldOf(fighter)!.facing = fighter.facing
  }
  if (hasLasted(fighter, TURN_FRAMES)) enterWait(fighter)
}

function interruptTurn(fighter: Fighter): void {
  if (!tryThrow(fighter)) tryJump(fighter, enterKneebend)
}

function animateKneebend(fighter: Fighter): void {
  if (!carries(fighter) || !hasLasted(fighter, SQUAT_FRAMES)) return
  takeOff(fighter)
  enter(fighter, CARGO.ThrowFJump)
}

function interruptKneebend(fighter: Fighter): void {
  if (!tryThrow(fighter)) noteJumpRelease(fighter)
}

function animateLanding(fighter: Fighter): void {
  if (carries(fighter) && hasLasted(fighter, fighter.kind.attributes.normalLandingLag)) enterWait(fighter)
}

function carryOnFloor(fighter: Fighter): void {
  if (!staysOnFloor(fighter)) enterFall(fighter)
  takeAlong(fighter)
}

function carryInAir(fighter: Fighter): void {
  if (landsOn(fighter, false)) {
    touchGround(fighter)
    enter(fighter, CARGO.ThrowFLanding)
  }
  takeAlong(fighter)
}

/** The victim lies where the shoulder is. */
function takeAlong(fighter: Fighter): void {
  const victim = heldOf(fighter)
  if (victim) placeCarried(fighter, CARGO.ThrowFWait0, 0, victim)
}

/** The fighter leaves or reaches the floor during a throw. */
function goOnIn(fighter: Fighter, action: number): void {
  const { actionFrame, animationFrame } = fighter
  changeAction(fighter, action, animationFrame, 1)
  fighter.actionFrame = actionFrame
}

function throwOnFloor(fighter: Fighter): void {
  if (staysOnFloor(fighter)) return
  leaveGround(fighter, ECB_LOCK_FRAMES)
  goOnIn(fighter, fighter.action + TO_AIR)
}

function throwInAir(fighter: Fighter): void {
  if (!landsOn(fighter, false)) return
  touchGround(fighter)
  goOnIn(fighter, fighter.action - TO_AIR)
}

const standing = { physics: stopOnGround, collision: carryOnFloor }
const flying = { animation: carries, interrupt: tryThrow, collision: carryInAir }
const walk: ActionCallbacks = {
  animation: animateWalk,
  interrupt: interruptWalk,
  physics: walkOnGround,
  collision: carryOnFloor,
}
const thrower: ActionCallbacks = { animation: animateThrow, physics: moveInThrow, collision: throwOnFloor }
const airThrower: ActionCallbacks = { animation: animateThrow, physics: fallAndDrift, collision: throwInAir }

export const CARGO_ACTIONS: FighterActionTable = {
  ThrowF: { animation: animateLift, physics: moveInThrow, collision: clampToEdge },
  ThrowFWait0: { animation: carries, interrupt: interruptWait, ...standing },
  ThrowFWalkSlow: walk,
  ThrowFWalkMiddle: walk,
  ThrowFWalkFast: walk,
  ThrowFTurn: { animation: animateTurn, interrupt: interruptTurn, ...standing },
  ThrowFKneebend: { animation: animateKneebend, interrupt: interruptKneebend, ...standing },
  ThrowFFall: { ...flying, physics: fallAndDrift },
  ThrowFJump: { ...flying, physics: moveInJump },
  ThrowFLanding: { animation: animateLanding, ...standing },
  ThrowFF: thrower,
  ThrowFB: thrower,
  ThrowFHi: thrower,
  ThrowFLw: thrower,
  ThrowAirFF: airThrower,
  ThrowAirFB: airThrower,
  ThrowAirFHi: airThrower,
  ThrowAirFLw: airThrower,
}
