/** Things that are thrown or shot. */
import { PICTURE_HITBOX_WORDS } from '@arena/engine/picture'
import { noise } from '../noise.ts'
import { glow, disc, type ArticleBrush } from './brushes.ts'

export function drawCapsule(brush: ArticleBrush): void {
  const { context, article, x, y, r, tick } = brush
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
}

export function drawBoomerang(brush: ArticleBrush): void {
  const { context, s, x, y, r, tick } = brush
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
}

export function drawDart(brush: ArticleBrush): void {
  const { context, shape, s, x, y, frame, angle, reducedMotion } = brush
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
}

export function drawBomb(brush: ArticleBrush): void {
  const { context, shape, x, y, r, ink, outline, tick } = brush
  disc(context, x, y, r + outline, r + outline, ink)
  disc(context, x, y, r, r, shape === 'bomb' ? '#3d4a7a' : '#7ab8e8')
  disc(context, x - r * 0.3, y - r * 0.35, r * 0.28, r * 0.2, '#ffffffcc')
  if (shape === 'bomb')
    glow(context, x + r * 0.5, y - r * 1.2, r * (0.4 + 0.2 * noise(tick >> 1)), '#ffd75a', '#f0521e')
}

export function drawRound(brush: ArticleBrush): void {
  const { context, article, shape, s, x, y, r, ink, outline, team, tick, speed } = brush
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
}

export function drawStar(brush: ArticleBrush): void {
  const { context, s, x, y, tick } = brush
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
}

export function drawParasol(brush: ArticleBrush): void {
  const { context, s, x, y, team } = brush
  context.beginPath()
  context.arc(x, y - 3 * s, 6 * s, Math.PI, 2 * Math.PI)
  context.closePath()
  context.stroke()
  context.fillStyle = team.light
  context.fill()
  context.fillStyle = '#c99a5a'
  context.fillRect(x - 0.3 * s, y - 3 * s, 0.6 * s, 7 * s)
}

export function drawToad(brush: ArticleBrush): void {
  const { context, s, x, y, team } = brush
  disc(context, x, y - 1.5 * s, 1.8 * s, 2 * s, '#f6dcc0')
  context.beginPath()
  context.arc(x, y - 2.6 * s, 2.8 * s, Math.PI, 2 * Math.PI)
  context.closePath()
  context.stroke()
  context.fillStyle = '#fbf6ea'
  context.fill()
  disc(context, x, y - 4 * s, 0.9 * s, 0.8 * s, team.base)
}

export function drawProp(brush: ArticleBrush): void {
  const { context, view, article, s, x, y, outline, team, theme } = brush
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
}
