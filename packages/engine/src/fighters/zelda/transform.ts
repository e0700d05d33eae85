/**
 * The transformation: one fighter leaves, and on the frame after its script the other stands in its place, with its
 * percent, stocks, speed and jumps. Source: doldecomp/melee (ftZd_SpecialLw, ftSk_SpecialLw, ftCommon_8007EFC8). No
 * recording shows one.
 */
import { ACTION } from '../../action-ids.ts'
import type { Callback } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { hasScriptEnded } from '../../actions/script.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fallUpTo, slowInAir } from '../../movement/air.ts'
import { privates } from '../../state/privates.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, standing, thenFall, thenWait } from '../special.ts'

/** States after the first: the arrival, and both in the air. */
const OUT = 1
const AIR = 2

const Transform = privates({
  /** On the frame on which the other takes over. */
  turns: 'flag',
})

const KEPT_SPEED_DIVISOR = f(2)
/** How it sinks; an estimate, no source has it. */
const GRAVITY = f(0.05)
const TERMINAL_VELOCITY = f(1)

function enter(fighter: Fighter, action: number): void {
  enterSpecial(fighter, action)
  Transform.of(fighter).turns = false
  fighter.selfVx = f(fighter.selfVx / KEPT_SPEED_DIVISOR)
  fighter.selfVy = f(fighter.selfVy / KEPT_SPEED_DIVISOR)
  fighter.groundVelocity = f(fighter.groundVelocity / KEPT_SPEED_DIVISOR)
}

function animate(fighter: Fighter): void {
  if (hasScriptEnded(fighter)) Transform.of(fighter).turns = true
}

function sink(fighter: Fighter): void {
  fallUpTo(fighter, GRAVITY, TERMINAL_VELOCITY)
  slowInAir(fighter)
}

/** Ids of the first state of either: of the fighter that leaves, and of the one that arrives. */
export function transformation(first: number, other: number): FighterOverrides {
  const turn: Callback = (fighter) => {
    if (!Transform.of(fighter).turns) return
    fighter.form = 1 - fighter.form
    // The arriving fighter was inactive until now.
    fighter.action = ACTION.Sleep
    changeAction(fighter, other + OUT + (fighter.isAirborne ? AIR : 0))
  }
  const going = { animation: animate, accessory: turn }
  const onGround = (action: number) => standing(action + AIR)
  const inAir = (action: number) => ({ physics: sink, collision: airTwinOf(action) })
  return {
    specials: {
      SpecialLw: (fighter) => enter(fighter, first),
      SpecialAirLw: (fighter) => enter(fighter, first + AIR),
    },
    actions: {
      SpecialLw: { ...going, ...onGround(first) },
      SpecialLw2: { animation: thenWait, ...onGround(first + OUT) },
      SpecialAirLw: { ...going, ...inAir(first) },
      SpecialAirLw2: { animation: thenFall, ...inAir(first + OUT) },
    },
  }
}
