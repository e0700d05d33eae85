/**
 * Values of a fighter that a recording does not hold, rebuilt from the frames before. Where the engine reached the
 * recorded action by itself, its own private variables are the best estimate, and only recorded values are corrected.
 * Where it did not, the fighter is reset to the frame before, and continues or enters the action as in the game. Where
 * frames are missing, `jump.ts` enters the action in its middle.
 */
import type { PostFrame } from '@arena/slp'
import { ACTION } from '../action-ids.ts'
import { actionOf, isShield } from '../actions/action.ts'
import { landFromAttack } from '../actions/aerial.ts'
import { enterSleep } from '../actions/affliction.ts'
import { enterCapture, isHolding } from '../actions/capture.ts'
import { enterThrow } from '../actions/catch.ts'
import { changeAction } from '../actions/change.ts'
import { enterDash } from '../actions/dash.ts'
import { enterDownWait } from '../actions/down.ts'
import { enterFallSpecial, landHelplessly, type Helplessness } from '../actions/fall.ts'
import { stunRateOf } from '../actions/guard-stun.ts'
import { enterGuardOn, enterGuardReflect } from '../actions/guard.ts'
import { enterKneeBend, JUMP_BY } from '../actions/jump.ts'
import { enterCaptureKoopa } from '../actions/koopa-hold.ts'
import { landHard, landWithLag, stretchLandingFallSpecial } from '../actions/landing.ts'
import { enterCliffCatch, enterCliffWait } from '../actions/ledge.ts'
import { enterRun } from '../actions/run.ts'
import { enterSquat } from '../actions/squat.ts'
import { enterCaptureKirby } from '../actions/swallowed.ts'
import { enterTurn } from '../actions/turn.ts'
import { enterFlyReflectWall } from '../actions/wall-bounce.ts'
import { cling } from '../actions/wall-jump.ts'
import { hurtboxState } from '../combat/find.ts'
import { BODY_STATE, COMBO_PUSH, ECB_LOCK_FRAMES, FALL_SPECIAL, INPUT, LEDGE, REBIRTH } from '../constants.ts'
import { FLAG1, FLAG2, FLAG3, FLAG4, FLAG5 } from '../events/recorder.ts'
import type { Fighter } from '../fighter.ts'
import { JUMP_BUTTONS } from '../input/buttons.ts'
import { f } from '../math.ts'
import { forgetHit } from '../phases/animation.ts'
import { takeReading } from '../phases/input.ts'
import { isCaptured } from '../state/presence.ts'
import { ecbBottomOf } from '../tables/ecb.ts'
import { afterSpecial } from '../tables/measured.ts'

/** Ground id of a fighter that has not landed yet. */
export const NO_GROUND = 0xffff
/** Rates of a stretched animation that differ by less are equal. */
const LEAST_STRETCH = 0.01
/** Launches that differ by less are equal. */
const LEAST_LAUNCH = 0.001

/** Ranges of actions that pass their private variables on to each other. */
const CARRIED: readonly (readonly [first: number, last: number])[] = [
  [ACTION.GuardOn, ACTION.GuardReflect],
  [ACTION.CapturePulledHi, ACTION.CaptureDamageLw],
  [ACTION.ShoulderedWait, ACTION.ShoulderedTurn],
  [ACTION.CaptureKoopa, ACTION.CaptureWaitKoopaAir],
  [ACTION.CaptureKirby, ACTION.CaptureWaitKirby],
  [ACTION.Entry, ACTION.EntryEnd],
]

type Enter = (fighter: Fighter) => void

function helplessnessAfter({ kind, action }: Fighter): Helplessness {
  return afterSpecial(kind.internalId, action) ?? FALL_SPECIAL
}

function enterLandingFallSpecial(fighter: Fighter): void {
  if (fighter.action === ACTION.FallSpecial) landHelplessly(fighter)
  if (fighter.action !== ACTION.LandingFallSpecial) landWithLag(fighter, helplessnessAfter(fighter).landingLag)
}

