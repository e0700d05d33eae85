/**
 * Sing and Rest: an animation for each facing, on the ground and in the air. Ledges end a song, but no sleep. Source:
 * doldecomp/melee (ftPr_SpecialHi, ftPr_SpecialLw).
 */
import type { ActionCallbacks, Callback } from '../../actions/action.ts'
import { tryLedge } from '../../actions/collide.ts'
import { followIntangibility } from '../../actions/script.ts'
import { landsOn, staysWithinFloor } from '../../collision/fighter-body.ts'
import type { Fighter } from '../../fighter.ts'
import { fallWithoutDrift } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import type { FighterOverrides } from '../kind.ts'
import { enterSpecial, swapInAir, swapOnGround, thenFall, thenWait } from '../special.ts'

/** The actions that face left on the ground. */
const SING = 365
const REST = 369
const TO_AIR = 1
const TO_RIGHT = 2

const EITHER_SIDE = 0

function enter(fighter: Fighter, action: number): void {
  enterSpecial(fighter, action + (fighter.facing > 0 ? TO_RIGHT : 0) + (fighter.isAirborne ? TO_AIR : 0))
}

function enterSing(fighter: Fighter): void {
  enter(fighter, SING)
}

function enterRest(fighter: Fighter): void {
  enter(fighter, REST)
  hide(fighter)
}

/** It is intangible at first. */
function hide(fighter: Fighter): void {
  followIntangibility(fighter)
}

function hiding(next: Callback): Callback {
  return (fighter) => {
    hide(fighter)
    next(fighter)
  }
}

function collideOnGround(fighter: Fighter): void {
  if (!staysWithinFloor(fighter)) swapInAir(fighter, fighter.action + TO_AIR)
}

function lands(fighter: Fighter): boolean {
  if (!landsOn(fighter, false)) return false
  swapOnGround(fighter, fighter.action - TO_AIR)
  return true
}

const onGround = { physics: stopOnGround, collision: collideOnGround }
const sing: ActionCallbacks = { animation: thenWait, ...onGround }
const airSing: ActionCallbacks = {
  animation: thenFall,
  physics: fallWithoutDrift,
  collision: (fighter) => {
    if (!lands(fighter)) tryLedge(fighter, EITHER_SIDE)
  },
}
const rest: ActionCallbacks = { animation: hiding(thenWait), ...onGround }
const airRest: ActionCallbacks = { animation: hiding(thenFall), physics: fallWithoutDrift, collision: lands }

export const SING_AND_REST: FighterOverrides = {
  specials: { SpecialHi: enterSing, SpecialAirHi: enterSing, SpecialLw: enterRest, SpecialAirLw: enterRest },
  actions: {
    SpecialHiL: sing,
    SpecialHiR: sing,
    SpecialAirHiL: airSing,
    SpecialAirHiR: airSing,
    SpecialLwL: rest,
    SpecialLwR: rest,
    SpecialAirLwL: airRest,
    SpecialAirLwR: airRest,
  },
}
