/**
 * What a frame shows besides bodies: sparks, dust, bursts at the blast zone, the platform of a return. Which ones, their size and
 * age follow from the pictures alone (hitlag that is left, frames since an action began), and what scatters follows from the frame
 * number: a seek shows what playing showed.
 */
import type { Zone } from '@arena/engine'
import { PICTURE_HITBOX_WORDS, type Picture, type PictureBody } from '@arena/engine/picture'

export type Effect =
  /** `size` in world units; `age` 0 at the hit, 1 when it lets go. */
  | {
      readonly kind: 'spark'
      readonly x: number
      readonly y: number
      readonly size: number
      readonly age: number
      readonly element: number
    }
  | {
      readonly kind: 'dust'
      readonly x: number
      readonly y: number
      readonly size: number
      readonly age: number
      readonly side: -1 | 0 | 1
    }
  /** `angle` points into the picture, in radians. */
  | {
      readonly kind: 'burst'
      readonly x: number
      readonly y: number
      readonly angle: number
      readonly age: number
      readonly port: number
    }
  | {
      readonly kind: 'wake'
      readonly x: number
      readonly y: number
      readonly vx: number
      readonly vy: number
      readonly port: number
    }
  | { readonly kind: 'platform'; readonly x: number; readonly y: number; readonly port: number }

const REBIRTH = 12
const REBIRTH_WAIT = 13
const DASH = 20
const LAST_DEATH = 10
const DEAD_DOWN = 0
const DEAD_LEFT = 1
const DEAD_RIGHT = 2
const LANDINGS = [42, 43, 70, 71, 72, 73, 74]
const JUMP_SQUAT = 24
const DUST_FRAMES = 14
const BURST_FRAMES = 45
/** Speed of knockback from which a body leaves a wake, in units a frame. */
const WAKE_SPEED = 2.2

/** Frames of hitlag by a hit of some damage, and the other way round. */
function damageOf(hitlag: number): number {
  return Math.max(1, (hitlag - 3) * 3)
}

function ageOf(actionFrame: number, frames: number): number | null {
  return actionFrame >= 1 && actionFrame <= frames ? (actionFrame - 1) / frames : null
}

/** The middle of the other bodies' hitbox that is nearest to a body; its own middle without any. */
function contactOf(picture: Picture, index: number): { x: number; y: number; element: number } {
  const { head, bodies } = picture
  const body = bodies[index]!
  const middle = { x: body.x, y: (body.ecb[1]! + body.ecb[5]!) / 2, element: 0 }
  let nearest = 18
  let contact = middle
  for (let i = 0; i < head.bodyCount; i++) {
    const other = bodies[i]!
    if (other.port === body.port) continue
    for (let n = 0; n < other.hitboxCount; n++) {
      const at = n * PICTURE_HITBOX_WORDS
      const [x, y] = [other.hitboxes[at + 3]!, other.hitboxes[at + 4]!]
      const distance = Math.hypot(x - middle.x, y - middle.y)
      if (distance >= nearest) continue
      nearest = distance
      contact = { x: (x + middle.x) / 2, y: (y + middle.y) / 2, element: other.hitboxElements[n]! }
    }
  }
  return contact
}

export function effectsOf(previous: Picture | null, picture: Picture, blast: Zone): Effect[] {
  const effects: Effect[] = []
  const { head, bodies } = picture
  for (let i = 0; i < head.bodyCount; i++) {
    const body = bodies[i]!
    const { x, y, action, actionFrame, port } = body
    if (action <= LAST_DEATH) {
      const age = ageOf(actionFrame, BURST_FRAMES)
      if (age !== null) effects.push({ kind: 'burst', age, port, ...exitOf(body, blast) })
      continue
    }
    if (body.isAbsent) continue
    if (body.isHurt && body.hitlagLeft > 0) effects.push(sparkOf(previous, picture, i))
    if (action === REBIRTH || action === REBIRTH_WAIT) effects.push({ kind: 'platform', x, y, port })
    const dust = dustOf(body)
    if (dust) effects.push(dust)
    const before = previous?.bodies[i]
    if (body.hitstunLeft > 0 && body.hitlagLeft <= 0 && before && before.port === port && !before.isAbsent) {
      const [vx, vy] = [x - before.x, y - before.y]
      const speed = Math.hypot(vx, vy)
      if (speed > WAKE_SPEED && speed < 30)
        effects.push({ kind: 'wake', x, y: (body.ecb[1]! + body.ecb[5]!) / 2, vx, vy, port })
    }
  }
  return effects
}

/** On the first frame the damage is the rise of the percent; later what the hitlag that is left says. */
function sparkOf(previous: Picture | null, picture: Picture, index: number): Effect {
  const body = picture.bodies[index]!
  const before = previous?.bodies[index]
  const rise = before && before.port === body.port ? body.percent - before.percent : 0
  const damage = rise > 0 ? rise : damageOf(body.hitlagLeft)
  const whole = Math.max(body.hitlagLeft, Math.floor(damage / 3) + 3)
  return {
    kind: 'spark',
    ...contactOf(picture, index),
    size: 3 + Math.min(10, Math.sqrt(damage) * 1.7),
    age: 1 - body.hitlagLeft / (whole + 1),
  }
}

function dustOf({ action, actionFrame, x, y, facing }: PictureBody): Effect | null {
  const age = ageOf(actionFrame, DUST_FRAMES)
  if (age === null) return null
  if (LANDINGS.includes(action)) return { kind: 'dust', x, y, size: action === 42 ? 3 : 4.5, age, side: 0 }
  if (action === DASH) return { kind: 'dust', x: x - facing * 3, y, size: 3.4, age, side: facing < 0 ? 1 : -1 }
  if (action === JUMP_SQUAT) return { kind: 'dust', x, y, size: 2.6, age, side: 0 }
  return null
}

/** Where a body left, and the direction into the picture. */
function exitOf({ action, x, y }: PictureBody, blast: Zone): { x: number; y: number; angle: number } {
  const inX = Math.min(Math.max(x, blast.left), blast.right)
  const inY = Math.min(Math.max(y, blast.bottom), blast.top)
  switch (action) {
    case DEAD_LEFT:
      return { x: blast.left, y: inY, angle: 0 }
    case DEAD_RIGHT:
      return { x: blast.right, y: inY, angle: Math.PI }
    case DEAD_DOWN:
      return { x: inX, y: blast.bottom, angle: Math.PI / 2 }
    default:
      return { x: inX, y: blast.top, angle: -Math.PI / 2 }
  }
}
