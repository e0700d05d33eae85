/**
 * The joints of a body in a picture. A fighter whose hurt capsules are public is where they are; any other takes the pose of its
 * action from the library, in its own proportions, moved to where its outline is, with the limb that strikes at its hitbox.
 */
import { PICTURE_CAPSULE_WORDS, PICTURE_HITBOX_WORDS, type PictureBody } from '@arena/engine/picture'
import type { Build } from './builds/build.ts'
import { BUILDS } from './builds/index.ts'
import {
  ARM_A,
  ARM_B,
  CHEST,
  FOX_CAPSULES,
  HEAD,
  HIPS,
  HUMAN_CAPSULES,
  jointsOfCapsules,
  JOINT_WORDS,
  JOINTS,
  LEG_A,
  LEG_B,
  type CapsuleMap,
} from './joints.ts'
import { DONOR, poseAction, poseJoints } from './poses.ts'

/** What a drawing needs of a pose, in world coordinates. */
export interface Figure {
  readonly build: Build
  readonly joints: Float32Array
  /** Where the weapon points, if a hitbox says so; else it goes on along the forearm. */
  aimX: number
  aimY: number
  isAiming: boolean
}

const FALLBACK = BUILDS[0]!

function buildOf(character: number): Build {
  return BUILDS[character] ?? FALLBACK
}

function newFigure(character = 0): Figure {
  return { build: buildOf(character), joints: new Float32Array(JOINT_WORDS), aimX: 0, aimY: 0, isAiming: false }
}

const MAPS: Readonly<Record<number, CapsuleMap>> = {
  1: FOX_CAPSULES,
  22: FOX_CAPSULES,
  2: HUMAN_CAPSULES,
  25: HUMAN_CAPSULES,
  18: HUMAN_CAPSULES,
  26: HUMAN_CAPSULES,
}
const JIGGLYPUFF = 15
/** A flight that turns head over heels. */
const TUMBLE = 91
const TUMBLE_STEP = 0.32
/** Hip heights of the three donors standing. */
const DONOR_HIPS = [6.8, 9.3, 10.3]
/** Dash, and both ways of running. */
const RUNS = [20, 21, 22]
const GRAB_POSES = [212, 214]

export function figureOf(body: PictureBody): Figure {
  const figure = newFigure(body.character)
  const { build, joints } = figure
  const map = MAPS[body.character]
  if (body.hasHurtboxes && map && body.capsuleCount === map.count) {
    jointsOfCapsules(map, body.capsules, joints)
  } else if (body.hasHurtboxes && body.character === JIGGLYPUFF) {
    ballJoints(body.capsules, joints)
  } else {
    pose(body, build, joints)
  }
  aim(body, figure)
  return figure
}

/** The figure between two frames, into the first. */
export function mixFigures(figure: Figure, next: Figure, alpha: number): void {
  for (let n = 0; n < JOINT_WORDS; n++) figure.joints[n]! += (next.joints[n]! - figure.joints[n]!) * alpha
  if (figure.isAiming && next.isAiming) {
    figure.aimX += (next.aimX - figure.aimX) * alpha
    figure.aimY += (next.aimY - figure.aimY) * alpha
  }
}

/** A round fighter: capsule 4 is the body, 5 and 6 are hands, 7 and 8 feet. */
function ballJoints(capsules: Float32Array, joints: Float32Array): void {
  const put = (joint: number, capsule: number, end: number): void => {
    for (let n = 0; n < 3; n++) joints[joint * 3 + n] = capsules[capsule * PICTURE_CAPSULE_WORDS + end * 3 + n]!
  }
  for (const joint of [HIPS, CHEST, HEAD]) put(joint, 4, 0)
  for (const [first, capsule] of [
    [ARM_A, 5],
    [ARM_B, 6],
    [LEG_A, 7],
    [LEG_B, 8],
  ] as const) {
    put(first, capsule, 0)
    put(first + 1, capsule, 0)
    put(first + 2, capsule, 1)
  }
}

const LIBRARY = new Float32Array(JOINT_WORDS)

function pose(body: PictureBody, build: Build, joints: Float32Array): void {
  const { character, action, animationFrame, isAirborne, facing, x, y } = body
  const shown = RUNS.includes(action) ? build.run : action
  poseJoints(build.donor, character, shown, animationFrame, isAirborne, LIBRARY)
  retarget(build, LIBRARY, isAirborne, leanOf(build, action, isAirborne), joints)
  if (action === TUMBLE) spin(joints, animationFrame * TUMBLE_STEP)
  for (let joint = 0; joint < JOINTS; joint++) {
    joints[joint * 3] = x + facing * joints[joint * 3]!
    joints[joint * 3 + 1]! += y
    joints[joint * 3 + 2]! *= facing
  }
  settle(body, joints)
  if (!isAirborne) stayAbove(joints, build, y)
  if (body.hitboxCount > 0 && build.blade === 0 && !GRAB_POSES.includes(poseAction(character, action)))
    strike(body, build, joints)
}

