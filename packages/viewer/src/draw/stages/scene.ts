/** What a stage's drawing is given, and the brushes that all of them share. */
import type { PictureHead, Stage } from '@arena/engine'
import type { Theme } from '../colours.ts'
import type { Context } from '../brush.ts'
import type { View } from '../camera.ts'
import { noise } from '../noise.ts'
import { outlineOf, type Point } from './outline.ts'

export interface Scene {
  readonly context: Context
  readonly view: View
  readonly theme: Theme
  readonly stage: Stage
  readonly head: PictureHead
  /** The frame with its fraction: what moves by itself moves with it. */
  readonly frame: number
  readonly reducedMotion: boolean
}

export interface StageArt {
  /** Behind everything, static: painted once for each size of the picture. */
  readonly sky: (context: Context, width: number, height: number, theme: Theme) => void
  /** Layers between the sky and the stage. */
  readonly backdrop: (scene: Scene) => void
  readonly ground: (scene: Scene, outline: readonly Point[]) => void
  /** A platform from its left to its right end. */
  readonly platform: (scene: Scene, left: number, right: number, y: number, index: number) => void
  /** Before the fighters: nothing that hides them. */
  readonly front?: (scene: Scene) => void
}

const OUTLINES = new Map<number, readonly Point[]>()

export function outlineFor(stage: Stage): readonly Point[] {
  let outline = OUTLINES.get(stage.id)
  if (outline === undefined) OUTLINES.set(stage.id, (outline = outlineOf(stage)))
  return outline
}

/** The view of a layer further back: 0 stands still, 1 moves with the stage. */
export function layerView({ view, reducedMotion }: Scene, depth: number): View {
  const share = reducedMotion ? 0 : depth
  const still = view.width / 300
  const scale = still + (view.scale - still) * share
  const middleX = (view.width / 2 - view.x) / view.scale
  const middleY = (view.y - view.height / 2) / view.scale
  return {
    ...view,
    scale,
    x: view.width / 2 - middleX * share * scale,
    y: view.height / 2 + middleY * share * scale + (1 - share) * view.height * 0.16,
  }
}

export function trace(context: Context, view: View, points: readonly Point[]): void {
  context.beginPath()
  for (const [i, [x, y]] of points.entries()) {
    const sx = view.x + x * view.scale
    const sy = view.y - y * view.scale
    if (i === 0) context.moveTo(sx, sy)
    else context.lineTo(sx, sy)
  }
}

export function fillOutline({ context, view }: Scene, points: readonly Point[], fill: string | CanvasGradient): void {
  trace(context, view, points)
  context.closePath()
  context.fillStyle = fill
  context.fill()
}

/** A gradient from one height of the world to another. */
export function upright(
  { context, view }: Scene,
  top: number,
  bottom: number,
  ...colours: readonly string[]
): CanvasGradient {
  const gradient = context.createLinearGradient(0, view.y - top * view.scale, 0, view.y - bottom * view.scale)
  for (const [i, colour] of colours.entries()) gradient.addColorStop(i / (colours.length - 1), colour)
  return gradient
}

export function washSky(context: Context, width: number, height: number, ...colours: readonly string[]): void {
  const gradient = context.createLinearGradient(0, 0, 0, height)
  for (const [i, colour] of colours.entries()) gradient.addColorStop(i / (colours.length - 1), colour)
  context.fillStyle = gradient
  context.fillRect(0, 0, width, height)
}

export function glowAt(context: Context, x: number, y: number, radius: number, colour: string): void {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius)
  gradient.addColorStop(0, colour)
  gradient.addColorStop(1, `${colour.slice(0, 7)}00`)
  context.fillStyle = gradient
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2)
}

export function stars(context: Context, width: number, height: number, count: number, colour: string): void {
  context.fillStyle = colour
  for (let i = 0; i < count; i++) {
    const size = 0.6 + noise(i, 3) * 1.5
    context.globalAlpha = 0.25 + noise(i, 4) * 0.7
    context.fillRect(noise(i, 1) * width, noise(i, 2) * height, size, size)
  }
  context.globalAlpha = 1
}

/** Beams from a light, as wide as the gaps between them. */
export function rays(context: Context, x: number, y: number, radius: number, count: number, colour: string): void {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius)
  gradient.addColorStop(0, colour)
  gradient.addColorStop(1, `${colour.slice(0, 7)}00`)
  context.fillStyle = gradient
  context.beginPath()
  for (let i = 0; i < count; i++) {
    const angle = ((i + noise(i, 7) * 0.5) * 2 * Math.PI) / count
    const wide = (0.25 + noise(i, 8) * 0.35) * (Math.PI / count)
    context.moveTo(x, y)
    context.lineTo(x + Math.cos(angle - wide) * radius, y + Math.sin(angle - wide) * radius)
    context.lineTo(x + Math.cos(angle + wide) * radius, y + Math.sin(angle + wide) * radius)
  }
  context.fill()
}

