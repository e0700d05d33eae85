/**
 * Where a fighter holds whom it caught and where its throws let go, measured on public recordings: distances ahead of the
 * holder and above its position. By internal id; fighters that no recording shows take the usual figure.
 */
import { ACTION } from '../actions/ids.ts'

export interface Grip {
  /** Distance on the second frame of the pull, and while held. */
  readonly pull: number
  readonly hold: number
  /** Counter on which the pummel hits. */
  readonly pummel: number
}

const USUAL: Grip = { pull: 8.5, hold: 8.5, pummel: 6 }

const GRIPS: Readonly<Record<number, Grip>> = {
  1: { pull: 5.736, hold: 8.28, pummel: 4 },
  2: { pull: 8.193, hold: 7.868, pummel: 4 },
  3: { pull: 14.957, hold: 14.957, pummel: 9 },
  7: { pull: 13.408, hold: 7.35, pummel: 9 },
  9: { pull: 7.918, hold: 6.277, pummel: 13 },
  13: { pull: 14.455, hold: 12.851, pummel: 9 },
  15: { pull: 13.114, hold: 11.274, pummel: 10 },
  16: { pull: 17.494, hold: 12.775, pummel: 6 },
  18: { pull: 16.412, hold: 9.087, pummel: 6 },
  22: { pull: 6.573, hold: 9.487, pummel: 4 },
  23: { pull: 4.23, hold: 4.008, pummel: 2 },
  25: { pull: 10.409, hold: 8.76, pummel: 4 },
}

export function gripOf(internalId: number): Grip {
  return GRIPS[internalId] ?? USUAL
}

type Place = readonly [ahead: number, above: number]

const USUAL_RELEASES: Readonly<Record<number, Place>> = {
  [ACTION.ThrowF]: [8, 1.5],
  [ACTION.ThrowB]: [-7, 1.5],
  [ACTION.ThrowHi]: [2, 14],
  [ACTION.ThrowLw]: [3, 0],
}

const RELEASES: Readonly<Record<number, Readonly<Record<number, Place>>>> = {
  1: { [ACTION.ThrowF]: [9.022, 0], [ACTION.ThrowB]: [-6.932, 1.459], [ACTION.ThrowHi]: [-0.411, 14.094] },
  2: {
    [ACTION.ThrowF]: [7.536, 4.213],
    [ACTION.ThrowB]: [-10.871, 8.378],
    [ACTION.ThrowHi]: [8.631, 2.847],
    [ACTION.ThrowLw]: [8.565, 0],
  },
  3: { [ACTION.ThrowB]: [19.062, 14.742] },
  7: { [ACTION.ThrowF]: [9.929, 1.592], [ACTION.ThrowB]: [-13.889, 1.604], [ACTION.ThrowLw]: [-0.155, 0] },
  9: {
    [ACTION.ThrowF]: [6.28, 2.045],
    [ACTION.ThrowB]: [-6.859, 2.146],
    [ACTION.ThrowHi]: [-0.847, 15.264],
    [ACTION.ThrowLw]: [-1.225, 0],
  },
  13: { [ACTION.ThrowLw]: [6.758, 0] },
  15: { [ACTION.ThrowF]: [2.711, 1.128], [ACTION.ThrowB]: [-1.998, 0], [ACTION.ThrowHi]: [-4.1, 2.204] },
  16: { [ACTION.ThrowHi]: [2.263, 16.868] },
  18: {
    [ACTION.ThrowF]: [5.427, 0],
    [ACTION.ThrowB]: [-0.864, -0.549],
    [ACTION.ThrowHi]: [5.491, 17.14],
    [ACTION.ThrowLw]: [3.575, 0],
  },
  22: { [ACTION.ThrowF]: [11.495, 1.403], [ACTION.ThrowHi]: [3.343, 21.047] },
  25: { [ACTION.ThrowLw]: [8.171, 0] },
}

/** Ahead of the facing with which the throw began. */
export function releaseOf(internalId: number, action: number): Place {
  return RELEASES[internalId]?.[action] ?? USUAL_RELEASES[action]!
}