/** Lying on the floor, and getting up from it. */
const DOWN = { first: 183, last: 198 }

/** How much of the donor's lean a fighter shows: some hold themselves upright. */
function leanOf({ lean }: Build, action: number, isAirborne: boolean): number {
  return isAirborne || (action >= DOWN.first && action <= DOWN.last) ? 1 : lean
}

/** No hand reaches into the floor on which its body stands. */
function stayAbove(joints: Float32Array, build: Build, floor: number): void {
  const least = floor + build.hand * 0.8
  for (const arm of [ARM_A, ARM_B]) {
    for (const joint of [arm + 1, arm + 2]) joints[joint * 3 + 1] = Math.max(joints[joint * 3 + 1]!, least)
  }
}

/** A donor's pose in another's proportions, feet on the ground where the donor's are.  */
function retarget(build: Build, from: Float32Array, isAirborne: boolean, lean: number, out: Float32Array): void {
  const bone = (parent: number, child: number, length: number, upright = 1): void => {
    let dx = (from[child * 3]! - from[parent * 3]!) * upright
    let dy = from[child * 3 + 1]! - from[parent * 3 + 1]!
    let dz = from[child * 3 + 2]! - from[parent * 3 + 2]!
    const size = Math.hypot(dx, dy, dz)
    if (size < 0.01) [dx, dy, dz] = [0, 1, 0]
    const by = length / Math.max(size, 0.01)
    out[child * 3] = out[parent * 3]! + dx * by
    out[child * 3 + 1] = out[parent * 3 + 1]! + dy * by
    out[child * 3 + 2] = out[parent * 3 + 2]! + dz * by
  }
  const scale = build.legs / (DONOR_HIPS[build.donor]! * 0.8)
  out[0] = from[0]! * scale
  out[1] = from[1]! * scale
  out[2] = 0
  bone(HIPS, CHEST, build.torso, lean)
  bone(CHEST, HEAD, build.neck, lean)
  for (const arm of [ARM_A, ARM_B]) {
    bone(CHEST, arm, build.shoulders)
    bone(arm, arm + 1, build.arms / 2)
    bone(arm + 1, arm + 2, build.arms / 2)
  }
  let donorLow = Infinity
  for (const leg of [LEG_A, LEG_B]) {
    bone(HIPS, leg, build.hips)
    bone(leg, leg + 1, build.legs / 2)
    bone(leg + 1, leg + 2, build.legs / 2)
    donorLow = Math.min(donorLow, from[(leg + 2) * 3 + 1]!)
  }
  const low = Math.min(
    out[(LEG_A + 2) * 3 + 1]! - build.foot * 0.75,
    out[(LEG_B + 2) * 3 + 1]! - build.foot * 0.75,
    out[HIPS * 3 + 1]! - build.waist,
    out[HEAD * 3 + 1]! - build.head,
    out[CHEST * 3 + 1]! - build.chest * build.back,
  )
  const lift = isAirborne ? Math.max(0, from[1]! - 4) * scale * 0.3 : Math.max(0, donorLow - 2)
  const by = isAirborne ? Math.max(lift - low, -low * 0.5) : lift - low
  for (let joint = 0; joint < JOINTS; joint++) out[joint * 3 + 1]! += by
}

function spin(joints: Float32Array, angle: number): void {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const [x0, y0] = [joints[CHEST * 3]!, joints[CHEST * 3 + 1]!]
  for (let joint = 0; joint < JOINTS; joint++) {
    const dx = joints[joint * 3]! - x0
    const dy = joints[joint * 3 + 1]! - y0
    joints[joint * 3] = x0 + dx * cos + dy * sin
    joints[joint * 3 + 1] = y0 - dx * sin + dy * cos
  }
}

