/**
 * Conditions that hold at the end of every frame, whatever was pressed. A match that breaks one shows a fault of this
 * engine, and is not decided. Checked after every frame of a game; the counts that this needs lie in the state, like
 * everything else.
 */
import { ACTION } from './action-ids.ts'
import { isArriving } from './actions/match-flow.ts'
import type { Article } from './articles/article.ts'
import { MOST_PERCENT } from './combat/percent.ts'
import { GRAB, STOCKS } from './constants.ts'
import type { Fighter } from './fighter.ts'
import type { Match } from './match.ts'
import { isAbsent, isCaptured } from './state/presence.ts'

/** Kinds of a hold, by what ends it. */
const HOLD = {
  none: 0,
  /** A script: thrown, or held by a special that mashing does not end. */
  script: 1,
  /** Mashing, for longer at higher percent. */
  grip: 2,
  /** Mashing, for the same time at every percent: in Bowser's claw, in Kirby's mouth. */
  bite: 3,
  /** The victim's mashing alone, or the carrier. */
  shoulder: 4,
} as const

const HOLDS = new Uint8Array(ACTION.CaptureKirbyYoshi + 1)
HOLDS.fill(HOLD.grip, ACTION.CapturePulledHi, ACTION.CaptureDamageLw + 1)
HOLDS.fill(HOLD.script, ACTION.ThrownF, ACTION.ThrownlwWomen + 1)
HOLDS.fill(HOLD.shoulder, ACTION.ShoulderedWait, ACTION.ShoulderedTurn + 1)
HOLDS.fill(HOLD.script, ACTION.ThrownFF, ACTION.CaptureYoshi + 1)
HOLDS.fill(HOLD.bite, ACTION.CaptureKoopa, ACTION.CaptureWaitKirby + 1)
HOLDS.fill(HOLD.script, ACTION.CaptureMewtwo, ACTION.ThrownMewtwoAir + 1)
for (const action of [
  ACTION.ThrownKoopaF,
  ACTION.ThrownKoopaB,
  ACTION.ThrownKoopaAirF,
  ACTION.ThrownKoopaAirB,
  ACTION.CaptureKirbyYoshi,
]) {
  HOLDS[action] = HOLD.script
}

/** The longest script, Jigglypuff's down throw, releases after 71 frames. */
const LONGEST_SCRIPT = 150
/** Frames of mashing in Bowser's claw and Kirby's mouth. */
const LONGEST_BITE = 250
/**
 * Hits of the hold put both fighters in hitlag, in which its time stands still. The hold waits for a hit that lands as
 * its time ends.
 */
const FROZEN_SHARE = 0.5
const LAST_HIT = 60

/** Frames after which no hold of this kind remains. */
function longestHold(kind: number, percent: number): number {
  if (kind === HOLD.shoulder) return Infinity
  if (kind === HOLD.script) return LONGEST_SCRIPT
  const struggle = kind === HOLD.grip ? GRAB.frames + GRAB.perPercent * percent : LONGEST_BITE
  return struggle * (1 + FROZEN_SHARE) + LAST_HIT
}

/**
 * The time of an article counts down until it is removed. It stands still in a hand, and for needles that bounced off
 * until they lie still or are out of sight. That takes fewer frames than this.
 */
const LONGEST_STAND = 300

/** A fault of the engine; the message is for the person who investigates it. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant'
}

/** Throws `BrokenInvariant` when the frame just played breaks an invariant. */
export function checkInvariants(match: Match): void {
  const { fighters, articles } = match
  for (let i = 0; i < fighters.length; i++) checkFighter(fighters[i]!)
  for (let i = 0; i < articles.count; i++) checkArticle(articles.at(i))
}

function checkFighter(fighter: Fighter): void {
  const { percent, stocks } = fighter
  // Written so that NaN fails too.
  if (!(percent >= 0 && percent <= MOST_PERCENT)) fail(fighter.match, `${nameOf(fighter)} has ${percent} %`)
  if (stocks < 0 || stocks > STOCKS) fail(fighter.match, `${nameOf(fighter)} has ${stocks} stocks`)
  if (!isNumber(fighter)) fail(fighter.match, `${nameOf(fighter)} has a place, speed or freeze that is no number`)
  if (isLostAlive(fighter)) fail(fighter.match, `${nameOf(fighter)} is alive outside the blast zones`)
  // Most fighters are not held.
  if (fighter.heldAs !== HOLD.none || isCaptured(fighter)) checkHold(fighter)
}

function isNumber(fighter: Fighter): boolean {
  const { x, y, selfVx, selfVy, kbVx, kbVy, groundVelocity, hitlagLeft, shieldHealth } = fighter
  return Number.isFinite(x + y + selfVx + selfVy + kbVx + kbVy + groundVelocity + hitlagLeft + shieldHealth)
}

/**
 * At the end of the frame and at its start: a fighter that is placed after the deaths, such as a held one, dies on the
 * next frame. Above the top a fighter lives unless it was launched there.
 */
function isLostAlive(fighter: Fighter): boolean {
  const { x, y, previousX, previousY, match } = fighter
  const { left, right, bottom } = match.stage.blastZone
  if (x >= left && x <= right && y >= bottom) return false
  if (isAbsent(fighter) || isArriving(fighter)) return false
  return previousX < left || previousX > right || previousY < bottom
}

function checkHold(fighter: Fighter): void {
  const kind = HOLDS[fighter.action] ?? HOLD.none
  if (kind === fighter.heldAs) fighter.heldFrames++
  else fighter.heldFrames = 0
  fighter.heldAs = kind
  if (kind !== HOLD.none && fighter.heldFrames > longestHold(kind, fighter.percent)) {
    fail(fighter.match, `${nameOf(fighter)} has been held for ${fighter.heldFrames} frames`)
  }
}

function checkArticle(article: Article): void {
  const { x, y, vx, vy, timer, match } = article
  if (!Number.isFinite(x + y + vx + vy + timer))
    fail(match, `${wordFor(article)} has a place, speed or time that is no number`)
  if (timer !== article.timerBefore || article.isFrozen || article.kind.isTimeless) article.timerStands = 0
  else article.timerStands++
  article.timerBefore = timer
  if (timer < -LONGEST_STAND) fail(match, `${wordFor(article)} has outlived its time by ${-timer} frames`)
  if (article.timerStands > LONGEST_STAND) checkHand(article)
}

/** A held article lasts as long as the hand holds it. */
function checkHand(article: Article): void {
  if (!article.kind.isHeld?.(article)) fail(article.match, `the time of ${wordFor(article)} stands still`)
  article.timerStands = 0
}

function nameOf({ port, isFollower, kind }: Fighter): string {
  return `port ${port}'s ${isFollower ? 'follower' : 'fighter'} (${kind.internalId})`
}

function wordFor({ type, state, owner }: Article): string {
  return `article ${type} in state ${state}, of fighter ${owner},`
}

/** The replay has the rest. */
function fail(match: Match, what: string): never {
  const { record, fighters } = match
  const lines = fighters.map((fighter) => {
    const { action, actionFrame, x, y, percent, stocks, hitlagLeft, holds, heldBy } = fighter
    const words = { action, actionFrame, x, y, percent, stocks, hitlagLeft, holds, heldBy }
    return `${nameOf(fighter)}: ${JSON.stringify(words)}`
  })
  throw new BrokenInvariant([`Broken invariant on frame ${record.frame}: ${what}`, ...lines].join('\n'))
}
