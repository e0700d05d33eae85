/** Short sequences of inputs, one entry a frame, each ending at rest so that the next press counts as a press. */
import { BUTTON, stick, tilt, type Hands } from '../controller.ts'
import type { Random } from './random.ts'
import type { Style } from './styles.ts'

export type Plan = Hands[]

const REST: Hands = {}

export const hold = (hands: Hands, frames: number): Plan => Array.from({ length: frames }, () => hands)
export const rest = (frames: number): Plan => hold(REST, frames)

/** A dash, kept up long enough to cover ground. */
export const dash = (direction: number, frames: number): Plan => [...hold(stick(direction), frames), REST]

/** Half tilt: a walk. */
export const walk = (direction: number, frames: number): Plan => hold(stick(direction * 0.5), frames)

/** Back and forth on the spot, to be where the opponent's attack is not. */
export const dashDance = (direction: number): Plan => [
  ...hold(stick(-direction), 6),
  ...hold(stick(direction), 8),
  REST,
]

/** A jump toward `direction`; short when the button is let go during the jump squat. */
export const jump = (direction: number, style: Style, isFull: boolean): Plan => [
  ...hold(stick(direction, 0, BUTTON.X), isFull ? style.jumpSquat + 3 : 1),
  ...hold(stick(direction), 8),
]

/** Jump, then an air dodge into the ground: a slide. */
export const wavedash = (direction: number, style: Style): Plan => [
  stick(0, 0, BUTTON.X),
  ...rest(style.jumpSquat),
  ...hold({ ...stick(direction * 0.9, -0.4, BUTTON.R), r: 255 }, 2),
  ...rest(10),
]

/** A short hop with an aerial on the way, and a fast fall. */
export function aerial(direction: number, style: Style, random: Random): Plan {
  const attack = random.pick<Hands>([
    [3, { ...stick(direction), cstickX: tilt(direction) }],
    [2, stick(direction, 0, BUTTON.A)],
    [1, { ...stick(direction), cstickY: tilt(1) }],
    [1, { ...stick(direction), cstickY: tilt(-1) }],
  ])
  return [
    stick(direction, 0, BUTTON.X),
    ...hold(stick(direction), style.jumpSquat + 2),
    ...hold(attack, 2),
    ...hold(stick(direction), 8),
    ...hold(stick(direction * 0.3, -1), 3),
    ...rest(4),
  ]
}

/** Something from a standing position toward an opponent in reach; with `mayLunge` also the special that carries far. */
export function strike(direction: number, random: Random, mayLunge: boolean): Plan {
  const hands = random.pick<Hands>([
    [3, stick(direction * 0.5, 0, BUTTON.A)],
    [2, { cstickX: tilt(direction) }],
    [2, stick(0, -0.5, BUTTON.A)],
    [1, { cstickY: tilt(-1) }],
    [1, { cstickY: tilt(1) }],
    [2, stick(0, 0, BUTTON.A)],
    [2, { buttons: BUTTON.Z }],
    [mayLunge ? 1 : 0, stick(direction, 0, BUTTON.B)],
  ])
  return [REST, ...hold(hands, 2), ...rest(12)]
}

/** Straight up, at someone on a platform above. */
export const strikeUp = (random: Random): Plan => [
  ...hold(random.chance(0.5) ? { cstickY: tilt(1) } : stick(0, 0.5, BUTTON.A), 2),
  ...rest(12),
]

export const special = (direction: number): Plan => [
  ...hold(stick(direction * 0.3), 2),
  ...hold({ buttons: BUTTON.B }, 2),
  ...rest(14),
]

const SHIELD: Hands = { buttons: BUTTON.L, l: 255 }

export const shield = (frames: number): Plan => [...hold(SHIELD, frames), ...rest(3)]

/** Shield, then the stick: a roll to the side, or a dodge on the spot with direction 0. */
export const dodge = (direction: number): Plan => [
  ...hold(SHIELD, 3),
  ...hold({ ...SHIELD, ...stick(direction, direction === 0 ? -1 : 0, BUTTON.L) }, 2),
  ...rest(15),
]

/** Through the platform one stands on. */
export const dropThrough = (): Plan => [...hold(stick(0, -1), 3), ...rest(8)]
