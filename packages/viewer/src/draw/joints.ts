/** Joints of a body: where its hips, chest, head, arms and legs are. Every drawing of a fighter starts from them. */

export const HIPS = 0
export const CHEST = 1
export const HEAD = 2
/** Shoulder, elbow and hand of either arm; then hip, knee and foot of either leg. Which is nearer, the depths say. */
export const ARM_A = 3
export const ARM_B = 6
export const LEG_A = 9
export const LEG_B = 12
export const JOINTS = 15
/** x, y and depth of each joint. */
export const JOINT_WORDS = JOINTS * 3

const CAPSULE_WORDS = 7

/** Names the part of a body that each hurt capsule is. */
export interface CapsuleMap {
  readonly count: number
  readonly hips: number
  readonly chest: number
  readonly head: number
  /** Upper arm, forearm. */
  readonly arms: readonly [readonly [number, number], readonly [number, number]]
  /** Thigh, shin. */
  readonly legs: readonly [readonly [number, number], readonly [number, number]]
  readonly tail: number | null
}

/** Captain Falcon, Ganondorf, Marth, Roy. */
export const HUMAN_CAPSULES: CapsuleMap = {
  count: 11,
  hips: 0,
  chest: 1,
  head: 2,
  arms: [
    [3, 5],
    [4, 6],
  ],
  legs: [
    [7, 9],
    [8, 10],
  ],
  tail: null,
}

/** Fox and Falco, whose snout and tail are capsules of their own. */
export const FOX_CAPSULES: CapsuleMap = {
  count: 13,
  hips: 0,
  chest: 1,
  head: 2,
  arms: [
    [4, 6],
    [5, 7],
  ],
  legs: [
    [8, 10],
    [9, 11],
  ],
  tail: 12,
}

function middle(capsules: Float32Array, capsule: number, out: Float32Array, joint: number): void {
  const at = capsule * CAPSULE_WORDS
  for (let n = 0; n < 3; n++) out[joint * 3 + n] = (capsules[at + n]! + capsules[at + 3 + n]!) / 2
}

/** An end (0 or 1) of a capsule, or the middle between it and the first end of the next one. */
function end(
  capsules: Float32Array,
  capsule: number,
  which: 0 | 1,
  next: number | null,
  out: Float32Array,
  joint: number,
): void {
  for (let n = 0; n < 3; n++) {
    const here = capsules[capsule * CAPSULE_WORDS + which * 3 + n]!
    out[joint * 3 + n] = next === null ? here : (here + capsules[next * CAPSULE_WORDS + n]!) / 2
  }
}

/** Joints from hurt capsules, in the coordinates of the capsules. */
export function jointsOfCapsules(map: CapsuleMap, capsules: Float32Array, out: Float32Array): void {
  middle(capsules, map.hips, out, HIPS)
  end(capsules, map.chest, 1, null, out, CHEST)
  middle(capsules, map.head, out, HEAD)
  for (const [first, limbs] of [
    [ARM_A, map.arms],
    [LEG_A, map.legs],
  ] as const) {
    for (const [i, [upper, lower]] of limbs.entries()) {
      end(capsules, upper, 0, null, out, first + i * 3)
      end(capsules, upper, 1, lower, out, first + i * 3 + 1)
      end(capsules, lower, 1, null, out, first + i * 3 + 2)
    }
  }
}
