/**
 * Follows a recording with the engine, fighter by fighter: as long as the recording shows actions that the engine plays,
 * the engine plays on from its own state; at the first difference, or where the recording leaves what is played, the
 * fighter is put back to the recording and taken up again at the next action whose private variables can be told from
 * the recording. So every rule is measured on its own, and one wrong rule does not hide the next.
 */
import type { PostFrame } from '@arena/slp'
import { ACTION } from '../actions/ids.ts'
import { INPUT } from '../constants.ts'
import { Recorder } from '../events/recorder.ts'
import type { Fighter } from '../fighter.ts'
import { placePlatforms, readRecorded } from './feed.ts'
import { playFrame } from '../frame.ts'
import { Match } from '../match.ts'
import type { RecordedFrame, Recording } from './recording.ts'

/** A first difference between engine and recording. */
export interface Divergence {
  readonly frame: number
  readonly player: 0 | 1
  /** Internal id of the fighter. */
  readonly fighter: number
  /** Action of the frame before, on which both agreed. */
  readonly from: number
  readonly expectedAction: number
  readonly action: number
  readonly kind: 'action' | 'facing' | 'position' | 'speed' | 'jumps' | 'airborne'
  readonly expected: string
  readonly actual: string
}

export interface FollowResult {
  /** Fighter frames on which the engine played from its own state, by action. */
  readonly followed: ReadonlyMap<number, number>
  readonly divergences: readonly Divergence[]
  /** Fighter frames in all. */
  readonly frames: number
}

/** Position and speed may differ by so much. */
const TOLERANCE = 0.001
const HAS_RAW_Y = [3, 15]
const HAS_SPEEDS = [3, 5]
/** Before, a recording does not tell when an attacker is frozen by its own hit. */
const HAS_HITLAG = [3, 8]

/** Actions that a fighter can be taken up in: nothing private to remember, or all of it known. */
const CLEAN: ReadonlySet<number> = new Set([
  ACTION.Wait,
  ACTION.WalkSlow,
  ACTION.WalkMiddle,
  ACTION.WalkFast,
  ACTION.Fall,
  ACTION.FallAerial,
  ACTION.JumpF,
  ACTION.JumpB,
  ACTION.JumpAerialF,
  ACTION.JumpAerialB,
  ACTION.SquatWait,
  ACTION.Squat,
  ACTION.Landing,
])

/** Actions that a fighter can be taken up in on their first frame: what they go by is counted from there. */
const CLEAN_AT_START: ReadonlySet<number> = new Set([
  ACTION.EscapeAir,
  ACTION.EscapeF,
  ACTION.EscapeB,
  ACTION.EscapeN,
  ACTION.GuardOn,
  ACTION.GuardOff,
  ACTION.DamageFall,
  ACTION.DownBoundU,
  ACTION.DownBoundD,
  ACTION.DownStandU,
  ACTION.DownStandD,
  ACTION.DownAttackU,
  ACTION.DownAttackD,
  ACTION.DownFowardU,
  ACTION.DownFowardD,
  ACTION.DownBackU,
  ACTION.DownBackD,
  ACTION.Passive,
  ACTION.PassiveStandF,
  ACTION.PassiveStandB,
  ACTION.CliffCatch,
  ACTION.CliffClimbSlow,
  ACTION.CliffClimbQuick,
  ACTION.CliffAttackSlow,
  ACTION.CliffAttackQuick,
  ACTION.CliffEscapeSlow,
  ACTION.CliffEscapeQuick,
  ACTION.CliffJumpSlow1,
  ACTION.CliffJumpQuick1,
  ACTION.Rebirth,
])

function isAtLeast(version: readonly number[], [major, minor]: readonly number[]): boolean {
  return version[0]! > major! || (version[0] === major && version[1]! >= minor!)
}

export function follow(recording: Recording): FollowResult {
  const { stage, characters, version, frames } = recording
  const hasRawY = isAtLeast(version, HAS_RAW_Y)
  const hasSpeeds = isAtLeast(version, HAS_SPEEDS)
  const hasHitlag = isAtLeast(version, HAS_HITLAG)
  const match = new Match({ seed: new Uint8Array(32), stage, characters }, new Recorder())
  const followed = new Map<number, number>()
  const divergences: Divergence[] = []
  const isFollowing = [true, true]
  let previous: RecordedFrame | null = null
  for (const recorded of frames) {
    if (!recorded) break
    match.record.frame = recorded.frame - 1
    for (const player of [0, 1] as const) {
      readRecorded(recorded.players[player].pre, hasRawY, match.readings[player]!)
    }
    placePlatforms(match, recorded)
    match.stageRecord.windWait = frames.length
    playFrame(match)
    match.record.endMethod = 0
    for (const player of [0, 1] as const) {
      const fighter = match.fighters[player]!
      const { post } = recorded.players[player]
      const from = previous?.players[player].post.actionStateId ?? post.actionStateId
      const isKnown = isPlayed(fighter, post) && (hasHitlag || !isAttack(post.actionStateId))
      if (isFollowing[player] && isKnown) {
        if (stage === DREAM_LAND) acceptWind(fighter, post)
        const difference = compare(fighter, post, hasSpeeds)
        if (!difference) {
          followed.set(post.actionStateId, (followed.get(post.actionStateId) ?? 0) + 1)
          continue
        }
        divergences.push({
          frame: recorded.frame,
          player,
          fighter: fighter.kind.internalId,
          from,
          expectedAction: post.actionStateId,
          action: fighter.action,
          ...difference,
        })
      }
      const isNew = post.actionStateId !== from
      takeOver(fighter, post, isNew)
      isFollowing[player] = isKnown && canTakeUp(post, isNew)
    }
    previous = recorded
  }
  return { followed, divergences, frames: frames.length * 2 }
}

