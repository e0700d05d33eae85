/** Light and fire: lasers, flames, waves, orbs. */
import { glow, disc, type ArticleBrush } from './brushes.ts'

const GREEN = [105, 132]
const RED_SHOT = [54, 136]

export function drawLaser(brush: ArticleBrush): void {
  const { context, article, s, x, y, angle } = brush
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
}

export function drawFire(brush: ArticleBrush): void {
  const { context, article, shape, x, y, r, tick, angle } = brush
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
}

export function drawWave(brush: ArticleBrush): void {
  const { context, article, shape, x, y, r, team } = brush
  context.translate(x, y)
  context.scale(article.facing < 0 ? -1 : 1, 1)
  context.globalAlpha = 0.85
  context.fillStyle = shape === 'wave' ? '#6fd3ff' : team.light
  context.beginPath()
  context.moveTo(-r, -r * 1.8)
  context.quadraticCurveTo(r * 2.2, 0, -r, r * 1.8)
  context.quadraticCurveTo(r * 0.7, 0, -r, -r * 1.8)
  context.fill()
}

export function drawPillar(brush: ArticleBrush): void {
  const { context, s, x, y, r, tick } = brush
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
}

export function drawBlast(brush: ArticleBrush): void {
  const { context, article, x, y, r } = brush
  context.globalAlpha = 0.75
  glow(context, x, y, r * 1.3, '#ffd0a0', article.type === 109 ? '#e04a9a' : '#f0722e')
}

export function drawRings(brush: ArticleBrush): void {
  const { context, article, s, x, y, r } = brush
  context.strokeStyle = '#c07aff'
  for (let i = 0; i < 3; i++) {
    context.globalAlpha = 0.9 - i * 0.25
    context.lineWidth = 0.7 * s
    context.beginPath()
    context.ellipse(x + i * article.facing * 1.4 * s, y, r * 0.6, r * (1 + i * 0.2), 0, 0, 2 * Math.PI)
    context.stroke()
  }
}

export function drawOrb(brush: ArticleBrush): void {
  const { context, article, x, y, r, angle } = brush
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
}
