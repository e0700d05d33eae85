/**
 * The six stages as a schematic: the outline of the ground, platforms at rest, and the blast zone, in world units
 * with y upwards. Rounded from public measurements (libmelee, meleelight), which is plenty for a drawing.
 */
import type { StageId } from '@arena/protocol'

/** x, y pairs. */
type Points = readonly (readonly [number, number])[]

export interface StageShape {
  /** Right half of the outline from the top centre to the bottom centre; the left half mirrors it. */
  readonly half: Points
  /** Left end, right end, height. */
  readonly platforms: readonly (readonly [number, number, number])[]
  readonly blastZone: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
}

export const STAGES: Readonly<Record<StageId, StageShape>> = {
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
    blastZone: { left: -224, right: 224, top: 200, bottom: -108.8 },
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
    blastZone: { left: -246, right: 246, top: 188, bottom: -140 },
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
    blastZone: { left: -255, right: 255, top: 250, bottom: -123 },
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
    blastZone: { left: -175.7, right: 173.6, top: 168, bottom: -91 },
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
    blastZone: { left: -198.8, right: 198.8, top: 202.5, bottom: -146.3 },
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
    blastZone: { left: -230, right: 230, top: 180, bottom: -111 },
  },
}
