/**
 * Fox Illusion and Falco Phantasm: a pause, a dash that B ends early, a stop. The hitboxes belong to a shadow, an
 * article at its owner's place of two frames before. Source: doldecomp/melee (ftFx_SpecialS, itfoxillusion); speeds and
 * times as recorded.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { tryLedge } from '../../actions/collide.ts'
import { fallOff } from '../../actions/fall.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { landWithLag } from '../../actions/landing.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox, type HitboxFigures } from '../../articles/hitbox.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallAt, slowInAirBy } from '../../movement/air.ts'
import { setMotion, slow, stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, swapInAirSpent, swapOnGround, thenFallSpecial, thenWait } from '../special.ts'

const START = 347
const DASH = 348
const END = 349
const AIR_START = 350
const AIR_DASH = 351
const AIR_END = 352

const Illusion = privates({
  /** Frames before gravity begins. */
  weightless: 'int',
  /** The shadow exists. */
  cast: 'flag',
  /** The owner's place one frame ago, and two. */
  trailX: 'float',
  trailY: 'float',
  tailX: 'float',
  tailY: 'float',
})

/** Divisor of the horizontal speed at the start. */
const KEPT_SPEED_DIVISOR = f(1.5)
const START_WEIGHTLESS = 15
const START_FRICTION = f(0.05)
const START_GRAVITY = f(1 / 60)
/** Counter of the dash that casts the shadow. */
const SHADOW_FRAME = 2
const END_WEIGHTLESS = 5
const AIR_END_SPEED = f(2)
const AIR_END_FRICTION = f(0.07)
const END_GRAVITY = f(0.08)
const LANDING_LAG = 20

/** Frames for which a shadow follows, and then stands. */
const FOLLOWS = 4
const STANDS = 2
/** States of a shadow: cast on the ground, in the air, standing. */
const SHADOW = { ground: 0, air: 1, standing: 2 } as const

export interface IllusionValues {
  readonly shadowType: number
  /** Speed of the dash. */
  readonly speed: number
  /** Speed on the ground after it, and its decrease per frame. */
  readonly endSpeed: number
  readonly endFriction: number
  /** Hits of the shadow, on the ground and in the air. */
  readonly hitbox: HitboxFigures
  readonly airHitbox: HitboxFigures
}

const NO_HITBOXES: readonly ArticleHitbox[] = []

function isInIllusion({ action }: Fighter): boolean {
  return action >= START && action <= AIR_END
}

function setWeightless(fighter: Fighter, frames: number): void {
  Illusion.of(fighter).weightless = frames
  fighter.misc = wholeWord(frames)
}

/** One frame without gravity passes; false when none was left. */
function passWeightless(fighter: Fighter): boolean {
  const left = Illusion.of(fighter).weightless
  if (left === 0) return false
  setWeightless(fighter, left - 1)
  return true
}

function leaveTrail(fighter: Fighter): void {
  const own = Illusion.of(fighter)
  own.tailX = own.trailX
  own.tailY = own.trailY
  own.trailX = fighter.x
  own.trailY = fighter.y
}

function enterStart(fighter: Fighter): void {
  fighter.groundVelocity = f(fighter.groundVelocity / KEPT_SPEED_DIVISOR)
  enterSpecial(fighter, START)
  setWeightless(fighter, START_WEIGHTLESS)
}

function enterAirStart(fighter: Fighter): void {
  fighter.selfVx = f(fighter.selfVx / KEPT_SPEED_DIVISOR)
  fighter.selfVy = 0
  enterSpecial(fighter, AIR_START)
  setWeightless(fighter, START_WEIGHTLESS)
  fighter.jumpsUsed = fighter.kind.attributes.maxJumps
}

function enterDash(fighter: Fighter, action: number): void {
  changeAction(fighter, action)
  Illusion.of(fighter).cast = false
  leaveTrail(fighter)
  leaveTrail(fighter)
}

function enterAirEnd(fighter: Fighter): void {
  fighter.selfVx = f(AIR_END_SPEED * fighter.facing)
  fighter.selfVy = 0
  changeAction(fighter, AIR_END)
  setWeightless(fighter, END_WEIGHTLESS)
}

function moveStart(fighter: Fighter): void {
  passWeightless(fighter)
  stopOnGround(fighter)
}

function moveAirStart(fighter: Fighter): void {
  if (!passWeightless(fighter)) fallAt(fighter, START_GRAVITY)
  slowInAirBy(fighter, START_FRICTION)
}

function moveAirEnd(fighter: Fighter): void {
  if (!passWeightless(fighter)) fallAt(fighter, END_GRAVITY)
  slowInAirBy(fighter, AIR_END_FRICTION)
  leaveTrail(fighter)
}

