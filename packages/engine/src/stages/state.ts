/**
 * What a stage stores from one frame to the next. One table for all six: most stages use none of it, and a match has
 * one stage. It has the form of the match's other field tables.
 */
export const STAGE_FIELDS = {
  // Fountain of Dreams: per side platform (0 right, 1 left, as events number them) its height in event units, its
  // target, its present activity, the frames left of it, and whether it moved this frame.
  platformHeight: ['floats', 2],
  platformTarget: ['floats', 2],
  platformPhase: ['ints', 2],
  platformWait: ['ints', 2],
  platformMoved: ['ints', 2],
  // Dream Land: frames until the wind changes; its direction (0 none, 1 left, 2 right); whether it changed this frame.
  windWait: 'int',
  windDirection: 'int',
  windChanged: 'int',
} as const

/** The record of this table; any object with these fields will do. */
export interface StageState {
  readonly platformHeight: Float32Array
  readonly platformTarget: Float32Array
  readonly platformPhase: Int32Array
  readonly platformWait: Int32Array
  readonly platformMoved: Int32Array
  windWait: number
  windDirection: number
  windChanged: number
}
