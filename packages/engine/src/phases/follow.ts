/**
 * Priority 2: followers choose their input. In step, a follower repeats its leader's input of six frames ago, and is
 * drawn a little toward the place where the leader made it. Out of step its own computer player moves it. Source:
 * doldecomp/melee (ftCo_800B101C, ftCo_800B0AF4, ftCo_800B0E98), checked on recordings.
 */
import { ACTION } from '../action-ids.ts'
import { isAmong, type Stretches } from '../actions/stretches.ts'
import { BEHAVIOUR } from '../computer/behaviour.ts'
import { seekLeader } from '../computer/goal.ts'
import { act, look, ponder, readPad } from '../computer/think.ts'
import { FOLLOW, INPUT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, DIGITAL_TRIGGERS } from '../input/buttons.ts'
import type { ControllerReading } from '../input/controller.ts'
import { slotNow } from '../input/trail.ts'
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
    const { frame } = match.record
    const now = slotNow(match)
    ponder(fighter, trail)
    noteLeader(fighter.leader, trail, now, frame > INPUT.firstFrame)
    chooseStep(fighter, trail)
    act(fighter, trail)
    // The oldest note is the one after `now`.
    if (trail.isInStep) repeat(fighter, trail, (now + 1) % TRAIL_FRAMES, reading)
    else {
      readPad(trail, reading, withDeadZone)
      match.rules.straggle?.(fighter, reading)
    }
  }
  const { record, rules } = match
  if (rules.seedAfterComputers) record.seed = rules.seedAfterComputers(record.frame)
}

/** For a follower recordings show the raw controller of its player. */
function copyController(from: ControllerReading, to: ControllerReading): void {
  to.physicalButtons = from.physicalButtons
  to.physicalL = from.physicalL
  to.physicalR = from.physicalR
  to.rawX = from.rawX
  to.rawY = from.rawY
  to.rawCstickX = from.rawCstickX
  to.rawCstickY = from.rawCstickY
}

/**
 * Notes the leader's input of the frame before, and its place. Before play starts the input is empty, held buttons
 * included.
 */
function noteLeader(leader: Fighter, trail: TrailRecord, slot: number, isPlaying: boolean): void {
  trail.stickX[slot] = inSteps(leader.stickX)
  trail.stickY[slot] = inSteps(leader.stickY)
  trail.cstickX[slot] = inSteps(leader.cstickX)
  trail.cstickY[slot] = inSteps(leader.cstickY)
  trail.buttons[slot] = isPlaying ? leader.held : 0
  trail.x[slot] = leader.x
  trail.y[slot] = leader.y
  trail.facing[slot] = leader.facing
}

/** Stick values pass through a signed byte. */
export function inSteps(stick: number): number {
  return stick >= 0 ? f(Math.trunc(f(127 * stick)) / 127) : f(Math.trunc(f(128 * stick)) / 128)
}

function repeat(fighter: Fighter, trail: TrailRecord, slot: number, reading: ControllerReading): void {
  const { shadow } = fighter.kind
  if (shadow.join(fighter)) return
  const buttons = trail.buttons[slot]!
  reading.stickX = withDeadZone(trail.stickX[slot]!)
  reading.stickY = withDeadZone(trail.stickY[slot]!)
  reading.cstickX = withDeadZone(trail.cstickX[slot]!)
  reading.cstickY = withDeadZone(trail.cstickY[slot]!)
  reading.buttons = buttons
  // The depth of an analog trigger is not passed on.
  reading.trigger = buttons & BUTTON.Z ? INPUT.zTrigger : buttons & DIGITAL_TRIGGERS ? 1 : 0
  if (!isAtEase(fighter)) return
  fighter.x = f(FOLLOW.own * fighter.x + FOLLOW.leaders * trail.x[slot]!)
  fighter.y = f(FOLLOW.own * fighter.y + FOLLOW.leaders * trail.y[slot]!)
  if (!isAmong(fighter.action, shadow.ownFacing)) fighter.facing = trail.facing[slot]!
}

function withDeadZone(value: number): number {
  return Math.abs(value) <= INPUT.stickDeadZone ? 0 : value
}

