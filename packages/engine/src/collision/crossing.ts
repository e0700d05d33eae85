/**
 * Whether a path from one point to another crosses a line from its outer side. A line's outer side is on the left of
 * the direction from its first end to its second. Source: doldecomp/melee (mplib.c: mpLineIntersection and related
 * functions).
 */

/**
 * Lines that deviate from vertical or level by less than this count as such, and a path may begin and end this far off
 * them.
 */
const STRAIGHT = 1e-4
/** Reach of a vertical or level line past its ends. */
const PAST_END = 0.1
/** A path may begin behind an oblique line if it spans at most this area with it. */
const BEHIND = 0.1

/**
 * Arguments and result by index, in one typed array: V8 boxes numbers that functions pass on, but not the numbers in
 * here.
 */
export const LINE_X1 = 0
export const LINE_Y1 = 1
export const LINE_X2 = 2
export const LINE_Y2 = 3
export const FROM_X = 4
export const FROM_Y = 5
export const TO_X = 6
export const TO_Y = 7
/** Result: square of the distance from the beginning to the crossing. */
export const DISTANCE = 8
export const probe = new Float64Array(9)

export function crosses(): boolean {
  const ax = probe[LINE_X1]!
  const ay = probe[LINE_Y1]!
  const width = probe[LINE_X2]! - ax
  const height = probe[LINE_Y2]! - ay
  if (Math.abs(width) <= STRAIGHT) return crossesStraight(FROM_X, FROM_Y, LINE_X1, LINE_Y1, height < 0)
  if (Math.abs(height) <= STRAIGHT) return crossesStraight(FROM_Y, FROM_X, LINE_Y1, LINE_X1, width > 0)
  const fromX = probe[FROM_X]! - ax
  const fromY = probe[FROM_Y]! - ay
  const dx = probe[TO_X]! - probe[FROM_X]!
  const dy = probe[TO_Y]! - probe[FROM_Y]!
  const before = width * fromY - height * fromX
  const area = dx * height - dy * width
  const after = before - area
  if (before < -BEHIND || after > 0 || Math.abs(area) <= STRAIGHT) return false
  const along = (dx * fromY - dy * fromX) / area
  if (along < 0 || along > 1) return false
  const x = width * along - fromX
  const y = height * along - fromY
  probe[DISTANCE] = x * x + y * y
  return true
}

/**
 * As `crosses`, for a vertical or level line. The indices are those of the coordinate across the line and of the one
 * along it.
 */
function crossesStraight(across: number, along: number, place: number, end: number, isOutUpward: boolean): boolean {
  const out = isOutUpward ? 1 : -1
  const before = (probe[across]! - probe[place]!) * out
  const after = (probe[across + 2]! - probe[place]!) * out
  const step = before - after
  if (before < -STRAIGHT || after > STRAIGHT || step < STRAIGHT) return false
  const low = Math.min(probe[end]!, probe[end + 2]!)
  const high = Math.max(probe[end]!, probe[end + 2]!)
  const from = probe[along]!
  const to = probe[along + 2]!
  if ((from < low && to < low) || (from > high && to > high)) return false
  const share = Math.max(0, before) / step
  const met = from + (to - from) * share
  if (met < low - PAST_END || met > high + PAST_END) return false
  const x = Math.max(low, Math.min(high, met)) - from
  const y = step * share
  probe[DISTANCE] = x * x + y * y
  return true
}
