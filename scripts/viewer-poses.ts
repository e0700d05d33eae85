/**
 * Writes packages/viewer/src/draw/generated/poses.ts: how bodies hold themselves in each action, for drawings of fighters of whom
 * only an outline is public. The joints are those of three fighters whose hurt capsules are public, with fewer key frames.
 * Run it after changing hurt capsules or lengths: `npm run poses`. A test compares the file with what it would write.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { INTERNAL_ID, loadAllFighters, type InternalId } from '@arena/engine'
import { actionLength, actionName, actionCount, FIRST_OWN_ACTION } from '../packages/engine/src/tables/actions.ts'
import { COMMON_ACTIONS } from '../packages/engine/src/tables/generated/common.ts'
import { hurtboxesOf, HURTBOX_WORDS } from '../packages/engine/src/tables/hurtboxes.ts'
import type { KeyFrames } from '../packages/engine/src/tables/key-frames.ts'
import { ALL_INTERNAL_IDS } from '../packages/engine/src/tables/ids.ts'
import { HUMAN_CAPSULES, FOX_CAPSULES, jointsOfCapsules, JOINT_WORDS } from '../packages/viewer/src/draw/joints.ts'
import { SPECIAL_POSE } from '../packages/viewer/src/draw/poses.ts'

export const VIEWER_POSES = 'packages/viewer/src/draw/generated/poses.ts'

const print = (value: unknown): string => JSON.stringify(value)
const DONORS = ['fox', 'marth', 'captain-falcon'] as const
const PLACES_PER_UNIT = 2
/** Key frames are left out where straight lines come this near, in units. */
const TOLERANCE = 1.6
/** Actions whose timing differs from fighter to fighter: attacks, grabs and throws, escapes, ledges. */
const TIMED: readonly (readonly [from: number, to: number])[] = [
  [44, 74],
  [212, 222],
  [233, 236],
  [254, 263],
]

interface Animation {
  readonly actions: readonly number[]
  readonly length: number
  readonly loops: boolean
  readonly frames: readonly number[]
  readonly data: string
}

function jointsAt(donor: InternalId, { values, frames }: KeyFrames, key: number): Float32Array {
  const width = values.length / frames.length
  const capsules = new Float32Array((width / HURTBOX_WORDS) * 7)
  for (let i = 0; i < width / HURTBOX_WORDS; i++) {
    for (let n = 0; n < HURTBOX_WORDS; n++) capsules[i * 7 + n] = values[key * width + i * HURTBOX_WORDS + n]!
  }
  const joints = new Float32Array(JOINT_WORDS)
  jointsOfCapsules(donor === INTERNAL_ID.fox ? FOX_CAPSULES : HUMAN_CAPSULES, capsules, joints)
  return joints
}

/** Indices of the key frames that stay. */
function thinned(frames: readonly number[], joints: readonly Float32Array[]): number[] {
  const keep = new Set([0, frames.length - 1])
  const split = (a: number, b: number): void => {
    let worst = TOLERANCE
    let at = -1
    for (let i = a + 1; i < b; i++) {
      const share = (frames[i]! - frames[a]!) / (frames[b]! - frames[a]!)
      for (let n = 0; n < JOINT_WORDS; n++) {
        const off = Math.abs(joints[a]![n]! + (joints[b]![n]! - joints[a]![n]!) * share - joints[i]![n]!)
        if (off > worst) {
          worst = off
          at = i
        }
      }
    }
    if (at < 0) return
    keep.add(at)
    split(a, at)
    split(at, b)
  }
  split(0, frames.length - 1)
  return [...keep].sort((a, b) => a - b)
}

function poseOf(internalId: InternalId, action: number): number {
  if (action < FIRST_OWN_ACTION) return action
  const name = actionName(internalId, action) ?? ''
  const common = COMMON_ACTIONS.findIndex(
    ([other]) => other === name.replace(/^Float(?=Attack)/, '').replace(/_\d$/, ''),
  )
  if (common >= 0) return common
  const special = /Special(Air)?(N|S|Hi|Lw)/.exec(name)
  if (special) return SPECIAL_POSE[`${special[1] ?? ''}${special[2]!}` as keyof typeof SPECIAL_POSE]
  const attack = /Attack(S4|Hi4|Lw4|S3|Lw3)/.exec(name)
  if (attack) return { S4: 60, Hi4: 63, Lw4: 64, S3: 53, Lw3: 57 }[attack[1] as 'S4']
  if (/Jump/.test(name)) return 27
  if (/Fall|Float/.test(name)) return 29
  return 14
}

export async function renderViewerPoses(): Promise<string> {
  await loadAllFighters()

  const donors = DONORS.map((slug) => {
    const donor = INTERNAL_ID[slug]
    const byAnimation = new Map<KeyFrames, number[]>()
    for (const [action, animation] of hurtboxesOf(donor)!.animations) {
      const pose = poseOf(donor, action)
      const actions = byAnimation.get(animation) ?? []
      if (!actions.includes(pose)) actions.push(pose)
      byAnimation.set(animation, actions)
    }
    const taken = new Set<number>()
    return [...byAnimation].flatMap(([animation, all]): Animation[] => {
      const actions = all.filter((action) => !taken.has(action))
      if (actions.length === 0) return []
      for (const action of actions) taken.add(action)
      const joints = Array.from(animation.frames, (_, key) => jointsAt(donor, animation, key))
      const kept = thinned([...animation.frames], joints)
      const data = new Int8Array(kept.length * JOINT_WORDS)
      for (const [i, key] of kept.entries()) {
        for (let n = 0; n < JOINT_WORDS; n++) data[i * JOINT_WORDS + n] = Math.round(joints[key]![n]! * PLACES_PER_UNIT)
      }
      // Differences to the key frame before: they compress better.
      for (let n = data.length - 1; n >= JOINT_WORDS; n--) data[n]! -= data[n - JOINT_WORDS]!
      const frames = kept.map((key) => animation.frames[key]!)
      return [
        {
          actions,
          length: animation.length,
          loops: animation.loops,
          frames,
          data: Buffer.from(data.buffer).toString('base64'),
        },
      ]
    })
  })

  const fighters = ALL_INTERNAL_IDS.map((internalId) => {
    const lengths: Record<number, number> = {}
    for (const [from, to] of TIMED) {
      for (let action = from; action <= to; action++) {
        const length = actionLength(internalId, action)
        if (length > 0) lengths[action] = length
      }
    }
    const own: number[] = []
    for (let action = FIRST_OWN_ACTION; action < actionCount(internalId); action++) own.push(poseOf(internalId, action))
    return { own, lengths }
  })
  return `// Generated by \`npm run poses\` from packages/engine/data. Do not edit.

/** By donor (${DONORS.join(', ')}): animations as key frames of joints, in halves of a unit. */
export const DONOR_ANIMATIONS: readonly (readonly (readonly [
  actions: readonly number[],
  length: number,
  loops: 0 | 1,
  frames: readonly number[],
  joints: string,
])[])[] = [
${donors.map((list) => `[\n${list.map((a) => print([a.actions, a.length, a.loops ? 1 : 0, a.frames, a.data])).join(',\n')}\n]`).join(',\n')}
]

/** By internal id: the pose of each action from 341 on, and the lengths of actions whose timing is the fighter's own. */
export const FIGHTER_POSES: readonly { readonly own: readonly number[]; readonly lengths: Readonly<Record<number, number>> }[] = [
${fighters.map(print).join(',\n')}
]
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL(`../${VIEWER_POSES}`, import.meta.url), await renderViewerPoses())
}
