/** What the drawing of an article is given, and what several of them share. */
import type { PictureArticle } from '@arena/engine'
import type { Context } from '../brush.ts'
import type { View } from '../camera.ts'
import type { Team, Theme } from '../colours.ts'
import { noise } from '../noise.ts'
import type { ArticleShape } from './shapes.ts'

export interface ArticleBrush {
  readonly context: Context
  readonly view: View
  readonly article: PictureArticle
  readonly shape: ArticleShape
  /** Pixels a unit. */
  readonly s: number
  /** Its place on the canvas, its radius in pixels, and where it flies to. */
  readonly x: number
  readonly y: number
  readonly r: number
  readonly angle: number
  /** In world units a frame. */
  readonly speed: number
  readonly ink: string
  readonly outline: number
  readonly team: Team
  readonly theme: Theme
  readonly frame: number
  /** The frame for what moves by itself; 0 where less motion is preferred. */
  readonly tick: number
  readonly reducedMotion: boolean
  /** Its owner, in the world. */
  readonly ownerX: number
  readonly ownerY: number
}

export function glow(context: Context, x: number, y: number, radius: number, core: string, rim: string): void {
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

export function disc(context: Context, x: number, y: number, rx: number, ry: number, fill: string): void {
  context.fillStyle = fill
  context.beginPath()
  context.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI)
  context.fill()
}

/** A jagged line. */
export function lightning(
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
