/**
 * Skull Bash of Pikachu and Pichu. Source: doldecomp/melee (ftPk_SpecialS); figures from a public list of special attributes,
 * compared with one recorded flight. When it begins to fall is an estimate.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction, leaveGround } from '../../actions/change.ts'
import { wholeWord } from '../../actions/first-word.ts'
import { takeDamage } from '../../combat/percent.ts'
import { ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { privates } from '../../state/privates.ts'
import { chargedDash } from '../charged-dash.ts'
import type { FighterOverrides } from '../kind.ts'
import { falling, goRound, standing } from '../special.ts'

const START = 343
const HOLD = 344
const END = 346
const LAUNCH = 347
const AIR_START = 348
const AIR_HOLD = 349
const FLIGHT = 350
const AIR_END = 351
const AIR_LAUNCH = 352

const SkullBash = privates({ charge: 'int' })

const FLICK_FRAMES = 3
const FLICK_CHARGE = 20
const HOLD_FRAMES = 6
const LAUNCH_FRAME = 4
const SPEED = f(1.4)
const SPEED_PER_CHARGE = f(1 / 60)
const LEAST_DAMAGE = 4

export interface SkullBashValues {
  readonly mostCharge: number
  readonly damagePerCharge: number
  readonly startGravity: number
  readonly rise: number
  readonly gravity: number
  readonly terminalVelocity: number
  /** Percent that it costs. */
  readonly cost: number
}

export function skullBash(values: SkullBashValues) {
  const { mostCharge, damagePerCharge, startGravity, rise, gravity, terminalVelocity, cost } = values

  function setCharge(fighter: Fighter, charge: number): void {
    SkullBash.of(fighter).charge = charge
    fighter.misc = wholeWord(charge)
  }

  function hold(launch: number): { readonly animation: Callback; readonly interrupt: Callback } {
    const release: Callback = (fighter) => changeAction(fighter, launch)
    return {
      animation: (fighter) => {
        goRound(fighter, HOLD_FRAMES)
        setCharge(fighter, SkullBash.of(fighter).charge + 1)
        if (SkullBash.of(fighter).charge > mostCharge) release(fighter)
      },
      interrupt: (fighter) => {
        if (!(fighter.held & BUTTON.B)) release(fighter)
      },
    }
  }

  function takeOff(fighter: Fighter): void {
    if (fighter.animationFrame < LAUNCH_FRAME) return
    const { facing, animationFrame } = fighter
    const own = SkullBash.of(fighter)
    const charge = own.charge
    if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
    fighter.selfVx = f(facing * f(f(SPEED_PER_CHARGE * charge) + SPEED))
    const half = f(rise * 0.5)
    fighter.selfVy = f(half + f(half * f(charge / mostCharge)))
    changeAction(fighter, FLIGHT, animationFrame)
    fighter.hitboxDamage = Math.floor(f(f(charge * damagePerCharge) + LEAST_DAMAGE))
    takeDamage(fighter, cost)
  }

  const dash = chargedDash({
    start: START,
    end: END,
    airStart: AIR_START,
    airEnd: AIR_END,
    startFriction: f(0.02),
    startGravity,
    gravity,
    fallFrame: 30,
    terminalVelocity,
    begin: (fighter) => setCharge(fighter, fighter.lastTiltXTimer < FLICK_FRAMES ? FLICK_CHARGE : 0),
    hold: (fighter) => changeAction(fighter, fighter.isAirborne ? AIR_HOLD : HOLD),
  })

  return {
    specials: dash.specials,
    actions: {
      SpecialSStart: dash.starts,
      SpecialSHold: { ...hold(LAUNCH), ...standing(AIR_HOLD) },
      SpecialS0: { animation: takeOff, ...standing(AIR_LAUNCH) },
      SpecialSEnd: dash.ends,
      SpecialAirSStart: dash.airStarts,
      SpecialAirSHold: { ...hold(AIR_LAUNCH), ...falling(HOLD) },
      SpecialAirS0: { animation: takeOff, ...falling(LAUNCH) },
      SpecialAirS1: dash.flight,
      SpecialAirSEnd: dash.airEnds,
    },
  } satisfies FighterOverrides
}
