/**
 * Actions of which no public body has an animation, put together from poses of others: ledges, throws and being held. Hands are
 * placed afterwards, where they take hold.
 */

/** A share of the action's length, the action whose pose is shown then, and the share of that one's length. */
type Key = readonly [at: number, pose: number, share: number]

const WAIT = 14
const SQUAT = 40
const DASH_ATTACK = 50
const SMASH = 60
const UP_SMASH = 63
const DOWN_SMASH = 64
const CATCH = 212
const ROLL = 233
const HANG = 253
const FALL = 29
const STUMBLE = 79
const FLIGHT = 86
const ON_THE_BACK = 90
const JUMP = 25
const TEETER = 245

const CLIMB: readonly Key[] = [
  [0, HANG, 0],
  [0.2, HANG, 0],
  [0.5, SQUAT, 0],
  [0.72, SQUAT, 1],
  [1, WAIT, 0],
]
const LEDGE_ATTACK: readonly Key[] = [
  [0, HANG, 0],
  [0.28, HANG, 0],
  [0.36, SQUAT, 0],
  [0.45, DASH_ATTACK, 0.25],
  [0.65, DASH_ATTACK, 0.5],
  [1, WAIT, 0],
]
const LEDGE_ROLL: readonly Key[] = [
  [0, HANG, 0],
  [0.3, HANG, 0],
  [0.42, ROLL, 0.1],
  [0.9, ROLL, 0.9],
  [1, WAIT, 0],
]
const LEDGE_JUMP: readonly Key[] = [
  [0, HANG, 0],
  [0.7, HANG, 0],
  [1, JUMP, 0],
]
const HELD: readonly Key[] = [
  [0, TEETER, 0],
  [1, TEETER, 0.6],
]
const STRUCK: readonly Key[] = [
  [0, STUMBLE, 0],
  [0.5, TEETER, 0.5],
  [1, TEETER, 0],
]

export const SEQUENCES: Readonly<Record<number, readonly Key[]>> = {
  216: [
    [0, CATCH, 0.4],
    [1, CATCH, 0.5],
  ],
  217: [
    [0, CATCH, 0.4],
    [0.3, STUMBLE, 0.5],
    [0.5, CATCH, 0.3],
    [1, CATCH, 0.5],
  ],
  219: [
    [0, CATCH, 0.4],
    [0.25, SMASH, 0.12],
    [0.45, SMASH, 0.38],
    [0.7, SMASH, 0.6],
    [1, WAIT, 0],
  ],
  220: [
    [0, CATCH, 0.4],
    [0.3, SQUAT, 0],
    [0.5, UP_SMASH, 0.35],
    [0.75, UP_SMASH, 0.6],
    [1, WAIT, 0],
  ],
  221: [
    [0, CATCH, 0.4],
    [0.25, SQUAT, 0],
    [0.45, UP_SMASH, 0.3],
    [0.7, UP_SMASH, 0.55],
    [1, WAIT, 0],
  ],
  222: [
    [0, CATCH, 0.4],
    [0.3, UP_SMASH, 0.3],
    [0.5, DOWN_SMASH, 0.3],
    [0.75, SQUAT, 0],
    [1, WAIT, 0],
  ],
  223: HELD,
  224: HELD,
  225: STRUCK,
  226: HELD,
  227: HELD,
  228: STRUCK,
  239: [
    [0, TEETER, 0],
    [0.4, FLIGHT, 0.3],
    [1, FLIGHT, 0.8],
  ],
  240: [
    [0, TEETER, 0],
    [0.4, FLIGHT, 0.3],
    [1, FLIGHT, 0.8],
  ],
  241: [
    [0, TEETER, 0],
    [0.4, FALL, 0],
    [1, ON_THE_BACK, 0.2],
  ],
  242: [
    [0, TEETER, 0],
    [0.4, FALL, 0],
    [1, FLIGHT, 0.6],
  ],
  254: CLIMB,
  255: CLIMB,
  256: LEDGE_ATTACK,
  257: LEDGE_ATTACK,
  258: LEDGE_ROLL,
  259: LEDGE_ROLL,
  260: LEDGE_JUMP,
  262: LEDGE_JUMP,
}

/** The two poses between which a sequence is at a share of its length, and how far from the first to the second. */
export function between(keys: readonly Key[], share: number): { from: Key; to: Key; part: number } {
  let i = 0
  while (i < keys.length - 2 && keys[i + 1]![0] <= share) i++
  const [from, to] = [keys[i]!, keys[i + 1]!]
  const part = Math.min(1, Math.max(0, (share - from[0]) / (to[0] - from[0])))
  return { from, to, part: part * part * (3 - 2 * part) }
}