/** Moves the joints part of the way to the middle of the outline. */
function settle({ capsules, capsuleCount, isAirborne }: PictureBody, joints: Float32Array): void {
  if (capsuleCount === 0) return
  let areas = 0
  let midX = 0
  let midY = 0
  for (let at = 0; at < capsuleCount * PICTURE_CAPSULE_WORDS; at += PICTURE_CAPSULE_WORDS) {
    const [x1, y1, , x2, y2, , radius] = capsules.subarray(at, at + PICTURE_CAPSULE_WORDS) as unknown as number[]
    const area = radius! * (Math.PI * radius! + 2 * Math.hypot(x2! - x1!, y2! - y1!))
    areas += area
    midX += (area * (x1! + x2!)) / 2
    midY += (area * (y1! + y2!)) / 2
  }
  const ownX = (joints[HIPS * 3]! + joints[CHEST * 3]! + joints[HEAD * 3]!) / 3
  const ownY = (joints[HIPS * 3 + 1]! + joints[CHEST * 3 + 1]!) / 2
  const dx = Math.max(-4, Math.min(4, (midX / areas - ownX) * 0.6))
  const dy = isAirborne ? Math.max(-4, Math.min(4, (midY / areas - ownY) * 0.7)) : 0
  for (let joint = 0; joint < JOINTS; joint++) {
    joints[joint * 3]! += dx
    joints[joint * 3 + 1]! += dy
  }
}

/** The hitbox that reaches furthest from the chest; -1 for none near enough. */
function furthestHitbox({ hitboxes, hitboxCount }: PictureBody, joints: Float32Array, reach: number): number {
  let best = -1
  let furthest = 0
  for (let i = 0; i < hitboxCount; i++) {
    const at = i * PICTURE_HITBOX_WORDS
    const distance = Math.hypot(hitboxes[at + 3]! - joints[CHEST * 3]!, hitboxes[at + 4]! - joints[CHEST * 3 + 1]!)
    if (distance > furthest && distance < reach) {
      furthest = distance
      best = at
    }
  }
  return best
}

/** Puts the nearest hand or foot where the hit is. */
function strike(body: PictureBody, build: Build, joints: Float32Array): void {
  const at = furthestHitbox(body, joints, (build.arms + build.torso + build.legs) * 1.3)
  if (at < 0) return
  const x = body.hitboxes[at + 3]!
  const y = body.hitboxes[at + 4]!
  let limb = -1
  let nearest = Infinity
  for (const first of [ARM_A, ARM_B, LEG_A, LEG_B]) {
    const reach = (first < LEG_A ? build.arms : build.legs) * 1.5 + build.hand
    const fromRoot = Math.hypot(x - joints[first * 3]!, y - joints[first * 3 + 1]!)
    const distance = Math.hypot(x - joints[(first + 2) * 3]!, y - joints[(first + 2) * 3 + 1]!)
    if (fromRoot < reach && distance < nearest) {
      nearest = distance
      limb = first
    }
  }
  if (limb < 0 || nearest < 1) return
  const root = limb * 3
  const end = (limb + 2) * 3
  const part = 0.85
  joints[end]! += (x - joints[end]!) * part
  joints[end + 1]! += (y - joints[end + 1]!) * part
  bend(joints, root, limb < LEG_A ? build.arms : build.legs, body.facing * (limb < LEG_A ? -1 : 1))
}

/** Places the middle joint of a limb between its ends. */
export function bend(joints: Float32Array, root: number, length: number, side: number): void {
  const dx = joints[root + 6]! - joints[root]!
  const dy = joints[root + 7]! - joints[root + 1]!
  const distance = Math.max(0.01, Math.hypot(dx, dy))
  const out = Math.sqrt(Math.max(0, (length * length - distance * distance) / 4)) * 0.8
  joints[root + 3] = joints[root]! + dx / 2 - (dy / distance) * out * side
  joints[root + 4] = joints[root + 1]! + dy / 2 + (dx / distance) * out * side
}

/** The arm with the weapon: the one that Marth swings, and the one that Captain Falcon has in front. */
export function holdingArm({ donor }: Build): number {
  return donor === DONOR.marth ? ARM_A : ARM_B
}

/** A weapon points at the hitbox that is furthest out. */
function aim(body: PictureBody, figure: Figure): void {
  const { build, joints } = figure
  if (build.blade === 0 || body.hitboxCount === 0) return
  const at = furthestHitbox(body, joints, 26)
  if (at < 0) return
  const dx = body.hitboxes[at + 3]! - joints[(holdingArm(build) + 2) * 3]!
  const dy = body.hitboxes[at + 4]! - joints[(holdingArm(build) + 2) * 3 + 1]!
  const size = Math.hypot(dx, dy)
  if (size < 1.5) return
  figure.aimX = dx / size
  figure.aimY = dy / size
  figure.isAiming = true
}
