/**
 * Oil Panic: a bucket, held out as long as B is, that absorbs three shots; the next use of the special spills them.
 * Source: doldecomp/melee (ftGw_SpecialLw); figures from a public list of special attributes. Approximate: the script
 * frames on which the bucket is out, and the length of a turn.
 */
import { tableOf, type ActionCallbacks, type Bubble, type FighterActionTable } from '../../actions/action.ts'
import { changeAction, stepAnimation } from '../../actions/change.ts'
import { standOrFall } from '../../actions/fall.ts'
import type { Article } from '../../articles/article.ts'
import { staledDamage } from '../../combat/find-articles.ts'
import { TURN } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallUpTo, slowInAirBy } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, airTwinOf, enterSpecial, falling, heldGroundTwinOf, standing, twinHere } from '../special.ts'
import { FILLS, OIL } from './words.ts'

const HOLD = 375
const CATCH = 376
const SHOOT = 377
/** The id of each airborne state minus that of its grounded twin. */
const TO_AIR = 3

const OilPanic = privates({
  released: 'flag',
  turnLeft: 'int',
})

const FULL = 3
/** Script frames between which the bucket is out; while B is held, the later leads back to the earlier. */
const OUT_FRAME = 5
const BACK_FRAME = 38
const TURN_FRAMES = 4
const KEPT_SPEED_DIVISOR = f(2)
const FRICTION = f(0.0025)
const GRAVITY = f(0.04)
const MOST_FALL = f(1.2)
const DAMAGE_SHARE = f(1.5)
const DAMAGE_MORE = 5

function enter(fighter: Fighter): void {
  const { ownInts } = fighter
  if (ownInts[FILLS]! >= FULL) {
    enterSpecial(fighter, twinHere(fighter, SHOOT, TO_AIR))
    fighter.hitboxDamage = Math.trunc(f(ownInts[OIL]! * DAMAGE_SHARE)) + DAMAGE_MORE
    ownInts[FILLS] = 0
    ownInts[OIL] = 0
    return
  }
  if (fighter.isAirborne) fighter.selfVx = f(fighter.selfVx / KEPT_SPEED_DIVISOR)
  fighter.selfVy = 0
  enterSpecial(fighter, twinHere(fighter, HOLD, TO_AIR))
  OilPanic.of(fighter).released = false
  OilPanic.of(fighter).turnLeft = 0
}

function holdOut(fighter: Fighter): void {
  changeAction(fighter, twinHere(fighter, HOLD, TO_AIR), OUT_FRAME - 1)
  stepAnimation(fighter)
  fighter.isBubbleOut = true
}

const end = afterScript(standOrFall)

function animateHold(fighter: Fighter): void {
  const { animationFrame } = fighter
  const own = OilPanic.of(fighter)
  if (animationFrame === BACK_FRAME && !own.released) holdOut(fighter)
  else fighter.isBubbleOut = animationFrame >= OUT_FRAME && animationFrame <= BACK_FRAME
  end(fighter)
}

function interruptHold(fighter: Fighter): void {
  const { stickX, facing, held } = fighter
  const own = OilPanic.of(fighter)
  if (own.turnLeft > 0) own.turnLeft--
  else if (f(stickX * facing) <= -TURN.stick) {
    fighter.facing = -facing
    own.turnLeft = TURN_FRAMES
  }
  if ((held & BUTTON.B) === 0) own.released = true
}

function moveInAir(fighter: Fighter): void {
  fallUpTo(fighter, GRAVITY, MOST_FALL)
  slowInAirBy(fighter, FRICTION)
}

function absorbs(fighter: Fighter, article: Article): void {
  const { ownInts } = fighter
  ownInts[FILLS]!++
  ownInts[OIL] = ownInts[OIL]! + Math.trunc(staledDamage(article, article.hitboxes.values[0]!))
  changeAction(fighter, twinHere(fighter, CATCH, TO_AIR))
}

const animateCatch = afterScript((fighter) => {
  if (fighter.ownInts[FILLS]! >= FULL) standOrFall(fighter)
  else holdOut(fighter)
})

const bubble: Bubble = { does: 'absorb', x: 5, y: 6, radius: 5.5, met: absorbs }
const holding: ActionCallbacks = { animation: animateHold, interrupt: interruptHold, bubble }

function twins(name: 'Catch' | 'Shoot', ground: number, animation: ActionCallbacks): FighterActionTable {
  return tableOf([
    [`SpecialLw${name}`, { ...animation, ...standing(ground + TO_AIR) }],
    [`SpecialAirLw${name}`, { ...animation, ...falling(ground) }],
  ])
}

export const OIL_PANIC: FighterOverrides = {
  specials: { SpecialLw: enter, SpecialAirLw: enter },
  actions: {
    SpecialLw: { ...holding, physics: stopOnGround, collision: heldGroundTwinOf(HOLD + TO_AIR) },
    SpecialAirLw: { ...holding, physics: moveInAir, collision: airTwinOf(HOLD) },
    ...twins('Catch', CATCH, { animation: animateCatch }),
    ...twins('Shoot', SHOOT, { animation: end }),
  },
}
