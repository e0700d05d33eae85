/**
 * Din's Fire: a spark that accelerates while B is held, steered up and down. It bursts some frames after its release or
 * on contact; a longer flight makes the burst stronger. Source: doldecomp/melee (ftZd_SpecialS, itzeldadinfire,
 * itzeldadinfireexplode); figures as a public randomizer lists them. No recording shows one.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { enterWait } from '../../actions/wait.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { moveThroughAir } from '../../articles/motion.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { cosf, f, sinf } from '../../math.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, airTwinOf, enterSpecial, sinking, standing, thenFallSpecial, twinHere } from '../special.ts'

const START = 343
const LOOP = 344
const END = 345
/** The id of each airborne state minus that of its grounded twin. */
const TO_AIR = 3

const DinsFire = privates({
  /** Frames for which her action continues after the spark is gone, before B is read, and before gravity begins. */
  holdLeft: 'int',
  heldLeft: 'int',
  weightless: 'int',
  /** Spawn number of the spark plus one, 0 for none. */
  spark: 'int',
})

const HOLD_FRAMES = 25
const LEAST_HELD = 14
const WEIGHTLESS_FRAMES = 10
const GRAVITY = f(0.019)
const LANDING_LAG = 24
/** Counter of one round of the loop. */
const LOOP_FRAMES = 14
/** The spark leaves on this frame of the start, from this place: the hand's place is an estimate. */
const LEAVES = 13
const HAND_X = f(10)
const HAND_Y = f(9)

const STATE = { flies: 0, glows: 1 } as const
const SPARK_LIFE = 65
const GROWS_FOR = 60
const GLOWS = 22
const SPEED = f(0.5)
const ACCELERATION = f(0.06)
const MOST_SPEED = f(7)
const STEERING = f(0.0244)
const MOST_ANGLE = f(1.3963)
/** The stick steers from this tilt on; an estimate, no source has it. */
const STEER_STICK = f(0.2875)

// Words of the spark.
const SIZE = 0
const ANGLE = 0
const VELOCITY = 1

/** Frames of the burst, and those on which it hits. */
const BURST_LIFE = 60
const BURST_HITS = 3
const BASE_DAMAGE = f(3)
const DAMAGE_PER_FRAME = f(0.17)
/** Radii of the burst at least and at full size; the hitbox's first size is an estimate. */
const HITBOX_RADIUS = f(7.8)
const LEAST_SCALE = f(0.3)
const MOST_SCALE = f(1.7)
/** One hitbox for every size. */
const BURSTS: readonly (readonly ArticleHitbox[])[] = Array.from({ length: GROWS_FOR + 1 }, (_, size) => [
  articleHitbox({
    damage: f(BASE_DAMAGE + f(size * DAMAGE_PER_FRAME)),
    angle: 70,
    growth: 60,
    baseKnockback: 40,
    element: 'fire',
    radius: f(HITBOX_RADIUS * f(LEAST_SCALE + (size * (MOST_SCALE - LEAST_SCALE)) / GROWS_FOR)),
  }),
])
const SPENT: readonly ArticleHitbox[] = []

const burst: ArticleKind = {
  type: 109,
  hitboxes: ({ timer, ints }) => (timer > BURST_LIFE - BURST_HITS ? BURSTS[ints[SIZE]!]! : SPENT),
  hit: () => {},
}

/** Hers until she loses it. */
function isSteered({ ownedBy, spawn }: Article): boolean {
  return isFiring(ownedBy) && DinsFire.of(ownedBy).spark === spawn + 1
}

function isFiring({ action, kind }: Fighter): boolean {
  return kind.articles.includes(burst) && action >= START && action <= END + TO_AIR
}

function isIn({ action }: Fighter, state: number): boolean {
  return action === state || action === state + TO_AIR
}

function glow(spark: Article): void {
  spark.state = STATE.glows
  spark.timer = GLOWS
}

function goOff(spark: Article): void {
  const { match, ownedBy, x, y, facing } = spark
  if (isSteered(spark)) {
    DinsFire.of(ownedBy).spark = 0
    const flames = match.articles.spawn(burst, ownedBy, { x, y, facing, timer: BURST_LIFE })
    if (flames) flames.ints[SIZE] = spark.ints[SIZE]!
  }
  spark.remove()
}

