/**
 * Entering and leaving play: the entry before the match, deaths, and the return on the platform. Source:
 * doldecomp/melee (ftCo_Entry, ftCo_Dead, ftCo_Rebirth); lengths and positions measured on recordings.
 */
import { ACTION } from '../action-ids.ts'
import { beginThinking } from '../computer/think.ts'
import { DEATH, ENTRY, NOBODY, REBIRTH, SHIELD, SQUAT, TURN, WALK } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { BUTTON, GUARD_BIT } from '../input/buttons.ts'
import { resetTimers } from '../input/timers.ts'
import { beginTrail } from '../input/trail.ts'
import { f } from '../math.ts'
import { random16, randomInteger } from '../random.ts'
import type { Point } from '../stages/stage.ts'
import { isAbsent, isAsleep } from '../state/presence.ts'
import { privates } from '../state/privates.ts'
import { actionOf, type ActionTable } from './action.ts'
import { tryAerial } from './aerial.ts'
import { changeAction, halt, hasLasted, loopAnimation } from './change.ts'
import { tryEscapeAir } from './escape-air.ts'
import { enterFall } from './fall.ts'
import { wholeWord } from './first-word.ts'
import { tryAirJump } from './motion-input.ts'
import { tryAirSpecial } from './special.ts'

const Flow = privates({
  /** Frames left of the present phase. */
  framesLeft: 'int',
  /** Star death: frames since its start. */
  starFrames: 'int',
  /** Speed at which the entry rises and sinks. */
  speed: 'float',
})

/** At the spawn point, facing the centre; the later slot waits longer. */
export function enterEntry(fighter: Fighter): void {
  const [x, y] = fighter.match.stage.spawns[fighter.port]!
  placeInAir(fighter, x, y)
  changeAction(fighter, ACTION.Entry, -1, 0)
  Flow.of(fighter).framesLeft = ENTRY.slotFrames * (fighter.match.rules.seats[fighter.port]! + 1)
  fighter.misc = wholeWord(Flow.of(fighter).framesLeft)
}

function animateEntry(fighter: Fighter): void {
  if (Flow.of(fighter).framesLeft > 0) {
    Flow.of(fighter).framesLeft--
    return
  }
  changeAction(fighter, ACTION.EntryStart)
  Flow.of(fighter).framesLeft = ENTRY.startFrames
  Flow.of(fighter).speed = f(fighter.kind.measured.entryHeight / ENTRY.endFrames)
}

function animateEntryStart(fighter: Fighter): void {
  fighter.animationFrame = Math.min(fighter.animationFrame, ENTRY.shownFrames)
  if (!hasLasted(fighter, ENTRY.startFrames)) return
  const { speed } = Flow.of(fighter)
  changeAction(fighter, ACTION.EntryEnd, -1, 0)
  Flow.of(fighter).speed = speed
}

function animateEntryEnd(fighter: Fighter): void {
  if (!hasLasted(fighter, ENTRY.endFrames)) return
  enterFall(fighter)
}

function rise(fighter: Fighter): void {
  fighter.y = f(fighter.y + Flow.of(fighter).speed)
}

function sink(fighter: Fighter): void {
  if (fighter.actionFrame === 1) rise(fighter)
  else fighter.y = f(fighter.y - Flow.of(fighter).speed)
}

function placeInAir(fighter: Fighter, x: number, y: number): void {
  fighter.facing = x < 0 ? 1 : -1
  fighter.x = f(x + fighter.facing * fighter.kind.stance)
  fighter.y = y
  fighter.previousX = fighter.x
  fighter.previousY = y
  fighter.isAirborne = true
  fighter.floorLine = -1
  fighter.jumpsUsed = 1
  fighter.wallJumps = 0
  fighter.ecbLockLeft = 0
}

/**
 * Most fighters lost over the top become a star, the others fall against the camera. The frame's first draw decides, as
 * recordings show.
 */
export function dieUpward(fighter: Fighter): void {
  const falls = randomInteger(fighter.match.record, 100) < DEATH.fallOdds
  if (fighter.action === ACTION.DamageIce) die(fighter, falls ? ACTION.DeadUpFallIce : ACTION.DeadUpStarIce)
  else die(fighter, falls ? ACTION.DeadUpFall : ACTION.DeadUpStar)
}

