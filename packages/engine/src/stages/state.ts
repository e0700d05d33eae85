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
  // Dream Land: the wind's direction (0 none, 1 left, 2 right), and whether it changed this frame. What the tree does,
  // and whether that begins with this frame; frames left of its rest, or passed of its blow; frames left of its
  // animation; frames until it blinks; the side to which it looks (0 left, 1 right). Frames until birds fly by.
  windDirection: 'int',
  windChanged: 'int',
  treePhase: 'int',
  treeBegins: 'flag',
  treeTimer: 'int',
  treeClipLeft: 'int',
  blinkLeft: 'int',
  treeSide: 'int',
  birdsLeft: 'int',
  // Yoshi's Story: the pattern of the last Shy Guys and the frames until the next; frames until Randall's next puff.
  shyGuyPattern: 'int',
  shyGuysLeft: 'int',
  puffLeft: 'int',
} as const

/** The record of this table; any object with these fields will do. */
export interface StageState {
  readonly platformHeight: Float32Array
  readonly platformTarget: Float32Array
  readonly platformPhase: Int32Array
  readonly platformWait: Int32Array
  readonly platformMoved: Int32Array
  windDirection: number
  windChanged: number
  treePhase: number
  treeBegins: boolean
  treeTimer: number
  treeClipLeft: number
  blinkLeft: number
  treeSide: number
  birdsLeft: number
  shyGuyPattern: number
  shyGuysLeft: number
  puffLeft: number
}

/** As before the start of a match. */
export function emptyStageState(): StageState {
  return {
    platformHeight: new Float32Array(2),
    platformTarget: new Float32Array(2),
    platformPhase: new Int32Array(2),
    platformWait: new Int32Array(2),
    platformMoved: new Int32Array(2),
    windDirection: 0,
    windChanged: 0,
    treePhase: 0,
    treeBegins: false,
    treeTimer: 0,
    treeClipLeft: 0,
    blinkLeft: 0,
    treeSide: 0,
    birdsLeft: 0,
    shyGuyPattern: 0,
    shyGuysLeft: 0,
    puffLeft: 0,
  }
}
