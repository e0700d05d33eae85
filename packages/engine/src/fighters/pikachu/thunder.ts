/**
 * Thunder of Pikachu and Pichu: four bolts fall one after another from far above; the first that reaches its caller
 * hits all around. Source: doldecomp/melee (ftPk_SpecialLw, itpikachuthunder); figures from a public list of special
 * attributes; bolts and times as recorded twice. The distance at which a bolt reaches its caller, and the width of
 * bolts, are estimates.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction, hasLasted } from '../../actions/change.ts'
import type { Article, ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { lookAlong, meetsFloor } from '../../articles/surfaces.ts'
import { staysOnFloor } from '../../collision/fighter-body.ts'
import { takeDamage } from '../../combat/percent.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { clampToDrift, fallAt, slowToDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, airTwinOf, enterSpecial, falling, swapInAir, thenFall, thenWait, twinHere } from '../special.ts'

const START = 359
const CALL = 360
const STRUCK = 361
const END = 362
/** The id of each airborne state minus that of its grounded twin. */
const TO_AIR = 4

const Thunder = privates({
  /** Spawn number of the first bolt, -1 before it; and full loops of the animation since it struck. */
  bolt: 'int',
  loops: 'int',
})

const CALL_FRAME = 1
const LOOP_FRAMES = 10
const STRUCK_FRAMES = 33
const RISE = f(0.66)
const STRUCK_GRAVITY = f(0.016)
/** Distance from the end of a bolt at which it reaches its caller. */
const NEAR_X = 6
const NEAR_Y = { above: f(12.5), below: f(2.5) } as const

const BOLTS = 4
const DELAY = 8
const HEIGHT = 150
const SPEED = f(-5)
const LIFE = 40
const LENGTH = f(38)
const FADE_FRAMES = 8

/** States of a bolt. */
const WAITS = 0
const FALLS = 1
const FADES = 2

// Private words of a bolt.
/** Frames before it falls. */
const DELAY_LEFT = 0
/** 1 once the one before it has ended, and at which height. */
const MAY_END = 1
const END_Y = 0
/** Number among its four, as recordings show it. */
const NUMBER = 0

export interface ThunderValues {
  readonly type: number
  readonly damage: number
  readonly angle: number
  readonly growth: number
  readonly baseKnockback: number
  /** Percent that the strike costs. */
  readonly cost: number
}

