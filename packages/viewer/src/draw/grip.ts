/** Hands where they take hold: of a ledge, and of another body. Figures of one picture, after their poses. */
import type { Picture, PictureBody, Stage } from '@arena/engine'
import { ARM_A, ARM_B, CHEST, HEAD, JOINTS } from './joints.ts'
import { bend, figureOf, holdingArm, type Figure } from './skeleton.ts'

type Place = readonly [x: number, y: number]

/** From catching a ledge to leaving it. */
const LEDGE_ACTIONS = { first: 252, last: 263 }
/** A body that stands higher than this below the ledge has let go of it. */
const LET_GO = -1.5
/** How much longer than its bones an arm may look. */
const STRETCH = 1.15
/** Grabs, hits in them, and throws. */
const HOLDS = { first: 212, last: 222 }

const EDGES = new Map<number, readonly [Place, Place]>()

/** The left and the right edge of a stage's ground. */
export function edgesOf(stage: Pick<Stage, 'id' | 'floors'>): readonly [Place, Place] {
  let edges = EDGES.get(stage.id)
  if (edges === undefined) {
    const ends = stage.floors.filter(({ isPlatform }) => isPlatform !== true).flatMap(({ from, to }) => [from, to])
    const by = (better: (a: Place, b: Place) => boolean): Place => ends.reduce((a, b) => (better(b, a) ? b : a))
    EDGES.set(stage.id, (edges = [by((a, b) => a[0] < b[0]), by((a, b) => a[0] > b[0])]))
  }
  return edges
}

function shift({ joints }: Figure, dx: number, dy: number): void {
  for (let joint = 0; joint < JOINTS; joint++) {
    joints[joint * 3]! += dx
    joints[joint * 3 + 1]! += dy
  }
}

/** Puts the hand of an arm at a place, or as near as the arm is long. */
function reach({ build, joints }: Figure, arm: number, [x, y]: Place, facing: number): void {
  const root = arm * 3
  const dx = x - joints[root]!
  const dy = y - joints[root + 1]!
  const distance = Math.hypot(dx, dy)
  const part = Math.min(1, (build.arms * STRETCH) / Math.max(distance, 0.01))
  joints[root + 6] = joints[root]! + dx * part
  joints[root + 7] = joints[root + 1]! + dy * part
  bend(joints, root, build.arms, -facing)
}

/** A body at a ledge hangs by its hands, whole: the figure moves to where its arms reach. */
export function hang(figure: Figure, body: PictureBody, edge: Place): void {
  const { build, joints } = figure
  const out = -body.facing
  const grip: Place = [edge[0] + out * build.hand * 0.4, edge[1] + build.hand * 0.2]
  if (build.isBall) {
    const dx = grip[0] + out * build.head * 0.8 - joints[HEAD * 3]!
    shift(figure, Math.abs(dx) < 8 ? dx * 0.8 : 0, 0)
  } else {
    // Outside of the ground, with the shoulders no further than the arms reach.
    const wall = edge[0] + out * (build.chest * 0.75) - joints[CHEST * 3]!
    if (wall * out > 0) shift(figure, wall, 0)
    const [sx, sy] = [joints[ARM_A * 3]!, joints[ARM_A * 3 + 1]!]
    const over = Math.hypot(grip[0] - sx, grip[1] - sy) - build.arms
    if (over > 0) shift(figure, 0, Math.sign(grip[1] - sy) * Math.min(over, 10))
  }
  for (const [i, arm] of [ARM_A, ARM_B].entries())
    reach(figure, arm, [grip[0] - out * i * build.hand * 1.2, grip[1]], body.facing)
}

/** Whoever holds another has the free hands on its chest. */
export function take(holder: Figure, held: Figure, facing: number): void {
  const { build, joints } = holder
  const target: Place = [
    held.joints[CHEST * 3]! - facing * held.build.chest * 0.5,
    held.joints[CHEST * 3 + 1]! + held.build.chest * 0.25,
  ]
  const free = build.blade > 0 ? [holdingArm(build) === ARM_A ? ARM_B : ARM_A] : [ARM_A, ARM_B]
  const near = free[0]! * 3
  const gap = Math.hypot(target[0] - joints[near]!, target[1] - joints[near + 1]!) - build.arms * STRETCH
  // Where the arms are too short, the held one is pulled.
  const pull = Math.min(Math.max(0, gap) / Math.max(0.01, gap + build.arms * STRETCH), 0.5)
  const [dx, dy] = [(joints[near]! - target[0]) * pull, (joints[near + 1]! - target[1]) * pull]
  shift(held, dx, dy)
  for (const arm of free) reach(holder, arm, [target[0] + dx, target[1] + dy], facing)
}

/** The figures of all bodies of a picture, with their hands where they hold something. */
export function figuresOf({ head, bodies }: Picture, stage: Stage): Figure[] {
  const figures = bodies.slice(0, head.bodyCount).map((body) => figureOf(body))
  for (const [i, figure] of figures.entries()) {
    const body = bodies[i]!
    const { action, holds, facing } = body
    if (action >= LEDGE_ACTIONS.first && action <= LEDGE_ACTIONS.last && body.isAirborne) {
      const edge = edgesOf(stage)[facing > 0 ? 0 : 1]
      if (body.y - edge[1] < LET_GO) hang(figure, body, edge)
    }
    const held = figures[holds]
    if (held && action >= HOLDS.first && action <= HOLDS.last) take(figure, held, facing)
  }
  return figures
}
