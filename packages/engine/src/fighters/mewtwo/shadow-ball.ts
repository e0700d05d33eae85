/**
 * Shadow Ball: gathered in loops on the ground and in the air, as long as it is not fired, put away by a shield, or rolled
 * out of; what is not fired is kept, what is hit away is lost. Source: doldecomp/melee (ftMt_SpecialN, itmewtwoshadowball);
 * figures from a public list of special attributes, the frame of release from in-game recordings. Estimates: places,
 * speeds and radii of the ball, which flies straight here instead of swerving.
 */
import type { ActionCallbacks, Callback } from '../../actions/action.ts'
import { hasScriptEnded } from '../../actions/attack.ts'
import { changeAction } from '../../actions/change.ts'
import { enterFall } from '../../actions/fall.ts'
import { tryRoll } from '../../actions/guard.ts'
import { enterWait } from '../../actions/wait.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { countDown, vanishOnContact } from '../../articles/motion.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON, GUARD_BIT } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallWithoutDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { HITBOX } from '../fox/articles.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, airTwinOf, enterSpecial, groundTwinOf } from '../special.ts'
import { CHARGE } from './own.ts'

const START = 341
const LOOP = 342
const FULL_LOOP = 343
const CANCEL = 344
const END = 345
/** Every state of the air stands so many after its twin of the ground. */
const TO_AIR = 5

// Private variables.
/** Frames toward the next level. */
const GATHERED = 0

const FULL = 7
const LEVEL_FRAMES = 16
const LOOP_FRAMES = 8
const APPEAR_FRAME = 13
const RELEASE_FRAME = 8
/** Speed that each level pushes back, on the ground and in the air. */
const RECOIL = f(-0.2)
const AIR_RECOIL = f(-0.4)
const FALL_SHARE = f(0.5)

const TYPE = 112
const LIFE = 70
const SLOWEST = f(1.6)
const SPEED_PER_LEVEL = f(0.9 / 7)
const GROWING = { x: f(-7.539), y: f(9.034) } as const
const AIR_GROWING = { x: f(-5.963), y: f(7.072) } as const
const MUZZLE = { x: f(8), y: f(10) } as const

const LEVELS: readonly (readonly [damage: number, growth: number, base: number])[] = [
  [3, 35, 15],
  [5, 40, 20],
  [8, 45, 25],
  [11, 50, 30],
  [14, 55, 35],
  [17, 60, 40],
  [20, 65, 45],
  [25, 70, 50],
]
const HITBOXES: readonly (readonly ArticleHitbox[])[] = LEVELS.map(([damage, growth, baseKnockback], level) => [
  {
    ...HITBOX,
    damage,
    angle: 361,
    growth,
    setKnockback: 0,
    baseKnockback,
    element: 'darkness',
    radius: f(1.95 + level * 0.4),
    interaction: 1,
  },
])
const NONE: readonly ArticleHitbox[] = []

/** State of a ball that grows; flying it is its level and one. */
const IN_HAND = 0

function gathers({ action }: Fighter): boolean {
  return action >= START && action <= END + TO_AIR && action !== CANCEL && action !== CANCEL + TO_AIR
}

const ball: ArticleKind = {
  type: TYPE,
  isReflectable: true,
  isAbsorbable: true,
  isHeld: (article) => article.state === IN_HAND,
  hitboxes: ({ state }) => (state === IN_HAND ? NONE : HITBOXES[state - 1]!),
  animation: (article) => {
    if (article.state !== IN_HAND) countDown(article)
    else if (!gathers(article.ownedBy)) article.remove()
  },
  collision: (article) => {
    if (article.state !== IN_HAND) vanishOnContact(article, 0)
  },
}

function heldBall({ match, index }: Fighter): Article | null {
  const { articles } = match
  for (let i = 0; i < articles.count; i++) {
    const article = articles.at(i)
    if (article.type === TYPE && article.owner === index && article.state === IN_HAND && !article.isGone) return article
  }
  return null
}

function here(fighter: Fighter, action: number): number {
  return fighter.isAirborne ? action + TO_AIR : action
}

function enterStart(fighter: Fighter): void {
  fighter.selfVy = fighter.isAirborne ? f(fighter.selfVy * FALL_SHARE) : 0
  fighter.stateInts[GATHERED] = 0
  enterSpecial(fighter, here(fighter, START))
}

