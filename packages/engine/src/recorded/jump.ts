/**
 * Sets a match to a recorded frame although frames before it are missing. Places, speeds, percent, stocks, shields,
 * hitlag, actions and items are as recorded. What a recording does not hold is guessed: input is as if nothing had been
 * pressed before, an action is entered in its middle, stale attacks and the words of a fighter's own are those of the
 * last frame played, and the stage has moved on by itself.
 */
import type { FighterFrame, Frame } from '@arena/slp'
import { ACTION } from '../action-ids.ts'
import { changeAction } from '../actions/change.ts'
import type { Fighter } from '../fighter.ts'
import { beginTrail } from '../input/trail.ts'
import { resetTimers } from '../input/timers.ts'
import type { Match } from '../match.ts'
import { takeReading } from '../phases/input.ts'
import { lookForFighters } from '../phases/off-camera.ts'
import { isAsleep } from '../state/presence.ts'
import { putArticlesToRecord } from './articles.ts'
import { enter, isFrozen, linkHeld, putToRecord, takeForm } from './rebuild.ts'
import { readRecorded } from './reading.ts'
import { settleStage, skipStage } from './stage.ts'

/** `shownAs` gives a fighter's records of the frame; null where it has none. */
export function jumpToRecord(match: Match, frame: Frame, shownAs: (fighter: Fighter) => FighterFrame | null): void {
  const { record, fighters } = match
  const missing = frame.frame - record.frame
  for (const [i, left] of record.returnsLeft.entries()) record.returnsLeft[i] = Math.max(0, left - missing)
  skipStage(match, frame.frame)
  record.endMethod = 0
  for (const fighter of fighters) {
    const shown = shownAs(fighter)
    if (shown) enterMidway(fighter, shown)
    else if (!isAsleep(fighter)) changeAction(fighter, ACTION.Sleep, -1, 0)
  }
  // Entering an action may affect the other fighter as well, so the recorded values of both are set last.
  for (const fighter of fighters) {
    const post = shownAs(fighter)?.post
    if (!post) continue
    putToRecord(fighter, post, post.hitlagRemaining)
    fighter.instance = post.instanceId
    fighter.lastHitByInstance = post.instanceHitBy
    record.nextInstance = Math.max(record.nextInstance, post.instanceId + 1)
  }
  for (const { leader, trail } of fighters) if (trail && leader.follower) beginTrail(leader.follower, trail)
  linkHeld(fighters)
  lookForFighters(match)
  putArticlesToRecord(match, frame.items, new Int32Array(match.buffer.slice(0)))
  settleStage(match, frame)
}

/** Enters the recorded action in its middle, with the recorded controller as if it had been held for long. */
function enterMidway(fighter: Fighter, { pre, post }: FighterFrame): void {
  if (!post) return
  takeForm(fighter, post)
  resetTimers(fighter)
  if (pre) {
    const reading = fighter.match.readings[fighter.index]!
    readRecorded(pre, true, reading)
    fighter.held = reading.buttons
    takeReading(fighter, reading, isFrozen(post))
    fighter.pressed = 0
    fighter.released = 0
    resetTimers(fighter)
  }
  fighter.x = post.positionX
  fighter.y = post.positionY
  fighter.previousX = post.positionX
  fighter.previousY = post.positionY
  fighter.isAirborne = post.isAirborne !== 0
  fighter.hitboxesOut = 0
  fighter.metFighters = 0
  fighter.ecbLockLeft = 0
  fighter.intangibleLeft = 0
  fighter.invincibleLeft = 0
  fighter.ledgeCooldownLeft = 0
  // Also where it was in that action before: it may be another performance of it.
  if (fighter.action === post.actionStateId) fighter.actionFrame = 0
  enter(fighter, post)
  fighter.facingAtStart = post.facingDirection
  fighter.actionFrame = Math.max(1, Math.round(post.actionStateCounter))
}
