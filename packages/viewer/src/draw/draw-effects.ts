/** Paints effects and bubbles. What scatters is a function of the frame. */
import { PICTURE_BUBBLES, type PictureBody } from '@arena/engine/picture'
import type { Context } from './brush.ts'
import type { View } from './camera.ts'
import { teamOf, type Theme } from './colours.ts'
import type { Effect } from './effects.ts'
import { noise } from './noise.ts'

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

/** A star with a bright heart that leaves the bodies to be seen, a ring that runs away, and splinters. */
function drawSpark(
  context: Context,
  x: number,
  y: number,
  { size, age, element }: Extract<Effect, { kind: 'spark' }>,
  { frame, reducedMotion }: EffectStyle,
  scale: number,
): void {
  const [core, rim] = ELEMENT_COLOURS[element % ELEMENT_COLOURS.length]!
  const radius = size * scale * (1 - age * 0.35)
  const turn = reducedMotion ? 0 : noise(frame >> 1, 7) * 6
  context.globalAlpha = 0.9 - age * 0.4
  context.fillStyle = rim
  starburst(context, x, y, radius * 1.3, radius * 0.3, 8, turn)
  context.fill()
  context.fillStyle = core
  starburst(context, x, y, radius * 0.7, radius * 0.2, 7, turn + 0.3)
  context.fill()
  context.strokeStyle = core
  context.lineWidth = Math.max(1, 0.6 * scale * (1 - age))
  context.beginPath()
  context.arc(x, y, radius * (0.8 + age * 1.2), 0, 2 * Math.PI)
  context.stroke()
  if (reducedMotion) return
  // Splinters fly further for a harder hit.
  context.strokeStyle = rim
  context.lineCap = 'round'
  context.lineWidth = Math.max(1, 0.45 * scale)
  context.beginPath()
  const count = 4 + Math.round(size)
  for (let i = 0; i < count; i++) {
    const angle = noise(i, 11) * 2 * Math.PI
    const from = radius * (0.9 + age * (1.2 + noise(i, 12) * 1.6))
    const to = from + radius * (0.2 + noise(i, 13) * 0.5) * (1 - age)
    context.moveTo(x + Math.cos(angle) * from, y + Math.sin(angle) * from)
    context.lineTo(x + Math.cos(angle) * to, y + Math.sin(angle) * to)
  }
  context.stroke()
  context.lineCap = 'butt'
}

export function drawEffect(context: Context, view: View, effect: Effect, style: EffectStyle): void {
  const x = view.x + effect.x * view.scale
  const y = view.y - effect.y * view.scale
  const { frame, reducedMotion, theme } = style
  const s = view.scale
  switch (effect.kind) {
    case 'spark':
      drawSpark(context, x, y, effect, style, s)
      break
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
      context.strokeStyle = team.light
      context.lineWidth = 3.5 * s * (1 - effect.age)
      context.beginPath()
      context.arc(0, 0, length * (0.25 + effect.age * 0.5), -1.1, 1.1)
      context.stroke()
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
      context.fillStyle = '#ffffff'
      context.beginPath()
      context.ellipse(0, 0, 16 * s * (1 - effect.age), 24 * s * (1 - effect.age), 0, 0, 2 * Math.PI)
      context.fill()
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
  // A shield that is carried is part of its fighter.
  if (kind === undefined || kind === 'none' || kind === 'stop') return
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
  const colour = { reflect: '#3fd0ff', absorb: '#7c6bff', counter: '#ffe27a' }[kind]
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