function appear(fighter: Fighter): void {
  if (heldBall(fighter)) return
  const { x, y, facing, match, isAirborne } = fighter
  const { x: dx, y: dy } = isAirborne ? AIR_GROWING : GROWING
  match.articles.spawn(ball, fighter, { x: f(x + facing * dx), y: f(y + dy), timer: LIFE })
}

function animateStart(fighter: Fighter): void {
  if (fighter.animationFrame === APPEAR_FRAME) appear(fighter)
  if (hasScriptEnded(fighter)) changeAction(fighter, here(fighter, fighter.ownInts[CHARGE]! >= FULL ? END : LOOP))
}

function goRound(fighter: Fighter): void {
  if (fighter.animationFrame >= LOOP_FRAMES) fighter.animationFrame = f(fighter.animationFrame - LOOP_FRAMES)
}

function animateLoop(fighter: Fighter): void {
  const { stateInts, ownInts } = fighter
  goRound(fighter)
  appear(fighter)
  if (++stateInts[GATHERED]! <= LEVEL_FRAMES) return
  stateInts[GATHERED] = 0
  if (++ownInts[CHARGE]! < FULL) return
  ownInts[CHARGE] = FULL
  changeAction(fighter, here(fighter, FULL_LOOP), fighter.animationFrame)
}

function interruptLoop(fighter: Fighter): void {
  if (!fighter.isAirborne && tryRoll(fighter)) return
  if (fighter.pressed & (BUTTON.A | BUTTON.B)) changeAction(fighter, here(fighter, END))
  else if (fighter.pressed & GUARD_BIT) changeAction(fighter, here(fighter, CANCEL))
}

function release(fighter: Fighter): void {
  const article = fighter.animationFrame >= RELEASE_FRAME ? heldBall(fighter) : null
  if (!article) return
  const { x, y, facing, ownInts } = fighter
  const charge = ownInts[CHARGE]!
  article.state = charge + 1
  article.x = f(x + facing * MUZZLE.x)
  article.y = f(y + MUZZLE.y)
  article.facing = facing
  article.vx = f(facing * f(SLOWEST + charge * SPEED_PER_LEVEL))
  article.timer = LIFE
  if (fighter.isAirborne) fighter.selfVx = f(facing * f(AIR_RECOIL * charge))
  else fighter.groundVelocity = f(facing * f(RECOIL * charge))
  ownInts[CHARGE] = 0
}

function releasing(next: Callback): Callback {
  const end = afterScript(next)
  return (fighter) => {
    release(fighter)
    end(fighter)
  }
}

/** A hit takes away what was gathered. */
function lose(fighter: Fighter): void {
  fighter.ownInts[CHARGE] = 0
}

const onGround = (action: number): ActionCallbacks => ({
  damaged: lose,
  physics: stopOnGround,
  collision: groundTwinOf(action + TO_AIR),
})
const inAir = (action: number): ActionCallbacks => ({
  damaged: lose,
  physics: fallWithoutDrift,
  collision: airTwinOf(action),
})
const gathering: ActionCallbacks = { animation: animateLoop, interrupt: interruptLoop }
const full: ActionCallbacks = { animation: goRound, interrupt: interruptLoop }
const fallOn: Callback = (fighter) => enterFall(fighter)

export const SHADOW_BALL = {
  specials: { SpecialN: enterStart, SpecialAirN: enterStart },
  articles: [ball],
  actions: {
    SpecialNStart: { animation: animateStart, ...onGround(START) },
    SpecialNLoop: { ...gathering, ...onGround(LOOP) },
    SpecialNLoopFull: { ...full, ...onGround(FULL_LOOP) },
    SpecialNCancel: { animation: afterScript(enterWait), ...onGround(CANCEL) },
    SpecialNEnd: { animation: releasing(enterWait), ...onGround(END) },
    SpecialAirNStart: { animation: animateStart, ...inAir(START) },
    SpecialAirNLoop: { ...gathering, ...inAir(LOOP) },
    SpecialAirNLoopFull: { ...full, ...inAir(FULL_LOOP) },
    SpecialAirNCancel: { animation: afterScript(fallOn), ...inAir(CANCEL) },
    SpecialAirNEnd: { animation: releasing(fallOn), ...inAir(END) },
  },
} satisfies FighterOverrides
