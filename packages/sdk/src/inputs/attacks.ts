/** Attacks, grabs and specials: which way the sticks go. Each is one frame, and a new press: what it presses has to rest before. */
import { BUTTON, stick, tilt, type Hands } from '../controller.ts'
import type { Direction } from './movement.ts'

/** Far enough for a tilt, and not so far that it is a smash, a jump or a crouch. */
const HALF = 0.5

export function jab(): Hands[] {
  return [{ buttons: BUTTON.A }]
}

/** A tilt: `forward` is toward `facing`. */
export function tiltAttack(way: 'forward' | 'up' | 'down', facing: Direction): Hands[] {
  if (way === 'forward') return [stick(HALF * Math.sign(facing), 0, BUTTON.A)]
  return [stick(0, way === 'up' ? HALF : -HALF, BUTTON.A)]
}

/** A smash attack by the C-stick, uncharged: `left`, `right`, `up` or `down`. */
export function smash(way: 'left' | 'right' | 'up' | 'down'): Hands[] {
  return [cstick(way)]
}

/** An aerial; the control stick is free to drift, except in a neutral air. */
export function aerial(
  way: 'neutral' | 'forward' | 'back' | 'up' | 'down',
  facing: Direction,
  drift: Direction = 0,
): Hands[] {
  if (way === 'neutral') return [{ buttons: BUTTON.A }]
  const side = way === 'forward' ? facing : -facing
  const toward = way === 'up' || way === 'down' ? way : side > 0 ? 'right' : 'left'
  return [{ stickX: tilt(drift), ...cstick(toward) }]
}

/** A special: `left` and `right` are the side special that way. */
export function special(way: 'neutral' | 'left' | 'right' | 'up' | 'down'): Hands[] {
  switch (way) {
    case 'neutral':
      return [{ buttons: BUTTON.B }]
    case 'left':
      return [stick(-1, 0, BUTTON.B)]
    case 'right':
      return [stick(1, 0, BUTTON.B)]
    case 'up':
      return [stick(0, 1, BUTTON.B)]
    case 'down':
      return [stick(0, -1, BUTTON.B)]
  }
}

/** A grab, also out of a shield and of a dash. */
export function grab(): Hands[] {
  return [{ buttons: BUTTON.Z }]
}

export function pummel(): Hands[] {
  return [{ buttons: BUTTON.A }]
}

/** A throw of a held opponent. */
export function throwToward(way: 'left' | 'right' | 'up' | 'down'): Hands[] {
  return [way === 'left' || way === 'right' ? stick(way === 'left' ? -1 : 1) : stick(0, way === 'up' ? 1 : -1)]
}

function cstick(way: 'left' | 'right' | 'up' | 'down'): Hands {
  if (way === 'left' || way === 'right') return { cstickX: tilt(way === 'left' ? -1 : 1) }
  return { cstickY: tilt(way === 'up' ? 1 : -1) }
}
