/**
 * PK Flash: a light that rises, falls and grows as long as B is held, steered horizontally. It bursts some frames after
 * its release; a floor or wall removes it. Source: doldecomp/melee (ftNs_SpecialN, itnesspkflash,
 * itnesspkflashexplode); figures from a public list of special attributes. No recording shows one. Estimates: where it
 * appears, its greatest speeds, size and strength of the burst between the known ends.
 */
import { tableOf, type AnyActionName, type Callback } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { moveThroughAir } from '../../articles/motion.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import {
  afterScript,
  airTwinOf,
  type Copy,
  enterSpecial,
  goRound,
  named,
  sinking,
  standing,
  thenFallSpecial,
  thenWait,
  twinHere,
} from '../special.ts'

/**
 * The fighter's states, the names of the second and third, on the ground and in the air, and the types of its articles.
 */
export interface PkFlashValues extends Copy<'Ns'> {
  readonly held: readonly [AnyActionName, AnyActionName]
  readonly heldInAir: readonly [AnyActionName, AnyActionName]
  readonly light: number
  readonly burst: number
  /** Where the light appears. */
  readonly hand: { readonly x: number; readonly y: number }
}

const PkFlash = privates({
  /**
   * Frames before gravity begins, before B is read, of the shortest hold, and for which he stands on without the light.
   */
  weightless: 'int',
  heldLeft: 'int',
  loopLeft: 'int',
  restLeft: 'int',
  /** Spawn number of the light plus one; 0 once it was released. */
  light: 'int',
})

const WEIGHTLESS_FRAMES = 10
const LEAST_HELD = 30
const LOOP_FRAMES = 30
const REST_FRAMES = 25
const GRAVITY = f(0.017)
const LANDING_LAG = 30
/** Counter at which the hold's animation begins again. */
const ROUND = 7
/** The id of each airborne state minus that of its grounded twin. */
const TO_AIR = 4

const STATE = { grows: 0, glows: 1, fades: 2 } as const
const LIFE = 120
const LATENCY = 20
/** It bursts this many frames before its end. */
const BURSTS_AT = 2
const GROWS_FOR = 100
/** 1.2, at three degrees from straight up. */
const START = { vx: f(0.0628), vy: f(1.1984) } as const
const STEER_STICK = f(0.2)
const STEERING = f(0.01)
const MOST_SIDEWAYS = f(0.5)
const FALL = { gravity: f(0.02), most: f(1.2) } as const
/** Word of light and burst: frames of growth. */
const SIZE = 0
/** Word of the light: it no longer has an owner. */
const IS_LOST = 1

const BURST_FRAMES = 15
/** From 11 % and half of a fighter's size to 36 % and the width of a platform. */
const DAMAGE = { base: 1, perFrame: f(0.35) } as const
const RADIUS = { base: f(3.3), perFrame: f(0.154) } as const
const BURSTS: readonly (readonly ArticleHitbox[])[] = Array.from({ length: GROWS_FOR + 1 }, (_, size) => [
  articleHitbox({
    damage: Math.floor(f(DAMAGE.base + f(size * DAMAGE.perFrame))),
    angle: 70,
    growth: 70,
    baseKnockback: 20,
    element: 'electric',
    radius: f(RADIUS.base + f(size * RADIUS.perFrame)),
  }),
])

