/**
 * Holding on to a wall and leaving it: PassiveWall, a tech, and PassiveWallJump, a tech with a jump or a wall jump. The
 * fighter is still for a few frames, and free as soon as it moves. Source: doldecomp/melee (ftCo_PassiveWall,
 * ftWallJump).
 */
import { ACTION } from '../action-ids.ts'
import type { CollisionBody } from '../collision/body.ts'
import { narrow, placeAtWall } from '../collision/fighter-body.ts'
import { INPUT, JUMP, TECH, WALL_JUMP } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { f } from '../math.ts'
import { fall, slowInAir } from '../movement/air.ts'
import { privates } from '../state/privates.ts'
import type { ActionTable } from './action.ts'
import { changeAction, halt } from './change.ts'
import { collideFreely } from './collide.ts'
import { enterFall } from './fall.ts'
import { AIR_LIST, choose } from './interrupts.ts'

const Clinging = privates({
  /** Frames of holding still. */
  stillLeft: 'int',
  /** A jump was pressed meanwhile. */
  jumps: 'flag',
  /** Earlier wall jumps of this airtime. */
  jumpsBefore: 'int',
})

/**
 * A stick newly tilted away from a wall that holds the fighter off. The fighter must have reached the wall fast enough,
 * by the frame before, and have touched it since.
 */
export function tryWallJump(fighter: Fighter): boolean {
  const { canWallJump, wallJumpMinApproachSpeed } = fighter.kind.attributes
  if (canWallJump === 0) return false
  if (fighter.wallTimer > 0) {
    fighter.wallJumpTimer = INPUT.timerEnd
    return false
  }
  if (fighter.wallJumpTimer < INPUT.timerEnd) fighter.wallJumpTimer++
  else if (Math.abs(fighter.movedX) > wallJumpMinApproachSpeed) fighter.wallJumpTimer = 0
  if (fighter.wallJumpTimer >= WALL_JUMP.contactFrames) return false
  const away = f(-fighter.stickX * fighter.wallSide)
  if (away < WALL_JUMP.stick || fighter.tiltXTimer >= WALL_JUMP.tiltFrames) return false
  cling(fighter, ACTION.PassiveWallJump, fighter.wallSide)
  fighter.wallJumpTimer = INPUT.timerEnd
  Clinging.of(fighter).jumpsBefore = fighter.wallJumps
  fighter.wallJumps++
  return true
}

/** A tech at the wall on this side, also in hitlag; SDI and DI then no longer apply. */
export function techWall(fighter: Fighter, side: number): void {
  fighter.isHurt = false
  cling(fighter, asksForLeap(fighter) ? ACTION.PassiveWallJump : ACTION.PassiveWall, side)
}

export function cling(fighter: Fighter, action: number, side: number): void {
  halt(fighter)
  fighter.facing = -side
  fighter.tiltXTimer = INPUT.timerEnd
  fighter.tiltYTimer = INPUT.timerEnd
  changeAction(fighter, action, 0, 0)
  Clinging.of(fighter).stillLeft = WALL_JUMP.stillFrames
  Clinging.of(fighter).jumps = false
  Clinging.of(fighter).jumpsBefore = 0
  fighter.intangibleLeft = WALL_JUMP.intangible
  const { wallPlaces } = fighter.kind.measured
  placeAtWall(fighter, side, action === ACTION.PassiveWall ? wallPlaces.tech : wallPlaces.leap)
}

function asksForLeap(fighter: Fighter): boolean {
  return fighter.jumpButtonTimer < TECH.window || fighter.stickY >= JUMP.stick
}

function animate(fighter: Fighter): void {
  const { action } = fighter
  if (Clinging.of(fighter).stillLeft > 0 && --Clinging.of(fighter).stillLeft === 0) {
    if (Clinging.of(fighter).jumps) changeAction(fighter, ACTION.PassiveWallJump, fighter.animationFrame, 1)
    fighter.animationRate = 1
    leave(fighter)
  } else if (fighter.animationFrame >= (action === ACTION.PassiveWall ? WALL_JUMP.frames : WALL_JUMP.leapFrames)) {
    enterFall(fighter)
  }
}

function leave(fighter: Fighter): void {
  const { passivewallVelX, wallJumpHorizontalVelocity, wallJumpVerticalVelocity } = fighter.kind.attributes
  if (fighter.action === ACTION.PassiveWall) {
    fighter.selfVx = f(passivewallVelX * fighter.facing)
    return
  }
  let vy = wallJumpVerticalVelocity
  for (let i = 0; i < Clinging.of(fighter).jumpsBefore; i++) vy = f(vy * WALL_JUMP.heightKept)
  fighter.selfVx = f(wallJumpHorizontalVelocity * fighter.facing)
  fighter.selfVy = vy
}

function interrupt(fighter: Fighter): void {
  if (Clinging.of(fighter).stillLeft === 0) choose(fighter, AIR_LIST)
  else if (asksForLeap(fighter)) Clinging.of(fighter).jumps = true
}

function move(fighter: Fighter): void {
  if (Clinging.of(fighter).stillLeft > 0) return
  fall(fighter)
  slowInAir(fighter)
}

function clingNarrowly(fighter: Fighter, body: CollisionBody): void {
  if (Clinging.of(fighter).stillLeft > 0) narrow(body)
}

const clinging = { animation: animate, interrupt, physics: move, collision: collideFreely, shapeEcb: clingNarrowly }

export const WALL_JUMP_ACTIONS: ActionTable = { PassiveWall: clinging, PassiveWallJump: clinging }
