/** Draws projectiles and items: a simple shape for each type, from its place, its velocity and its hitboxes. */
import type { PictureArticle } from '@arena/engine'
import type { Context } from '../brush.ts'
import type { View } from '../camera.ts'
import { teamOf } from '../colours.ts'
import type { EffectStyle } from '../draw-effects.ts'
import type { ArticleBrush } from './brushes.ts'
import { drawBlast, drawFire, drawLaser, drawOrb, drawPillar, drawRings, drawWave } from './energy.ts'
import { drawShyGuy } from './flyers.ts'
import { drawBlizzard, drawIce } from './ice.ts'
import { drawBolt, drawJolt } from './lightning.ts'
import { drawHook } from './ropes.ts'
import {
  drawBomb,
  drawBoomerang,
  drawCapsule,
  drawDart,
  drawParasol,
  drawProp,
  drawRound,
  drawStar,
  drawToad,
} from './thrown.ts'
import { shapeOf, type ArticleShape } from './shapes.ts'

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
  'shy-guy': 4.25,
}

const DRAWINGS: Record<Exclude<ArticleShape, 'hidden'>, (brush: ArticleBrush) => void> = {
  orb: drawOrb,
  laser: drawLaser,
  fireball: drawFire,
  flame: drawFire,
  spark: drawFire,
  shot: drawFire,
  wave: drawWave,
  shadow: drawWave,
  pillar: drawPillar,
  blast: drawBlast,
  ring: drawRings,
  bolt: drawBolt,
  jolt: drawJolt,
  hook: drawHook,
  capsule: drawCapsule,
  boomerang: drawBoomerang,
  arrow: drawDart,
  needle: drawDart,
  missile: drawDart,
  bomb: drawBomb,
  mine: drawBomb,
  egg: drawRound,
  turnip: drawRound,
  star: drawStar,
  parasol: drawParasol,
  toad: drawToad,
  food: drawProp,
  prop: drawProp,
  ice: drawIce,
  blizzard: drawBlizzard,
  'shy-guy': drawShyGuy,
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
  DRAWINGS[shape]({
    context,
    view,
    article,
    shape,
    s,
    x,
    y,
    r,
    angle,
    speed,
    ink,
    outline,
    team,
    theme,
    frame,
    tick,
    reducedMotion,
    ownerX,
    ownerY,
  })
  context.restore()
}