function stay(air: number): Callback {
  return (fighter) => {
    if (!staysOnFloor(fighter)) swapInAirSpent(fighter, air)
  }
}

function landOrGrab(ground: number): Callback {
  return (fighter) => {
    if (landsOn(fighter, false)) swapOnGround(fighter, ground)
    else tryLedge(fighter)
  }
}

function collideEnd(fighter: Fighter): void {
  if (!staysOnFloor(fighter)) fallOff(fighter)
}

function collideAirEnd(fighter: Fighter): void {
  if (landsOn(fighter, false)) landWithLag(fighter, LANDING_LAG)
  else tryLedge(fighter)
}

/** Follows its owner's places, then stands; removed at once when its owner changes its action. */
function animateShadow(article: Article): void {
  if (!isInIllusion(article.ownedBy)) {
    article.remove()
    return
  }
  article.timer--
  if (article.timer > 0) return
  if (article.state === SHADOW.standing) {
    article.remove()
  } else {
    article.state = SHADOW.standing
    article.timer = STANDS
  }
}

function moveShadow(article: Article): void {
  if (article.state === SHADOW.standing) return
  const own = Illusion.of(article.ownedBy)
  article.x = own.tailX
  article.y = own.tailY
}

export function illusion(values: IllusionValues): FighterOverrides {
  const { shadowType, speed, endSpeed, endFriction } = values
  const hitboxes = [[articleHitbox(values.hitbox)], [articleHitbox(values.airHitbox)], NO_HITBOXES]
  const shadow: ArticleKind = {
    type: shadowType,
    animation: animateShadow,
    physics: moveShadow,
    hitboxes: ({ state }) => hitboxes[state]!,
    hit: () => {},
    shielded: () => {},
    clanked: () => {},
  }

  function castShadow(fighter: Fighter): void {
    const { animationFrame, match, x, y, isAirborne } = fighter
    const own = Illusion.of(fighter)
    if (animationFrame < SHADOW_FRAME || own.cast) return
    own.cast = true
    match.articles.spawn(shadow, fighter, { x, y, state: isAirborne ? SHADOW.air : SHADOW.ground, timer: FOLLOWS })
  }

  function enterEnd(fighter: Fighter): void {
    fighter.groundVelocity = f(endSpeed * fighter.facing)
    changeAction(fighter, END)
    setWeightless(fighter, END_WEIGHTLESS)
  }

  function animateDash(end: Callback): Callback {
    return (fighter) => {
      if (hasScriptEnded(fighter)) end(fighter)
      else castShadow(fighter)
    }
  }

  function shorten(end: Callback): Callback {
    return (fighter) => {
      if (fighter.pressed & BUTTON.B) end(fighter)
    }
  }

  /** The animation moves: not on its first frame. */
  function dashSpeed({ animationFrame, facing }: Fighter): number {
    return animationFrame > 0 ? f(speed * facing) : 0
  }

  function moveDash(fighter: Fighter): void {
    fighter.groundVelocity = dashSpeed(fighter)
    setMotion(fighter)
    leaveTrail(fighter)
  }

  function moveAirDash(fighter: Fighter): void {
    fighter.selfVx = dashSpeed(fighter)
    fighter.selfVy = 0
    leaveTrail(fighter)
  }

  function moveEnd(fighter: Fighter): void {
    passWeightless(fighter)
    slow(fighter, endFriction)
    leaveTrail(fighter)
  }

  return {
    specials: { SpecialS: enterStart, SpecialAirS: enterAirStart },
    articles: [shadow],
    actions: {
      SpecialSStart: {
        animation: afterScript((fighter) => enterDash(fighter, DASH)),
        physics: moveStart,
        collision: stay(AIR_START),
      },
      SpecialS: {
        animation: animateDash(enterEnd),
        interrupt: shorten(enterEnd),
        physics: moveDash,
        launchedByCape: true,
        collision: stay(AIR_DASH),
      },
      SpecialSEnd: { animation: thenWait, physics: moveEnd, collision: collideEnd, launchedByCape: true },
      SpecialAirSStart: {
        animation: afterScript((fighter) => enterDash(fighter, AIR_DASH)),
        physics: moveAirStart,
        collision: landOrGrab(START),
      },
      SpecialAirS: {
        animation: animateDash(enterAirEnd),
        interrupt: shorten(enterAirEnd),
        physics: moveAirDash,
        launchedByCape: true,
        collision: landOrGrab(DASH),
      },
      SpecialAirSEnd: {
        animation: thenFallSpecial(LANDING_LAG),
        physics: moveAirEnd,
        collision: collideAirEnd,
        launchedByCape: true,
      },
    },
  }
}
