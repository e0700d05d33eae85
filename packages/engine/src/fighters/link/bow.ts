/**
 * The bow of Link and Young Link: drawn as long as B is held, and released from a certain frame of the draw on. The
 * arrow flies in an arc and sticks where it lands. Source: doldecomp/melee (ftLk_SpecialN, itlinkarrow); figures from a
 * public list of special attributes, frames and values of hits from FightCore; where the arrow leaves is an estimate.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction, stepAnimation } from '../../actions/change.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import type { ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox, type HitboxFigures } from '../../articles/hitbox.ts'
import { countDown, moveThroughAir } from '../../articles/motion.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { cosf, f, RADIANS_PER_DEGREE, sinf } from '../../math.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, falling, named, standing, thenFall, thenWait, type Copy } from '../special.ts'

const OWN: Copy<'Lk' | 'Cl'> = { first: 344, prefix: '' }

/** Script frame of the draw from which it charges and may be released; and of the end on which the arrow leaves. */
const OPEN_FRAME = 18
const SHOT_FRAME = 1
const LOOP_FRAMES = 28

const ANGLE = f(RADIANS_PER_DEGREE * 5)
const COS = cosf(ANGLE)
const SIN = sinf(ANGLE)

/** States of an arrow. */
const FLYING = 1
const STUCK = 4
const STUCK_FRAMES = 50
/** A held arrow lasts as long as it is in the hand. */
const IN_HAND = 1400

const Bow = privates({
  /** Frames charged. */
  charged: 'int',
})

const NO_HITBOXES: readonly ArticleHitbox[] = []

export interface BowValues {
  readonly bowType: number
  readonly arrowType: number
  /** Rate of the draw's animation. */
  readonly rate: number
  /** Frames of a full charge. */
  readonly frames: number
  /** Speed and damage uncharged and full. */
  readonly speed: readonly [least: number, most: number]
  readonly damage: readonly [least: number, most: number]
  readonly gravity: number
  /** Frames of flight of an arrow. */
  readonly life: number
  readonly muzzle: { readonly x: number; readonly y: number }
  readonly hitbox: HitboxFigures
}

export function bow(values: BowValues, states = OWN): FighterOverrides {
  const START = states.first
  const LOOP = START + 1
  const END = START + 2
  const AIR_START = START + 3
  const AIR_LOOP = START + 4
  const AIR_END = START + 5
  const { bowType, arrowType, rate, frames, damage, gravity, life, muzzle, hitbox } = values
  const speed = [f(values.speed[0]), f(values.speed[1])] as const
  const hitboxes = [articleHitbox(hitbox)]

  const arrow: ArticleKind = {
    type: arrowType,
    isReflectable: true,
    hitboxes: (article) => (article.state === FLYING ? hitboxes : NO_HITBOXES),
    animation: countDown,
    physics: (article) => {
      if (article.state === FLYING) article.vy = f(article.vy - gravity)
    },
    collision: (article) => {
      if (article.state !== FLYING) return
      const { floor, wall, ceiling } = moveThroughAir(article, 0)
      if (!floor && wall === 0 && !ceiling) return
      article.state = STUCK
      article.timer = STUCK_FRAMES
      article.vx = 0
      article.vy = 0
    },
  }

  const inHand: ArticleKind = {
    type: bowType,
    isHeld: () => true,
    animation: (article) => {
      const { action } = article.ownedBy
      if (action < START || action > AIR_END) article.remove()
    },
  }

  function enter(action: number): Callback {
    return (fighter) => {
      fighter.selfVy = action === START ? 0 : fighter.selfVy
      changeAction(fighter, action, 0, rate)
      stepAnimation(fighter)
      Bow.of(fighter).charged = 0
      const { x, y, match } = fighter
      match.articles.spawn(inHand, fighter, { x, y, timer: IN_HAND })
    }
  }

  function release(fighter: Fighter, end: number): void {
    if (!(fighter.held & BUTTON.B)) changeAction(fighter, end)
  }

  function draw(end: number): Callback {
    return (fighter) => {
      if (fighter.animationFrame < OPEN_FRAME) return
      Bow.of(fighter).charged = Math.min(frames, Bow.of(fighter).charged + 1)
      release(fighter, end)
    }
  }

  function hold(end: number): Callback {
    return (fighter) => {
      Bow.of(fighter).charged = frames
      release(fighter, end)
    }
  }

  function loop(fighter: Fighter): void {
    if (hasScriptEnded(fighter)) fighter.animationFrame = f(fighter.animationFrame - LOOP_FRAMES)
  }

  function between([least, most]: readonly [number, number], charged: number): number {
    return f(f(charged * f(f(most - least) / frames)) + least)
  }

  function shoot(fighter: Fighter): void {
    if (fighter.animationFrame !== SHOT_FRAME) return
    const charged = Bow.of(fighter).charged
    const { x, y, facing, match } = fighter
    const fast = between(speed, charged)
    const shot = match.articles.spawn(arrow, fighter, {
      x: f(x + facing * muzzle.x),
      y: f(y + muzzle.y),
      vx: f(facing * f(fast * COS)),
      vy: f(fast * SIN),
      state: FLYING,
      timer: life,
    })
    if (shot) shot.damage = Math.floor(between(damage, charged))
  }

  const thenLoop = (action: number): Callback => afterScript((fighter) => enterSpecial(fighter, action))
  return {
    specials: { SpecialN: enter(START), SpecialAirN: enter(AIR_START) },
    articles: [arrow, inHand],
    actions: named(states, {
      SpecialNStart: { animation: thenLoop(LOOP), interrupt: draw(END), ...standing(AIR_START) },
      SpecialNLoop: { animation: loop, interrupt: hold(END), ...standing(AIR_LOOP) },
      SpecialNEnd: { animation: thenWait, accessory: shoot, ...standing(AIR_END) },
      SpecialAirNStart: { animation: thenLoop(AIR_LOOP), interrupt: draw(AIR_END), ...falling(START) },
      SpecialAirNLoop: { animation: loop, interrupt: hold(AIR_END), ...falling(LOOP) },
      SpecialAirNEnd: { animation: thenFall, accessory: shoot, ...falling(END) },
    }),
  }
}
