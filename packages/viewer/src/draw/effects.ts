/**
 * What a frame shows besides bodies: sparks, dust, bursts at the blast zone, the platform of a return. Which ones, their size and
 * age follow from the pictures alone (hitlag that is left, frames since an action began), and what scatters follows from the frame
 * number: a seek shows what playing showed.
 */
import type { Zone } from '@arena/engine'
import { PICTURE_HITBOX_WORDS, PICTURE_BUBBLES, type Picture, type PictureBody } from '@arena/engine/picture'
import type { View } from './camera.ts'
import { teamOf, type Theme } from './colours.ts'
import type { Context } from './fighter.ts'
import { noise } from './noise.ts'

export type Effect =
  /** `size` in world units; `age` 0 at the blow, 1 when it lets go. */
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

/** Frames of hitlag by a blow of some damage, and the other way round. */
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

const ELEMENT_COLOURS: readonly (readonly [string, string])[] = [
  ['#fff6d6', '#ffb43a'],
  ['#ffe9a8', '#ff6a2a'],
  ['#eafcff', '#4fc8ff'],
  ['#ffffff', '#d8dfff'],
]

function starburst(
  context: Context,
  x: number,
  y: number,
  outer: number,
  inner: number,
  points: number,
  turn: number,
): void {
  context.beginPath()
  for (let i = 0; i < points * 2; i++) {
    const radius = i % 2 === 0 ? outer * (0.75 + noise(i, points) * 0.35) : inner
    const angle = turn + (i * Math.PI) / points
    context.lineTo(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius)
  }
  context.closePath()
}

export interface EffectStyle {
  readonly theme: Theme
  readonly reducedMotion: boolean
  readonly frame: number
  readonly costumes: readonly number[]
}

export function drawEffect(context: Context, view: View, effect: Effect, style: EffectStyle): void {
  const x = view.x + effect.x * view.scale
  const y = view.y - effect.y * view.scale
  const { frame, reducedMotion, theme } = style
  const s = view.scale
  switch (effect.kind) {
    case 'spark': {
      const [core, rim] = ELEMENT_COLOURS[effect.element % ELEMENT_COLOURS.length]!
      const size = effect.size * s * (1 - effect.age * 0.35)
      const turn = reducedMotion ? 0 : noise(frame >> 1, 7) * 6
      context.globalAlpha = 0.85 - effect.age * 0.35
      context.fillStyle = rim
      starburst(context, x, y, size * 1.15, size * 0.36, 9, turn)
      context.fill()
      context.fillStyle = core
      starburst(context, x, y, size * 0.62, size * 0.24, 8, turn + 0.3)
      context.fill()
      context.strokeStyle = rim
      context.lineWidth = Math.max(1, 0.5 * s * (1 - effect.age))
      context.beginPath()
      context.arc(x, y, size * (0.8 + effect.age * 1.1), 0, 2 * Math.PI)
      context.stroke()
      break
    }
    case 'dust': {
      if (reducedMotion) return
      context.fillStyle = theme === 'light' ? '#ffffff' : '#c8cbe0'
      context.strokeStyle = theme === 'light' ? '#8a8698' : '#3d4160'
      context.lineWidth = Math.max(0.8, 0.2 * s)
      context.globalAlpha = (1 - effect.age) * 0.8
      for (let i = 0; i < 6; i++) {
        const side = effect.side === 0 ? (i % 2 === 0 ? 1 : -1) : effect.side
        const reach = (0.6 + noise(i, 5) * 1.4) * effect.size * Math.sqrt(effect.age + 0.1)
        const radius = effect.size * (0.22 + noise(i, 6) * 0.22) * (1 - effect.age * 0.5)
        context.beginPath()
        context.arc(
          x + side * reach * s,
          y - (radius * 0.8 + effect.age * noise(i, 8) * 2.5) * s,
          radius * s,
          0,
          2 * Math.PI,
        )
        context.fill()
        context.stroke()
      }
      break
    }
    case 'burst': {
      const team = teamOf(effect.port, style.costumes[effect.port] ?? 0, theme)
      const length = (150 * (1 - (1 - Math.min(1, effect.age * 3)) ** 3) + 10) * s
      context.save()
      context.translate(x, y)
      context.rotate(-effect.angle)
      context.globalAlpha = Math.max(0, 1 - effect.age) ** 0.7
      for (let ray = 0; ray < 9; ray++) {
        const angle = (ray - 4) * 0.075 + (reducedMotion ? 0 : (noise(ray, frame >> 1) - 0.5) * 0.03)
        const reach = length * (0.55 + noise(ray, 3) * 0.45)
        const wide = (9 - Math.abs(ray - 4)) * 0.9 * s * (1 - effect.age * 0.7)
        context.save()
        context.rotate(angle)
        const gradient = context.createLinearGradient(0, 0, reach, 0)
        gradient.addColorStop(0, '#ffffff')
        gradient.addColorStop(0.35, ray % 2 === 0 ? team.base : team.light)
        gradient.addColorStop(1, `${team.light}00`)
        context.fillStyle = gradient
        context.beginPath()
        context.moveTo(0, -wide)
        context.lineTo(reach, -wide * 0.15)
        context.lineTo(reach, wide * 0.15)
        context.lineTo(0, wide)
        context.fill()
        context.restore()
      }
      context.restore()
      break
    }
    case 'wake': {
      if (reducedMotion) return
      for (let i = 1; i <= 7; i++) {
        const seed = frame - i
        const fade = 1 - i / 8
        context.globalAlpha = fade * 0.55
        context.fillStyle = theme === 'light' ? '#fffaf0' : '#8f93b8'
        context.beginPath()
        context.arc(
          x - effect.vx * i * s * 1.2 + (noise(seed, 1) - 0.5) * 5 * s,
          y + effect.vy * i * s * 1.2 + (noise(seed, 2) - 0.5) * 5 * s,
          (1.2 + fade * 2.4) * s,
          0,
          2 * Math.PI,
        )
        context.fill()
      }
      break
    }
    case 'platform': {
      const team = teamOf(effect.port, style.costumes[effect.port] ?? 0, theme)
      context.fillStyle = team.dark
      context.beginPath()
      context.ellipse(x, y + 1.6 * s, 8 * s, 2 * s, 0, 0, Math.PI)
      context.fill()
      context.fillStyle = team.light
      context.beginPath()
      context.ellipse(x, y + 1.2 * s, 8 * s, 1.5 * s, 0, 0, 2 * Math.PI)
      context.fill()
      context.globalAlpha = 0.25
      context.fillStyle = team.light
      context.fillRect(x - 6.5 * s, y - 22 * s, 13 * s, 23 * s)
      break
    }
  }
  context.globalAlpha = 1
}

