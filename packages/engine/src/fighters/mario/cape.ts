/**
 * The cape of Mario and Dr. Mario: an article in the hand, a reflector while it swings, and, the first time in the air,
 * a lift; before and after that they fall as usual. It turns round a fighter that it hits. Source: doldecomp/melee
 * (ftMr_SpecialS, itmariocape, ftCo_0C35); figures from public lists of special attributes. The frames of reflection
 * are an estimate.
 */
import type { ActionCallbacks } from '../../actions/action.ts'
import type { ArticleKind } from '../../articles/article.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fall, fallUpTo, slowInAirBy } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { prop, takeOut } from '../prop.ts'
import { airTwinOf, enterSpecial, groundTwinOf, thenFall, thenWait } from '../special.ts'

const GROUND = 345
const AIR = 346

// Own words (`ownInts`).
/** The lift of this airtime is used up. */
const LIFTED = 0

/** Script frames on which the cape is drawn, lifts (measured on recordings) and reflects. */
const GRIP = { frame: 6, x: 0, y: 0 } as const
const LIFT_FRAME = 11
const REFLECT = { first: 6, last: 20 } as const

const SPEED_DIVISOR = f(2)
const FRICTION = f(0.0025)
const LIFT = f(0.7)
const GRAVITY = f(0.025)
const TERMINAL_VELOCITY = f(0.7)
const bubble = {
  does: 'reflect',
  x: f(8),
  y: f(6.5),
  radius: f(6.5),
  damageShare: f(1.5),
  speedShare: 1,
  mostDamage: 100,
} as const

/** `fallFrame`: from this frame on it falls as usual again. */
export function cape(type: number, fallFrame: number): FighterOverrides {
  const kind: ArticleKind = {
    ...prop(type, ({ action }) => action === GROUND || action === AIR),
    animation: (article) => {
      article.x = article.ownedBy.x
      article.y = article.ownedBy.y
    },
  }

  function enter(fighter: Fighter, action: number): void {
    if (action === AIR) fighter.selfVx = f(fighter.selfVx / SPEED_DIVISOR)
    else fighter.selfVy = 0
    enterSpecial(fighter, action)
  }

  function swing(fighter: Fighter): void {
    const { animationFrame } = fighter
    fighter.isBubbleOut = animationFrame >= REFLECT.first && animationFrame <= REFLECT.last
  }

  function moveOnGround(fighter: Fighter): void {
    stopOnGround(fighter)
    swing(fighter)
  }

  function moveInAir(fighter: Fighter): void {
    const { animationFrame, ownInts } = fighter
    if (animationFrame === LIFT_FRAME) {
      fighter.selfVy = ownInts[LIFTED] === 0 ? LIFT : 0
      ownInts[LIFTED] = 1
    }
    if (animationFrame >= LIFT_FRAME && animationFrame < fallFrame) fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
    else fall(fighter)
    slowInAirBy(fighter, FRICTION)
    swing(fighter)
  }

  const swapOnFloor = airTwinOf(GROUND)

  function collideInAir(fighter: Fighter): void {
    swapOnFloor(fighter)
    if (!fighter.isAirborne) fighter.ownInts[LIFTED] = 0
  }

  const common: ActionCallbacks = { accessory: takeOut(kind, GRIP), bubble }
  return {
    articles: [kind],
    specials: { SpecialS: (fighter) => enter(fighter, GROUND), SpecialAirS: (fighter) => enter(fighter, AIR) },
    actions: {
      SpecialS: { ...common, animation: thenWait, physics: moveOnGround, collision: groundTwinOf(AIR) },
      SpecialAirS: { ...common, animation: thenFall, physics: moveInAir, collision: collideInAir },
    },
    landed: (fighter) => {
      fighter.ownInts[LIFTED] = 0
    },
  }
}
