/**
 * Priority 2: followers make up their minds. In step, a follower does what its leader did six frames ago, and is drawn
 * a little toward where that was done; out of step it comes after on its own.
 * Source: doldecomp/melee (ftCo_800B101C, ftCo_800B0AF4, ftCo_800B0E98), checked on recordings.
 */
import { FIRST_FRAME } from '@arena/slp'
import { ACTION } from '../action-ids.ts'
import { FOLLOW, INPUT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, DIGITAL_TRIGGERS } from '../input/buttons.ts'
import type { ControllerReading } from '../input/controller.ts'
import type { Match } from '../match.ts'
import { f } from '../math.ts'
import { TRAIL_FRAMES, type TrailRecord } from '../state/fields.ts'
import { isAsleep } from '../state/presence.ts'

export function follow(match: Match): void {
  const { fighters } = match
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    const { trail } = fighter
    if (!trail || isAsleep(fighter)) continue
    const reading = match.readings[fighter.index]!
    copyController(match.readings[fighter.leader.index]!, reading)
    const now = (match.record.frame - FIRST_FRAME) % TRAIL_FRAMES
    noteLeader(fighter.leader, trail, now)
    chooseStep(fighter, trail)
    // What was noted longest ago is what comes after `now`.
    if (trail.isInStep) repeat(fighter, trail, (now + 1) % TRAIL_FRAMES, reading)
    else match.straggle(fighter, reading)
  }
}

/** Recordings show of a follower the raw controller of its player. */
function copyController(from: ControllerReading, to: ControllerReading): void {
  to.physicalButtons = from.physicalButtons
  to.physicalL = from.physicalL
  to.physicalR = from.physicalR
  to.rawX = from.rawX
  to.rawY = from.rawY
  to.rawCstickX = from.rawCstickX
  to.rawCstickY = from.rawCstickY
}

/** What the leader felt on the frame before, and where it is. */
function noteLeader(leader: Fighter, trail: TrailRecord, slot: number): void {
  trail.stickX[slot] = inSteps(leader.stickX)
  trail.stickY[slot] = inSteps(leader.stickY)
  trail.cstickX[slot] = inSteps(leader.cstickX)
  trail.cstickY[slot] = inSteps(leader.cstickY)
  trail.buttons[slot] = leader.held
  trail.x[slot] = leader.x
  trail.y[slot] = leader.y
  trail.facing[slot] = leader.facing
}

/** Sticks pass through a signed byte on their way. */
export function inSteps(stick: number): number {
  return stick >= 0 ? f(Math.trunc(f(127 * stick)) / 127) : f(Math.trunc(f(128 * stick)) / 128)
}

function repeat(fighter: Fighter, trail: TrailRecord, slot: number, reading: ControllerReading): void {
  const buttons = trail.buttons[slot]!
  reading.stickX = withDeadZone(trail.stickX[slot]!)
  reading.stickY = withDeadZone(trail.stickY[slot]!)
  reading.cstickX = withDeadZone(trail.cstickX[slot]!)
  reading.cstickY = withDeadZone(trail.cstickY[slot]!)
  reading.buttons = buttons
  // How far an analog trigger is pressed is not passed on.
  reading.trigger = buttons & BUTTON.Z ? INPUT.zTrigger : buttons & DIGITAL_TRIGGERS ? 1 : 0
  if (!isAtEase(fighter)) return
  fighter.x = f(FOLLOW.own * fighter.x + FOLLOW.leaders * trail.x[slot]!)
  fighter.y = f(FOLLOW.own * fighter.y + FOLLOW.leaders * trail.y[slot]!)
  fighter.facing = trail.facing[slot]!
}

function withDeadZone(value: number): number {
  return Math.abs(value) <= INPUT.stickDeadZone ? 0 : value
}

function chooseStep(fighter: Fighter, trail: TrailRecord): void {
  const { leader } = fighter
  if (trail.isInStep) trail.isInStep = distance(fighter, leader) <= FOLLOW.reach && mayKeepStep(fighter, leader)
  else trail.isInStep = mayFallIn(fighter, leader)
}

function distance(fighter: Fighter, leader: Fighter): number {
  return Math.hypot(f(fighter.x - leader.x), f(fighter.y - leader.y))
}

function mayKeepStep(fighter: Fighter, leader: Fighter): boolean {
  if (isOutOfReach(leader)) return false
  const isLeftBelow = !leader.isAirborne && fighter.isAirborne && leader.y > fighter.y
  if (isLeftBelow && fighter.y < fighter.previousY) return false
  return isAtEase(fighter) || isLanding(fighter)
}

/** Both stand, about as fast, near each other, and the follower is free to move. */
function mayFallIn(fighter: Fighter, leader: Fighter): boolean {
  if (leader.isAirborne || fighter.isAirborne || !mayKeepStep(fighter, leader)) return false
  if (fighter.action !== ACTION.Wait && !isMovingFreely(fighter)) return false
  const vx = f(f(fighter.x - fighter.previousX) - f(leader.x - leader.previousX))
  const vy = f(f(fighter.y - fighter.previousY) - f(leader.y - leader.previousY))
  return Math.hypot(vx, vy) <= fighter.kind.attributes.midWalkPoint && distance(fighter, leader) < FOLLOW.reach
}

/** At a ledge, held, teetering, or returning. */
function isOutOfReach({ action }: Fighter): boolean {
  return (
    action === ACTION.CliffCatch ||
    action === ACTION.CliffWait ||
    action === ACTION.CaptureWaitHi ||
    action === ACTION.CaptureWaitLw ||
    action === ACTION.Ottotto ||
    action === ACTION.OttottoWait ||
    action === ACTION.Rebirth ||
    action === ACTION.RebirthWait
  )
}

/** Stretches of actions in which a follower is its leader's shadow: moving, attacking or shielding, not hit or held. */
const AT_EASE: readonly (readonly [first: number, last: number])[] = [
  [ACTION.Wait, ACTION.FallSpecialB],
  [ACTION.SquatRv, ACTION.SquatRv],
  [ACTION.Attack11, ACTION.LandingAirLw],
  [ACTION.GuardOn, ACTION.GuardReflect],
  [ACTION.Pass, ACTION.Pass],
]

export function isAtEase({ action }: Fighter): boolean {
  return AT_EASE.some(([first, last]) => action >= first && action <= last)
}

function isMovingFreely({ action }: Fighter): boolean {
  return action >= ACTION.Wait && action <= ACTION.RunBrake
}

function isLanding({ action }: Fighter): boolean {
  const isCrouching = action === ACTION.Squat || action === ACTION.SquatWait
  return isCrouching || action === ACTION.Landing || action === ACTION.LandingFallSpecial
}