/** A few stars that glitter: a point with four spikes. */
export function sparkles(context: Context, width: number, height: number, count: number, colour: string): void {
  context.fillStyle = colour
  for (let i = 0; i < count; i++) {
    const [x, y, r] = [noise(i, 61) * width, noise(i, 62) * height, (0.004 + noise(i, 63) * 0.008) * height]
    context.globalAlpha = 0.5 + noise(i, 64) * 0.5
    context.beginPath()
    for (let spike = 0; spike < 8; spike++) {
      const reach = spike % 2 === 0 ? r : r * 0.14
      context.lineTo(x + Math.cos((spike * Math.PI) / 4) * reach, y + Math.sin((spike * Math.PI) / 4) * reach)
    }
    context.fill()
  }
  context.globalAlpha = 1
}

/** Peaks along the foot of the sky, each row paler. */
export function peaks(context: Context, width: number, base: number, rise: number, seed: number, fill: string): void {
  const steps = 9
  context.fillStyle = fill
  context.beginPath()
  context.moveTo(-10, base + rise * 2)
  for (let i = 0; i <= steps * 2; i++) {
    const high = i % 2 === 0 ? noise(i, seed) * 0.35 : 0.45 + noise(i, seed) * 0.55
    context.lineTo(((i + (noise(i, seed + 1) - 0.5) * 0.9) / (steps * 2)) * width, base - high * rise)
  }
  context.lineTo(width + 10, base + rise * 2)
  context.closePath()
  context.fill()
}

/** Darker towards the corners, so that the eye stays in the middle. */
export function vignette(context: Context, width: number, height: number, colour: string): void {
  const radius = Math.hypot(width, height) / 2
  const gradient = context.createRadialGradient(width / 2, height / 2, radius * 0.55, width / 2, height / 2, radius)
  gradient.addColorStop(0, `${colour}00`)
  gradient.addColorStop(1, `${colour}3a`)
  context.fillStyle = gradient
  context.fillRect(0, 0, width, height)
}

/** Hills from one edge of the picture to the other, as a smooth line about a height. */
export function hills(
  { context }: Scene,
  view: View,
  base: number,
  rise: number,
  step: number,
  seed: number,
  fill: string,
): void {
  const left = -view.x / view.scale
  const right = (view.width - view.x) / view.scale
  const first = Math.floor(left / step) - 1
  const height = (i: number): number => base + (noise(i, seed) - 0.5) * 2 * rise
  const at = (i: number): [number, number] => [view.x + i * step * view.scale, view.y - height(i) * view.scale]
  context.beginPath()
  context.moveTo(...at(first))
  for (let i = first; i * step < right + step; i++) {
    const [x1, y1] = at(i)
    const [x2, y2] = at(i + 1)
    context.bezierCurveTo((x1 + x2) / 2, y1, (x1 + x2) / 2, y2, x2, y2)
  }
  context.lineTo(view.width + 400, view.height + 10)
  context.lineTo(-400, view.height + 10)
  context.closePath()
  context.fillStyle = fill
  context.fill()
}

export function cloud(context: Context, x: number, y: number, size: number, fill: string): void {
  context.fillStyle = fill
  context.beginPath()
  for (const [dx, dy, r] of [
    [-1.1, 0.12, 0.5],
    [-0.45, -0.18, 0.72],
    [0.4, -0.3, 0.85],
    [1.1, 0.08, 0.52],
  ] as const) {
    context.moveTo(x + (dx + r) * size, y + dy * size)
    context.arc(x + dx * size, y + dy * size, r * size, 0, 2 * Math.PI)
  }
  context.rect(x - 1.15 * size, y, 2.3 * size, 0.6 * size)
  context.fill()
}

/** A slab: rounded, with a light top edge. The ends and the height of its top are the world's. */
export function slab(
  { context, view }: Scene,
  left: number,
  right: number,
  y: number,
  thick: number,
  fill: string,
  edge: string,
  ink: string,
): void {
  const x = view.x + left * view.scale
  const top = view.y - y * view.scale
  const width = (right - left) * view.scale
  const height = thick * view.scale
  context.beginPath()
  context.roundRect(x, top, width, height, [height * 0.3, height * 0.3, height * 0.9, height * 0.9])
  context.fillStyle = fill
  context.fill()
  context.strokeStyle = ink
  context.lineWidth = Math.max(1, 0.3 * view.scale)
  context.stroke()
  context.fillStyle = edge
  context.fillRect(x + height * 0.15, top, width - height * 0.3, Math.max(1.5, 0.7 * view.scale))
}

/** The walkable top of the ground as a band. */
export function topBand(scene: Scene, thick: number, fill: string): void {
  const { context, view, stage } = scene
  context.strokeStyle = fill
  context.lineWidth = Math.max(2, thick * view.scale)
  context.lineCap = 'butt'
  context.lineJoin = 'round'
  const ground = stage.floors.filter(({ isPlatform }) => isPlatform !== true).sort((a, b) => a.from[0] - b.from[0])
  const drop = thick / 2
  trace(context, view, [
    [ground[0]!.from[0], ground[0]!.from[1] - drop],
    ...ground.map(({ to }): Point => [to[0], to[1] - drop]),
  ])
  context.stroke()
}