function catchLedge(fighter: Fighter): void {
  enterCliffCatch(fighter, ledgeBeside(fighter))
}

function ledgeBeside(fighter: Fighter): number {
  const side = fighter.x < 0 ? -1 : 1
  return fighter.match.stage.ledges.findIndex((ledge) => ledge.side === side)
}

/** The nearest of the opponents. */
function nearest(fighter: Fighter, passes: (opponent: Fighter) => boolean = () => true): Fighter | undefined {
  return fighter.match.fighters
    .filter((other) => other.port !== fighter.port && passes(other))
    .toSorted((a, b) => Math.abs(a.x - fighter.x) - Math.abs(b.x - fighter.x))[0]
}

function pullIn(fighter: Fighter): void {
  enterCapture(fighter, nearest(fighter)!)
}

function powerShield(fighter: Fighter): void {
  if (fighter.action !== ACTION.GuardOn) enterGuardReflect(fighter)
}

function throwHeld(action: number): Enter {
  return (fighter) => enterThrow(fighter, nearest(fighter)!, action)
}

/** Actions whose entry does more than change the action: entered as the game does. */
const ENTRIES: ReadonlyMap<number, Enter> = new Map<number, Enter>([
  [ACTION.Dash, (fighter) => enterDash(fighter, true)],
  [ACTION.Run, enterRun],
  [ACTION.Turn, enterTurn],
  [ACTION.Squat, enterSquat],
  [ACTION.GuardOn, enterGuardOn],
  [ACTION.GuardReflect, powerShield],
  [
    ACTION.KneeBend,
    (fighter) => enterKneeBend(fighter, fighter.pressed & JUMP_BUTTONS ? JUMP_BY.button : JUMP_BY.stick),
  ],
  [ACTION.FallSpecial, (fighter) => enterFallSpecial(fighter, helplessnessAfter(fighter))],
  [ACTION.Landing, landHard],
  [ACTION.LandingFallSpecial, enterLandingFallSpecial],
  [ACTION.LandingAirN, landFromAttack],
  [ACTION.LandingAirF, landFromAttack],
  [ACTION.LandingAirB, landFromAttack],
  [ACTION.LandingAirHi, landFromAttack],
  [ACTION.LandingAirLw, landFromAttack],
  ...[ACTION.PassiveWall, ACTION.PassiveWallJump].map(
    (action) => [action, (fighter: Fighter) => cling(fighter, action, fighter.wallSide)] as const,
  ),
  [ACTION.FlyReflectWall, (fighter) => enterFlyReflectWall(fighter, fighter.wallSide)],
  [ACTION.CliffCatch, catchLedge],
  [ACTION.CliffWait, enterCliffWait],
  [ACTION.DamageSong, enterSleep],
  [ACTION.CapturePulledHi, pullIn],
  [ACTION.CapturePulledLw, pullIn],
  ...[ACTION.CaptureDamageKoopa, ACTION.CaptureDamageKoopaAir].map(
    (action) => [action, (fighter: Fighter) => enterCaptureKoopa(fighter, nearest(fighter)!)] as const,
  ),
  [ACTION.CaptureKirby, (fighter) => enterCaptureKirby(fighter, nearest(fighter)!)],
  ...[ACTION.ThrowF, ACTION.ThrowB, ACTION.ThrowHi, ACTION.ThrowLw].map(
    (action) => [action, throwHeld(action)] as const,
  ),
  [ACTION.DownWaitU, (fighter) => enterDownWait(fighter, true)],
  [ACTION.DownWaitD, (fighter) => enterDownWait(fighter, false)],
])

