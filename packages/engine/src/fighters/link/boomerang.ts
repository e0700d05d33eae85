/**
 * The boomerang of Link and Young Link: thrown in the direction of the stick, it slows down, then returns to its owner,
 * who catches it or lets it pass. One exists at a time. Source: doldecomp/melee (ftLk_SpecialS, itlinkboomerang);
 * figures from a public list of special attributes, values of hits from FightCore; where it leaves the hand is an
 * estimate.
 */
import { ACTION } from '../../action-ids.ts'
import type { Callback } from '../../actions/action.ts'
import { tryDash } from '../../actions/dash.ts'
import { fallOff } from '../../actions/fall.ts'
import { tryGuard } from '../../actions/guard.ts'
import { tryJump } from '../../actions/jump.ts'
import { land } from '../../actions/landing.ts'
import { tryAirJump } from '../../actions/motion-input.ts'
import { tryAirSpecial, trySpecial } from '../../actions/special.ts'
import type { Article, ArticleKind } from '../../articles/article.ts'
import { articleHitbox, type HitboxFigures } from '../../articles/hitbox.ts'
import { moveThroughAir } from '../../articles/motion.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import { ATTACK } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { atan2f, cosf, f, PI, RADIANS_PER_DEGREE, sinf, sqrtf } from '../../math.ts'
import { fallWithoutDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { isAbsent } from '../../state/presence.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, groundTwinOf, thenFall, thenWait } from '../special.ts'

const THROW = 350
const CATCH = 351
const EMPTY = 352
const AIR_THROW = 353
const AIR_CATCH = 354
const AIR_EMPTY = 355

/** Script frames on which it is in the hand, and leaves it. */
const DRAW_FRAME = 5
const THROW_FRAME = 27
const TWICE_PI = f(2 * PI)

/** Frames after a flick of the stick in which it is thrown harder. */
const FLICK_FRAMES = 4

/** States of a boomerang. */
const HELD = 0
const OUT = 1
const OUT_LATE = 2
const BACK = 3
/** Frames of the strong hit at the hand. */
const STRONG_FRAMES = 3

/** Its loss of speed per frame, and its gain on the way back; the least speed, at which it turns. */
const LOSS = f(0.047)
const LEAST_SPEED = f(0.3)
/** Greatest angle to a wall at which it is deflected and does not turn round. */
const GLANCE = f(-0.5)
/** Frames in which it seeks its owner, and the distance at which it is caught. */
const HOMING_FRAMES = 140
const CATCH_DISTANCE = f(6)
/** Height of its owner at which it aims. */
const AIM_HEIGHT = f(7)
/** The stick's tilt from which on it aims. */
const AIM_STICK = f(0.2)

const Boomerang = privates({
  /** 1 for one thrown by a flick. */
  isSmash: 'int',
  /** It has left the hand. */
  hasLeft: 'flag',
})

// Own words (`ownInts`).
/** One more than the spawn number of the boomerang last made. */
const LAST_MADE = 0

// Words of the boomerang.
const ANGLE = 0
/** Its greatest turn per frame on the way back. */
const TURN = 1
const HOMING_LEFT = 0
/** Frames in this state. */
const AGE = 1
/** 1 once it was reflected: it then flies on straight, without an owner. */
const IS_LOST = 2
const IS_STRONG = 3

export interface BoomerangValues {
  readonly type: number
  /** Greatest angle up or down at which it is thrown. */
  readonly mostAngle: number
  readonly speed: number
  readonly smashSpeed: number
  readonly life: number
  readonly smashLife: number
  readonly mostReturnSpeed: number
  /** Degrees that it turns per frame on the way back, and after it met an obstacle. */
  readonly turn: number
  readonly hitTurn: number
  readonly hand: { readonly x: number; readonly y: number }
  /** Hit values at the hand by tilt and by flick, later, and on the way back. */
  readonly tilt: HitboxFigures
  readonly smash: HitboxFigures
  readonly late: HitboxFigures
  readonly back: HitboxFigures
}

function turned(angle: number): number {
  return f(angle <= 0 ? angle + PI : angle - PI)
}

/** Into the half turn either way. */
function within(angle: number): number {
  return f(angle < -PI ? angle + TWICE_PI : angle > PI ? angle - TWICE_PI : angle)
}

function speedOf({ vx, vy }: Article): number {
  return sqrtf(f(f(vx * vx) + f(vy * vy)))
}

function fly(article: Article, speed: number): void {
  const angle = article.floats[ANGLE]!
  article.vx = f(speed * cosf(angle))
  article.vy = f(speed * sinf(angle))
}

/** Whether the owner is free to show the catch: neither attacking nor hit. */
function isFree({ action }: Fighter): boolean {
  return action >= ACTION.Wait && action <= ACTION.Landing
}

function leaveOnGround(fighter: Fighter): void {
  if (!trySpecial(fighter) && !tryGuard(fighter) && !tryJump(fighter)) tryDash(fighter)
}

function leaveInAir(fighter: Fighter): void {
  if (!tryAirSpecial(fighter)) tryAirJump(fighter)
}

const thenEnd = (action: number): Callback => (action < AIR_THROW ? thenWait : thenFall)

export function boomerang(values: BoomerangValues): FighterOverrides {
  const { mostAngle, mostReturnSpeed, hand } = values
  const turn = f(RADIANS_PER_DEGREE * values.turn)
  const hitTurn = f(RADIANS_PER_DEGREE * values.hitTurn)
  const hits = {
    none: [],
    tilt: [articleHitbox(values.tilt)],
    smash: [articleHitbox(values.smash)],
    late: [articleHitbox(values.late)],
    back: [articleHitbox(values.back)],
  } as const

  function turnBack(article: Article, most: number): void {
    article.floats[ANGLE] = turned(article.floats[ANGLE]!)
    article.floats[TURN] = most
    article.ints[HOMING_LEFT] = HOMING_FRAMES
    article.state = BACK
    article.metFighters = 0
  }

  function meet(article: Article): void {
    if (article.ints[IS_LOST] === 0 && article.state !== BACK) turnBack(article, hitTurn)
  }

  /** Turns a little toward its owner on each frame; returns the distance. */
  function home(article: Article): number {
    const { ownedBy, ints, floats } = article
    const dx = f(ownedBy.x - article.x)
    const dy = f(f(ownedBy.y + AIM_HEIGHT) - article.y)
    if (ints[HOMING_LEFT]! > 0) {
      ints[HOMING_LEFT]!--
      const off = within(f(within(atan2f(dy, dx)) - floats[ANGLE]!))
      const most = floats[TURN]!
      floats[ANGLE] = within(f(floats[ANGLE]! + Math.max(-most, Math.min(most, off))))
    }
    return sqrtf(f(f(dx * dx) + f(dy * dy)))
  }

  function comeBack(article: Article): void {
    fly(article, Math.min(mostReturnSpeed, f(speedOf(article) + LOSS)))
    if (home(article) >= CATCH_DISTANCE) return
    const { ownedBy } = article
    if (isFree(ownedBy) && !ownedBy.isFrozen) enterSpecial(ownedBy, ownedBy.isAirborne ? AIR_CATCH : CATCH)
    article.remove()
  }

  /** Perpendicular to an obstacle it turns round, else it is deflected. */
  function glance(article: Article, nx: number, ny: number): void {
    const speed = speedOf(article)
    const along = f(f(article.vx * nx) + f(article.vy * ny))
    if (along >= 0 || speed === 0) return
    if (f(along / speed) <= GLANCE) {
      turnBack(article, turn)
      return
    }
    article.vx = f(article.vx - f(2 * along) * nx)
    article.vy = f(article.vy - f(2 * along) * ny)
    article.floats[ANGLE] = atan2f(article.vy, article.vx)
  }

  const kind: ArticleKind = {
    type: values.type,
    isReflectable: true,
    isHeld: (article) => article.state === HELD,
    animation: (article) => {
      const { ownedBy, ints } = article
      if (article.state === HELD) {
        if (ownedBy.action !== THROW && ownedBy.action !== AIR_THROW) article.remove()
        return
      }
      article.timer = f(article.timer - 1)
      if (article.timer <= 0 || (ints[IS_LOST] === 0 && isAbsent(ownedBy))) article.remove()
      if (article.state === OUT && ++ints[AGE]! >= STRONG_FRAMES) article.state = OUT_LATE
    },
    physics: (article) => {
      const { state } = article
      if (state === HELD || article.ints[IS_LOST] !== 0) return
      if (state === BACK) comeBack(article)
      else slowDown(article)
    },
    collision: (article) => {
      if (article.state === HELD || article.state === BACK) return
      const { floor, wall, ceiling } = moveThroughAir(article, 0)
      if (article.ints[IS_LOST] !== 0) return
      if (wall !== 0) glance(article, -wall, 0)
      else if (ceiling) glance(article, 0, -1)
      else if (floor) glance(article, 0, 1)
    },
    hitboxes: (article) => {
      if (article.state === HELD) return hits.none
      if (article.state === OUT) return article.ints[IS_STRONG] !== 0 ? hits.smash : hits.tilt
      return article.state === BACK ? hits.back : hits.late
    },
    hit: meet,
    shielded: meet,
    clanked: meet,
    reflected: (article) => {
      article.ints[IS_LOST] = 1
    },
  }

  function slowDown(article: Article): void {
    const speed = f(speedOf(article) - LOSS)
    if (speed >= LEAST_SPEED) {
      fly(article, speed)
      return
    }
    turnBack(article, turn)
    fly(article, LEAST_SPEED)
  }

  function own(fighter: Fighter): Article | null {
    const article = fighter.match.articles.find(fighter.ownInts[LAST_MADE]! - 1)
    return article && article.owner === fighter.index && article.type === values.type ? article : null
  }

  function enter(full: number, empty: number): Callback {
    return (fighter) => {
      const { stickX, tiltXTimer } = fighter
      const isFlick = Math.abs(stickX) >= ATTACK.smashSide && tiltXTimer < FLICK_FRAMES
      Boomerang.of(fighter).isSmash = isFlick ? 1 : 0
      Boomerang.of(fighter).hasLeft = false
      enterSpecial(fighter, own(fighter) ? empty : full)
    }
  }

  function throwIt(fighter: Fighter): void {
    const { animationFrame, x, y, facing, match, ownInts } = fighter
    const place = { x: f(x + facing * hand.x), y: f(y + hand.y) }
    if (animationFrame === DRAW_FRAME) {
      const made = match.articles.spawn(kind, fighter, { ...place, state: HELD, timer: values.life })
      ownInts[LAST_MADE] = made ? made.spawn + 1 : 0
    }
    if (animationFrame !== THROW_FRAME || Boomerang.of(fighter).hasLeft) return
    const article = own(fighter)
    if (!article) return
    Boomerang.of(fighter).hasLeft = true
    const isSmash = Boomerang.of(fighter).isSmash
    article.x = place.x
    article.y = place.y
    article.state = OUT
    article.facing = facing
    article.timer = isSmash ? values.smashLife : values.life
    article.ints[IS_STRONG] = isSmash
    const up = aim(fighter)
    article.floats[ANGLE] = facing > 0 ? up : turned(f(-up))
    fly(article, isSmash ? values.smashSpeed : values.speed)
  }

  function aim({ stickX, stickY }: Fighter): number {
    if (Math.abs(stickY) <= AIM_STICK) return 0
    return Math.max(-mostAngle, Math.min(mostAngle, atan2f(stickY, Math.abs(stickX))))
  }

  function fallOrStay(fighter: Fighter): void {
    if (!staysOnFloor(fighter)) fallOff(fighter)
  }

  function landOrFall(fighter: Fighter): void {
    if (landsOn(fighter, false)) land(fighter)
  }

  const onGround = (action: number) => ({ animation: thenEnd(action), physics: stopOnGround })
  const inAir = (action: number) => ({ animation: thenEnd(action), physics: fallWithoutDrift })
  return {
    specials: { SpecialS: enter(THROW, EMPTY), SpecialAirS: enter(AIR_THROW, AIR_EMPTY) },
    articles: [kind],
    actions: {
      SpecialS1: { ...onGround(THROW), accessory: throwIt, collision: groundTwinOf(AIR_THROW) },
      SpecialS2: { ...onGround(CATCH), interrupt: leaveOnGround, collision: fallOrStay },
      SpecialS1Empty: { ...onGround(EMPTY), collision: groundTwinOf(AIR_EMPTY) },
      SpecialAirS1: { ...inAir(AIR_THROW), accessory: throwIt, collision: airTwinOf(THROW) },
      SpecialAirS2: { ...inAir(AIR_CATCH), interrupt: leaveInAir, collision: landOrFall },
      SpecialAirS1Empty: { ...inAir(AIR_EMPTY), collision: airTwinOf(EMPTY) },
    },
  }
}
