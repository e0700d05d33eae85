/**
 * Nayru's Love: a crystal around her that hits on all sides and reflects articles; in the air it holds her for a
 * moment. Source: doldecomp/melee (ftZd_SpecialN); figures as a public randomizer lists them.
 */
import type { Bubble } from '../../actions/action.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { BODY_STATE } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fallAt, slowToDrift } from '../../movement/air.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, named, standing, thenFall, thenWait, type Copy } from '../special.ts'

const OWN: Copy<'Zd'> = { first: 341, prefix: '' }

const NayrusLove = privates({
  /** Private variable: frames before gravity begins. */
  weightless: 'int',
})

const WEIGHTLESS_FRAMES = 4
const KEPT_SPEED_DIVISOR = f(2)
const GRAVITY = f(0.8 / 30)
/** Script frames between which she is intangible, and between which she reflects articles: estimates. */
const INTANGIBLE = { from: 5, to: 15 } as const
const REFLECTS = { from: 5, to: 40 } as const

/** The radius of the ring of its hits: an estimate. */
const CRYSTAL: Bubble = {
  does: 'reflect',
  x: 0,
  y: f(7.382),
  radius: f(12),
  damageShare: f(1.5),
  speedShare: 1,
  mostDamage: 50,
}

function isWithin({ animationFrame }: Fighter, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return animationFrame >= from && animationFrame <= to
}

function setWeightless(fighter: Fighter, frames: number): void {
  NayrusLove.of(fighter).weightless = frames
  fighter.misc = wholeWord(frames)
}

export function nayrusLove(states = OWN): FighterOverrides {
  const ON_GROUND = states.first
  const IN_AIR = ON_GROUND + 1

  function enterOnGround(fighter: Fighter): void {
    enterSpecial(fighter, ON_GROUND)
    setWeightless(fighter, WEIGHTLESS_FRAMES)
  }

  function enterInAir(fighter: Fighter): void {
    fighter.selfVy = 0
    fighter.selfVx = f(fighter.selfVx / KEPT_SPEED_DIVISOR)
    enterSpecial(fighter, IN_AIR)
    setWeightless(fighter, WEIGHTLESS_FRAMES)
  }

  function glitter(fighter: Fighter): void {
    fighter.bodyState = isWithin(fighter, INTANGIBLE) ? BODY_STATE.intangible : BODY_STATE.normal
    fighter.isBubbleOut = isWithin(fighter, REFLECTS)
  }

  function moveInAir(fighter: Fighter): void {
    const left = NayrusLove.of(fighter).weightless
    if (left > 0) setWeightless(fighter, left - 1)
    else fallAt(fighter, GRAVITY)
    slowToDrift(fighter)
  }

  return {
    specials: { SpecialN: enterOnGround, SpecialAirN: enterInAir },
    actions: named(states, {
      SpecialN: {
        animation: (fighter) => {
          glitter(fighter)
          thenWait(fighter)
        },
        ...standing(IN_AIR),
        bubble: CRYSTAL,
      },
      SpecialAirN: {
        animation: (fighter) => {
          glitter(fighter)
          thenFall(fighter)
        },
        physics: moveInAir,
        collision: airTwinOf(ON_GROUND),
        bubble: CRYSTAL,
      },
    }),
  }
}