function animateSpark(spark: Article): void {
  const { ints, ownedBy } = spark
  spark.timer = f(spark.timer - 1)
  if (spark.state === STATE.glows) {
    if (spark.timer <= 0) goOff(spark)
    return
  }
  ints[SIZE] = Math.min(GROWS_FOR, ints[SIZE]! + 1)
  if (spark.timer <= 0 || (isSteered(spark) && isIn(ownedBy, END))) glow(spark)
}

function moveSpark(spark: Article): void {
  const { floats, ownedBy, facing } = spark
  if (spark.state === STATE.glows) {
    spark.vx = 0
    spark.vy = 0
    return
  }
  if (!isSteered(spark) || !isIn(ownedBy, LOOP)) return
  const { stickY } = ownedBy
  if (Math.abs(stickY) > STEER_STICK) {
    const angle = f(floats[ANGLE]! + f(STEERING * stickY))
    floats[ANGLE] = Math.max(-MOST_ANGLE, Math.min(MOST_ANGLE, angle))
  }
  floats[VELOCITY] = Math.min(MOST_SPEED, f(floats[VELOCITY]! + ACCELERATION))
  spark.vx = f(facing * f(floats[VELOCITY] * cosf(floats[ANGLE]!)))
  spark.vy = f(floats[VELOCITY] * sinf(floats[ANGLE]!))
}

const spark: ArticleKind = {
  type: 108,
  animation: animateSpark,
  physics: moveSpark,
  collision: (article) => {
    if (article.state === STATE.glows) return
    const { floor, wall, ceiling } = moveThroughAir(article, 0)
    if (floor || wall !== 0 || ceiling) glow(article)
  },
}

function enter(fighter: Fighter): void {
  if (fighter.isAirborne) fighter.selfVy = 0
  enterSpecial(fighter, twinHere(fighter, START, TO_AIR))
  const own = DinsFire.of(fighter)
  own.holdLeft = HOLD_FRAMES
  own.heldLeft = LEAST_HELD
  own.weightless = WEIGHTLESS_FRAMES
  own.spark = 0
}

const goOn: Callback = afterScript((fighter) => {
  changeAction(fighter, twinHere(fighter, LOOP, TO_AIR))
  fighter.jumpsUsed = fighter.kind.attributes.maxJumps
})

function animateStart(fighter: Fighter): void {
  const { match, x, y, facing } = fighter
  const own = DinsFire.of(fighter)
  if (fighter.animationFrame === LEAVES && own.spark === 0) {
    const start = { x: f(x + facing * HAND_X), y: f(y + HAND_Y), vx: f(facing * SPEED), timer: SPARK_LIFE }
    const article = match.articles.spawn(spark, fighter, start)
    if (article) {
      article.floats[VELOCITY] = SPEED
      own.spark = article.spawn + 1
    }
  }
  goOn(fighter)
}

function enterEnd(fighter: Fighter): void {
  changeAction(fighter, twinHere(fighter, END, TO_AIR))
}

function animateLoop(fighter: Fighter): void {
  const { match } = fighter
  const own = DinsFire.of(fighter)
  if (fighter.animationFrame > LOOP_FRAMES) fighter.animationFrame -= LOOP_FRAMES
  if (own.holdLeft > 0) own.holdLeft--
  if (own.spark !== 0 && !match.articles.find(own.spark - 1)) own.spark = 0
  if (own.spark === 0 && own.holdLeft === 0) enterEnd(fighter)
}

function letGo(fighter: Fighter): void {
  const own = DinsFire.of(fighter)
  if (own.heldLeft > 0) own.heldLeft--
  if (own.heldLeft === 0 && (fighter.held & BUTTON.B) === 0) enterEnd(fighter)
}

const onGround = (action: number) => standing(action + TO_AIR)
const sink = sinking(DinsFire.of, GRAVITY)
const inAir = (action: number) => ({ physics: sink, collision: airTwinOf(action) })

export const DINS_FIRE: FighterOverrides = {
  specials: { SpecialS: enter, SpecialAirS: enter },
  articles: [spark, burst],
  actions: {
    SpecialSStart: { animation: animateStart, ...onGround(START) },
    SpecialSLoop: { animation: animateLoop, interrupt: letGo, ...onGround(LOOP) },
    SpecialSEnd: { animation: afterScript(enterWait), ...onGround(END) },
    SpecialAirSStart: { animation: animateStart, ...inAir(START) },
    SpecialAirSLoop: { animation: animateLoop, interrupt: letGo, ...inAir(LOOP) },
    SpecialAirSEnd: { animation: thenFallSpecial(LANDING_LAG), ...inAir(END) },
  },
}