export function pkFlash(values: PkFlashValues): FighterOverrides {
  const { first, hand } = values
  const HOLD = first + 1
  const RELEASE = first + 2
  const END = first + 3

  const burst: ArticleKind = {
    type: values.burst,
    isAbsorbable: true,
    animation: (article) => {
      if (--article.timer <= 0) article.remove()
    },
    hitboxes: ({ ints }) => BURSTS[ints[SIZE]!]!,
    hit: () => {},
  }

  function isIn({ action }: Fighter, from: number, to: number): boolean {
    return (action >= from && action <= to) || (action >= from + TO_AIR && action <= to + TO_AIR)
  }

  function isHeld({ ownedBy, spawn, ints }: Article): boolean {
    return ints[IS_LOST] === 0 && PkFlash.of(ownedBy).light === spawn + 1 && isIn(ownedBy, HOLD, HOLD)
  }

  function glow(article: Article): void {
    article.state = STATE.glows
    article.timer = LATENCY
  }

  function animateLight(article: Article): void {
    const { ints, ownedBy, match, x, y, facing } = article
    article.timer--
    if (article.state === STATE.grows) {
      // A fighter that is hit during the special loses the light; once released, it is his to the end.
      if (!isIn(ownedBy, first, END)) ints[IS_LOST] = 1
      ints[SIZE] = Math.min(GROWS_FOR, ints[SIZE]! + 1)
      if (article.timer <= 0 || (ints[IS_LOST] === 0 && !isHeld(article))) glow(article)
      return
    }
    const bursts = article.state === STATE.glows && ints[IS_LOST] === 0 && article.timer <= BURSTS_AT
    if (bursts) {
      const made = match.articles.spawn(burst, ownedBy, { x, y, facing, timer: BURST_FRAMES })
      if (made) {
        made.ints[SIZE] = ints[SIZE]!
        made.attackId = article.attackId
        made.instance = article.instance
        made.staleShare = article.staleShare
      }
    }
    if (bursts || article.timer <= 0) article.remove()
  }

  function moveLight(article: Article): void {
    if (article.state !== STATE.grows) {
      article.vx = 0
      article.vy = 0
      return
    }
    const { stickX } = article.ownedBy
    if (isHeld(article) && Math.abs(stickX) > STEER_STICK) {
      article.vx = Math.max(-MOST_SIDEWAYS, Math.min(MOST_SIDEWAYS, f(article.vx + f(stickX * STEERING))))
    }
    article.vy = Math.max(-FALL.most, f(article.vy - FALL.gravity))
  }

  const light: ArticleKind = {
    type: values.light,
    animation: animateLight,
    physics: moveLight,
    collision: (article) => {
      if (article.state !== STATE.grows) return
      const { floor, wall, ceiling } = moveThroughAir(article, 0)
      if (!floor && wall === 0 && !ceiling) return
      article.state = STATE.fades
      article.timer = LATENCY
    },
  }

  function enter(fighter: Fighter): void {
    if (fighter.isAirborne) fighter.selfVy = 0
    enterSpecial(fighter, twinHere(fighter, first, TO_AIR))
    const own = PkFlash.of(fighter)
    own.weightless = WEIGHTLESS_FRAMES
    own.heldLeft = LEAST_HELD
    own.loopLeft = LOOP_FRAMES
    own.restLeft = REST_FRAMES
    own.light = 0
  }

  const call: Callback = afterScript((fighter) => {
    const { x, y, facing, match, kind } = fighter
    const own = PkFlash.of(fighter)
    changeAction(fighter, twinHere(fighter, HOLD, TO_AIR))
    fighter.jumpsUsed = kind.attributes.maxJumps
    const start = { x: f(x + facing * hand.x), y: f(y + hand.y), vx: f(facing * START.vx), vy: START.vy, timer: LIFE }
    const made = match.articles.spawn(light, fighter, start)
    own.light = made ? made.spawn + 1 : 0
  })

  /** With the light, without it, and until the end. */
  function loop(fighter: Fighter): void {
    const { match, animationFrame } = fighter
    const own = PkFlash.of(fighter)
    goRound(fighter, ROUND)
    const article = own.light > 0 ? match.articles.find(own.light - 1) : null
    if (!article) own.light = 0
    if (own.loopLeft > 0) own.loopLeft--
    if (!article && own.restLeft > 0) own.restLeft--
    if (!article && own.loopLeft === 0 && own.restLeft === 0) {
      changeAction(fighter, twinHere(fighter, END, TO_AIR))
    } else if ((!article || article.state === STATE.fades) && !isIn(fighter, RELEASE, RELEASE)) {
      changeAction(fighter, twinHere(fighter, RELEASE, TO_AIR), animationFrame)
    }
  }

  function letGo(fighter: Fighter): void {
    const own = PkFlash.of(fighter)
    if (own.heldLeft > 0) own.heldLeft--
    if (own.heldLeft === 0 && (fighter.held & BUTTON.B) === 0) own.light = 0
  }

  const sink = sinking(PkFlash.of, GRAVITY)
  const ground = (action: number) => standing(action + TO_AIR)
  const air = (action: number) => ({ physics: sink, collision: airTwinOf(action) })
  const held = { animation: loop, interrupt: letGo }
  // On leaving and reaching the floor he continues as if B were held; the next frame corrects it.
  return {
    specials: { SpecialN: enter, SpecialAirN: enter },
    articles: [light, burst],
    actions: {
      ...named(values, {
        SpecialNStart: { animation: call, ...ground(first) },
        SpecialNEnd: { animation: thenWait, ...ground(END) },
        SpecialAirNStart: { animation: call, ...air(first) },
        SpecialAirNEnd: { animation: thenFallSpecial(LANDING_LAG), ...air(END) },
      }),
      ...tableOf(values.held.map((name) => [name, { ...held, ...ground(HOLD) }] as const)),
      ...tableOf(values.heldInAir.map((name) => [name, { ...held, ...air(HOLD) }] as const)),
    },
  }
}
