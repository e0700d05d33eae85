/**
 * PK Thunder: a ball of lightning that the stick steers; where it hits Ness himself it launches him. Source:
 * doldecomp/melee (ftNs_SpecialHi, itnesspkthunderball); figures from a public list of special attributes, start and
 * fall as recorded. Estimates: the radius of the tail's pieces and that each hits once, how steeply he must meet a
 * floor, wall or ceiling to fall over or bounce, and the length of the bounce.
 */
import type { ActionCallbacks } from '../../actions/action.ts'
import { changeAction, stepAnimation } from '../../actions/change.ts'
import { tryLedge } from '../../actions/collide.ts'
import { fallOver } from '../../actions/down.ts'
import { enterFallSpecial } from '../../actions/fall.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { countDown, vanishOnContact } from '../../articles/motion.ts'
import { isOnPlatform, landsOn, ranInto, staysOnFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { atan2f, cosf, f, RADIANS_PER_DEGREE, sinf, sqrtf } from '../../math.ts'
import { clampToDrift, fallWithoutDrift } from '../../movement/air.ts'
import { slow } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import {
  afterScript,
  airTwinOf,
  enterSpecial,
  goRound,
  leaveGroundSpent,
  sinking,
  standing,
  swapInAirSpent,
  swapOnGround,
  thenWait,
  twinHere,
} from '../special.ts'

const START = 358
const HOLD = 359
const END = 360
const LAUNCH = 361
const REBOUND = 366
/** The id of each airborne state minus that of its grounded twin. */
const TO_AIR = 4

const PkThunder = privates({
  weightless: 'int',
  restLeft: 'int',
  /** The ball has left him. */
  hasLeft: 'flag',
  /** His launch: its angle, and the fall speed that he has gained. */
  angle: 'float',
  falling: 'float',
})

const START_WEIGHTLESS = 30
/** Frames for which he stands on when the ball is gone. */
const REST = 24
const GRAVITY = f(0.017)
/** Counter at which the hold's animation begins again. */
const HOLD_FRAMES = 10
const LAUNCH_SPEED = f(3.6)
const DECELERATION = f(0.072)
const LANDING_LAG = 30
/** Sine of the angle at which a surface is too steep to slide along. */
const STEEP = f(0.70710678)
const REBOUND_SHARE = f(0.5)
const REBOUND_FRAMES = 40
/** Script frame after which his path bends down. */
const BEND_FRAME = 8
/** His middle, and the distance from it at which the ball hits. */
const MIDDLE = f(5)
const TOUCH = { x: f(8.333333), y: f(12.333333) } as const

const TYPE = 69
const LIFE = 120
const SPEED = f(2)
const STEER_STICK = f(0.5)
const MOST_TURN = f(6 * RADIANS_PER_DEGREE)
/** A stick tilted less than this turns it less. */
const FULL_TURN = f(45 * RADIANS_PER_DEGREE)
const PI = f(Math.PI)
const TAU = f(2 * Math.PI)
const HAND = { x: f(1.333), y: f(6.236) } as const
const AIR_HAND = { x: f(0.987), y: f(4.487) } as const

// Private words of the ball.
const IS_REFLECTED = 0
/** Its age, and the youngest piece of its tail: spawn number. */
const AGE = 1
const LAST_PIECE = 2
const HEADING = 0

/** The tail: six pieces, one every other frame, each two frames behind the one before. */
const TAIL_TYPES = [70, 70, 70, 71, 72, 73] as const
const TAIL_LIFE = 1400
// Words of a piece: spawn numbers of the ball and of what it follows; where that was on the last two frames.
const BALL_SPAWN = 0
const LEADER = 1
const WAS = { x: 0, y: 1, earlierX: 2, earlierY: 3 } as const

const HITBOXES: readonly ArticleHitbox[] = [
  articleHitbox({
    damage: 8,
    angle: 110,
    growth: 50,
    baseKnockback: 70,
    element: 'electric',
    radius: f(2.3),
    interaction: 2,
  }),
]

const TAIL_HITBOXES: readonly ArticleHitbox[] = [
  articleHitbox({
    damage: 1,
    angle: 80,
    growth: 40,
    baseKnockback: 4,
    element: 'electric',
    radius: f(2.3),
  }),
]

const TAIL: readonly ArticleKind[] = TAIL_TYPES.map((type) => ({
  type,
  hitboxes: () => TAIL_HITBOXES,
  hit: () => {},
  shielded: () => {},
  clanked: () => {},
  physics: follow,
  isLost: ({ match, ints }) => !match.articles.find(ints[BALL_SPAWN]!),
}))

/**
 * The first piece is at the ball's place of a frame ago, each other piece at the place of the one before it two frames
 * ago.
 */
function follow(piece: Article): void {
  const { floats, ints, match } = piece
  const leader = match.articles.find(ints[LEADER]!)
  const isFirst = ints[LEADER] === ints[BALL_SPAWN]
  piece.x = floats[isFirst ? WAS.x : WAS.earlierX]!
  piece.y = floats[isFirst ? WAS.y : WAS.earlierY]!
  floats[WAS.earlierX] = floats[WAS.x]!
  floats[WAS.earlierY] = floats[WAS.y]!
  if (!leader) return
  floats[WAS.x] = leader.x
  floats[WAS.y] = leader.y
}

/** Adds a piece every other frame. */
function growTail(ball: Article): void {
  const { ints, match, ownedBy, x, y } = ball
  const age = ints[AGE]!++
  const kind = age % 2 === 0 ? TAIL[age / 2] : undefined
  const piece = kind && match.articles.spawn(kind, ownedBy, { x, y, timer: TAIL_LIFE })
  if (!piece) return
  piece.ints[BALL_SPAWN] = ball.spawn
  piece.ints[LEADER] = age === 0 ? ball.spawn : ints[LAST_PIECE]!
  const leader = match.articles.find(piece.ints[LEADER])!
  piece.x = leader.x
  piece.y = leader.y
  piece.floats[WAS.x] = leader.x
  piece.floats[WAS.y] = leader.y
  piece.floats[WAS.earlierX] = leader.x
  piece.floats[WAS.earlierY] = leader.y
  piece.attackId = ball.attackId
  piece.instance = ball.instance
  ints[LAST_PIECE] = piece.spawn
}

function isSteering({ action }: Fighter): boolean {
  return action === HOLD || action === HOLD + TO_AIR
}

const BALL: ArticleKind = {
  type: TYPE,
  isReflectable: true,
  isAbsorbable: true,
  hitboxes: () => HITBOXES,
  isLost: ({ ints, spawn, ownedBy }) =>
    ints[IS_REFLECTED] === 0 && (ownedBy.heldArticle !== spawn || !isSteering(ownedBy)),
  animation: (ball) => {
    growTail(ball)
    countDown(ball)
  },
  physics: (article) => {
    const { ints, floats, ownedBy } = article
    const { stickX, stickY } = ownedBy
    if (ints[IS_REFLECTED] !== 0 || (Math.abs(stickX) <= STEER_STICK && Math.abs(stickY) <= STEER_STICK)) return
    let aside = f(atan2f(stickY, stickX) - floats[HEADING]!)
    if (aside > PI) aside = f(aside - TAU)
    else if (aside < -PI) aside = f(aside + TAU)
    const turn = f(Math.min(1, f(Math.abs(aside) / FULL_TURN)) * MOST_TURN)
    let heading = f(floats[HEADING]! + (aside < 0 ? -turn : turn))
    if (heading > PI) heading = f(heading - TAU)
    else if (heading < -PI) heading = f(heading + TAU)
    floats[HEADING] = heading
    article.vx = f(SPEED * cosf(heading))
    article.vy = f(SPEED * sinf(heading))
  },
  collision: (article) => vanishOnContact(article, 0),
  reflected: ({ ints }) => {
    ints[IS_REFLECTED] = 1
  },
  rebuild: ({ floats, vx, vy }) => {
    floats[HEADING] = atan2f(vy, vx)
  },
}

function enter(fighter: Fighter): void {
  if (fighter.isAirborne) fighter.selfVy = 0
  enterSpecial(fighter, twinHere(fighter, START, TO_AIR))
  PkThunder.of(fighter).weightless = START_WEIGHTLESS
  PkThunder.of(fighter).restLeft = REST
  PkThunder.of(fighter).hasLeft = false
}

function call(fighter: Fighter): void {
  const { x, y, facing, match, isAirborne, kind } = fighter
  changeAction(fighter, twinHere(fighter, HOLD, TO_AIR))
  fighter.jumpsUsed = kind.attributes.maxJumps
  const hand = isAirborne ? AIR_HAND : HAND
  const start = { x: f(x + facing * hand.x), y: f(y + hand.y), vx: 0, vy: SPEED, timer: LIFE }
  const ball = match.articles.spawn(BALL, fighter, start)
  if (ball) ball.floats[HEADING] = f(PI / 2)
  fighter.heldArticle = ball?.spawn ?? -1
}

/**
 * Straight away from the ball. On solid floor he moves along it when the ball came from above, and falls over when it
 * came from directly above.
 */
function launch(fighter: Fighter, x: number, y: number): void {
  const angle = atan2f(y, x)
  fighter.facing = x < 0 ? -1 : 1
  fighter.jumpsUsed = fighter.kind.attributes.maxJumps
  fighter.heldArticle = -1
  const isInto = !fighter.isAirborne && !isOnPlatform(fighter) ? speedInto(fighter, x, y) : 0
  if (isInto > f(STEEP * lengthOf(x, y))) {
    fallOver(fighter)
  } else if (isInto > 0) {
    changeAction(fighter, LAUNCH)
    fighter.groundVelocity = f(LAUNCH_SPEED * fighter.facing)
  } else {
    if (!fighter.isAirborne) leaveGroundSpent(fighter)
    fighter.selfVx = f(LAUNCH_SPEED * cosf(angle))
    fighter.selfVy = f(LAUNCH_SPEED * sinf(angle))
    changeAction(fighter, LAUNCH + TO_AIR)
  }
  PkThunder.of(fighter).angle = angle
  PkThunder.of(fighter).falling = 0
}

function lengthOf(x: number, y: number): number {
  return sqrtf(f(f(x * x) + f(y * y)))
}

/** The part of a motion that leads into the floor under him. */
function speedInto({ match: { terrain }, floorLine }: Fighter, x: number, y: number): number {
  return f(-f(x * terrain.normalX[floorLine]!) - f(y * terrain.normalY[floorLine]!))
}

function animateHold(fighter: Fighter): void {
  const { match, heldArticle } = fighter
  const own = PkThunder.of(fighter)
  goRound(fighter, HOLD_FRAMES)
  const ball = match.articles.find(heldArticle)
  if (!ball || ball.owner !== fighter.index) {
    if (--own.restLeft <= 0 || ball) changeAction(fighter, twinHere(fighter, END, TO_AIR))
    return
  }
  // It remembers where it was before its last step (it_802AB3F0).
  const x = f(fighter.x - f(ball.x - ball.vx))
  const y = f(f(fighter.y + MIDDLE) - f(ball.y - ball.vy))
  const isNear = Math.abs(x) < TOUCH.x && Math.abs(y) < TOUCH.y
  if (!isNear) own.hasLeft = true
  else if (own.hasLeft) launch(fighter, x, y)
}

const sink = sinking(PkThunder.of, GRAVITY)

function fly(fighter: Fighter): void {
  const { selfVx, selfVy } = fighter
  const own = PkThunder.of(fighter)
  const speed = lengthOf(selfVx, selfVy)
  const left = speed > DECELERATION ? f(speed - DECELERATION) : speed
  fighter.selfVx = f(left * cosf(own.angle))
  fighter.selfVy = f(left * sinf(own.angle))
  if (fighter.animationFrame <= BEND_FRAME) return
  own.falling = Math.max(-LAUNCH_SPEED, f(own.falling - GRAVITY))
  fighter.y = f(fighter.y + own.falling)
}

function landInFlight(fighter: Fighter): void {
  const { selfVx, selfVy } = fighter
  const own = PkThunder.of(fighter)
  if (landsOn(fighter, false)) {
    if (speedInto(fighter, selfVx, selfVy) > f(STEEP * lengthOf(selfVx, selfVy))) fallOver(fighter)
    else swapOnGround(fighter, LAUNCH)
  } else if (ranInto(fighter, STEEP)) rebound(fighter)
  else {
    // Walls that he meets less steeply lead him along.
    if (fighter.wallTimer === 0) own.angle = f(selfVy < 0 ? -PI / 2 : PI / 2)
    tryLedge(fighter)
  }
}

/** Bounces off a wall or a ceiling. */
function rebound(fighter: Fighter): void {
  const isWall = fighter.wallTimer === 0
  fighter.selfVx = f(fighter.selfVx * (isWall ? -REBOUND_SHARE : REBOUND_SHARE))
  fighter.selfVy = f(fighter.selfVy * (isWall ? REBOUND_SHARE : -REBOUND_SHARE))
  clampToDrift(fighter)
  fighter.facing = fighter.selfVx < 0 ? -1 : 1
  changeAction(fighter, REBOUND)
  stepAnimation(fighter)
}

function landFromRebound(fighter: Fighter): void {
  if (landsOn(fighter, false)) fallOver(fighter)
  else tryLedge(fighter)
}

function leaveFloorInFlight(fighter: Fighter): void {
  if (staysOnFloor(fighter)) return
  PkThunder.of(fighter).angle = fighter.facing < 0 ? PI : 0
  swapInAirSpent(fighter, LAUNCH + TO_AIR)
}

const thenFallHelpless = afterScript((fighter) => enterFallSpecial(fighter, { landingLag: LANDING_LAG }))

/** The fall speed that he has gained continues for the rest of his flight. */
const endFlight = afterScript((fighter) => {
  fighter.selfVy = f(fighter.selfVy + PkThunder.of(fighter).falling)
  enterFallSpecial(fighter, { landingLag: LANDING_LAG })
})

function animateStart(fighter: Fighter): void {
  if (hasScriptEnded(fighter)) call(fighter)
}

function ground(action: number): ActionCallbacks {
  return standing(action + TO_AIR)
}

function air(action: number): ActionCallbacks {
  return { physics: sink, collision: airTwinOf(action) }
}

export const PK_THUNDER: FighterOverrides = {
  specials: { SpecialHi: enter, SpecialAirHi: enter },
  articles: [BALL, ...TAIL],
  actions: {
    SpecialHiStart: { animation: animateStart, ...ground(START) },
    SpecialHiHold: { animation: animateHold, ...ground(HOLD) },
    SpecialHiEnd: { animation: thenWait, ...ground(END) },
    SpecialHi: {
      animation: afterScript((fighter) => changeAction(fighter, END)),
      physics: (fighter) => slow(fighter, DECELERATION),
      collision: leaveFloorInFlight,
    },
    SpecialAirHiStart: { animation: animateStart, ...air(START) },
    SpecialAirHiHold: { animation: animateHold, ...air(HOLD) },
    SpecialAirHiEnd: { animation: thenFallHelpless, ...air(END) },
    SpecialAirHi: { animation: endFlight, physics: fly, collision: landInFlight },
    SpecialAirHiRebound: {
      animation: (fighter) => {
        if (fighter.animationFrame > REBOUND_FRAMES) enterFallSpecial(fighter, { landingLag: LANDING_LAG })
      },
      physics: fallWithoutDrift,
      collision: landFromRebound,
    },
  },
}