/** Beyond a blast zone. The stock is lost at once, except off the top. */
export function die(fighter: Fighter, action: number): void {
  halt(fighter)
  changeAction(fighter, action, -1, 0)
  fighter.ledge = -1
  fighter.hitlagLeft = 0
  fighter.turnLeft = 0
  fighter.isHurt = false
  fighter.meteorLeft = -1
  fighter.shieldPush = 0
  fighter.match.articles.find(fighter.heldArticle)?.remove()
  fighter.heldArticle = -1
  fighter.intangibleLeft = 0
  fighter.invincibleLeft = 0
  if (action < ACTION.DeadUpStar || action > ACTION.DeadUpFallIce) {
    loseStock(fighter)
    return
  }
  fighter.animationFrame = 0
  fighter.animationRate = 1
  Flow.of(fighter).starFrames = 0
}

/** A follower's death costs no stock. */
function loseStock(fighter: Fighter): void {
  fighter.isDead = true
  if (!fighter.isFollower) fighter.stocks--
}

function animateDead(fighter: Fighter): void {
  if (hasLasted(fighter, DEATH.frames)) comeBack(fighter)
}

/** A star tumbles into the distance, towards the lower part of the picture, and blinks there. */
function animateDeadUpStar(fighter: Fighter): void {
  loopAnimation(fighter, ACTION.DamageFall)
  const frames = ++Flow.of(fighter).starFrames
  if (frames === 1) {
    const goal = f(DEATH.starGoal * fighter.match.stage.respawnTop)
    fighter.selfVy = f(f(goal - fighter.y) / (DEATH.starLoss - 1))
    fighter.misc = wholeWord(DEATH.starLoss - 1)
  } else if (frames === DEATH.starLoss) {
    fighter.selfVy = 0
    fighter.misc = wholeWord(DEATH.starFrames - DEATH.starLoss)
    loseStock(fighter)
  }
  if (hasLasted(fighter, DEATH.starFrames)) comeBack(fighter)
}

/**
 * Flies up to the camera, visually only. In netplay since format 3.13 a fighter stays where it was lost, so that cameras
 * never make two machines differ. On consoles, and in earlier formats, its place follows the camera.
 */
function animateDeadUpFall(fighter: Fighter): void {
  loopPose(fighter, actionOf(fighter.kind, ACTION.DamageFall).animationFrames)
  if (!hasLasted(fighter, DEATH.fallFrames)) return
  const isIce = fighter.action === ACTION.DeadUpFallIce
  changeAction(fighter, isIce ? ACTION.DeadUpFallHitCameraIce : ACTION.DeadUpFallHitCamera)
}

function loopPose(fighter: Fighter, frames: number): void {
  if (fighter.animationFrame >= frames) fighter.animationFrame = f(fighter.animationFrame - frames)
}

/** Against the camera, down it, and gone; the stock is lost there. */
function animateHitCamera(fighter: Fighter): void {
  if (fighter.animationFrame > DEATH.hitPose) fighter.animationFrame = DEATH.hitPose
  const { actionFrame } = fighter
  if (actionFrame === DEATH.hitFrames + 1) loseStock(fighter)
  if (hasLasted(fighter, DEATH.hitFrames + DEATH.goneFrames)) comeBack(fighter)
}

/**
 * Out of play; with a stock left, reset and placed on the platform. A follower leaves with its leader, wherever it is,
 * and comes back with it; one that died alone has to wait for that.
 */
function comeBack(fighter: Fighter): void {
  const { leader, follower } = fighter
  if (follower && !isAsleep(follower)) die(follower, ACTION.Sleep)
  changeAction(fighter, ACTION.Sleep, -1, 0)
  if (fighter.isFollower) {
    if (isArriving(leader)) joinRebirth(fighter)
  } else if (fighter.stocks > 0) {
    enterRebirth(fighter, f(pointOfReturn(fighter)[0] + shiftOfReturn(fighter)))
    if (follower) joinRebirth(follower)
  }
}

function enterRebirth(fighter: Fighter, x: number): void {
  renew(fighter)
  const { respawnTop } = fighter.match.stage
  placeInAir(fighter, x, respawnTop)
  drawAnew(fighter)
  changeAction(fighter, ACTION.Rebirth)
  fighter.selfVy = f(f(pointOfReturn(fighter)[1] - respawnTop) / REBIRTH.frames)
}

/**
 * A fighter that is made anew gets a new computer player, whoever moves it, and that draws where two of its counts begin
 * (ftCo_800A101C, ftCo_800B9704).
 */
export function drawAnew(fighter: Fighter): void {
  const { match, trail } = fighter
  if (trail) beginThinking(fighter, trail)
  else for (let i = 0; i < 2; i++) random16(match.record)
}

function pointOfReturn({ match, port }: Fighter): Point {
  return match.stage.respawns[match.rules.seats[port]!]!
}

