/**
 * Being held: pulled in, held, pummelled, thrown, and breaking free by mashing. The victim follows its holder and sees
 * for itself, every frame, whether it is still held. Source: doldecomp/melee (ftCo_Capture, ftCo_Thrown).
 */
import { ECB_LOCK_FRAMES, GRAB, JUMP } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { JUMP_BUTTONS } from '../input/buttons.ts'
import { f } from '../math.ts'
import { fallAndDrift } from '../movement/air.ts'
import { collideFreely, stayOrFall } from '../movement/collide.ts'
import { stopOnGround } from '../movement/ground.ts'
import type { ActionTable } from './action.ts'
import { changeAction, halt, hasLasted, isOver, leaveGround, stepAnimation } from './change.ts'
import { enterFall } from './fall.ts'
import { ACTION } from './ids.ts'
import { tryAirList } from './interrupts.ts'
import { enterWait } from './wait.ts'

// Private variables.
/** Frames until it breaks free by itself. */
const FRAMES_LEFT = 0

function isHolding({ action }: Fighter): boolean {
  return action >= ACTION.CatchPull && action <= ACTION.ThrowLw && action !== ACTION.CatchDash
}

export function isHeldBy(victim: Fighter, holder: Fighter): boolean {
  return victim.heldBy === holder.index && isCaptured(victim)
}

export function isCaptured({ action }: Fighter): boolean {
  const isCapture = action >= ACTION.CapturePulledHi && action <= ACTION.CaptureDamageLw
  return isCapture || (action >= ACTION.ThrownF && action <= ACTION.ThrownLw)
}

function holderOf(fighter: Fighter): Fighter | undefined {
  const holder = fighter.match.fighters[fighter.heldBy]
  return holder && isHolding(holder) && holder.match.fighters[holder.holds] === fighter ? holder : undefined
}

export function enterCapture(victim: Fighter, holder: Fighter): void {
  halt(victim)
  victim.facing = -holder.facing
  victim.isAirborne = false
  victim.jumpsUsed = 0
  victim.floorLine = holder.floorLine
  victim.y = holder.y
  victim.ledge = -1
  victim.hitlagLeft = 0
  victim.isHurt = false
  changeAction(victim, ACTION.CapturePulledLw)
  stepAnimation(victim)
  victim.heldBy = holder.index
  const lead = victim.leader.stocks - holder.leader.stocks
  const leads = lead > 0 || (lead === 0 && victim.percent < holder.percent)
  const rank = leads ? GRAB.leaderFrames : 0
  victim.stateInts[FRAMES_LEFT] = Math.floor(f(GRAB.frames + rank + f(GRAB.perPercent * victim.percent)))
}

export function enterThrown(victim: Fighter, holder: Fighter, direction: number, rate: number): void {
  victim.facing = holder.facing
  changeAction(victim, ACTION.ThrownF + direction, 0, rate)
  stepAnimation(victim)
}

export function strikeHeld(victim: Fighter): void {
  changeAction(victim, ACTION.CaptureDamageLw)
}

/** Held: counts down to freedom, each press and flick brings it nearer. */
function interruptHeld(fighter: Fighter): void {
  const { stateInts, pressed } = fighter
  stateInts[FRAMES_LEFT]!--
  if (pressed !== 0) stateInts[FRAMES_LEFT]! -= GRAB.perPress
  if (fighter.tiltXTimer === 0 || fighter.tiltYTimer === 0) stateInts[FRAMES_LEFT]! -= GRAB.perPress
}

function animatePulled(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (!holder) breakFree(fighter)
  else if (hasLasted(fighter, GRAB.pullFrames)) changeAction(fighter, ACTION.CaptureWaitLw)
}

function animateHeld(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (!holder) breakFree(fighter)
  else if (fighter.stateInts[FRAMES_LEFT]! <= 0) escape(fighter, holder)
  else if (fighter.action === ACTION.CaptureDamageLw && isOver(fighter)) changeAction(fighter, ACTION.CaptureWaitLw)
}

function animateThrown(fighter: Fighter): void {
  if (!holderOf(fighter)) breakFree(fighter)
}

/** Both slide apart; a jump asked for just before leaps. */
function escape(fighter: Fighter, holder: Fighter): void {
  breakFree(fighter)
  changeAction(holder, ACTION.CatchCut)
  holder.holds = -1
  holder.groundVelocity = f(-holder.facing * GRAB.slide)
}

function breakFree(fighter: Fighter): void {
  fighter.heldBy = -1
  const asksForJump = fighter.jumpButtonTimer < GRAB.jumpFrames || fighter.stickY >= JUMP.stick
  if (asksForJump) {
    leaveGround(fighter, ECB_LOCK_FRAMES)
    changeAction(fighter, ACTION.CaptureJump)
    fighter.selfVx = f(-fighter.facing * GRAB.slide)
    fighter.selfVy = GRAB.jumpSpeed
    return
  }
  changeAction(fighter, ACTION.CaptureCut)
  fighter.groundVelocity = f(-fighter.facing * GRAB.slide)
}

/** At arm's length of the holder. */
function follow(fighter: Fighter): void {
  const holder = holderOf(fighter)
  if (!holder) return
  const isPulled = fighter.action === ACTION.CapturePulledLw
  if (isPulled && fighter.actionFrame === 1) return
  const { pull, hold } = holder.kind.grip
  fighter.x = f(holder.x + holder.facing * (isPulled ? pull : hold))
  fighter.y = holder.y
  fighter.floorLine = holder.floorLine
}

function animateCut(fighter: Fighter): void {
  if (isOver(fighter)) enterWait(fighter)
}

function animateJump(fighter: Fighter): void {
  if (isOver(fighter)) enterFall(fighter)
}

function interruptJump(fighter: Fighter): void {
  if (fighter.pressed & JUMP_BUTTONS || hasLasted(fighter, GRAB.jumpFrames)) tryAirList(fighter)
}

const held = { animation: animateHeld, interrupt: interruptHeld, collision: follow }
const thrown = { animation: animateThrown, collision: follow }

export const CAPTURE_ACTIONS: ActionTable = {
  CapturePulledLw: { animation: animatePulled, interrupt: interruptHeld, collision: follow },
  CaptureWaitLw: held,
  CaptureDamageLw: held,
  CaptureCut: { animation: animateCut, physics: stopOnGround, collision: stayOrFall },
  CaptureJump: {
    animation: animateJump,
    interrupt: interruptJump,
    physics: fallAndDrift,
    collision: collideFreely,
  },
  ThrownF: thrown,
  ThrownB: thrown,
  ThrownHi: thrown,
  ThrownLw: thrown,
}
