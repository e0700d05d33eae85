/** Projectiles and items: a simple shape for each type, from its place, its velocity and its hitboxes. */
import { PICTURE_HITBOX_WORDS, type PictureArticle } from '@arena/engine/picture'
import type { View } from './camera.ts'
import { teamOf } from './colours.ts'
import type { EffectStyle } from './effects.ts'
import type { Context } from './fighter.ts'
import { noise } from './noise.ts'

/** The shapes, by what an article looks like. */
export type ArticleShape =
  | 'laser'
  | 'fireball'
  | 'capsule'
  | 'wave'
  | 'boomerang'
  | 'arrow'
  | 'bomb'
  | 'hook'
  | 'spark'
  | 'pillar'
  | 'bolt'
  | 'needle'
  | 'egg'
  | 'star'
  | 'jolt'
  | 'mine'
  | 'shot'
  | 'missile'
  | 'chain'
  | 'blast'
  | 'turnip'
  | 'flame'
  | 'parasol'
  | 'toad'
  | 'ice'
  | 'blizzard'
  | 'orb'
  | 'ring'
  | 'shadow'
  | 'prop'
  | 'food'
  | 'hidden'

const SHAPES: readonly (readonly [ArticleShape, readonly number[]])[] = [
  ['fireball', [48, 105, 130, 132]],
  ['capsule', [49, 131]],
  ['wave', [50]],
  ['laser', [54, 55, 137, 138, 139]],
  ['shadow', [56, 57]],
  ['bomb', [6, 58, 59]],
  ['boomerang', [60, 61]],
  ['hook', [62, 63, 96, 97]],
  ['arrow', [64, 65, 140, 141]],
  ['spark', [66]],
  ['pillar', [67]],
  ['orb', [68, 69, 70, 71, 72, 73, 94, 112, 144]],
  ['hidden', [74, 75, 76, 77, 80, 142, 143, 153]],
  ['needle', [79, 152]],
  ['bolt', [81, 82]],
  ['blast', [85, 98, 109]],
  ['egg', [86, 87]],
  ['star', [88]],
  ['jolt', [89, 90, 91, 92, 147, 148, 149, 150]],
  ['mine', [93]],
  ['missile', [95]],
  ['turnip', [99]],
  ['flame', [100, 154]],
  ['parasol', [103]],
  ['toad', [104, 111, 134, 135]],
  ['ice', [106, 133]],
  ['blizzard', [107]],
  ['shot', [108]],
  ['ring', [110]],
  ['prop', [7, 12, 51, 114, 115, 116, 117, 118, 119, 120, 121]],
  ['food', [122, 155]],
]
const SHAPE_BY_TYPE = new Map(SHAPES.flatMap(([shape, types]) => types.map((type) => [type, shape] as const)))

/** What an article of a type looks like; whatever is not known is an orb. */
export function shapeOf(type: number): ArticleShape {
  return SHAPE_BY_TYPE.get(type) ?? 'orb'
}

const GREEN = [105, 132]
const RED_SHOT = [54]
const SIZES: Partial<Record<ArticleShape, number>> = {
  fireball: 2.2,
  orb: 2.6,
  turnip: 2.2,
  egg: 2.4,
  bomb: 2.4,
  mine: 1.8,
  jolt: 2.6,
  ice: 2.4,
  blast: 7,
  pillar: 4,
  flame: 3,
  toad: 3,
  spark: 2.2,
  shot: 2.2,
  food: 1.5,
}

function glow(context: Context, x: number, y: number, radius: number, core: string, rim: string): void {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius)
  gradient.addColorStop(0, '#ffffff')
  gradient.addColorStop(0.35, core)
  gradient.addColorStop(0.7, rim)
  gradient.addColorStop(1, `${rim}00`)
  context.fillStyle = gradient
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}

function disc(context: Context, x: number, y: number, rx: number, ry: number, fill: string): void {
  context.fillStyle = fill
  context.beginPath()
  context.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI)
  context.fill()
}

/** A jagged line. */
function lightning(
  context: Context,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  spread: number,
  seed: number,
): void {
  context.beginPath()
  context.moveTo(x1, y1)
  const steps = 7
  for (let i = 1; i < steps; i++) {
    const t = i / steps
    context.lineTo(
      x1 + (x2 - x1) * t + (noise(seed, i) - 0.5) * spread,
      y1 + (y2 - y1) * t + (noise(seed, i + 50) - 0.5) * spread,
    )
  }
  context.lineTo(x2, y2)
  context.stroke()
}

