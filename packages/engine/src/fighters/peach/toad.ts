/**
 * Toad: held out before her he takes a hit in her place and answers it with spores, each in its own direction. In the
 * air he stops her fall once. Source: doldecomp/melee (ftPe_SpecialN, itpeachtoadspore); figures from the sources of a
 * public randomizer, the hit and the frames from FightCore, the fall from in-game recordings of motion. No recording
 * shows him: his place and the frames of the spores are estimates.
 */
import { tableOf, type AnyActionName, type Callback } from '../../actions/action.ts'
import { changeAction, stepAnimation } from '../../actions/change.ts'
import type { ArticleHitbox, ArticleKind } from '../../articles/article.ts'
import { articleHitbox } from '../../articles/hitbox.ts'
import { countDown } from '../../articles/motion.ts'
import { hitlagOf } from '../../combat/formulas.ts'
import type { ShieldHit } from '../../combat/scratch.ts'
import type { Fighter } from '../../fighter.ts'
import { cosf, f, PI, sinf } from '../../math.ts'
import { fall, fallUpTo, slowInAirBy } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { randomFloat } from '../../random.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, heldGroundTwinOf, thenFall, thenWait } from '../special.ts'
import { TOAD_USED } from './words.ts'

interface ToadTypes {
  readonly toad: number
  readonly spore: number
}

/** The first of the fighter's states, and their names: Toad held and his answer, on the ground and in the air. */
interface ToadStates {
  readonly first: number
  readonly names: readonly [AnyActionName, AnyActionName, AnyActionName, AnyActionName]
}

const OWN: ToadStates = { first: 365, names: ['SpecialN', 'SpecialNHit', 'SpecialAirN', 'SpecialAirNHit'] }
const TYPES: ToadTypes = { toad: 104, spore: 111 }

/** Script frames on which he takes hits; his place and radius. */
const FIRST = 10
const LAST = 30
const BUBBLE = { does: 'counter', x: f(4), y: f(7), radius: f(6) } as const
/**
 * Share of her speed that the start in the air keeps; script frame on which he stops the fall, and its speed
 * afterwards.
 */
const SPEED_SHARE = f(0.5)
const LIFT_FRAME = 11
const LIFT = f(0.7)
const GRAVITY = f(0.025)
const TERMINAL_VELOCITY = f(1.3)
const FRICTION = f(0.02)
/** The answer begins at this counter; its spores come on every second of these. */
const ANSWER_START = 9
const SPORES = { first: 14, last: 32 } as const

/** Speed of a spore, its greatest random addition, the share that remains on each frame, and the arc of directions. */
const SPORE_SPEED = f(10)
const SPORE_RANGE = f(6)
const SPORE_SLOWING = f(0.7)
const SPORE_ARC = f(1.7453)
const SPORE_LIFE = 20
const SPORE_FROM = { x: f(5), y: f(9.5) } as const
const SPORE: readonly ArticleHitbox[] = [
  articleHitbox({
    radius: f(3),
    damage: 3,
    angle: 80,
    growth: 50,
    baseKnockback: 80,
    element: 'normal',
  }),
]

const SPORE_KIND: Omit<ArticleKind, 'type'> = {
  isReflectable: true,
  isAbsorbable: true,
  hitboxes: () => SPORE,
  animation: countDown,
  physics: (article) => {
    article.vx = f(article.vx * SPORE_SLOWING)
    article.vy = f(article.vy * SPORE_SLOWING)
  },
}

/** Lifetime of Toad as recordings show such articles: as long as he is held. */
const IN_HAND = 1400

export function toads(states = OWN, types = TYPES): FighterOverrides {
  const HELD = states.first
  const [held, answered, airHeld, airAnswered] = states.names
  const ANSWER = HELD + 1
  const AIR_HELD = HELD + 2
  const AIR_ANSWER = HELD + 3

  const spore = { ...SPORE_KIND, type: types.spore }
  const toad: ArticleKind = {
    type: types.toad,
    isHeld: () => true,
    animation: (article) => {
      const { action } = article.ownedBy
      if (action < HELD || action > AIR_ANSWER) article.remove()
    },
  }

  function enterOnGround(fighter: Fighter): void {
    fighter.selfVy = 0
    enterSpecial(fighter, HELD)
  }

  function enterInAir(fighter: Fighter): void {
    fighter.selfVx = f(fighter.selfVx * SPEED_SHARE)
    enterSpecial(fighter, AIR_HELD)
  }

  function hold(next: Callback): Callback {
    return (fighter) => {
      fighter.isBubbleOut = fighter.animationFrame >= FIRST && fighter.animationFrame <= LAST
      next(fighter)
    }
  }

  function takeOut(fighter: Fighter): void {
    if (fighter.actionFrame > 1) return
    const { x, y, match } = fighter
    match.articles.spawn(toad, fighter, { x, y, timer: IN_HAND })
  }

  function answer(fighter: Fighter, { most }: ShieldHit): void {
    changeAction(fighter, fighter.isAirborne ? AIR_ANSWER : ANSWER, ANSWER_START)
    stepAnimation(fighter)
    fighter.hitlagLeft = hitlagOf(most)
  }

  function scatter(fighter: Fighter): void {
    const { animationFrame, x, y, facing, match } = fighter
    if (animationFrame < SPORES.first || animationFrame > SPORES.last || animationFrame % 2 !== 0) return
    const speed = f(SPORE_SPEED + f(SPORE_RANGE * randomFloat(match.record)))
    const angle = f(f(0.5 * f(PI - SPORE_ARC)) + f(SPORE_ARC * randomFloat(match.record)))
    match.articles.spawn(spore, fighter, {
      x: f(x + facing * SPORE_FROM.x),
      y: f(y + SPORE_FROM.y),
      vx: f(facing * f(speed * sinf(angle))),
      vy: f(speed * cosf(angle)),
      timer: SPORE_LIFE,
    })
  }

  function sink(fighter: Fighter): void {
    fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
    slowInAirBy(fighter, FRICTION)
  }

  function moveInAir(fighter: Fighter): void {
    if (fighter.animationFrame < LIFT_FRAME) {
      fall(fighter)
      slowInAirBy(fighter, FRICTION)
      return
    }
    if (fighter.animationFrame === LIFT_FRAME) {
      fighter.selfVy = fighter.ownInts[TOAD_USED] === 0 ? LIFT : 0
      fighter.ownInts[TOAD_USED] = 1
    }
    sink(fighter)
  }

  const counters = { accessory: takeOut, bubble: BUBBLE, counter: answer }

  return {
    specials: { SpecialN: enterOnGround, SpecialAirN: enterInAir },
    actions: tableOf([
      [held, { animation: hold(thenWait), physics: stopOnGround, collision: heldGroundTwinOf(AIR_HELD), ...counters }],
      [airHeld, { animation: hold(thenFall), physics: moveInAir, collision: airTwinOf(HELD), ...counters }],
      [
        answered,
        { animation: thenWait, accessory: scatter, physics: stopOnGround, collision: heldGroundTwinOf(AIR_ANSWER) },
      ],
      [airAnswered, { animation: thenFall, accessory: scatter, physics: sink, collision: airTwinOf(ANSWER) }],
    ]),
    articles: [toad, spore],
  }
}
