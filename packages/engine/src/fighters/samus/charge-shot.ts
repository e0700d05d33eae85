/**
 * The charge shot: gathered in loops on the ground until B, a shield or a roll; a charge that is not fired is kept, one
 * that is hit away is lost. In the air it is fired as it is. Source: doldecomp/melee (ftSs_SpecialN, itsamuschargeshot);
 * figures from a public list of special attributes; places, times and speeds as in 15 recorded shots. Radii are estimates.
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
import type { FighterOverrides } from '../kind.ts'
import { afterScript, airTwinOf, enterSpecial, groundTwinOf, named, type Copy } from '../special.ts'
import { CHARGE } from './words.ts'

const OWN: Copy = { first: 343, prefix: '' }
const TYPE = 94

// Private variables.
/** 1 once the start was in the air: it fires even after a landing. */
const WAS_AIRBORNE = 0
/** Frames toward the next level. */
const GATHERED = 1

const FULL = 7
const LEVEL_FRAMES = 16
const LOOP_FRAMES = 9
/** Speed that each level pushes her back in the air. */
const RECOIL = f(-0.1)
/** Script frames on which it appears and leaves. */
const APPEAR_FRAME = 13
const LEAVE_FRAME = 1

const LIFE = 70
const SLOWEST = f(1.5)
const SPEED_PER_LEVEL = f(1.5 / 7)
const GROWING = { x: f(-0.732), y: f(13.397) } as const
const MUZZLE = { x: f(3.041), y: f(8.34) } as const
/** As the decompilation has it, recordings show the lowest byte of the angle at which it flies. */
const ANGLE_BYTE = { right: 0, left: 0xdb } as const

const LEVELS: readonly (readonly [damage: number, growth: number, base: number])[] = [
  [3, 42, 14],
  [5, 46, 16],
  [8, 50, 20],
  [11, 54, 24],
  [14, 58, 28],
  [18, 62, 32],
  [21, 66, 36],
  [25, 72, 50],
]
const LEAST_RADIUS = 1.56
const RADIUS_PER_LEVEL = 0.56

const HITBOXES: readonly (readonly ArticleHitbox[])[] = LEVELS.map(([damage, growth, baseKnockback], level) => [
  {
    id: 0,
    damage,
    angle: 361,
    growth,
    setKnockback: 0,
    baseKnockback,
    element: 'electric',
    shieldDamage: 0,
    radius: f(LEAST_RADIUS + level * RADIUS_PER_LEVEL),
    hitsGround: true,
    hitsAir: true,
    interaction: 1,
    group: 0,
    x: 0,
    y: 0,
  },
])
const NONE: readonly ArticleHitbox[] = []

/** State of an article that grows; flying it is its level and one. */
const IN_HAND = 0
/** Of the bytes a recording shows. */
const ANGLE = 1
const IS_FLYING = 2
const POWER = 3

