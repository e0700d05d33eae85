/**
 * The Egg Throw: the longer B is held until the egg leaves the hand, the faster it flies; the stick turns its
 * direction. It bursts on contact or when its time is over; a hit before that removes it from the hand. Source:
 * doldecomp/melee (ftYs_SpecialHi, ityoshieggthrow); all figures from the sources of a public randomizer, places and
 * times checked on 4 recorded eggs; hits from FightCore, their sizes are estimates.
 */
import { tryLedge } from '../../actions/collide.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { moveThroughAir } from '../../articles/motion.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { cosf, f, PI, sinf } from '../../math.ts'
import { clampToDrift, fallWithoutDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, swapInAir, swapOnGround, thenFall, thenWait } from '../special.ts'

const THROW = 364
const AIR_THROW = 365

/** Script frames on which the egg is in the hand and leaves it; and its place then. */
const DRAW_FRAME = 3
const RELEASE_FRAME = 18
const EITHER_SIDE = 0
const HAND = { x: f(-7.398), y: f(5.97) } as const
const RELEASE = { x: f(2.301), y: f(17.025) } as const
/** Speed, and the addition of each frame of B; the item flies at this share of it. */
const SPEED = f(0.8)
const HELD_SPEED = f(0.23)
const SPEED_SHARE = f(0.6)
/**
 * Angle of an egg thrown without the stick, the greatest turn by the stick, the tilt of that turn, and the least tilt
 * that counts.
 */
const ANGLE = f(1.2741)
const TURN = f(0.5236)
const FULL_TILT = f(0.65)
const LEAST_TURN = f(0.0698)

const LIFE = 54
const BURST_LIFE = 20
/** Frames on which the burst hits. */
const BURST_HITS = 2
const GRAVITY = f(0.08)
const TERMINAL_VELOCITY = f(2.5)
const SIZE = f(1)
const IN_HAND = 1400
const STATE = { inHand: 0, thrown: 1, burst: 2 } as const

const EggThrow = privates({
  /** Frames for which B was held. */
  heldFrames: 'int',
})

const HIT: ArticleHitbox = articleHitbox({
  radius: f(1000 / 256),
  damage: 12,
  angle: 70,
  growth: 40,
  baseKnockback: 45,
  element: 'normal',
  interaction: 2,
})
const HITS: readonly ArticleHitbox[] = [HIT]
const BURST_BOXES: readonly ArticleHitbox[] = [articleHitbox({ ...HIT, radius: f(2500 / 256), damage: 10 })]
const NONE: readonly ArticleHitbox[] = []

function isThrowing({ action }: Fighter): boolean {
  return action === THROW || action === AIR_THROW
}

function burst(article: Article): void {
  if (article.state !== STATE.thrown) return
  article.state = STATE.burst
  article.vx = 0
  article.vy = 0
  article.timer = BURST_LIFE
  article.wasHitting = false
}

const EGG: ArticleKind = {
  type: 86,
  isReflectable: true,
  bounces: true,
  isHeld: ({ state }) => state === STATE.inHand,
  hitboxes: ({ state, timer }) => {
    if (state === STATE.thrown) return HITS
    return state === STATE.burst && timer > BURST_LIFE - BURST_HITS ? BURST_BOXES : NONE
  },
  animation: (article) => {
    if (article.state === STATE.inHand) {
      if (!isThrowing(article.ownedBy)) article.remove()
    } else if (article.state === STATE.thrown) {
      if (article.timer <= 0) burst(article)
      else article.timer = f(article.timer - 1)
    } else {
      article.timer = f(article.timer - 1)
      if (article.timer <= 0) article.remove()
    }
  },
  physics: (article) => {
    if (article.state === STATE.thrown && article.vy > -TERMINAL_VELOCITY) article.vy = f(article.vy - GRAVITY)
  },
  collision: (article) => {
    if (article.state !== STATE.thrown) return
    const { floor, wall, ceiling } = moveThroughAir(article, SIZE)
    if (floor || wall !== 0 || ceiling) burst(article)
  },
  hit: burst,
  shielded: burst,
  clanked: burst,
}

function enter(action: number): (fighter: Fighter) => void {
  return (fighter) => {
    enterSpecial(fighter, action)
    EggThrow.of(fighter).heldFrames = 0
  }
}

function animate(next: (fighter: Fighter) => void): (fighter: Fighter) => void {
  return (fighter) => {
    if (fighter.held & BUTTON.B) EggThrow.of(fighter).heldFrames++
    next(fighter)
  }
}

function heldEgg({ match, index }: Fighter): Article | null {
  for (let i = 0; i < match.articles.count; i++) {
    const article = match.articles.at(i)
    if (article.type === EGG.type && article.owner === index && article.state === STATE.inHand) return article
  }
  return null
}

function throwEgg(fighter: Fighter): void {
  const { animationFrame, x, y, facing, match } = fighter
  if (animationFrame === DRAW_FRAME) {
    match.articles.spawn(EGG, fighter, { x: f(x + facing * HAND.x), y: f(y + HAND.y), timer: IN_HAND })
    return
  }
  if (animationFrame !== RELEASE_FRAME) return
  const egg = heldEgg(fighter)
  if (!egg) return
  const speed = f(SPEED_SHARE * f(f(EggThrow.of(fighter).heldFrames * HELD_SPEED) + SPEED))
  const angle = angleOf(fighter)
  egg.state = STATE.thrown
  egg.timer = LIFE
  egg.x = f(x + facing * RELEASE.x)
  egg.y = f(y + RELEASE.y)
  egg.previousX = egg.x
  egg.previousY = egg.y
  egg.vx = f(speed * cosf(angle))
  egg.vy = f(speed * sinf(angle))
}

function angleOf({ stickX, facing }: Fighter): number {
  const turn = f(Math.min(1, f(Math.abs(stickX) / FULL_TILT)) * TURN)
  const signed = turn < LEAST_TURN ? 0 : stickX < 0 ? -turn : turn
  return f((facing > 0 ? ANGLE : f(PI - ANGLE)) - signed)
}

function stayOrSwap(fighter: Fighter): void {
  if (staysOnFloor(fighter)) return
  swapInAir(fighter, AIR_THROW)
  clampToDrift(fighter)
}

/** Once the egg has left the hand he catches ledges on either side, as recordings show. */
function landOrHang(fighter: Fighter): void {
  if (landsOn(fighter, false)) swapOnGround(fighter, THROW)
  else if (fighter.animationFrame > RELEASE_FRAME) tryLedge(fighter, EITHER_SIDE)
}

export const EGG_THROW: FighterOverrides = {
  specials: { SpecialHi: enter(THROW), SpecialAirHi: enter(AIR_THROW) },
  actions: {
    SpecialHi: { animation: animate(thenWait), accessory: throwEgg, physics: stopOnGround, collision: stayOrSwap },
    SpecialAirHi: {
      animation: animate(thenFall),
      accessory: throwEgg,
      physics: fallWithoutDrift,
      collision: landOrHang,
    },
  },
  articles: [EGG],
}
