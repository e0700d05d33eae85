/**
 * Marth's Dancing Blade and Roy's Double-Edge Dance: four hits, each after the first chosen by the stick. A or B
 * continues while the script allows it; pressed before that, it prevents all further hits. In the air the first one of
 * an airtime lifts the fighter. Source: doldecomp/melee (ftMs_SpecialS); figures from a public list of special
 * attributes and recordings.
 */
import type { ActionCallbacks, Callback } from '../../actions/action.ts'
import { changeAction } from '../../actions/change.ts'
import { followsOn } from '../../actions/script.ts'
import { SPECIAL } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { fallUpTo, slowInAirBy } from '../../movement/air.ts'
import { followRootMotion, stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import { motionX } from '../../tables/root-motion.ts'
import type { FighterOverrides } from '../kind.ts'
import type { OwnActionName } from '../own-action-names.ts'
import { airTwinOf, enterSpecial, heldGroundTwinOf, thenFall, thenWait } from '../special.ts'

const FIRST = 349
/** Offset from a hit on the ground to the same in the air. */
const TO_AIR = 9

const SPEED_DIVISOR = f(1.25)
const FRICTION = f(0.0025)

const DancingBlade = privates({
  /** A or B was pressed too early: no hit follows. */
  isSpoilt: 'flag',
})

// Own words (`ownInts`).
/** 1 once the first hit in the air lifted the fighter; a landing with lag resets it. */
const IS_LIFTED = 0

export interface DancingBladeValues {
  /** Upward speed of the first in the air. */
  readonly lift: number
  readonly gravity: number
  readonly terminalVelocity: number
}

/** The hit that follows one on the ground: with the stick up, in the middle, down. */
type Next = readonly [up: number, middle: number, down: number]
const SECOND: Next = [350, 351, 351]
const THIRD: Next = [352, 353, 354]
const FOURTH: Next = [355, 356, 357]

/** The names of its hits, for both fighters. */
type Step = 'S1' | `S2${'Hi' | 'Lw'}` | `S${3 | 4}${'Hi' | 'S' | 'Lw'}`

function forgetLift(fighter: Fighter): void {
  fighter.ownInts[IS_LIFTED] = 0
}

function pressesOn(fighter: Fighter): boolean {
  return (fighter.pressed & (BUTTON.A | BUTTON.B)) !== 0
}

function directed({ stickY }: Fighter, [up, middle, down]: Next): number {
  if (stickY > SPECIAL.vertical) return up
  return stickY < -SPECIAL.vertical ? down : middle
}

function goOn(next: Next, shift: number): Callback {
  return (fighter) => {
    if (!pressesOn(fighter)) return
    if (!followsOn(fighter)) {
      DancingBlade.of(fighter).isSpoilt = true
      return
    }
    if (DancingBlade.of(fighter).isSpoilt) return
    changeAction(fighter, directed(fighter, next) + shift)
    // Each hit is a performance of its own.
    fighter.instance = fighter.match.takeInstance()
  }
}

function follow(fighter: Fighter): void {
  followRootMotion(fighter, motionX(fighter.state.motion, fighter.actionFrame))
}

export function dancingBlade({ lift, gravity, terminalVelocity }: DancingBladeValues): FighterOverrides {
  function enterOnGround(fighter: Fighter): void {
    fighter.selfVy = 0
    DancingBlade.of(fighter).isSpoilt = false
    fighter.misc = 0
    enterSpecial(fighter, FIRST)
  }

  function enterInAir(fighter: Fighter): void {
    fighter.selfVx = f(fighter.selfVx / SPEED_DIVISOR)
    fighter.selfVy = fighter.ownInts[IS_LIFTED] === 0 ? lift : 0
    fighter.ownInts[IS_LIFTED] = 1
    DancingBlade.of(fighter).isSpoilt = false
    fighter.misc = 0
    enterSpecial(fighter, FIRST + TO_AIR)
  }

  function glide(fighter: Fighter): void {
    fallUpTo(fighter, gravity, terminalVelocity)
    slowInAirBy(fighter, FRICTION)
  }

  /** The later hitboxes stay where their animation holds them. */
  function hover(fighter: Fighter): void {
    fallUpTo(fighter, gravity, terminalVelocity)
    fighter.selfVx = 0
  }

  const actions: Partial<Record<OwnActionName<'marth'>, ActionCallbacks>> = {}
  function add(step: Step, action: number, isLate: boolean, next?: Next): void {
    const land = airTwinOf(action)
    actions[`Special${step}`] = {
      animation: thenWait,
      ...(next && { interrupt: goOn(next, 0) }),
      physics: isLate ? follow : stopOnGround,
      collision: heldGroundTwinOf(action + TO_AIR),
    }
    actions[`SpecialAir${step}`] = {
      animation: thenFall,
      ...(next && { interrupt: goOn(next, TO_AIR) }),
      physics: isLate ? hover : glide,
      collision: (fighter) => {
        land(fighter)
        if (!fighter.isAirborne) forgetLift(fighter)
      },
    }
  }
  add('S1', FIRST, false, SECOND)
  add('S2Hi', SECOND[0], false, THIRD)
  add('S2Lw', SECOND[1], false, THIRD)
  for (const [i, way] of (['Hi', 'S', 'Lw'] as const).entries()) {
    add(`S3${way}`, THIRD[i]!, true, FOURTH)
    add(`S4${way}`, FOURTH[i]!, true)
  }
  return { specials: { SpecialS: enterOnGround, SpecialAirS: enterInAir }, actions, landed: forgetLift }
}
