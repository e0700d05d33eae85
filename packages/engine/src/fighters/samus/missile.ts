/**
 * Missiles: a tilt fires one that seeks the opponent ahead, a flick one that flies straight and accelerates. The third
 * makes the first burst. Source: doldecomp/melee (ftSs_SpecialS, itsamusmissile); figures from a public list of special
 * attributes, checked on 15 recorded missiles. Radii, and the place where the seeking one leaves in the air, are
 * estimates.
 */
import type { Callback } from '../../actions/action.ts'
import { clampToEdge } from '../../actions/collide.ts'
import { fallOff } from '../../actions/fall.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { moveThroughAir } from '../../articles/motion.ts'
import { staysOnFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { atan2f, f, HALF_PI } from '../../math.ts'
import { fallAt, slowInAirBy } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, landOnly, thenFall, thenWait } from '../special.ts'
import { MISSILES } from './words.ts'

const SEEKING = 349
const SUPER = 350
const AIR_SEEKING = 351
const AIR_SUPER = 352

const FLICK_FRAMES = 3
const SPEED_DIVISOR = 2
const AIR_FRICTION = f(0.0025)

const TYPE = 95
/** States: on their way, and bursting. */
const SEEKS = 0
const SUPERS = 1
const BURST = 2
/** Its explosion, besides the hitlag of what it met: 15 of 15 recorded. */
const BURST_FRAMES = 80
/** One bursts once this many were fired after it. */
const MOST_OUT = 2

const SEEK = {
  life: 110,
  seekFrames: 60,
  speed: f(1.3),
  slowing: f(0.95),
  slowest: f(0.5),
  turn: f(0.0192),
  mostTurn: f(0.8727),
  /** It flies straight on when the target is nearer to its path than this. */
  leastAngle: f(0.0175),
} as const
const FAST = { life: 75, coastFrames: 10, speed: f(0.6), acceleration: f(0.06), terminal: f(2.2) } as const

interface Muzzle {
  readonly frame: number
  readonly x: number
  readonly y: number
}
const MUZZLES: Readonly<Record<number, Muzzle>> = {
  [SEEKING]: { frame: 22, x: f(12.033), y: f(15.19) },
  [SUPER]: { frame: 22, x: f(9.198), y: f(11.584) },
  [AIR_SEEKING]: { frame: 24, x: f(12.033), y: f(13.5) },
  [AIR_SUPER]: { frame: 15, x: f(10.414), y: f(9.919) },
}

// Bytes that recordings show.
const IS_SUPER = 0
const NUMBER = 1
// Private words of an article.
/** How far it has turned up from its first direction, in radians. */
const TURNED = 0
/** Its owner's missiles no longer make it burst. */
const IS_REFLECTED = 0

const HIT_VALUES = {
  element: 'fire',
  interaction: 2,
} as const
const HITBOXES: readonly (readonly ArticleHitbox[])[] = [
  [articleHitbox({ ...HIT_VALUES, damage: 5, angle: 0, growth: 20, baseKnockback: 24, radius: f(500 / 256) })],
  [articleHitbox({ ...HIT_VALUES, damage: 12, angle: 361, growth: 100, baseKnockback: 30, radius: f(600 / 256) })],
]
const NONE: readonly ArticleHitbox[] = []

/** The game turns vectors by quintic approximations of sine and cosine, which change their length a little. */
function sine(angle: number): number {
  const cube = f(f(angle * angle) * angle)
  return f(f(f(0.987862) * angle) - f(f(0.155271) * cube) + f(f(0.005643) * f(f(cube * angle) * angle)))
}

function cosine(angle: number): number {
  return sine(f(angle + HALF_PI))
}

function burst(article: Article): void {
  if (article.state >= BURST) return
  article.state += BURST
  article.vx = 0
  article.vy = 0
  article.timer = BURST_FRAMES
}

/** The nearest of the opponents that are ahead. */
function target(article: Article): Fighter | null {
  const { match, x, y, facing, ownedBy } = article
  let nearest: Fighter | null = null
  let least = Infinity
  const { fighters } = match
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    if (fighter.port === ownedBy.port || (fighter.x - x) * facing < 0) continue
    const dx = fighter.x - x
    const dy = middle(fighter) - y
    const far = dx * dx + dy * dy
    if (far >= least) continue
    least = far
    nearest = fighter
  }
  return nearest
}

function middle(fighter: Fighter): number {
  return f(fighter.y + fighter.kind.body.top / 2)
}

function turnTo(article: Article, fighter: Fighter): void {
  const { floats, vx, vy } = article
  const way = atan2f(vy, Math.abs(vx))
  const wanted = atan2f(f(middle(fighter) - article.y), Math.abs(f(fighter.x - article.x)))
  if (Math.abs(wanted - way) < SEEK.leastAngle) return
  const turned = f(floats[TURNED]! + (wanted > way ? SEEK.turn : -SEEK.turn))
  floats[TURNED] = Math.max(-SEEK.mostTurn, Math.min(SEEK.mostTurn, turned))
}