/** Recordings store no grab links; at most one holder is assumed. */
export function linkHeld(fighters: readonly Fighter[]): void {
  for (const fighter of fighters) fighter.holds = -1
  for (const fighter of fighters) {
    const holder = isCaptured(fighter) ? nearest(fighter, (one) => isHolding(one) && one.holds < 0) : undefined
    fighter.heldBy = holder?.index ?? -1
    if (holder) holder.holds = fighter.index
  }
}

/** Whether the engine, playing the frame, reached the recorded action. */
export function agrees(fighter: Fighter, before: number, post: PostFrame, previous: PostFrame): boolean {
  if (fighter.action !== post.actionStateId) return false
  const isBegun = fighter.actionFrame === 1 && fighter.hitlagLeft === 0
  const isRecordedBegun = previous.actionStateId !== post.actionStateId
  if (isBegun === isRecordedBegun || before !== post.actionStateId) return true
  // Only its counter shows that an action began anew.
  return Math.abs(fighter.animationFrame - post.actionStateCounter) < 0.5
}

/**
 * Plays a frame of a fighter's recording where the engine would play another. The fighter starts from the frame before.
 */
export function passFrame(fighter: Fighter, post: PostFrame, previous: PostFrame): void {
  const { match } = fighter
  takeForm(fighter, post)
  const wasAirborne = fighter.isAirborne
  const isNew = post.actionStateId !== previous.actionStateId
  const step = post.actionStateCounter - previous.actionStateCounter
  fighter.movedX = f(fighter.x - fighter.previousX)
  fighter.movedY = f(fighter.y - fighter.previousY)
  fighter.previousX = fighter.x
  fighter.previousY = fighter.y
  countDown(fighter)
  takeReading(fighter, match.readings[fighter.index]!, isFrozen(previous) && isFrozen(post))
  if (isNew) {
    enter(fighter, post)
    fighter.facingAtStart = post.facingDirection
  } else if (!isFrozen(previous)) {
    fighter.actionFrame++
    if (step >= 0) fighter.animationRate = step
  }
  if (!isFrozen(post)) {
    fighter.pressed = 0
    fighter.released = 0
  }
  const isAirborne = post.isAirborne !== 0
  if (isAirborne && !wasAirborne) fighter.z = 0
  if (!isAirborne) fighter.ecbLockLeft = 0
  else if (!wasAirborne || isFirstAirJump(fighter, post, previous)) fighter.ecbLockLeft = ECB_LOCK_FRAMES
  if (!isAirborne) fighter.previousEcbBottom = 0
  else if (fighter.ecbLockLeft === 0) {
    const animationFrame = post.actionStateCounter
    fighter.previousEcbBottom = ecbBottomOf(actionOf(fighter.kind, post.actionStateId).ecbSteps, { animationFrame })
  }
  if (isFastFalling(post) && !isFastFalling(previous)) fighter.tiltYTimer = INPUT.timerEnd
  if (isNew) leaveBehind(fighter, previous.actionStateId)
}

/** In hitlag. */
export function isFrozen(post: PostFrame): boolean {
  return (post.stateBitFlags2 & FLAG2.hitlag) !== 0
}

/** In shield stun. */
function isStunned({ kind }: Fighter, { actionStateId }: PostFrame): boolean {
  return actionStateId === kind.guard.setOff
}

function isFirstAirJump({ kind }: Fighter, post: PostFrame, previous: PostFrame): boolean {
  const { maxJumps } = kind.attributes
  return previous.jumpsRemaining === maxJumps - 1 && post.jumpsRemaining < previous.jumpsRemaining
}

function isFastFalling(post: PostFrame): boolean {
  return (post.stateBitFlags2 & FLAG2.fastFall) !== 0
}

function countDown(fighter: Fighter): void {
  forgetHit(fighter)
  if (fighter.intangibleLeft > 0) fighter.intangibleLeft--
  if (fighter.invincibleLeft > 0) fighter.invincibleLeft--
  if (fighter.ledgeCooldownLeft > 0) fighter.ledgeCooldownLeft--
  if (fighter.ecbLockLeft > 0) fighter.ecbLockLeft--
  if (fighter.comboPushLeft > 0) fighter.comboPushLeft--
  fighter.wallTimer = Math.min(0xff, fighter.wallTimer + 1)
}

