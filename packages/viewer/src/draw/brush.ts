/** What all drawings share: the canvas, paths from texts, shades of colours, and the hull of two discs. */
import { mix } from './colours.ts'

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** a, b, c, d, e, f of a canvas transform. */
export type Matrix = readonly [number, number, number, number, number, number]

export const INK = { light: '#191524', dark: '#08070d' } as const
export const SHADOW = '#1a1030'

const PATHS = new Map<string, Path2D>()

/** The path of an SVG text, made once. */
export function pathOf(text: string): Path2D {
  let path = PATHS.get(text)
  if (path === undefined) PATHS.set(text, (path = new Path2D(text)))
  return path
}

const MIXES = new Map<string, string>()

/** A mix that is asked for again and again. */
export function shade(colour: string, to: string, part: number): string {
  const key = `${colour}${to}${part}`
  let mixed = MIXES.get(key)
  if (mixed === undefined) MIXES.set(key, (mixed = mix(colour, to, part)))
  return mixed
}

/** The hull of two discs. */
export function taper(path: Path2D, x1: number, y1: number, r1: number, x2: number, y2: number, r2: number): void {
  const distance = Math.hypot(x2 - x1, y2 - y1)
  if (distance <= Math.abs(r1 - r2) + 0.01) {
    const [x, y, r] = r1 > r2 ? [x1, y1, r1] : [x2, y2, r2]
    path.moveTo(x + r, y)
    path.arc(x, y, r, 0, 2 * Math.PI)
    return
  }
  const along = Math.atan2(y2 - y1, x2 - x1)
  const open = Math.acos((r1 - r2) / distance)
  path.moveTo(x1 + r1 * Math.cos(along + open), y1 + r1 * Math.sin(along + open))
  path.arc(x1, y1, r1, along + open, along - open + 2 * Math.PI)
  path.arc(x2, y2, r2, along - open, along + open)
  path.closePath()
}
