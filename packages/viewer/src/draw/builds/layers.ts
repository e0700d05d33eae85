/**
 * What layers are made of. Paths are those of SVG, in the frame of the part they belong to, whose radius is 1: x forward, y down.
 * Of a hand, x goes on along the forearm and the unit is one of the world.
 */
import type { Anchor, Depth, Layer, Tint } from './build.ts'

export function round(x: number, y: number, r: number, ry = r): string {
  return `M${x - r} ${y}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0Z`
}

function layersOf(at: Anchor, list: readonly (readonly [Depth, Tint, string])[]): Layer[] {
  return list.map(([depth, fill, path]) => ({ at, depth, fill, path }))
}

export const head = (...list: readonly (readonly [Depth, Tint, string])[]): Layer[] => layersOf('head', list)
export const chest = (...list: readonly (readonly [Depth, Tint, string])[]): Layer[] => layersOf('chest', list)
export const hand = (...list: readonly (readonly [Depth, Tint, string])[]): Layer[] => layersOf('hand', list)
export const other = (...list: readonly (readonly [Depth, Tint, string])[]): Layer[] => layersOf('other', list)

export const SKIN = '#f4bd94'
export const INK = '#1c1a26'
export const WHITE = '#fbf8f1'
export const CREAM = '#f6dfb4'
export const GOLD = '#f3c13f'
export const BROWN = '#6b4128'
export const STEEL = '#dfe6ee'

export function eye(x: number, y: number, r = 0.13, ry = 0.24, fill = INK): readonly [Depth, Tint, string] {
  return ['detail', fill, round(x, y, r, ry)]
}

export function sword(length: number, width: number, blade: Tint, guard: Tint): Layer[] {
  return hand(
    [
      'under',
      blade,
      `M0 ${-width}L${length - width * 2} ${-width}L${length} 0L${length - width * 2} ${width}L0 ${width}Z`,
    ],
    ['under', guard, `M.7 ${-width * 2.6}L1.5 ${-width * 2.6}L1.5 ${width * 2.6}L.7 ${width * 2.6}Z`],
    ['under', guard, 'M-1.8 -.35L.8 -.35L.8 .35L-1.8 .35Z'],
  )
}
