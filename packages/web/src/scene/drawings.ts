/** Measures of the drawings of fighters and stages, which are made when the pages are built (`card/src/drawings.ts`). */
import type { StageId } from '@arena/protocol'
import { paths } from '../paths.ts'

/** The extent of one pose, in units of the game: the feet are in the middle, `feet` below the upper edge. */
export const CELL = { width: 40, height: 34, feet: 28 } as const
/** In the order of a sheet's columns. A sheet has a row for each port. */
export const POSES = ['stand', 'run', 'air'] as const
export type Pose = (typeof POSES)[number]
export const FIGHTERS = 26

export interface Shape {
  /** The middle and the width of the drawing, in units of the game; its height is 9/16 of the width. */
  readonly x: number
  readonly y: number
  readonly width: number
  /** The heights of floor and platforms at rest. */
  readonly floors: readonly number[]
}

export const STAGES: Readonly<Record<StageId, Shape>> = {
  31: { x: 0, y: 44.2, width: 320, floors: [0, 27.2, 54.4] },
  32: { x: 0, y: 15, width: 340, floors: [0] },
  28: { x: 0, y: 52.5, width: 330, floors: [0, 30.14, 30.24, 51.43] },
  8: { x: 0, y: 34.5, width: 250, floors: [-33.25, 0, 23.45, 42] },
  2: { x: 0, y: 14, width: 248, floors: [0, 0.62, 16.12, 22.12, 42.75] },
  3: { x: 0, y: 23.5, width: 314.67, floors: [0, 25] },
}

export const aspect = 16 / 9

export const stageFile = (stage: StageId, theme: 'light' | 'dark'): string => paths.drawn(`stage-${stage}-${theme}`)
/** A fighter in all poses, by external id. */
export const fighterFile = (character: number): string => paths.drawn(`fighter-${character}`)
/** All fighters standing, by external id. */
export const fightersFile = (): string => paths.drawn('fighters')