export function drawArticle(
  context: Context,
  view: View,
  article: PictureArticle,
  style: EffectStyle,
  ownerX: number,
  ownerY: number,
): void {
  const shape = shapeOf(article.type)
  if (shape === 'hidden') return
  const s = view.scale
  const x = view.x + article.x * s
  const y = view.y - article.y * s
  const { frame, reducedMotion, theme } = style
  const tick = reducedMotion ? 0 : frame
  const team = teamOf(article.port, style.costumes[article.port] ?? 0, theme)
  const speed = Math.hypot(article.vx, article.vy)
  const angle = speed > 0.05 ? Math.atan2(-article.vy, article.vx) : article.facing < 0 ? Math.PI : 0
  const wide = article.hitboxCount > 0 ? article.hitboxes[6]! : (SIZES[shape] ?? 2)
  const r = Math.min(Math.max(wide, 1.2), 14) * s
  const ink = theme === 'light' ? '#231c2e' : '#08070d'
  const outline = Math.max(1.2, 0.35 * s)

  context.save()
  context.lineWidth = outline
  context.strokeStyle = ink
  context.lineJoin = 'round'
  switch (shape) {
    case 'laser': {
      const [x1, y1, , x2, y2] = article.hitboxes
      const length = article.hitboxCount > 0 ? Math.max(7, Math.hypot(x1! - x2!, y1! - y2!)) : 9
      const [dx, dy] = [Math.cos(angle) * length * s, Math.sin(angle) * length * s]
      const colour = RED_SHOT.includes(article.type) ? '#ff3d5a' : '#3d8bff'
      context.lineCap = 'round'
      context.strokeStyle = `${colour}88`
      context.lineWidth = 2.6 * s
      context.beginPath()
      context.moveTo(x - dx, y - dy)
      context.lineTo(x, y)
      context.stroke()
      context.strokeStyle = colour
      context.lineWidth = 1.3 * s
      context.stroke()
      context.strokeStyle = '#ffffff'
      context.lineWidth = 0.5 * s
      context.stroke()
      break
    }
    case 'fireball':
    case 'flame':
    case 'spark':
    case 'shot': {
      const isGreen = GREEN.includes(article.type)
      const [core, rim] = isGreen
        ? ['#d6ff8a', '#3fae3a']
        : shape === 'shot'
          ? ['#ffd0f0', '#e04a9a']
          : ['#ffd75a', '#f0521e']
      for (let i = 3; i > 0; i--) {
        context.globalAlpha = 0.5 - i * 0.12
        disc(
          context,
          x - Math.cos(angle) * i * r * 0.6,
          y - Math.sin(angle) * i * r * 0.6 - (tick ? Math.sin(tick * 0.6 + i) * r * 0.15 : 0),
          r * (1 - i * 0.18),
          r * (1 - i * 0.18),
          rim,
        )
      }
      context.globalAlpha = 1
      glow(context, x, y, r * 1.5, core, rim)
      break
    }
    case 'capsule': {
      context.translate(x, y)
      context.rotate(tick * 0.3)
      context.beginPath()
      context.roundRect(-r * 1.1, -r * 0.6, r * 2.2, r * 1.2, r * 0.6)
      context.stroke()
      context.fillStyle = '#fbf6ea'
      context.fill()
      context.fillStyle = ['#e5483f', '#f2c83c', '#3f86e8'][article.spawn % 3]!
      context.beginPath()
      context.roundRect(-r * 1.1, -r * 0.6, r * 1.1, r * 1.2, [r * 0.6, 0, 0, r * 0.6])
      context.fill()
      break
    }
    case 'wave':
    case 'shadow': {
      context.translate(x, y)
      context.scale(article.facing < 0 ? -1 : 1, 1)
      context.globalAlpha = 0.85
      context.fillStyle = shape === 'wave' ? '#6fd3ff' : team.light
      context.beginPath()
      context.moveTo(-r, -r * 1.8)
      context.quadraticCurveTo(r * 2.2, 0, -r, r * 1.8)
      context.quadraticCurveTo(r * 0.7, 0, -r, -r * 1.8)
      context.fill()
      break
    }
    case 'boomerang': {
      context.translate(x, y)
      context.rotate(tick * 0.55)
      const size = Math.max(r, 2.6 * s)
      context.beginPath()
      context.moveTo(-size, size * 0.7)
      context.quadraticCurveTo(-size * 0.2, -size * 1.1, size * 1.1, -size * 0.5)
      context.lineTo(size * 0.9, -size * 0.05)
      context.quadraticCurveTo(0, -size * 0.4, -size * 0.5, size * 0.9)
      context.closePath()
      context.stroke()
      context.fillStyle = '#d9a24a'
      context.fill()
      disc(context, -size * 0.1, -size * 0.32, size * 0.22, size * 0.22, '#c8342f')
      break
    }
    case 'arrow':
    case 'needle':
    case 'missile': {
      context.translate(x, y)
      context.rotate(angle)
      const length = (shape === 'missile' ? 3 : shape === 'needle' ? 3.4 : 4.4) * s
      const thick = (shape === 'missile' ? 1 : 0.35) * s
      if (shape === 'missile' && !reducedMotion)
        glow(context, -length * 1.1, 0, thick * (1.4 + noise(frame) * 0.8), '#ffd75a', '#f0521e')
      context.beginPath()
      context.moveTo(-length, -thick)
      context.lineTo(length * 0.4, -thick)
      context.lineTo(length, 0)
      context.lineTo(length * 0.4, thick)
      context.lineTo(-length, thick)
      context.closePath()
      context.stroke()
      context.fillStyle = shape === 'missile' ? '#e8e4d6' : shape === 'needle' ? '#eef4ff' : '#c99a5a'
      context.fill()
      if (shape !== 'needle') {
        context.fillStyle = shape === 'missile' ? '#d9432b' : '#f2f2f2'
        context.fillRect(-length, -thick * 1.8, length * 0.5, thick * 0.9)
        context.fillRect(-length, thick * 0.9, length * 0.5, thick * 0.9)
      }
      break
    }
    case 'bomb':
    case 'mine': {
      disc(context, x, y, r + outline, r + outline, ink)
      disc(context, x, y, r, r, shape === 'bomb' ? '#3d4a7a' : '#7ab8e8')
      disc(context, x - r * 0.3, y - r * 0.35, r * 0.28, r * 0.2, '#ffffffcc')
      if (shape === 'bomb')
        glow(context, x + r * 0.5, y - r * 1.2, r * (0.4 + 0.2 * noise(tick >> 1)), '#ffd75a', '#f0521e')
      break
    }
    case 'hook':
    case 'chain': {
      const [hx, hy] = [view.x + ownerX * s, view.y - (ownerY + 8) * s]
      context.strokeStyle = ink
      context.lineWidth = 1.1 * s
      context.beginPath()
      context.moveTo(hx, hy)
      context.lineTo(x, y)
      context.stroke()
      context.setLineDash([1.2 * s, 0.8 * s])
      context.strokeStyle = article.type === 96 ? '#7dfff0' : '#c9ced8'
      context.lineWidth = 0.7 * s
      context.stroke()
      context.setLineDash([])
      disc(context, x, y, 1.1 * s, 1.1 * s, '#e8e8ee')
      break
    }
    case 'pillar': {
      for (let i = 0; i < 5; i++) {
        const t = (i / 5 + tick * 0.06) % 1
        context.globalAlpha = 0.8 * (1 - t)
        disc(
          context,
          x + Math.sin(i * 2.1 + tick * 0.3) * r * 0.4,
          y - t * 16 * s,
          r * (1 - t * 0.5),
          r * (1.2 - t * 0.4),
          i % 2 === 0 ? '#f0521e' : '#ffb43a',
        )
      }
      break
    }
    case 'bolt': {
      context.strokeStyle = '#ffe14a'
      context.lineCap = 'round'
      for (const [width, colour] of [
        [4.5, '#ffe14a88'],
        [2.2, '#ffe14a'],
        [0.9, '#ffffff'],
      ] as const) {
        context.lineWidth = width * s
        context.strokeStyle = colour
        lightning(context, x, y - 26 * s, x, y, 9 * s, tick >> 1)
      }
      glow(context, x, y, 4 * s, '#fff3a0', '#ffd000')
      break
    }
    case 'jolt': {
      glow(context, x, y, r * 1.3, '#fff3a0', '#ffd000')
      context.strokeStyle = '#fff6b8'
      context.lineWidth = 0.6 * s
      for (let i = 0; i < 3; i++) {
        const turn = i * 2.1 + tick * 0.7
        lightning(context, x, y, x + Math.cos(turn) * r * 1.9, y + Math.sin(turn) * r * 1.9, r * 0.8, (tick >> 1) + i)
      }
      break
    }
    case 'egg':
    case 'turnip': {
      context.translate(x, y)
      context.rotate(tick * 0.2 * (article.vx < 0 ? -1 : 1) * (speed > 0.1 ? 1 : 0))
      const size = Math.max(r, 1.9 * s)
      disc(context, 0, 0, size * 0.85 + outline, size + outline, ink)
      disc(context, 0, 0, size * 0.85, size, '#fbf6ea')
      if (shape === 'egg') {
        for (const [dx, dy] of [
          [-0.3, -0.3],
          [0.35, 0.05],
          [-0.15, 0.5],
        ] as const)
          disc(context, dx * size, dy * size, size * 0.22, size * 0.22, team.base)
      } else {
        context.fillStyle = '#4fae4a'
        context.beginPath()
        context.moveTo(0, -size * 0.8)
        context.quadraticCurveTo(-size, -size * 2, -size * 0.2, -size * 1.9)
        context.lineTo(0, -size * 1.3)
        context.quadraticCurveTo(size * 0.4, -size * 2.1, size * 0.8, -size * 1.6)
        context.closePath()
        context.fill()
        disc(context, -size * 0.25, -size * 0.05, size * 0.1, size * 0.2, ink)
        disc(context, size * 0.25, -size * 0.05, size * 0.1, size * 0.2, ink)
      }
      break
    }
    case 'star': {
      context.translate(x, y)
      context.rotate(tick * 0.25)
      context.beginPath()
      for (let i = 0; i < 10; i++) {
        const size = (i % 2 === 0 ? 2.6 : 1.1) * s
        context.lineTo(Math.cos((i * Math.PI) / 5) * size, Math.sin((i * Math.PI) / 5) * size)
      }
      context.closePath()
      context.stroke()
      context.fillStyle = '#ffd84a'
      context.fill()
      break
    }
    case 'blast': {
      context.globalAlpha = 0.75
      glow(context, x, y, r * 1.3, '#ffd0a0', article.type === 109 ? '#e04a9a' : '#f0722e')
      break
    }
    case 'parasol': {
      context.beginPath()
      context.arc(x, y - 3 * s, 6 * s, Math.PI, 2 * Math.PI)
      context.closePath()
      context.stroke()
      context.fillStyle = team.light
      context.fill()
      context.fillStyle = '#c99a5a'
      context.fillRect(x - 0.3 * s, y - 3 * s, 0.6 * s, 7 * s)
      break
    }
    case 'toad': {
      disc(context, x, y - 1.5 * s, 1.8 * s, 2 * s, '#f6dcc0')
      context.beginPath()
      context.arc(x, y - 2.6 * s, 2.8 * s, Math.PI, 2 * Math.PI)
      context.closePath()
      context.stroke()
      context.fillStyle = '#fbf6ea'
      context.fill()
      disc(context, x, y - 4 * s, 0.9 * s, 0.8 * s, team.base)
      break
    }
    case 'ice': {
      context.translate(x, y)
      context.rotate(tick * 0.12)
      context.beginPath()
      for (let i = 0; i < 6; i++) context.lineTo(Math.cos((i * Math.PI) / 3) * r, Math.sin((i * Math.PI) / 3) * r)
      context.closePath()
      context.stroke()
      context.fillStyle = '#aee6ff'
      context.fill()
      disc(context, -r * 0.25, -r * 0.3, r * 0.3, r * 0.2, '#ffffffdd')
      break
    }
    case 'blizzard': {
      context.fillStyle = '#d9f4ff'
      for (let i = 0; i < 7; i++) {
        context.globalAlpha = 0.35 + noise(i, tick >> 1) * 0.5
        context.beginPath()
        context.arc(
          x + (noise(i, tick) - 0.5) * r * 2,
          y + (noise(i + 9, tick) - 0.5) * r * 2,
          r * (0.15 + noise(i, 4) * 0.3),
          0,
          2 * Math.PI,
        )
        context.fill()
      }
      break
    }
    case 'ring': {
      context.strokeStyle = '#c07aff'
      for (let i = 0; i < 3; i++) {
        context.globalAlpha = 0.9 - i * 0.25
        context.lineWidth = 0.7 * s
        context.beginPath()
        context.ellipse(x + i * article.facing * 1.4 * s, y, r * 0.6, r * (1 + i * 0.2), 0, 0, 2 * Math.PI)
        context.stroke()
      }
      break
    }
    case 'food':
    case 'prop': {
      disc(context, x, y, 1.7 * s + outline, 1.3 * s + outline, theme === 'light' ? '#ffffff' : team.light)
      disc(context, x, y, 1.7 * s, 1.3 * s, '#17171c')
      for (let i = 0; i < article.hitboxCount; i++) {
        const at = i * PICTURE_HITBOX_WORDS
        disc(
          context,
          view.x + article.hitboxes[at + 3]! * s,
          view.y - article.hitboxes[at + 4]! * s,
          article.hitboxes[at + 6]! * s * 0.8,
          article.hitboxes[at + 6]! * s * 0.8,
          '#17171c',
        )
      }
      break
    }
    default: {
      const isDark = article.type === 112 || article.type === 144
      const [core, rim] = isDark ? ['#c98aff', '#5a1f9a'] : ['#d0fbff', '#2a9adf']
      for (let i = 3; i > 0; i--) {
        context.globalAlpha = 0.35 - i * 0.08
        disc(
          context,
          x - Math.cos(angle) * i * r * 0.7,
          y - Math.sin(angle) * i * r * 0.7,
          r * (1 - i * 0.2),
          r * (1 - i * 0.2),
          rim,
        )
      }
      context.globalAlpha = 1
      glow(context, x, y, r * 1.5, core, rim)
      break
    }
  }
  context.restore()
}
