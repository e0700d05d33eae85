/** Getting about: jumps, wavedashes, dashes, falls, and the ways off a ledge. */
import { tilt, BUTTON, stick, type Hands } from '../controller.ts'
import type { Character } from '../characters.ts'
import { figuresOf } from '../figures.ts'
import { hold, inOrder, rest } from './plan.ts'

/** -1 left, 1 right, 0 straight; in between as far as the stick is tilted. */
export type Direction = number

/** A digital trigger, pressed in full. */
const PRESS_L: Hands = { buttons: BUTTON.L, l: 255 }

/** Degrees below the horizontal of the longest wavedash: as little down as the game still reads. */
const SHALLOW = 17.5

/** A jump from the ground that stays low: the button is up before the squat ends. Up to the first frame in the air. */
export function shortHop(character: Character, direction: Direction = 0): Hands[] {
  return inOrder(stick(direction, 0, BUTTON.X), hold(stick(direction), figuresOf(character).jumpSquat))
}

/** A full jump from the ground, up to the first frame in the air. */
export function fullHop(character: Character, direction: Direction = 0): Hands[] {
  const { jumpSquat } = figuresOf(character)
  return inOrder(hold(stick(direction, 0, BUTTON.X), jumpSquat), stick(direction))
}

/** A jump in the air. */
export function airJump(direction: Direction = 0): Hands[] {
  return [stick(direction, 0, BUTTON.X)]
}

/**
 * A jump, and on its first frame an air dodge into the ground: a slide in that direction. By default the longest; a steeper angle, in
 * degrees below the horizontal, slides less far.
 */
export function wavedash(character: Character, direction: Direction, degrees = SHALLOW): Hands[] {
  const { jumpSquat } = figuresOf(character)
  return inOrder({ buttons: BUTTON.X }, rest(jumpSquat - 1), waveland(direction, degrees))
}

/** An air dodge down onto a floor that is within reach, such as a platform at the top of a jump. */
export function waveland(direction: Direction, degrees = SHALLOW): Hands[] {
  if (direction === 0) return [{ ...stick(0, -1), ...PRESS_L }]
  const turn = (Math.max(degrees, SHALLOW) * Math.PI) / 180
  return [{ ...stick(Math.sign(direction) * Math.cos(turn), -Math.sin(turn)), ...PRESS_L }]
}

/** An air dodge toward (x, y), each -1 to 1; on the spot without them. */
export function airDodge(x = 0, y = 0): Hands[] {
  return [{ ...stick(x, y), ...PRESS_L }]
}

/** A dash kept up for a number of frames; with enough of them it becomes a run. From a stick at rest. */
export function dash(direction: Direction, frames: number): Hands[] {
  return hold(stick(Math.sign(direction)), frames)
}

/** Dashes there and back, each for a number of frames, of which the turn takes one. A dash cannot be turned in its first four. */
export function dashDance(direction: Direction, frames = 8, times = 2): Hands[] {
  const first = Math.sign(direction)
  return Array.from({ length: times }, (_, i) => hold(stick(i % 2 === 0 ? first : -first), frames)).flat()
}

/** A walk, as far as half of the stick goes. */
export function walk(direction: Direction, frames: number): Hands[] {
  return hold(stick(Math.sign(direction) * 0.5), frames)
}

/** A flick down while falling. The stick must not have been down before. */
export function fastFall(direction: Direction = 0): Hands[] {
  return [stick(Math.max(-0.6, Math.min(0.6, direction)), -1)]
}

/** Down through the platform that the fighter stands on. */
export function dropThrough(): Hands[] {
  return inOrder(hold(stick(0, -1), 3), rest(1))
}

/**
 * Down through the platform out of a shield that is up: the stick only so far down that it is no spot dodge. The shield is held
 * meanwhile.
 */
export function shieldDrop(): Hands[] {
  return [{ buttons: BUTTON.R, r: 255, stickY: tilt(SHIELD_DROP) }]
}
const SHIELD_DROP = -0.68

/** What a fighter on the ledge may do. Each is a new press: the stick and the buttons have to rest before. */
export const ledge = {
  /** Up onto the stage. `facing` is that of the fighter, toward the stage. */
  climb: (facing: number): Hands[] => [stick(facing * 0.6)],
  roll: (): Hands[] => [{ buttons: BUTTON.R, r: 255 }],
  attack: (): Hands[] => [{ buttons: BUTTON.A }],
  jump: (): Hands[] => [{ buttons: BUTTON.X }],
  /** Lets go and falls, without a fast fall. */
  drop: (facing: number): Hands[] => [stick(-facing)],
} as const
