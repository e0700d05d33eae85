/** Lightning. */
import { glow, lightning, type ArticleBrush } from './brushes.ts'

export function drawBolt(brush: ArticleBrush): void {
  const { context, s, x, y, tick } = brush
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
}

export function drawJolt(brush: ArticleBrush): void {
  const { context, s, x, y, r, tick } = brush
  glow(context, x, y, r * 1.3, '#fff3a0', '#ffd000')
  context.strokeStyle = '#fff6b8'
  context.lineWidth = 0.6 * s
  for (let i = 0; i < 3; i++) {
    const turn = i * 2.1 + tick * 0.7
    lightning(context, x, y, x + Math.cos(turn) * r * 1.9, y + Math.sin(turn) * r * 1.9, r * 0.8, (tick >> 1) + i)
  }
}
