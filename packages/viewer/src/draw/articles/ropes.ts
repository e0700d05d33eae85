/** Hooks and chains, from the hand of their owner. */
import { disc, type ArticleBrush } from './brushes.ts'

export function drawHook(brush: ArticleBrush): void {
  const { context, view, article, s, x, y, ink, ownerX, ownerY } = brush
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
}
