/**
 * How many random numbers the sparks of a hit draw. All sparks of a frame are drawn as the hits are found, before the
 * first launch draws for its roll. Source: doldecomp/melee (ftColl_8007A06C, ftColl_80078538, efAsync); figures of its
 * common data as two public reimplementations list them; checked on recorded launches at 100 % and more.
 */
import { random16, randomInteger, type RandomState } from '../random.ts'
import type { Element } from '../tables/moves.ts'

/** From this knockback on a normal hit flashes, which draws nothing. */
const FLASH = 180
/** One in this many normal hits throws a second spark. */
const SECOND_SPARK_ODDS = 4
/** Usual number of draws of a throw's effects; counted on recordings only. */
const THROW_DRAWS = 6

export function drawSparks(state: RandomState, element: Element, knockback: number): void {
  // The generator of this spark begins without a draw.
  if (element === 'electric') return
  const isNormal = element === 'normal'
  if (!isNormal || knockback < FLASH) random16(state)
  if (isNormal && randomInteger(state, SECOND_SPARK_ODDS) === 0) random16(state)
}

/** Draws a number of times for effects. */
export function drawTimes(state: RandomState, times: number): void {
  for (let i = 0; i < times; i++) random16(state)
}

/** Draws of a throw. The effects of some throws draw another number of `times`. */
export function drawThrow(state: RandomState, times: number): void {
  drawTimes(state, times || THROW_DRAWS)
}
