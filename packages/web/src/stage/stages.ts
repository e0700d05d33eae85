/**
 * The six stages as a schematic: the outline of the ground and the platforms at rest, in world units with y upwards.
 * Rounded from public measurements (libmelee, meleelight), which is plenty for a drawing.
 */
import type { StageId } from '@arena/protocol'

/** x, y pairs. */
type Points = readonly (readonly [number, number])[]

export interface StageShape {
  /** Right half of the outline from the top centre to the bottom centre; the left half mirrors it. */
  readonly half: Points
  /** Left end, right end, height. */
  readonly platforms: readonly (readonly [number, number, number])[]
}

export const STAGE_SHAPES: Readonly<Record<StageId, StageShape>> = {
  31: {
    half: [
      [68.4, 0],
      [65, -6],
      [36, -19],
      [39, -21],
      [33, -25],
      [30, -29],
      [29, -35],
      [10, -40],
    ],
    platforms: [
      [-57.6, -20, 27.2],
      [20, 57.6, 27.2],
      [-18.8, 18.8, 54.4],
    ],
  },
  32: {
    half: [
      [85.6, 0],
      [85.6, -10],
      [65, -20],
      [65, -30],
      [60, -47],
      [50, -55],
      [45, -56],
    ],
    platforms: [],
  },
  28: {
    half: [
      [77.3, 0],
      [76.5, -11],
      [65.8, -36],
    ],
    platforms: [
      [-61.4, -31.7, 30.1],
      [31.7, 63.1, 30.2],
      [-19, 19, 51.4],
    ],
  },
  8: {
    half: [
      [39.2, 0],
      [56, -3.5],
      [56, -7],
      [54, -11],
      [53, -27],
      [54, -30],
      [53, -46],
      [54, -91],
    ],
    platforms: [
      [-59.5, -28, 23.5],
      [28, 59.5, 23.5],
      [-15.8, 15.8, 42],
    ],
  },
  2: {
    half: [
      [51.3, 0],
      [53.6, 0.6],
      [63.3, 0.6],
      [63.3, -4.5],
      [59.3, -15],
      [56.9, -19.5],
      [55, -27],
      [48, -38],
      [41, -42],
      [19, -49.5],
      [10, -62],
      [8.8, -146],
    ],
    platforms: [
      [-49.5, -21, 16.1],
      [21, 49.5, 22.1],
      [-14.3, 14.3, 42.8],
    ],
  },
  3: {
    half: [
      [87.8, 0],
      [87.8, -4],
      [73.8, -15],
      [73.8, -17.8],
      [60, -17.8],
      [60, -38],
      [15, -60],
      [15, -111],
    ],
    platforms: [
      [-55, -25, 25],
      [25, 55, 25],
    ],
  },
}