/** Private variables carry over from one action to the next only within a range. */
function carries(from: number, to: number): boolean {
  return CARRIED.some(([first, last]) => from >= first && from <= last && to >= first && to <= last)
}

/** Changes to the recorded action as the game enters it. */
export function enter(fighter: Fighter, post: PostFrame): void {
  const { actionStateId, actionStateCounter, speedGroundX } = post
  ENTRIES.get(actionStateId)?.(fighter)
  if (fighter.action === actionStateId && fighter.actionFrame === 1) return
  if (!carries(fighter.action, actionStateId)) {
    fighter.stateInts.fill(0)
    fighter.stateFloats.fill(0)
  }
  const rate = post.actionStateId === ACTION.GuardSetOff ? stunRateOf(speedGroundX, fighter.isPowerShielding) : 1
  changeAction(fighter, actionStateId, actionStateCounter, rate)
  const isDamage = actionStateId >= ACTION.DamageHi1 && actionStateId <= ACTION.DamageFlyRoll
  if (isDamage || isStunned(fighter, post)) fighter.tiltXTimer = INPUT.timerEnd
  if (isDamage) fighter.tiltYTimer = INPUT.timerEnd
  if (actionStateId === ACTION.DownBoundU || actionStateId === ACTION.DownBoundD) {
    fighter.aTimer = INPUT.timerEnd
    fighter.bTimer = INPUT.timerEnd
  }
  if (actionStateId >= ACTION.JumpF && actionStateId <= ACTION.JumpAerialB) fighter.tiltYTimer = INPUT.timerEnd
  if (actionStateId === ACTION.Pass) {
    fighter.passedLine = fighter.floorLine
    fighter.tiltYTimer = INPUT.timerEnd
  }
}

/** What an action passes on to the next one. */
function leaveBehind(fighter: Fighter, action: number): void {
  if (action === ACTION.RebirthWait) fighter.invincibleLeft = REBIRTH.invincible
  if (isAtLedge(action) && fighter.isAirborne) fighter.ledgeCooldownLeft = LEDGE.cooldown
}

function isAtLedge(action: number): boolean {
  return action >= ACTION.CliffCatch && action <= ACTION.CliffJumpQuick1
}

/**
 * A launch whose start is not recorded slides along the floor as it shows; a fighter that has just landed still shows
 * its launch.
 */
function slideOf({ kbVx, kbVy, floorLine, match }: Fighter): number {
  const { normalX, normalY } = match.terrain
  const isAlong = Math.abs(normalX[floorLine]! * kbVx + normalY[floorLine]! * kbVy) <= LEAST_LAUNCH
  return isAlong ? Math.sign(kbVx) * Math.hypot(kbVx, kbVy) : 0
}

/** Takes from the record which of the two fighters behind a pick is in play. */
export function takeForm(fighter: Fighter, { internalCharacterId }: PostFrame): void {
  fighter.form = Math.max(
    0,
    fighter.forms.findIndex(({ internalId }) => internalId === internalCharacterId),
  )
}

