/** Ice. */
import { noise } from '../noise.ts'
import { disc, type ArticleBrush } from './brushes.ts'

export function drawIce(brush: ArticleBrush): void {
  const { context, x, y, r, tick } = brush
  context.translate(x, y)
  context.rotate(tick * 0.12)
  context.beginPath()
  for (let i = 0; i < 6; i++) context.lineTo(Math.cos((i * Math.PI) / 3) * r, Math.sin((i * Math.PI) / 3) * r)
  context.closePath()
  context.stroke()
  context.fillStyle = '#aee6ff'
  context.fill()
  disc(context, -r * 0.25, -r * 0.3, r * 0.3, r * 0.2, '#ffffffdd')
}

export function drawBlizzard(brush: ArticleBrush): void {
  const { context, x, y, r, tick } = brush
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
}
