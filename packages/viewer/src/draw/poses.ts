/** The library of poses: joints by action and frame, of three fighters whose hurt capsules are public. */
import { DONOR_ANIMATIONS, FIGHTER_POSES } from './generated/poses.ts'
import { JOINT_WORDS } from './joints.ts'
import { between, SEQUENCES } from './sequences.ts'

/** Numbers that stand for specials, beside those of common actions. */
export const SPECIAL_POSE = { N: 400, AirN: 401, S: 402, AirS: 403, Hi: 404, AirHi: 405, Lw: 406, AirLw: 407 } as const

/** The fighter whose way of moving another one has. */
export const DONOR = { fox: 0, marth: 1, falcon: 2 } as const

interface Animation {
  readonly length: number
  readonly loops: boolean
  readonly frames: readonly number[]
  readonly joints: Int8Array
}

const PLACES_PER_UNIT = 2
const WAIT = 14
const FALL = 29

/** Where no donor has a pose: the pose that comes nearest. */
const STAND_INS: Readonly<Record<number, number>> = {
  12: 29,
  13: 14,
  19: 18,
  26: 25,
  46: 45,
  47: 44,
  48: 44,
  49: 45,
  50: 60,
  75: 79,
  76: 79,
  77: 79,
  78: 79,
  80: 79,
  81: 82,
  83: 82,
  84: 85,
  86: 88,
  91: 90,
  199: 183,
  202: 236,
  203: 25,
  204: 183,
  205: 90,
  206: 38,
  207: 183,
  208: 191,
  209: 186,
  210: 186,
  211: 79,
  213: 212,
  214: 212,
  215: 212,
  218: 212,
  229: 79,
  230: 85,
  237: 79,
  238: 79,
  244: 29,
  246: 245,
  247: 88,
  248: 90,
  249: 79,
  251: 29,
  252: 253,
  261: 25,
  263: 25,
  264: 14,
  265: 14,
  182: 179,
  192: 191,
  193: 191,
  194: 186,
  195: 187,
  196: 188,
  197: 189,
  190: 186,
  198: 186,
  294: 39,
  295: 40,
  296: 25,
  297: 79,
  298: 40,
  299: 41,
  322: 29,
  323: 14,
  324: 14,
  403: 402,
  402: 50,
  401: 400,
  400: 44,
  405: 404,
  404: 63,
  407: 406,
  406: 64,
}

function decode(list: (typeof DONOR_ANIMATIONS)[number]): Map<number, Animation> {
  const byAction = new Map<number, Animation>()
  for (const [actions, length, loops, frames, text] of list) {
    const binary = atob(text)
    const joints = Int8Array.from(binary, (letter) => (letter.codePointAt(0)! << 24) >> 24)
    for (let n = JOINT_WORDS; n < joints.length; n++) joints[n]! += joints[n - JOINT_WORDS]!
    for (const action of actions) byAction.set(action, { length, loops: loops === 1, frames, joints })
  }
  return byAction
}

const LIBRARIES: (Map<number, Animation> | undefined)[] = []

function libraryOf(donor: number): Map<number, Animation> {
  return (LIBRARIES[donor] ??= decode(DONOR_ANIMATIONS[donor]!))
}

function animationOf(donor: number, action: number): Animation | null {
  const own = libraryOf(donor).get(action)
  if (own) return own
  for (let other = 0; other < DONOR_ANIMATIONS.length; other++) {
    const lent = libraryOf(other).get(action)
    if (lent) return lent
  }
  return null
}

/** The action whose pose a fighter shows. */
export function poseAction(character: number, action: number): number {
  return action < 341 ? action : (FIGHTER_POSES[character]?.own[action - 341] ?? WAIT)
}

/** A pose of the library at a frame, or at a share of its length. */
function sample(
  donor: number,
  pose: number,
  isAirborne: boolean,
  frameOf: (animation: Animation) => number,
  out: Float32Array,
): void {
  let animation = animationOf(donor, pose)
  for (let key: number | undefined = STAND_INS[pose]; animation === null && key !== undefined; key = STAND_INS[key]) {
    animation = animationOf(donor, key)
  }
  animation ??= animationOf(donor, isAirborne ? FALL : WAIT)!
  const { length, loops, frames, joints } = animation
  const at = Math.max(0, frameOf(animation))
  const frame = loops ? at % length : Math.min(at, length - 1)
  let i = frames.length - 1
  while (i > 0 && frames[i]! > frame) i--
  const isLast = i + 1 === frames.length
  const next = isLast ? (loops ? 0 : i) : i + 1
  const nextFrame = isLast ? length : frames[next]!
  const share = nextFrame === frames[i] ? 0 : Math.min(1, (frame - frames[i]!) / (nextFrame - frames[i]!))
  for (let n = 0; n < JOINT_WORDS; n++) {
    const from = joints[i * JOINT_WORDS + n]!
    out[n] = (from + (joints[next * JOINT_WORDS + n]! - from) * share) / PLACES_PER_UNIT
  }
}

const SECOND = new Float32Array(JOINT_WORDS)
/** Length of a sequence whose fighter has none on record, in frames. */
const USUAL_LENGTH = 30

/** Writes the joints, forward and up from where the fighter stands, of a pose. */
export function poseJoints(
  donor: number,
  character: number,
  action: number,
  animationFrame: number,
  isAirborne: boolean,
  out: Float32Array,
): void {
  const pose = poseAction(character, action)
  const own = FIGHTER_POSES[character]?.lengths[action]
  const sequence = SEQUENCES[pose]
  if (sequence === undefined) {
    const frameOf = ({ length, loops }: Animation): number =>
      own === undefined || loops ? animationFrame : (animationFrame / own) * length
    sample(donor, pose, isAirborne, frameOf, out)
    return
  }
  const { from, to, part } = between(sequence, animationFrame / (own ?? USUAL_LENGTH))
  sample(donor, from[1], isAirborne, ({ length }) => from[2] * (length - 1), out)
  sample(donor, to[1], isAirborne, ({ length }) => to[2] * (length - 1), SECOND)
  for (let n = 0; n < JOINT_WORDS; n++) out[n]! += (SECOND[n]! - out[n]!) * part
}