/** Out of step its own computer player looks for what to do, before it may fall in. */
function chooseStep(fighter: Fighter, trail: TrailRecord): void {
  const { leader } = fighter
  if (trail.isInStep) {
    seekLeader(fighter, trail)
    if (isFlung(fighter)) trail.isFlung = true
    else if (distance(fighter, leader) <= FOLLOW.reach && mayKeepStep(fighter, leader)) return
    trail.isInStep = false
    trail.behaviour = BEHAVIOUR.go
  } else {
    look(fighter, trail)
    if (mayFallIn(fighter, trail)) {
      trail.isInStep = true
      trail.behaviour = BEHAVIOUR.none
    }
  }
  if (!fighter.isAirborne) trail.isFlung = false
}

function distance(fighter: Fighter, leader: Fighter): number {
  return Math.hypot(f(fighter.x - leader.x), f(fighter.y - leader.y))
}

function mayKeepStep(fighter: Fighter, leader: Fighter): boolean {
  if (isOutOfReach(leader)) return false
  const isLeftBelow = !leader.isAirborne && fighter.isAirborne && leader.y > fighter.y
  if (isLeftBelow && fighter.movedY < 0) return false
  return isAtEase(fighter) || isLanding(fighter)
}

/** Both stand on the ground, at about the same speed, close to each other. */
function mayFallIn(fighter: Fighter, trail: TrailRecord): boolean {
  const { leader } = fighter
  if (leader.isAirborne || fighter.isAirborne || !mayKeepStep(fighter, leader)) return false
  if (trail.isFlung || isFlung(fighter)) return false
  if (trail.behaviour === BEHAVIOUR.recover && fighter.action !== ACTION.Wait) return false
  const vx = f(fighter.movedX - leader.movedX)
  const vy = f(fighter.movedY - leader.movedY)
  return Math.hypot(vx, vy) <= fighter.kind.attributes.midWalkPoint && distance(fighter, leader) < FOLLOW.reach
}

/** Thrown by its leader. */
function isFlung({ action, kind }: Fighter): boolean {
  return isAmong(action, kind.shadow.flung)
}

/** At a ledge, held, carried, swallowed, teetering, or returning. */
const OUT_OF_REACH: Stretches = [
  [ACTION.CliffCatch, ACTION.CliffWait],
  [ACTION.CaptureWaitHi, ACTION.CaptureWaitHi],
  [ACTION.CaptureWaitLw, ACTION.CaptureWaitLw],
  [ACTION.ShoulderedWait, ACTION.ShoulderedTurn],
  [ACTION.CaptureKirby, ACTION.CaptureWaitKirby],
  [ACTION.Ottotto, ACTION.OttottoWait],
  [ACTION.Rebirth, ACTION.RebirthWait],
]

function isOutOfReach({ action }: Fighter): boolean {
  return isAmong(action, OUT_OF_REACH)
}

/**
 * Ranges of actions in which a follower mirrors its leader: moving, attacking, shielding, with an item; not landing
 * without an attack, hit or held. Source: doldecomp/melee (ftmotionstates.c, the ninth byte's first bit).
 */
const AT_EASE: Stretches = [
  [ACTION.Wait, ACTION.FallSpecialB],
  [ACTION.SquatRv, ACTION.SquatRv],
  [ACTION.Attack11, ACTION.LandingAirLw],
  [ACTION.LightGet, ACTION.LightGet],
  [ACTION.LightThrowF, ACTION.LightThrowAirLw],
  [ACTION.LightThrowF4, ACTION.LightThrowAirLw4],
  [ACTION.GuardOn, ACTION.GuardReflect],
  [ACTION.Pass, ACTION.Pass],
  [ACTION.BuryJump, ACTION.BuryJump],
]

function isAtEase({ action, kind }: Fighter): boolean {
  return isAmong(action, AT_EASE) || isAmong(action, kind.shadow.atEase)
}

/** Actions in which it stays in step nevertheless. */
const LANDING: Stretches = [
  [ACTION.Squat, ACTION.SquatWait],
  [ACTION.Landing, ACTION.LandingFallSpecial],
]

function isLanding({ action }: Fighter): boolean {
  return isAmong(action, LANDING)
}
