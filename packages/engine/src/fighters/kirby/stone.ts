/**
 * Stone: after its start it falls as a block that no hit affects, and stays one until B or time ends it. Source:
 * doldecomp/melee (ftKb_SpecialLw); figures from a public list of special attributes, its leaps in
 * packages/engine/data/kirby/specials.csv. Approximate: a block withstands every hit, though a hard one should break it, and it does not slide down
 * slopes.
 */
import type { Callback } from '../../actions/action.ts'
import { changeAction, leaveGround, touchGround } from '../../actions/change.ts'
import { landsOn, staysOnFloor } from '../../collision/fighter-body.ts'
import { BODY_STATE, ECB_LOCK_FRAMES } from '../../constants.ts'
import type { Fighter } from '../../fighter.ts'
import { BUTTON } from '../../input/buttons.ts'
import { f } from '../../math.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { privates } from '../../state/privates.ts'
import { SPECIALS } from '../../tables/generated/kirby-specials.ts'
import type { FighterOverrides } from '../kind.ts'
import { afterScript, enterSpecial, swapInAir, thenFall } from '../special.ts'

const START = 393
const BLOCK = 394
const AIR_START = 396
const AIR_BLOCK = 397
const END = 398

const Stone = privates({ framesLeft: 'int' })

const MOST_FRAMES = 150
const LEAST_FRAMES = 18
const FALL_SPEED = f(-4.5)
/** Speeds upward of its leaps, by counter: from 1 on at the start, from 0 on at the end. */
const START_RISES: readonly number[] = SPECIALS.stone.startRises.map(f)
const END_RISES: readonly number[] = SPECIALS.stone.endRises.map(f)

function leap(rises: readonly number[], first: number): Callback {
  return (fighter) => {
    fighter.selfVx = 0
    fighter.selfVy = rises[fighter.animationFrame - first] ?? 0
  }
}

function enter(fighter: Fighter): void {
  enterSpecial(fighter, fighter.isAirborne ? AIR_START : START)
  Stone.of(fighter).framesLeft = MOST_FRAMES
}

function harden(fighter: Fighter): void {
  changeAction(fighter, fighter.isAirborne ? AIR_BLOCK : BLOCK, 1, 0)
  fighter.bodyState = BODY_STATE.invincible
}

function interruptBlock(fighter: Fighter): void {
  const { pressed } = fighter
  const own = Stone.of(fighter)
  const left = own.framesLeft
  const mayEnd = left <= MOST_FRAMES - LEAST_FRAMES && (pressed & BUTTON.B) !== 0
  if (left > 0 && !mayEnd) {
    own.framesLeft = left - 1
    return
  }
  if (!fighter.isAirborne) leaveGround(fighter, ECB_LOCK_FRAMES)
  changeAction(fighter, END)
}

const soften = {
  animation: thenFall,
  physics: leap(END_RISES, 0),
  collision: (fighter: Fighter) => void landsOn(fighter, false),
}

export const STONE: FighterOverrides = {
  specials: { SpecialLw: enter, SpecialAirLw: enter },
  actions: {
    SpecialLw1: {
      animation: afterScript(harden),
      physics: stopOnGround,
      collision: (fighter) => {
        if (!staysOnFloor(fighter)) swapInAir(fighter, AIR_START)
      },
    },
    SpecialAirLwStart: {
      animation: afterScript(harden),
      physics: leap(START_RISES, 1),
      collision: (fighter) => void landsOn(fighter, false),
    },
    SpecialLw: {
      interrupt: interruptBlock,
      physics: stopOnGround,
      collision: (fighter) => {
        if (staysOnFloor(fighter)) return
        leaveGround(fighter, ECB_LOCK_FRAMES)
        harden(fighter)
      },
    },
    SpecialAirLw: {
      interrupt: interruptBlock,
      physics: (fighter) => {
        fighter.selfVx = 0
        fighter.selfVy = FALL_SPEED
      },
      collision: (fighter) => {
        if (!landsOn(fighter, false)) return
        touchGround(fighter)
        harden(fighter)
      },
    },
    SpecialLwEnd: soften,
    SpecialAirLwEnd: soften,
  },
}