export function chargeShot(states = OWN, type = TYPE): FighterOverrides {
  const START = states.first
  const HOLD = START + 1
  const CANCEL = START + 2
  const FIRE = START + 3
  const AIR_START = START + 4
  const AIR_FIRE = START + 5

  function gathers({ action }: Fighter): boolean {
    return action === START || action === HOLD || action === FIRE || action === AIR_START || action === AIR_FIRE
  }

  const shot: ArticleKind = {
    type,
    isReflectable: true,
    isAbsorbable: true,
    isHeld: (article) => article.state === IN_HAND,
    hitboxes: (article) => (article.state === IN_HAND ? NONE : HITBOXES[article.state - 1]!),
    animation: (article) => {
      if (article.state !== IN_HAND) countDown(article)
      else if (gathers(article.ownedBy)) article.misc[POWER] = article.ownedBy.ownInts[CHARGE]!
      else article.remove()
    },
    collision: (article) => {
      if (article.state !== IN_HAND) vanishOnContact(article, 0)
    },
  }

  /** The one that grows in her hand. */
  function heldShot({ match, index }: Fighter): Article | null {
    const { articles } = match
    for (let i = 0; i < articles.count; i++) {
      const article = articles.at(i)
      if (article.type === type && article.owner === index && article.state === IN_HAND && !article.isGone)
        return article
    }
    return null
  }

  function enterStart(fighter: Fighter, action: number): void {
    fighter.stateInts[WAS_AIRBORNE] = fighter.isAirborne ? 1 : 0
    fighter.stateInts[GATHERED] = 0
    enterSpecial(fighter, action)
  }

  function enterOnGround(fighter: Fighter): void {
    fighter.selfVy = 0
    enterStart(fighter, START)
  }

  function appear(fighter: Fighter): void {
    if (fighter.animationFrame !== APPEAR_FRAME || heldShot(fighter)) return
    const { x, y, facing, match } = fighter
    const start = { x: f(x + facing * GROWING.x), y: f(y + GROWING.y), timer: LIFE }
    match.articles.spawn(shot, fighter, start)
  }

  function animateStart(fighter: Fighter): void {
    appear(fighter)
    if (!hasScriptEnded(fighter)) return
    const fires = fighter.stateInts[WAS_AIRBORNE] === 1 || fighter.ownInts[CHARGE]! >= FULL
    changeAction(fighter, fires ? FIRE : HOLD)
  }

  function animateAirStart(fighter: Fighter): void {
    appear(fighter)
    fighter.stateInts[WAS_AIRBORNE] = 1
    if (hasScriptEnded(fighter)) changeAction(fighter, AIR_FIRE)
  }

  function animateHold(fighter: Fighter): void {
    const { stateInts, ownInts } = fighter
    if (fighter.animationFrame >= LOOP_FRAMES) fighter.animationFrame = f(fighter.animationFrame - LOOP_FRAMES)
    if (++stateInts[GATHERED]! <= LEVEL_FRAMES) return
    stateInts[GATHERED] = 0
    if (++ownInts[CHARGE]! < FULL) return
    ownInts[CHARGE] = FULL
    changeAction(fighter, CANCEL)
  }

  function interruptHold(fighter: Fighter): void {
    if (tryRoll(fighter)) return
    if (fighter.pressed & BUTTON.B) changeAction(fighter, FIRE)
    else if (fighter.pressed & GUARD_BIT) changeAction(fighter, CANCEL)
  }

  function fire(fighter: Fighter): void {
    const article = fighter.animationFrame >= LEAVE_FRAME ? heldShot(fighter) : null
    if (!article) return
    const { x, y, facing, ownInts } = fighter
    const charge = Math.min(FULL, ownInts[CHARGE]!)
    article.state = charge + 1
    article.x = f(x + facing * MUZZLE.x)
    article.y = f(y + MUZZLE.y)
    article.facing = facing
    article.vx = f(facing * f(SLOWEST + charge * SPEED_PER_LEVEL))
    article.timer = LIFE
    article.misc[ANGLE] = facing > 0 ? ANGLE_BYTE.right : ANGLE_BYTE.left
    article.misc[IS_FLYING] = 1
    article.misc[POWER] = charge
    if (fighter.isAirborne) fighter.selfVx = f(facing * f(RECOIL * charge))
    ownInts[CHARGE] = 0
  }

  function firing(next: Callback): Callback {
    const end = afterScript(next)
    return (fighter) => {
      fire(fighter)
      end(fighter)
    }
  }

  /** A hit takes away what was gathered. */
  function lose(fighter: Fighter): void {
    fighter.ownInts[CHARGE] = 0
  }

  const onGround = (air: number): ActionCallbacks => ({
    damaged: lose,
    physics: stopOnGround,
    collision: groundTwinOf(air),
  })
  const inAir = (ground: number): ActionCallbacks => ({
    damaged: lose,
    physics: fallWithoutDrift,
    collision: airTwinOf(ground),
  })

  return {
    specials: { SpecialN: enterOnGround, SpecialAirN: (fighter) => enterStart(fighter, AIR_START) },
    articles: [shot],
    actions: named(states, {
      SpecialNStart: { animation: animateStart, ...onGround(AIR_START) },
      SpecialNHold: { animation: animateHold, interrupt: interruptHold, ...onGround(AIR_FIRE) },
      SpecialNCancel: { animation: afterScript(enterWait), ...onGround(AIR_FIRE) },
      SpecialN: { animation: firing(enterWait), ...onGround(AIR_FIRE) },
      SpecialAirNStart: { animation: animateAirStart, ...inAir(START) },
      SpecialAirN: { animation: firing((fighter) => enterFall(fighter)), ...inAir(FIRE) },
    }),
  }
}
