/** Who flies by and belongs to nobody. */
import { disc, type ArticleBrush } from './brushes.ts'

const MASK = '#fbf6ea'
/** Its state once it was knocked down; before that its propeller turns. */
const KNOCKED_DOWN = 2

/** A robe with a hood, a mask in it, and a propeller above. */
export function drawShyGuy(brush: ArticleBrush): void {
  const { context, article, x, y, r, ink, outline, team, tick } = brush
  const isFalling = article.state === KNOCKED_DOWN
  context.translate(x, y)
  context.scale(article.facing < 0 ? -1 : 1, 1)
  if (isFalling) context.rotate(Math.PI + tick * 0.3)

  context.fillStyle = MASK
  context.beginPath()
  const span = r * (isFalling ? 0.9 : 0.35 + 0.65 * Math.abs(Math.cos(tick * 0.7)))
  context.ellipse(0, -r * 1.25, span, r * 0.14, 0, 0, 2 * Math.PI)
  context.moveTo(0, -r * 1.25)
  context.lineTo(0, -r * 0.8)
  context.stroke()
  context.fill()

  for (const foot of [-0.35, 0.4]) {
    disc(context, foot * r, r * 0.95, r * 0.3 + outline, r * 0.2 + outline, ink)
    disc(context, foot * r, r * 0.95, r * 0.3, r * 0.2, team.dark)
  }
  context.beginPath()
  context.moveTo(-r * 0.75, r * 0.85)
  context.bezierCurveTo(-r * 0.95, -r * 1.2, r * 0.95, -r * 1.2, r * 0.75, r * 0.85)
  context.quadraticCurveTo(0, r * 1.1, -r * 0.75, r * 0.85)
  context.stroke()
  context.fillStyle = team.base
  context.fill()

  // It looks to where it flies.
  context.translate(r * 0.15, -r * 0.18)
  disc(context, 0, 0, r * 0.42 + outline / 2, r * 0.46 + outline / 2, ink)
  disc(context, 0, 0, r * 0.42, r * 0.46, MASK)
  for (const eye of [-0.14, 0.2]) disc(context, eye * r, -r * 0.1, r * 0.08, r * 0.13, ink)
  disc(context, r * 0.03, r * 0.22, r * 0.08, r * 0.08, ink)
}
