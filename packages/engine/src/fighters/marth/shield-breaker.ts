/**
 * Marth's Shield Breaker and Roy's Flare Blade: raised, charged in loops while B is held, struck. Each full loop adds
 * damage; the last one releases automatically. Source: doldecomp/melee (ftMs_SpecialN); figures from a public list of
 * special attributes, those of Marth seen on recordings.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import { takeDamage } from '../../combat/percent.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallAt, slowInAirBy } from '../../movement/air.ts'
import { slow } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import {
  afterScript,
  airTwinOf,
  enterSpecial,
  falling,
  groundTwinOf,
  named,
  standing,
  thenFall,
  thenWait,
  type Copy,
} from '../special.ts'

const OWN: Copy<'Ms' | 'Fe'> = { first: 341, prefix: '' }

const LOOP_FRAMES = 30
/** The start divides the speed, and slows by this much a frame. */
const SPEED_DIVISOR = f(1.25)
const FRICTION = f(0.02)
/** Script frame on which a full charge damages its own fighter. */
const RECOIL_FRAME = 9

const ShieldBreaker = privates({
  /** Frames charged. */
  charged: 'int',
})

export interface ShieldBreakerValues {
  /** Loops of a full charge. */
  readonly loops: number
  readonly damage: number
  readonly damagePerLoop: number
  /** Percent that a full charge costs. */
  readonly recoil: number
}

function startLoop(loop: number): Callback {
  return afterScript((fighter) => changeAction(fighter, loop))
}

function slowOnGround(fighter: Fighter): void {
  slow(fighter, FRICTION)
}

function startInAir(fighter: Fighter): void {
  const { gravity } = fighter.kind.attributes
  fallAt(fighter, gravity)
  slowInAirBy(fighter, FRICTION)
}

export function shieldBreaker(values: ShieldBreakerValues, states = OWN): FighterOverrides {
  const { loops, damage, damagePerLoop, recoil } = values
  const START = states.first
  const LOOP = START + 1
  const END = START + 2
  const FULL_END = START + 3
  const AIR_START = START + 4
  const AIR_LOOP = START + 5
  const AIR_END = START + 6
  const AIR_FULL_END = START + 7

  function enterOnGround(fighter: Fighter): void {
    fighter.groundVelocity = f(fighter.groundVelocity / SPEED_DIVISOR)
    ShieldBreaker.of(fighter).charged = 0
    fighter.misc = 0
    enterSpecial(fighter, START)
  }

  function enterInAir(fighter: Fighter): void {
    fighter.selfVx = f(fighter.selfVx / SPEED_DIVISOR)
    if (fighter.selfVy < 0) fighter.selfVy = 0
    ShieldBreaker.of(fighter).charged = 0
    fighter.misc = 0
    enterSpecial(fighter, AIR_START)
  }

  function strike(end: number): Callback {
    return (fighter) => {
      const charged = ShieldBreaker.of(fighter).charged
      changeAction(fighter, end, 1)
      fighter.hitboxDamage = damage + Math.floor(charged / LOOP_FRAMES) * damagePerLoop
    }
  }

  function loop(end: number, fullEnd: number): { readonly animation: Callback; readonly interrupt: Callback } {
    const release = strike(end)
    return {
      animation: (fighter) => {
        if (hasScriptEnded(fighter)) fighter.animationFrame = f(fighter.animationFrame - LOOP_FRAMES)
        const charged = ++ShieldBreaker.of(fighter).charged
        fighter.misc = wholeWord(charged)
        if (charged > loops * LOOP_FRAMES) changeAction(fighter, fullEnd, 1)
      },
      interrupt: (fighter) => {
        if (!(fighter.held & BUTTON.B)) release(fighter)
      },
    }
  }

  function endFull(next: Callback): Callback {
    return (fighter) => {
      if (fighter.animationFrame === RECOIL_FRAME) takeDamage(fighter, recoil)
      next(fighter)
    }
  }

  return {
    specials: { SpecialN: enterOnGround, SpecialAirN: enterInAir },
    actions: named(states, {
      SpecialNStart: { animation: startLoop(LOOP), physics: slowOnGround, collision: groundTwinOf(AIR_START) },
      SpecialNLoop: { ...loop(END, FULL_END), ...standing(AIR_LOOP) },
      SpecialNEnd0: { animation: thenWait, ...standing(AIR_END) },
      SpecialNEnd1: { animation: endFull(thenWait), ...standing(AIR_FULL_END) },
      SpecialAirNStart: { animation: startLoop(AIR_LOOP), physics: startInAir, collision: airTwinOf(START) },
      SpecialAirNLoop: { ...loop(AIR_END, AIR_FULL_END), ...falling(LOOP) },
      SpecialAirNEnd0: { animation: thenFall, ...falling(END) },
      SpecialAirNEnd1: { animation: endFull(thenFall), ...falling(FULL_END) },
    }),
  }
}
