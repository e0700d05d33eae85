/** Shields, dodges, and the stick while one is hit. */
import { BUTTON, stick, type Hands } from '../controller.ts'
import type { FighterView } from '../fighter-view.ts'
import { GAME } from '../figures.ts'
import { hold, inOrder } from './plan.ts'
import type { Direction } from './movement.ts'

const SHIELD: Hands = { buttons: BUTTON.R, r: 255 }
/** Frames after which a shield is up and a stick counts as one out of a shield. */
const RAISED = 2

/** A shield for a number of frames; once up it stays for eight at least. */
export function shield(frames: number): Hands[] {
  return hold(SHIELD, frames)
}

/** A roll, out of a shield that is raised for it or is up already. */
export function roll(direction: Direction): Hands[] {
  return inOrder(shield(RAISED), { ...stick(Math.sign(direction)), ...SHIELD })
}

/** A dodge on the spot. */
export function spotDodge(): Hands[] {
  return inOrder(shield(RAISED), { ...stick(0, -1), ...SHIELD })
}

/** How a fighter that lies on the floor gets up. */
export const getUp = {
  stand: (): Hands[] => [stick(0, 1)],
  roll: (direction: Direction): Hands[] => [stick(Math.sign(direction))],
  attack: (): Hands[] => [{ buttons: BUTTON.A }],
} as const

type Launched = Pick<FighterView, 'speedAttackX' | 'speedAttackY'>

/**
 * The stick that turns a launch most, for as long as hitlag lasts: perpendicular to it. `turn` 1 turns the launch counterclockwise, -1
 * clockwise, by up to 18 degrees. Nothing for a fighter that is not launched.
 */
export function di({ speedAttackX: x, speedAttackY: y }: Launched, turn: 1 | -1): Hands {
  const speed = Math.hypot(x, y)
  return speed === 0 ? {} : stick((-y * turn) / speed, (x * turn) / speed)
}

/** The direction of a launch after `di`, in degrees counterclockwise from the right. */
export function launchAfter({ speedAttackX: x, speedAttackY: y }: Launched, turn: 1 | 0 | -1): number {
  return (Math.atan2(y, x) * 180) / Math.PI + turn * GAME.diDegrees
}

/** The left and the right of the C-stick or stick, over and over: ends being held, buried, asleep or dizzy sooner. */
export function mash(frame: number): Hands {
  return { ...stick(frame % 2 === 0 ? 1 : -1), buttons: frame % 2 === 0 ? BUTTON.A | BUTTON.X : BUTTON.B | BUTTON.Y }
}
