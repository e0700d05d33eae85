/**
 * Giant Punch: charged in swings until B releases it, a shield or a roll keeps it, or a hit removes it. The tenth swing
 * ends the charge, and the next press strikes with all of it. Source: doldecomp/melee (ftDk_SpecialN); figures from a
 * public list of special attributes, checked on 24 recorded punches and charges.
 */
import type { ActionCallbacks, Callback } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { enterFall } from '../../actions/fall.ts'
import { tryRoll } from '../../actions/guard.ts'
import { followIntangibility } from '../../actions/script.ts'
import { enterWait } from '../../actions/wait.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON, GUARD_BIT } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import {
  afterScript,
  enterSpecial,
  falling,
  groundTwinOf,
  heldGroundTwinOf,
  named,
  thenFall,
  thenFallSpecial,
  thenWait,
  type Copy,
} from '../special.ts'

const OWN: Copy<'Dk'> = { first: 369, prefix: '' }
/** Offset from an action on the ground to the same in the air. */
const TO_AIR = 5

const MOST_SWINGS = 10
const DAMAGE = 12
const DAMAGE_PER_SWING = 2
const SPEED_PER_SWING = f(0.12)
const LANDING_LAG = 20
/** Counters of a swing; the script frames on which the fist hits. */
const SWING_FRAMES = 12
const HIT_FRAMES = { first: 17, last: 21 } as const

const GiantPunch = privates({
  /** A shield was pressed to keep the charge. */
  wantsToKeep: 'flag',
  /** Swings in the punch; and whether it has stepped forward. */
  power: 'int',
  hasStepped: 'flag',
})

// Own words (`ownInts`).
/** Swings charged. */
const SWINGS = 0

/** A hit removes the charge. */
export function loseSwings(fighter: Fighter): void {
  fighter.ownInts[SWINGS] = 0
}

export function giantPunch(states = OWN): FighterOverrides {
  const START = states.first
  const LOOP = START + 1
  const CANCEL = START + 2
  const PUNCH = START + 3
  const FULL_PUNCH = START + 4

  function enter(fighter: Fighter): void {
    const isFull = fighter.ownInts[SWINGS] === MOST_SWINGS
    const shift = fighter.isAirborne ? TO_AIR : 0
    if (!fighter.isAirborne) fighter.selfVy = 0
    if (isFull) strike(fighter, FULL_PUNCH + shift)
    else enterSpecial(fighter, START + shift)
    GiantPunch.of(fighter).wantsToKeep = false
  }

  function strike(fighter: Fighter, action: number): void {
    const { ownInts } = fighter
    const own = GiantPunch.of(fighter)
    enterSpecial(fighter, action)
    own.power = ownInts[SWINGS]!
    own.hasStepped = false
    ownInts[SWINGS] = 0
  }

  function wind(rest: Callback): Callback {
    return (fighter) => {
      if (fighter.animationFrame < SWING_FRAMES) return
      fighter.animationFrame = 0
      if (++fighter.ownInts[SWINGS]! >= MOST_SWINGS) rest(fighter)
    }
  }

  /** B strikes at once; a shield keeps the charge at the end of the swing. */
  function letGo(shift: number): Callback {
    return (fighter) => {
      const { pressed } = fighter
      const own = GiantPunch.of(fighter)
      if (shift === 0 && tryRoll(fighter)) return
      if (pressed & GUARD_BIT) own.wantsToKeep = true
      if (pressed & BUTTON.B) {
        strike(fighter, PUNCH + shift)
        fighter.hitboxDamage = DAMAGE + DAMAGE_PER_SWING * own.power
      } else if (own.wantsToKeep && fighter.animationFrame === 0) changeAction(fighter, CANCEL + shift)
    }
  }

  /** On the ground the fist pulls him forward. */
  function step(fighter: Fighter): void {
    const { animationFrame, facing } = fighter
    const own = GiantPunch.of(fighter)
    followIntangibility(fighter)
    if (fighter.isAirborne || own.hasStepped) return
    if (animationFrame < HIT_FRAMES.first || animationFrame > HIT_FRAMES.last) return
    own.hasStepped = true
    fighter.groundVelocity = f(facing * f(SPEED_PER_SWING * own.power))
  }

  function punching(next: Callback): Callback {
    return (fighter) => {
      step(fighter)
      next(fighter)
    }
  }

  const onGround = (action: number): ActionCallbacks => ({
    damaged: loseSwings,
    physics: stopOnGround,
    collision: (action >= PUNCH ? heldGroundTwinOf : groundTwinOf)(action + TO_AIR),
  })
  const inAir = (action: number): ActionCallbacks => ({
    damaged: loseSwings,
    ...falling(action),
  })

  const landPunch = punching(thenWait)
  const fallPunch = punching(thenFallSpecial(LANDING_LAG))

  return {
    specials: { SpecialN: enter, SpecialAirN: enter },
    actions: named(states, {
      SpecialNStart: { animation: afterScript((fighter) => changeAction(fighter, LOOP)), ...onGround(START) },
      SpecialNLoop: { animation: wind(enterWait), interrupt: letGo(0), ...onGround(LOOP) },
      SpecialNCancel: { animation: thenWait, ...onGround(CANCEL) },
      SpecialN: { animation: landPunch, ...onGround(PUNCH) },
      SpecialNFull: { animation: landPunch, ...onGround(FULL_PUNCH) },
      SpecialAirNStart: { animation: afterScript((fighter) => changeAction(fighter, LOOP + TO_AIR)), ...inAir(START) },
      SpecialAirNLoop: {
        animation: wind((fighter) => enterFall(fighter)),
        interrupt: letGo(TO_AIR),
        ...inAir(LOOP),
      },
      SpecialAirNCancel: { animation: thenFall, ...inAir(CANCEL) },
      SpecialAirN: { animation: fallPunch, ...inAir(PUNCH) },
      SpecialAirNFull: { animation: fallPunch, ...inAir(FULL_PUNCH) },
    }),
  }
}
