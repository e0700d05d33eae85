/**
 * The Counter of Marth and Roy: a stance in which a hit only starts the counterattack. Source: doldecomp/melee
 * (ftMs_SpecialLw); figures from a public list of special attributes, those of Marth seen on recordings.
 */
import type { Bubble, Callback } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { followIntangibility } from '../../actions/script.ts'
import { hitlagOf } from '../../combat/formulas.ts'
import type { ShieldHit } from '../../combat/scratch.ts'
import { BODY_STATE } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fallUpTo, slowInAirBy } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, falling, heldGroundTwinOf, standing, thenFall, thenWait } from '../special.ts'

const STANCE = 369
const COUNTERATTACK = 370
const AIR_STANCE = 371
const COUNTERATTACK_IN_AIR = 372

const SPEED_DIVISOR = f(2)
const FRICTION = f(0.0025)

/** A hit that would miss the body still meets the bubble. */
const BUBBLE: Bubble = { does: 'counter', x: 0, y: 8, radius: f(8.5) }

export interface CounterValues {
  /** Script frames on which it counters. */
  readonly first: number
  readonly last: number
  readonly gravity: number
  readonly terminalVelocity: number
  /** Least hitlag of both, and the damage with that hitlag. */
  readonly hitlag: number
  readonly hitlagDamage: number
  /** Share of the damage that it stores; and whether the counterattack deals that, or damage of its own. */
  readonly damageShare: number
  readonly givesBack: boolean
}

export function counter(values: CounterValues): FighterOverrides {
  const { first, last, gravity, terminalVelocity, hitlag, hitlagDamage, damageShare, givesBack } = values

  function enterInAir(fighter: Fighter): void {
    fighter.selfVx = f(fighter.selfVx / SPEED_DIVISOR)
    fighter.selfVy = 0
    fighter.misc = 0
    enterSpecial(fighter, AIR_STANCE)
  }

  function enterOnGround(fighter: Fighter): void {
    fighter.selfVy = 0
    fighter.misc = 0
    enterSpecial(fighter, STANCE)
  }

  function stance(next: Callback): Callback {
    return (fighter) => {
      fighter.isBubbleOut = fighter.animationFrame >= first && fighter.animationFrame <= last
      next(fighter)
    }
  }

  function strikeBack(fighter: Fighter, { by, article, most, away }: ShieldHit): void {
    fighter.facing = -away
    changeAction(fighter, fighter.isAirborne ? COUNTERATTACK_IN_AIR : COUNTERATTACK)
    fighter.bodyState = BODY_STATE.intangible
    const returned = Math.floor(f(most * damageShare))
    fighter.misc = wholeWord(returned)
    if (givesBack) fighter.hitboxDamage = returned
    fighter.hitlagLeft = Math.max(hitlag, hitlagOf(most))
    if (article || !by) return
    // The attacker's own turn may come before or after.
    by.hitboxes.shielded = Math.max(by.hitboxes.shielded, hitlagDamage)
    by.hitlagLeft = Math.max(by.hitlagLeft, hitlag)
  }

  function counterattack(next: Callback): Callback {
    return (fighter) => {
      followIntangibility(fighter)
      next(fighter)
    }
  }

  function glide(fighter: Fighter): void {
    fallUpTo(fighter, gravity, terminalVelocity)
    slowInAirBy(fighter, FRICTION)
  }

  return {
    specials: { SpecialLw: enterOnGround, SpecialAirLw: enterInAir },
    actions: {
      SpecialLw: {
        animation: stance(thenWait),
        physics: stopOnGround,
        collision: heldGroundTwinOf(AIR_STANCE),
        bubble: BUBBLE,
        counter: strikeBack,
      },
      SpecialAirLw: {
        animation: stance(thenFall),
        physics: glide,
        collision: airTwinOf(STANCE),
        bubble: BUBBLE,
        counter: strikeBack,
      },
      SpecialLwHit: { animation: counterattack(thenWait), ...standing(COUNTERATTACK_IN_AIR) },
      SpecialAirLwHit: { animation: counterattack(thenFall), ...falling(COUNTERATTACK) },
    },
  }
}