/** Where all fighters have one respawn point, a fighter that follows soon after another respawns beside it. */
function shiftOfReturn({ match }: Fighter): number {
  const { returnsLeft } = match.record
  if (match.stage.respawns[0] !== match.stage.respawns[1]) return 0
  const place = Math.max(0, returnsLeft.indexOf(0))
  returnsLeft[place] = REBIRTH.placeFrames
  return REBIRTH.shifts[place]!
}

/** Beside its leader on the platform, at the height that the platform has reached. */
function joinRebirth(follower: Fighter): void {
  const { leader, trail } = follower
  enterRebirth(follower, f(leader.x - leader.facing * leader.kind.stance))
  if (trail) beginTrail(follower, trail)
  changeAction(follower, leader.action)
  follower.y = leader.y
  follower.previousY = leader.y
  follower.selfVy = leader.selfVy
  // The leader begins on this frame, and its follower is still to be advanced. So the follower is one frame ahead from now
  // on, as recordings show.
  follower.actionFrame = leader.actionFrame
  follower.animationFrame = leader.animationFrame
}

/** On the respawn platform. */
export function isArriving({ action }: Fighter): boolean {
  return action === ACTION.Rebirth || action === ACTION.RebirthWait
}

/** Values at the start of a stock. */
function renew(fighter: Fighter): void {
  halt(fighter)
  resetTimers(fighter)
  fighter.isDead = false
  fighter.percent = 0
  fighter.shieldHealth = SHIELD.health
  fighter.ledgeCooldownLeft = 0
  fighter.lastAttackLanded = 0
  fighter.comboCount = 0
  fighter.comboVictim = -1
  fighter.comboPushLeft = 0
  fighter.forgetLeft = -1
  fighter.lastHitBy = NOBODY
  fighter.lastHitByInstance = 0
  fighter.wasStruckHeld = false
  fighter.isPowerShielding = false
  fighter.isReflectionTimed = false
  fighter.staleAttacks.fill(0)
  fighter.staleInstances.fill(0)
  fighter.ownFloats.fill(0)
  fighter.ownInts.fill(0)
}

function animateRebirth(fighter: Fighter): void {
  if (!hasLasted(fighter, REBIRTH.frames)) return
  changeAction(fighter, ACTION.RebirthWait)
  if (!fighter.isFollower) halt(fighter)
}

/** A follower, whose count is one ahead, comes to rest with its leader, on its second frame. */
function animateRebirthWait(fighter: Fighter): void {
  if (fighter.isFollower) halt(fighter)
  if (hasLasted(fighter, REBIRTH.wait)) leavePlatform(fighter)
}

/**
 * An action in the air starts at once; an action on the ground only leaves the platform. A follower leaves after its
 * leader, and a leader without its follower leaves too.
 */
function interruptRebirthWait(fighter: Fighter): void {
  const { leader, follower } = fighter
  if (fighter.isFollower && isArriving(leader)) return
  const isLeft = fighter.isFollower || (follower !== null && !isAbsent(follower) && !isArriving(follower))
  if (tryAirSpecial(fighter) || tryEscapeAir(fighter) || tryAerial(fighter) || tryAirJump(fighter)) {
    fighter.invincibleLeft = REBIRTH.invincible
  } else if (isLeft || asksForGround(fighter)) {
    leavePlatform(fighter)
  }
}

/** To shield, taunt, crouch, turn or walk. */
function asksForGround(fighter: Fighter): boolean {
  const toward = f(fighter.stickX * fighter.facing)
  if (fighter.held & GUARD_BIT || fighter.pressed & BUTTON.DPAD_UP) return true
  return fighter.stickY < -SQUAT.stick || toward <= -TURN.stick || toward >= WALK.stick
}

function leavePlatform(fighter: Fighter): void {
  enterFall(fighter)
  fighter.invincibleLeft = REBIRTH.invincible
}

const fallBefore = { animation: animateDeadUpFall }
const hitCamera = { animation: animateHitCamera }

export const MATCH_FLOW_ACTIONS: ActionTable = {
  DeadDown: { animation: animateDead },
  DeadLeft: { animation: animateDead },
  DeadRight: { animation: animateDead },
  DeadUpStar: { animation: animateDeadUpStar },
  DeadUpStarIce: { animation: animateDeadUpStar },
  DeadUpFall: fallBefore,
  DeadUpFallHitCamera: hitCamera,
  DeadUpFallIce: fallBefore,
  DeadUpFallHitCameraIce: hitCamera,
  Sleep: {},
  Rebirth: { animation: animateRebirth },
  RebirthWait: { animation: animateRebirthWait, interrupt: interruptRebirthWait },
  Entry: { animation: animateEntry },
  EntryStart: { animation: animateEntryStart, physics: rise },
  EntryEnd: { animation: animateEntryEnd, physics: sink },
}