const FULL_SHIELD = 60

export function drawBubble(context: Context, view: View, body: PictureBody, style: EffectStyle): void {
  const kind = PICTURE_BUBBLES[body.bubble]
  if (kind === undefined || kind === 'none') return
  const x = view.x + body.bubbleX * view.scale
  const y = view.y - body.bubbleY * view.scale
  const r = Math.max(1, body.bubbleRadius * view.scale)
  const team = teamOf(body.port, style.costumes[body.port] ?? 0, style.theme)
  const spin = style.reducedMotion ? 0 : style.frame * 0.12
  if (kind === 'shield') {
    const health = Math.min(1, Math.max(0, body.shieldHealth / FULL_SHIELD))
    const gradient = context.createRadialGradient(x - r * 0.3, y - r * 0.35, r * 0.1, x, y, r)
    gradient.addColorStop(0, `${team.light}30`)
    gradient.addColorStop(0.7, `${team.base}66`)
    gradient.addColorStop(1, `${team.base}cc`)
    context.fillStyle = gradient
    context.beginPath()
    context.arc(x, y, r, 0, 2 * Math.PI)
    context.fill()
    // How much of it is left, as a ring; it flickers when it is about to break.
    context.lineWidth = Math.max(1.5, 0.5 * view.scale)
    context.strokeStyle = `${team.pale}66`
    context.stroke()
    context.strokeStyle = health < 0.3 && !style.reducedMotion && style.frame % 6 < 3 ? '#ffffff' : team.pale
    context.beginPath()
    context.arc(x, y, r, -Math.PI / 2, -Math.PI / 2 + health * 2 * Math.PI)
    context.stroke()
    context.fillStyle = '#ffffff99'
    context.beginPath()
    context.ellipse(x - r * 0.42, y - r * 0.48, r * 0.2, r * 0.1, -0.7, 0, 2 * Math.PI)
    context.fill()
    return
  }
  const colour = { reflect: '#3fd0ff', absorb: '#7c6bff', counter: '#ffe27a', stop: '#9affc0' }[kind]
  const sides = kind === 'reflect' ? 6 : 40
  context.beginPath()
  for (let i = 0; i < sides; i++) {
    const angle = spin * 0.2 + (i * 2 * Math.PI) / sides
    const radius = kind === 'absorb' ? r * (0.94 + 0.06 * Math.sin(i * 2.5 + spin * 3)) : r
    context.lineTo(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius)
  }
  context.closePath()
  context.fillStyle = `${colour}44`
  context.fill()
  context.strokeStyle = colour
  context.lineWidth = Math.max(1.5, 0.8 * view.scale)
  context.stroke()
  context.globalAlpha = 0.6
  context.lineWidth = Math.max(1, 0.4 * view.scale)
  context.beginPath()
  context.arc(x, y, r * (0.4 + 0.45 * ((spin * 0.5) % 1)), 0, 2 * Math.PI)
  context.stroke()
  context.globalAlpha = 1
}
