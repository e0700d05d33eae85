/**
 * Judge: a hit whose number is drawn, never one of the last two. Source: doldecomp/melee (ftGw_SpecialS); figures from a
 * public list of special attributes. Approximate: in the air he falls as usual after the hit.
 */
import { tableOf, type FighterActionTable } from '../../actions/action.ts'
import type { Fighter } from '../../fighter.ts'
import { f } from '../../math.ts'
import { fall, slowInAirBy } from '../../movement/air.ts'
import { stopOnGround } from '../../movement/ground.ts'
import { randomInteger } from '../../random.ts'
import type { FighterOverrides } from '../kind.ts'
import { airTwinOf, enterSpecial, heldGroundTwinOf, thenFall, thenWait } from '../special.ts'
import { LAST_NUMBER, NUMBER_BEFORE } from './words.ts'

/** States of the number before the first. */
const ON_GROUND = 354
const IN_AIR = 363
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

const KEPT_SPEED_DIVISOR = f(2)
const FRICTION = f(0.0025)

function drawNumber({ ownInts, match }: Fighter): number {
  const last = ownInts[LAST_NUMBER]!
  const before = ownInts[NUMBER_BEFORE]!
  const left = NUMBERS.length - (last > 0 ? 1 : 0) - (before > 0 ? 1 : 0)
  let skipped = randomInteger(match.record, left)
  let number = 1
  for (; number === last || number === before || skipped-- > 0; number++);
  ownInts[NUMBER_BEFORE] = last
  ownInts[LAST_NUMBER] = number
  return number
}

function enterOnGround(fighter: Fighter): void {
  fighter.selfVy = 0
  enterSpecial(fighter, ON_GROUND + drawNumber(fighter))
}

function enterInAir(fighter: Fighter): void {
  fighter.selfVx = f(fighter.selfVx / KEPT_SPEED_DIVISOR)
  enterSpecial(fighter, IN_AIR + drawNumber(fighter))
}

function moveInAir(fighter: Fighter): void {
  fall(fighter)
  slowInAirBy(fighter, FRICTION)
}

function hammerActions(): FighterActionTable {
  const ground = NUMBERS.map(
    (number) =>
      [
        `SpecialS${number}`,
        { animation: thenWait, physics: stopOnGround, collision: heldGroundTwinOf(IN_AIR + number) },
      ] as const,
  )
  const air = NUMBERS.map(
    (number) =>
      [
        `SpecialAirS${number}`,
        { animation: thenFall, physics: moveInAir, collision: airTwinOf(ON_GROUND + number) },
      ] as const,
  )
  return { ...tableOf(ground), ...tableOf(air) }
}

export const JUDGE: FighterOverrides = {
  specials: { SpecialS: enterOnGround, SpecialAirS: enterInAir },
  actions: hammerActions(),
}
