/**
 * What map collision works on: a fighter's position before and after its move, and its ECB (environment collision box).
 * The ECB is a diamond: four points about the position, bottom and top above it, the sides to the left and right at
 * middle height. The caller owns the one object, fills the first part, and finds the answer in the second; nothing is
 * allocated.
 */
import { NO_FLOOR } from '../stages/terrain.ts'

export class CollisionBody {
  previousX = 0
  previousY = 0
  x = 0
  y = 0
  /** The ECB of the frame before and of this one: heights above the position, widths to the left and right of it. */
  previousBottom = 0
  previousTop = 0
  previousMiddle = 0
  previousLeft = 0
  previousRight = 0
  bottom = 0
  top = 0
  middle = 0
  left = 0
  right = 0
  /** Least number of parts that the motion is cut into: 2 where the ECB itself changes by more than one step. */
  leastSteps = 1
  /** Falls through drop-through platforms (the stick is held down in a state that allows it). */
  passesPlatforms = false
  /** Floors only hold it up: SDI and ASDI do not land it. */
  staysAirborne = false
  /** One platform that is being dropped through, or NO_FLOOR. */
  passedFloor: number = NO_FLOOR

  // Results.
  /** Floor landed on, stood on or pushed up by; NO_FLOOR in the air. */
  floor: number = NO_FLOOR
  /** Walls that pushed it: one to the right of the body, one to its left, by number; -1 for none. */
  wallRight = -1
  wallLeft = -1
  /** Whether its side point ran into them. */
  hugsRight = false
  hugsLeft = false
  /** Ceiling touched, or -1. */
  ceiling = -1
  /** Grounded only: 1 the body passed the right end of its floor, -1 the left end, 0 neither. */
  pastEnd: -1 | 0 | 1 = 0
}