function isAttack(action: number): boolean {
  return action >= ACTION.Attack11 && action <= ACTION.AttackAirLw
}

function canTakeUp({ actionStateId, actionStateCounter }: PostFrame, isNew: boolean): boolean {
  if (isNew) return CLEAN.has(actionStateId) || CLEAN_AT_START.has(actionStateId)
  return CLEAN.has(actionStateId) && actionStateCounter > 0
}

/** Does the engine play what the recording shows here? */
function isPlayed(fighter: Fighter, post: PostFrame): boolean {
  return fighter.kind.plays(post.actionStateId) && post.hitlagRemaining === 0
}

function compare(
  fighter: Fighter,
  post: PostFrame,
  hasSpeeds: boolean,
): Pick<Divergence, 'kind' | 'expected' | 'actual'> | null {
  const differ = (kind: Divergence['kind'], expected: number | string, actual: number | string) => ({
    kind,
    expected: String(expected),
    actual: String(actual),
  })
  if (fighter.action !== post.actionStateId) return differ('action', post.actionStateId, fighter.action)
  if (fighter.facing !== post.facingDirection) return differ('facing', post.facingDirection, fighter.facing)
  if (fighter.isAirborne !== (post.isAirborne !== 0))
    return differ('airborne', post.isAirborne, Number(fighter.isAirborne))
  const { x, y } = fighter
  if (Math.abs(x - post.positionX) > TOLERANCE || Math.abs(y - post.positionY) > TOLERANCE) {
    return differ('position', `${post.positionX} ${post.positionY}`, `${x} ${y}`)
  }
  const jumps = Math.max(0, fighter.kind.attributes.maxJumps - fighter.jumpsUsed)
  if (jumps !== post.jumpsRemaining) return differ('jumps', post.jumpsRemaining, jumps)
  if (!hasSpeeds) return null
  const { selfVx, selfVy, groundVelocity } = fighter
  const isNear =
    Math.abs(selfVx - post.speedAirX) <= TOLERANCE &&
    Math.abs(selfVy - post.speedY) <= TOLERANCE &&
    Math.abs(groundVelocity - post.speedGroundX) <= TOLERANCE
  if (isNear) return null
  return differ(
    'speed',
    `${post.speedAirX} ${post.speedY} ${post.speedGroundX}`,
    `${selfVx} ${selfVy} ${groundVelocity}`,
  )
}

/** Flags of the second state byte. */
const FAST_FALL = 0x08

/** The wind's push on a frame. Older recordings do not tell when it blows: a fighter off by just that was pushed. */
const WIND = 0.2
const DREAM_LAND = 28

function acceptWind(fighter: Fighter, post: PostFrame): void {
  const push = Math.abs(post.positionX - fighter.x)
  if (Math.abs(push - WIND) <= TOLERANCE) fighter.x = post.positionX
}

/** Puts a fighter to where the recording has it. */
function takeOver(fighter: Fighter, post: PostFrame, isNew: boolean): void {
  const { maxJumps, normalLandingLag } = fighter.kind.attributes
  const action = post.actionStateId
  if (isNew || fighter.action !== action) {
    fighter.actionFrame = 1
    fighter.facingAtStart = post.facingDirection
    fighter.stateInts.fill(0)
    fighter.stateFloats.fill(0)
  } else {
    fighter.actionFrame = Math.floor(post.actionStateCounter) + 1
  }
  fighter.action = action
  fighter.animationFrame = post.actionStateCounter
  fighter.animationRate = 1
  fighter.x = post.positionX
  fighter.y = post.positionY
  fighter.facing = post.facingDirection
  fighter.selfVx = post.speedAirX
  fighter.selfVy = post.speedY
  fighter.kbVx = post.speedAttackX
  fighter.kbVy = post.speedAttackY
  fighter.groundVelocity = post.speedGroundX
  fighter.airAccelerationX = 0
  fighter.percent = post.percent
  fighter.shieldHealth = post.shieldSize
  fighter.stocks = post.stocksRemaining
  fighter.hitlagLeft = 0
  fighter.hitstunLeft = 0
  fighter.jumpsUsed = maxJumps - post.jumpsRemaining
  const isAirborne = post.isAirborne !== 0
  if (isAirborne && !fighter.isAirborne) fighter.ecbLockLeft = 10
  fighter.isAirborne = isAirborne
  fighter.floorLine = post.lastGroundId === 0xffff ? -1 : post.lastGroundId
  const isFastFalling = (post.stateBitFlags2 & FAST_FALL) !== 0
  if (isFastFalling && !fighter.isFastFalling) fighter.tiltYTimer = INPUT.timerEnd
  fighter.isFastFalling = isFastFalling
  fighter.isShielding = false
  fighter.isDead = action <= ACTION.Sleep
  const isAtLedge = action >= ACTION.CliffCatch && action <= ACTION.CliffJumpQuick1 && isAirborne
  fighter.ledge = isAtLedge ? (post.positionX < 0 ? 0 : 1) : -1
  if (!isNew) return
  if (action === ACTION.Dash) fighter.tiltXTimer = INPUT.timerEnd
  if (action === ACTION.KneeBend || (action >= ACTION.JumpF && action <= ACTION.JumpAerialB)) {
    fighter.tiltYTimer = INPUT.timerEnd
  }
  if (action === ACTION.Landing) fighter.stateInts[0] = normalLandingLag
}