export function thunder({ type, damage, angle, growth, baseKnockback, cost }: ThunderValues) {
  const box = {
    damage,
    angle,
    growth,
    baseKnockback,
    element: 'electric',
    interaction: 2,
    radius: f(3),
  } as const
  const boxes: readonly ArticleHitbox[] = [0, 1, 2, 3].map((id) => articleHitbox({ ...box, id, y: f(-3 - id * 9) }))
  const none: readonly ArticleHitbox[] = []

  /** The bolts of one call have consecutive numbers. */
  function follower({ match, spawn, misc }: Article): Article | null {
    return misc[NUMBER]! + 1 < BOLTS ? match.articles.find(spawn + 1) : null
  }

  function fade(article: Article): void {
    article.state = FADES
    article.timer = FADE_FRAMES
    const next = follower(article)
    if (!next) return
    next.ints[MAY_END] = 1
    next.floats[END_Y] = article.y
  }

  /** No fighter is hit twice by one call. */
  function share(article: Article): void {
    for (let next = follower(article); next; next = follower(next)) next.metFighters |= article.metFighters
  }

  const bolt: ArticleKind = {
    type,
    isHeld: () => true,
    hitboxes: ({ state }) => (state === FALLS ? boxes : none),
    animation: (article) => {
      const { ints, state } = article
      if (state === WAITS) {
        if (ints[DELAY_LEFT]! > 0) ints[DELAY_LEFT]!--
        else {
          article.state = FALLS
          article.timer = LIFE
          article.vy = SPEED
        }
        return
      }
      article.timer--
      if (article.timer <= 0) article.remove()
    },
    collision: (article) => {
      const { match, x, y, previousY, state, misc, ints, floats } = article
      if (state !== FALLS) return
      if (misc[NUMBER] === 0) {
        lookAlong(x, f(previousY - LENGTH), x, f(y - LENGTH))
        if (meetsFloor(match.terrain)) fade(article)
      } else if (ints[MAY_END] === 1 && y <= floats[END_Y]!) fade(article)
    },
    hit: share,
    shielded: share,
    clanked: () => {},
    rebuild: (article) => {
      article.ints[DELAY_LEFT] = article.misc[NUMBER]! * DELAY
    },
  }

  function enter(action: number): Callback {
    return (fighter) => enterSpecial(fighter, action)
  }

  const begin = afterScript((fighter) => {
    changeAction(fighter, twinHere(fighter, CALL, TO_AIR))
    Thunder.of(fighter).bolt = -1
  })

  function call(fighter: Fighter): void {
    const { animationFrame, match, x, y } = fighter
    const own = Thunder.of(fighter)
    if (own.bolt >= 0 || animationFrame < CALL_FRAME) return
    for (let i = 0; i < BOLTS; i++) {
      const article = match.articles.spawn(bolt, fighter, { x, y: f(y + HEIGHT), facing: -1, timer: LIFE })
      if (!article) continue
      article.ints[DELAY_LEFT] = i * DELAY
      article.misc[NUMBER] = i
      if (i === 0) own.bolt = article.spawn
    }
  }

  function isReached(fighter: Fighter, { x, y, state }: Article): boolean {
    if (state !== FALLS || Math.abs(f(fighter.x - x)) >= NEAR_X) return false
    const above = f(f(y - LENGTH) - fighter.y)
    return above < NEAR_Y.above && above > -NEAR_Y.below
  }

  function loop(fighter: Fighter): boolean {
    if (fighter.animationFrame < LOOP_FRAMES) return false
    fighter.animationFrame = f(fighter.animationFrame - LOOP_FRAMES)
    return true
  }

  function animateCall(fighter: Fighter): void {
    loop(fighter)
    const spawn = Thunder.of(fighter).bolt
    if (spawn < 0) return
    const first = fighter.match.articles.find(spawn)
    if (!first) changeAction(fighter, twinHere(fighter, END, TO_AIR))
    else if (isReached(fighter, first)) strike(fighter, first)
  }

  function strike(fighter: Fighter, first: Article): void {
    fade(first)
    if (fighter.isAirborne) fighter.selfVy = RISE
    changeAction(fighter, twinHere(fighter, STRUCK, TO_AIR))
    Thunder.of(fighter).loops = 0
    takeDamage(fighter, cost)
  }

  function animateStruck(fighter: Fighter): void {
    if (loop(fighter)) Thunder.of(fighter).loops++
    if (hasLasted(fighter, STRUCK_FRAMES)) changeAction(fighter, twinHere(fighter, END, TO_AIR))
  }

  function isStriking(fighter: Fighter): boolean {
    const own = Thunder.of(fighter)
    return own.loops === 0
  }

  function groundTwin(action: number): Callback {
    return (fighter) => {
      if (staysOnFloor(fighter)) return
      swapInAir(fighter, action + TO_AIR)
      clampToDrift(fighter)
    }
  }

  const onGround = (action: number) => ({ physics: stopOnGround, collision: groundTwin(action) })
  const calling = { animation: animateCall, accessory: call }
  const struck = { animation: animateStruck, strikes: isStriking }
  return {
    specials: { SpecialLw: enter(START), SpecialAirLw: enter(START + TO_AIR) },
    articles: [bolt],
    actions: {
      SpecialLwStart: { animation: begin, ...onGround(START) },
      SpecialLwLoop0: { ...calling, ...onGround(CALL) },
      SpecialLwLoop1: { ...struck, ...onGround(STRUCK) },
      SpecialLwEnd: { animation: thenWait, ...onGround(END) },
      SpecialAirLwStart: { animation: begin, ...falling(START) },
      SpecialAirLwLoop0: { ...calling, ...falling(CALL) },
      SpecialAirLwLoop1: {
        ...struck,
        physics: (fighter) => {
          fallAt(fighter, STRUCK_GRAVITY)
          slowToDrift(fighter)
        },
        collision: airTwinOf(STRUCK),
      },
      SpecialAirLwEnd: { animation: thenFall, ...falling(END) },
    },
  } satisfies FighterOverrides
}