/** All recorded values of a fighter. */
export function putToRecord(fighter: Fighter, post: PostFrame, hitlagLeft: number): void {
  takeForm(fighter, post)
  // The second frame of a landing shows by how much it is stretched.
  const stretched = f(fighter.animationRate + f(post.actionStateCounter - fighter.animationFrame))
  const isStretched = Math.abs(stretched - fighter.animationRate) > LEAST_STRETCH && stretched > 0
  if (fighter.action === ACTION.LandingFallSpecial && fighter.actionFrame === 2 && isStretched) {
    stretchLandingFallSpecial(fighter, stretched)
  }
  fighter.animationFrame = post.actionStateCounter
  fighter.x = post.positionX
  fighter.y = post.positionY
  fighter.facing = post.facingDirection
  fighter.selfVx = post.speedAirX
  fighter.selfVy = post.speedY
  const isLaunchSeen = Math.abs(fighter.kbVx - post.speedAttackX) <= LEAST_LAUNCH
  fighter.kbVx = post.speedAttackX
  fighter.kbVy = post.speedAttackY
  fighter.groundVelocity = post.speedGroundX
  fighter.percent = post.percent
  fighter.shieldHealth = post.shieldSize
  fighter.stocks = post.stocksRemaining
  fighter.lastAttackLanded = post.lastAttackLanded
  if (post.currentComboCount > fighter.comboCount && post.currentComboCount >= COMBO_PUSH.hits) {
    fighter.comboPushLeft = COMBO_PUSH.frames
  }
  fighter.comboCount = post.currentComboCount
  fighter.lastHitBy = post.lastHitBy
  fighter.lCancelStatus = post.lCancelStatus
  fighter.hitlagLeft = hitlagLeft
  // SDI does not apply to hits of the holder.
  const isShifted = (post.stateBitFlags2 & FLAG2.hurt) !== 0 && !isCaptured(fighter)
  fighter.isHurt = isFrozen(post) && (isShifted || isStunned(fighter, post))
  fighter.misc = post.miscActionState
  fighter.hitstunLeft = (post.stateBitFlags4 & FLAG4.hitstun) === 0 ? 0 : post.miscActionState
  const hasShield = (post.stateBitFlags3 & FLAG3.shield) !== 0
  const isOwn = isShield(fighter.state.bubble)
  fighter.isShielding = hasShield && !isOwn
  if (isOwn) fighter.isBubbleOut = hasShield
  if (fighter.state.bubble?.does === 'absorb') fighter.isBubbleOut = (post.stateBitFlags1 & FLAG1.absorbing) !== 0
  fighter.isReflecting = (post.stateBitFlags1 & FLAG1.reflecting) !== 0
  fighter.reflectedByShield = (post.stateBitFlags1 & FLAG1.shieldReflection) !== 0
  fighter.mayFlurry = (post.stateBitFlags1 & FLAG1.flurry) !== 0
  if ((post.stateBitFlags1 & FLAG1.nextJab) === 0) fighter.jabToFollow = 0
  fighter.hasOpened = (post.stateBitFlags1 & FLAG1.opened) !== 0
  fighter.isPowerShielding = (post.stateBitFlags4 & FLAG4.powerShield) !== 0
  fighter.isReflectionTimed = (post.stateBitFlags4 & FLAG4.reflection) !== 0
  fighter.wasStruckHeld = (post.stateBitFlags4 & FLAG4.struckHeld) !== 0
  fighter.isFastFalling = isFastFalling(post)
  fighter.isAirborne = post.isAirborne !== 0
  fighter.floorLine = post.lastGroundId === NO_GROUND ? -1 : post.lastGroundId
  if (!isLaunchSeen) fighter.groundKnockback = slideOf(fighter)
  const jumpsUsed = fighter.kind.attributes.maxJumps - post.jumpsRemaining
  if (post.jumpsRemaining > 0 || fighter.jumpsUsed < jumpsUsed) fighter.jumpsUsed = jumpsUsed
  fighter.isDead = post.actionStateId <= ACTION.Sleep && (post.stateBitFlags5 & FLAG5.dead) !== 0
  fighter.ledge = isAtLedge(post.actionStateId) ? ledgeBeside(fighter) : -1
  if (post.hurtboxCollisionState !== 0) {
    if (hurtboxState(fighter) === 0) fighter.bodyState = post.hurtboxCollisionState
    return
  }
  fighter.bodyState = BODY_STATE.normal
  fighter.intangibleLeft = 0
  fighter.invincibleLeft = 0
}
