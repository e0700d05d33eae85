/**
 * What the sparks of a hit draw from the generator before the launch may draw whether it rolls.
 * Source: doldecomp/melee (ftColl_80078538, efAsync); 181 of 221 recorded launches at 100 % and more roll as drawn so, and
 * 11 of 12 throws.
 */
import { random16, randomInteger, type RandomState } from '../random.ts'
import type { Element } from '../tables/moves.ts'

/** One of so many normal hits throws a second spark. */
const SECOND_SPARK_ODDS = 5
/** A throw's effects; only counted on recordings. */
const THROW_DRAWS = 6

export function drawSparks(state: RandomState, element: Element): void {
  // The generator of this spark begins without a draw.
  if (element === 'electric') return
  random16(state)
  if (element === 'normal' && randomInteger(state, SECOND_SPARK_ODDS) === 0) random16(state)
}

export function drawThrow(state: RandomState): void {
  for (let i = 0; i < THROW_DRAWS; i++) random16(state)
}