function seek(article: Article): void {
  const { vx, vy, floats, facing } = article
  // The timer has already advanced.
  if (article.timer >= SEEK.life - SEEK.seekFrames) {
    const fighter = target(article)
    if (fighter) turnTo(article, fighter)
    article.vx = f(facing * f(SEEK.speed * cosine(floats[TURNED]!)))
    article.vy = f(SEEK.speed * sine(floats[TURNED]!))
  } else if (f(f(vx * vx) + f(vy * vy)) > f(SEEK.slowest * SEEK.slowest)) {
    article.vx = f(vx * SEEK.slowing)
    article.vy = f(vy * SEEK.slowing)
  }
}

function hasOthersAfter({ ownedBy, misc, ints }: Article): boolean {
  return ints[IS_REFLECTED] === 0 && ownedBy.ownInts[MISSILES]! - misc[NUMBER]! >= MOST_OUT
}

const missile: ArticleKind = {
  type: TYPE,
  isReflectable: true,
  isAbsorbable: true,
  hitboxes: ({ state }) => (state >= BURST ? NONE : HITBOXES[state]!),
  animation: (article) => {
    if (article.state >= BURST) {
      article.timer--
      if (article.timer <= 0) article.remove()
    } else if (article.timer <= 0 || hasOthersAfter(article)) burst(article)
    else article.timer--
  },
  physics: (article) => {
    if (article.state === SEEKS) seek(article)
    else if (article.state === SUPERS && article.timer < FAST.life - FAST.coastFrames) {
      const vx = f(article.vx + article.facing * FAST.acceleration)
      article.vx = Math.max(-FAST.terminal, Math.min(FAST.terminal, vx))
    }
  },
  collision: (article) => {
    if (article.state >= BURST) return
    const { floor, wall, ceiling } = moveThroughAir(article, 0)
    if (floor || wall !== 0 || ceiling) burst(article)
  },
  hit: burst,
  shielded: burst,
  clanked: burst,
  reflected: (article) => {
    article.ints[IS_REFLECTED] = 1
    if (article.state === SUPERS) article.vx = f(FAST.speed * article.facing)
    if (article.vy < 0) article.vy = -article.vy
  },
  rebuild: (article) => {
    article.floats[TURNED] = atan2f(article.vy, Math.abs(article.vx))
  },
}

function fire(fighter: Fighter): void {
  const { action, animationFrame, facing, match, ownInts } = fighter
  const muzzle = MUZZLES[action]!
  if (animationFrame !== muzzle.frame) return
  ownInts[MISSILES]!++
  const isSuper = action === SUPER || action === AIR_SUPER
  const { life, speed } = isSuper ? FAST : SEEK
  const x = f(fighter.x + facing * muzzle.x)
  const y = f(fighter.y + muzzle.y)
  const state = isSuper ? SUPERS : SEEKS
  const article = match.articles.spawn(missile, fighter, { x, y, vx: f(facing * speed), state, timer: life })
  if (!article) return
  article.misc[IS_SUPER] = state
  article.misc[NUMBER] = ownInts[MISSILES]! & 0xff
}

function enter(seeking: number, flicked: number): Callback {
  return (fighter) => enterSpecial(fighter, fighter.lastTiltXTimer < FLICK_FRAMES ? flicked : seeking)
}

function enterOnGround(fighter: Fighter): void {
  fighter.groundVelocity = f(fighter.groundVelocity / SPEED_DIVISOR)
  fighter.selfVy = 0
  enter(SEEKING, SUPER)(fighter)
}

function enterInAir(fighter: Fighter): void {
  fighter.selfVx = f(fighter.selfVx / SPEED_DIVISOR)
  enter(AIR_SEEKING, AIR_SUPER)(fighter)
}

function glide(fighter: Fighter): void {
  const { gravity } = fighter.kind.attributes
  fallAt(fighter, gravity)
  slowInAirBy(fighter, AIR_FRICTION)
}

const onGround = { animation: thenWait, accessory: fire, physics: stopOnGround }
const inAir = { animation: thenFall, accessory: fire, physics: glide, collision: landOnly }

export const MISSILE = {
  specials: { SpecialS: enterOnGround, SpecialAirS: enterInAir },
  articles: [missile],
  actions: {
    SpecialS: { ...onGround, collision: clampToEdge },
    SpecialSSmash: {
      ...onGround,
      collision: (fighter) => {
        if (!staysOnFloor(fighter)) fallOff(fighter)
      },
    },
    SpecialAirS: inAir,
    SpecialAirSSmash: inAir,
  },
} satisfies FighterOverrides
