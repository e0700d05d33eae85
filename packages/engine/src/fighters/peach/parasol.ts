/**
 * The parasol: a short fall in the air, then up along the animation's path, tilted by the stick, which may also turn
 * her round. Then it opens, and she falls slowly as long as the stick is not held down. With the stick up it opens
 * again, until it has been open for its time. The open parasol hits a fighter once per opening. Source: doldecomp/melee
 * (ftPe_SpecialHi, ftCo_ItemParasolOpen, ftCo_ItemParasolFallSpecial, ftCo_FallSpecial, itpeachparasol); figures
 * measured on 18 recorded rises and 22 falls, the path in packages/engine/data/peach/specials.csv. Estimates: the hit of the open parasol, and its time.
 */
import { ACTION } from '../../action-ids.ts'
import { actionOf, type ActionCallbacks, type Callback } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { clampToEdge, tryLedge } from '../../actions/collide.ts'
import { enterFallSpecial, FALL_ACTIONS } from '../../actions/fall.ts'
import { landWithLag } from '../../actions/landing.ts'
import { tryAirJump } from '../../actions/motion-input.ts'
import type { Article, ArticleKind } from '../../articles/article.ts'
import { holdsDown, landsOn } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { driftToward, fallUpTo, slowToDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { SPECIALS } from '../../tables/generated/peach-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, goRound, leaveGroundSpent } from '../special.ts'
import { enterRise, noteTilt, rise, turnByStick } from '../tilted-rise.ts'
import { HUNG } from './words.ts'

const RISE = 361
const AIR_RISE = 363
const OPEN = 369
const FALL = 370

/** Script frame that turns her round and from which she rises. */
const LAUNCH_FRAME = 6
/** The path in the air is this much shorter than that off the ground. */
const AIR_SHARE = f(0.95)
/** Share of her speed that the start in the air keeps, and its fall. */
const SPEED_SHARE = f(2 / 3)
const START_GRAVITY = f(0.5)
const START_TERMINAL_VELOCITY = f(1.5)
/** The stick tilts beyond the first value and turns beyond the second; degrees of a full tilt. */
const TILT_STICK = f(0.625)
const TURN_STICK = f(0.5)
const MOST_TILT = 18
/** Shares of the usual fall and drift under the parasol. */
const FALL_SHARE = f(0.3)
const DRIFT_SHARE = f(1.2)
/** The stick closes and opens it. */
const CLOSE_STICK = f(-0.5)
const OPEN_STICK = f(0.5)
/** It closes for good once it has been open for this many frames in an airtime. */
const MOST_HUNG = 480
/** Frames of the animation under it. */
const FALL_FRAMES = 100
/** Landing lag in the rise, under the parasol, and with it closed; the last landing may be interrupted. */
const RISE_LAG = 30
const FALL_LAG = 4
const UNSTRETCHED_LAG = 30

/** The path in the air from script frame 6 on, forward and up. */
const PATH = SPECIALS.parasol.path
/** First and last script frame on which the rising hitboxes renew, two frames apart. */
const HITS = { first: 10, last: 28 } as const

/** Where it comes out. */
const HAND = { x: f(-4.489), y: f(10.785) } as const
/** Lifetime of the parasol as recordings show it: as long as it is held. */
const IN_HAND = 1400

// States of the parasol.
const STATE = { open: 1, closed: 2 } as const

function isUnderParasol({ action }: Fighter): boolean {
  const isRising = action >= RISE && action <= AIR_RISE + 1
  return isRising || action === OPEN || action === FALL || action === ACTION.FallSpecial
}

const PARASOL: ArticleKind = {
  type: 103,
  isHeld: () => true,
  animation: (article: Article) => {
    const { ownedBy } = article
    if (!isUnderParasol(ownedBy)) {
      article.remove()
      return
    }
    if (ownedBy.action === OPEN || ownedBy.action === FALL) article.state = STATE.open
    else if (ownedBy.action === ACTION.FallSpecial) article.state = STATE.closed
  },
}

function parasolOf({ match, index }: Fighter): Article | null {
  for (let i = 0; i < match.articles.count; i++) {
    const article = match.articles.at(i)
    if (article.type === PARASOL.type && article.owner === index && !article.isGone) return article
  }
  return null
}

/** It comes out on the first frame. */
function takeOut(fighter: Fighter): void {
  if (fighter.actionFrame > 1) return
  const { x, y, facing, match } = fighter
  const place = { x: f(x + facing * HAND.x), y: f(y + HAND.y) }
  match.articles.spawn(PARASOL, fighter, { ...place, state: STATE.closed, timer: IN_HAND })
}

function open(fighter: Fighter): void {
  enterSpecial(fighter, OPEN)
}

const thenOpen = afterScript(open)

function animateRise(fighter: Fighter): void {
  const { animationFrame } = fighter
  if (animationFrame === LAUNCH_FRAME && !fighter.isAirborne) leaveGroundSpent(fighter)
  const isAnew = animationFrame >= HITS.first && animationFrame <= HITS.last && animationFrame % 2 === 0
  if (isAnew) fighter.metFighters = 0
  thenOpen(fighter)
}

function interruptRise(fighter: Fighter): void {
  if (fighter.animationFrame < LAUNCH_FRAME) noteTilt(fighter, TILT_STICK, MOST_TILT)
  else if (fighter.animationFrame === LAUNCH_FRAME) turnByStick(fighter, TURN_STICK)
}

function moveInRise(fighter: Fighter): void {
  const at = fighter.animationFrame - LAUNCH_FRAME
  if (at >= 0) {
    const share = fighter.action === RISE ? AIR_SHARE : 1
    rise(fighter, f(f(PATH.x[at] ?? 0) / share), f(f(PATH.y[at] ?? 0) / share))
  } else if (fighter.isAirborne) {
    fallUpTo(fighter, START_GRAVITY, START_TERMINAL_VELOCITY)
    slowToDrift(fighter)
  } else stopOnGround(fighter)
}

function collideInRise(fighter: Fighter): void {
  if (!fighter.isAirborne) clampToEdge(fighter)
  else if (fighter.animationFrame < LAUNCH_FRAME || fighter.selfVy >= 0) landsOn(fighter, false)
  else if (landsOn(fighter, holdsDown(fighter))) landWithLag(fighter, RISE_LAG)
  else tryLedge(fighter)
}

/** Closed, she is helpless. */
function close(fighter: Fighter): void {
  enterFallSpecial(fighter, { landingLag: UNSTRETCHED_LAG })
}

/** One frame of it open; false once its time is over. */
function hangs(fighter: Fighter): boolean {
  if (++fighter.ownInts[HUNG]! < MOST_HUNG) return true
  close(fighter)
  return false
}

function animateOpen(fighter: Fighter): void {
  if (!hangs(fighter) || fighter.animationFrame <= actionOf(fighter.kind, OPEN).length) return
  const { metFighters } = fighter
  changeAction(fighter, FALL)
  fighter.metFighters = metFighters
}

function animateFall(fighter: Fighter): void {
  if (hangs(fighter)) goRound(fighter, FALL_FRAMES)
}

function interruptFall(fighter: Fighter): void {
  if (fighter.stickY > CLOSE_STICK) tryAirJump(fighter)
  else close(fighter)
}

function moveUnder(fighter: Fighter): void {
  const { gravity, terminalVelocity, airDriftStickMul, airDriftMax } = fighter.kind.attributes
  fallUpTo(fighter, f(gravity * FALL_SHARE), f(terminalVelocity * FALL_SHARE))
  driftToward(fighter, f(airDriftStickMul * DRIFT_SHARE), 0, f(airDriftMax * DRIFT_SHARE))
}

function collideUnder(lands: Callback): Callback {
  return (fighter) => {
    if (landsOn(fighter, false)) lands(fighter)
    else tryLedge(fighter)
  }
}

const landSoftly: Callback = (fighter) => landWithLag(fighter, FALL_LAG)

/** Helpless with the parasol closed: the stick up opens it again. */
function interruptHelpless(fighter: Fighter): void {
  if (fighter.stickY < OPEN_STICK || fighter.selfVy > 0 || fighter.ownInts[HUNG]! >= MOST_HUNG) return
  if (parasolOf(fighter)) open(fighter)
}

const risen: ActionCallbacks = {
  animation: animateRise,
  interrupt: interruptRise,
  accessory: takeOut,
  physics: moveInRise,
  collision: collideInRise,
}
const under = { physics: moveUnder, collision: collideUnder(landSoftly) }

export const PARASOLS: FighterOverrides = {
  specials: {
    SpecialHi: (fighter) => enterRise(fighter, RISE, SPEED_SHARE),
    SpecialAirHi: (fighter) => enterRise(fighter, AIR_RISE, SPEED_SHARE),
  },
  actions: {
    SpecialHiStart: risen,
    SpecialAirHiStart: risen,
    ItemParasolOpen: { animation: animateOpen, interrupt: (fighter) => void tryAirJump(fighter), ...under },
    ItemParasolFall: { animation: animateFall, interrupt: interruptFall, ...under },
    FallSpecial: { ...FALL_ACTIONS.FallSpecial, interrupt: interruptHelpless },
  },
  articles: [PARASOL],
}
