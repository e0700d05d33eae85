/** A fighter's attacks, throws and size for bots, read from the engine's tables. */
import {
  ATTACK_NAMES,
  ATTACK_ROW,
  THREAT_ROW,
  THROW_NAMES,
  THROW_ROW,
  type AttackName,
  type AttackRows,
  type ThreatFigures,
} from '../../packages/sdk/src/attacks.ts'
// Not through the package, which does not export the engine's internals.
import { figuresOf } from '../../packages/engine/src/tables/by-fighter.ts'
import type { InternalId } from '../../packages/engine/src/tables/ids.ts'
import {
  emptyPlace,
  hitboxPlace,
  moveByName,
  movesOf,
  type Hitbox,
  type Move,
} from '../../packages/engine/src/tables/moves.ts'
import { bodyCapsules, CAPSULE_WORDS, MAX_CAPSULES } from '../../packages/engine/src/tables/shapes.ts'

/** Names that the tables have for attacks. Of several that are drawn by chance, as what Peach swings, the first. */
const TABLE_NAMES: Readonly<Record<AttackName, readonly string[]>> = {
  jab: ['jab1'],
  dashAttack: ['dashattack'],
  ftilt: ['ftilt_m'],
  utilt: ['utilt'],
  dtilt: ['dtilt'],
  fsmash: ['fsmash_m', 'fsmash_club'],
  usmash: ['usmash'],
  dsmash: ['dsmash'],
  nair: ['nair'],
  fair: ['fair'],
  bair: ['bair'],
  uair: ['uair'],
  dair: ['dair'],
  grab: ['grab'],
  dashGrab: ['dashgrab'],
}

/** From its first frame on, the frames in which an attack should hit; later ones are often weak, or elsewhere. */
const FRESH_FRAMES = 4

/** Hitboxes that stay out longer than this are no longer the attack that began. */
const LONGEST_WINDOW = 120
const MOST_HITBOXES = 8
const NO_THROW = { damage: 0, angle: 0, baseKnockback: 0, growth: 0, setKnockback: 0 }
const STANDING = { action: 14, animationFrame: 0, isAirborne: false }

type Row = readonly number[]
type Reach = Omit<ThreatFigures, 'first' | 'last'>

export function attackRowsOf(internalId: InternalId): AttackRows {
  return {
    attacks: each(ATTACK_NAMES, (name) => attackOf(internalId, name)),
    throws: each(THROW_NAMES, (name) => throwOf(internalId, name)),
    threats: threatsOf(internalId),
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

function rowOf<Name extends string>(names: readonly Name[], figures: Readonly<Record<Name, number>>): Row {
  return names.map((name) => round(figures[name]))
}

function each<Name extends string>(names: readonly Name[], row: (name: Name) => Row): Record<Name, Row> {
  return Object.fromEntries(names.map((name) => [name, row(name)])) as Record<Name, Row>
}

/** The frames on which a move has hitboxes. */
function activeFrames({ windows, totalFrames }: Move): Row {
  return windows.flatMap(({ first, last }) => {
    const until = last > 0 && Number.isFinite(last) ? Math.min(last, first + LONGEST_WINDOW) : totalFrames
    return Array.from({ length: Math.max(1, until - first + 1) }, (_, i) => first + i)
  })
}

/** Everything that the hitboxes of a move reach on some frames, from where the fighter stood when it began. */
function reachOf(internalId: InternalId, move: Move, frames: Row): Reach | null {
  let near = Infinity
  let far = -Infinity
  let low = Infinity
  let high = -Infinity
  const place = emptyPlace()
  const action = move.actions[0]!
  const steps = figuresOf(internalId).rootMotion[action]?.x ?? []
  for (const frame of frames) {
    const carried = steps.slice(0, frame).reduce((sum, x) => sum + x, 0)
    for (let id = 0; id < MOST_HITBOXES; id++) {
      if (!hitboxPlace(internalId, action, id, frame, place)) continue
      near = Math.min(near, carried + place.x - place.radius)
      far = Math.max(far, carried + place.x + place.radius)
      low = Math.min(low, place.y - place.radius)
      high = Math.max(high, place.y + place.radius)
    }
  }
  return Number.isFinite(near) ? { near, far, low, high } : null
}

/** The strongest of the hitboxes that a move begins with. */
function strongest({ windows }: Move, before: number): Hitbox | undefined {
  const hits = windows.filter(({ first }) => first < before).flatMap(({ hitboxes }) => hitboxes)
  return hits.toSorted((a, b) => b.damage - a.damage)[0]
}

function attackOf(internalId: InternalId, name: AttackName): Row {
  const move = TABLE_NAMES[name].map((known) => moveByName(internalId, known)).find((known) => known?.windows.length)
  if (!move) throw new Error(`Fighter ${internalId} has no ${name}`)
  const frames = activeFrames(move)
  const first = frames[0]!
  const reach = reachOf(
    internalId,
    move,
    frames.filter((frame) => frame < first + FRESH_FRAMES),
  )
  const hit = strongest(move, first + FRESH_FRAMES)
  if (!reach || !hit) throw new Error(`No place is known for the ${name} of fighter ${internalId}`)
  return rowOf(ATTACK_ROW, {
    first,
    last: frames.at(-1)!,
    free: move.interruptible || move.totalFrames + 1,
    ...reach,
    damage: hit.damage,
    angle: hit.angle,
    base: hit.baseKnockback,
    growth: hit.growth,
    set: hit.setKnockback,
    cancelBefore: move.cancelBefore,
    cancelAfter: move.cancelAfter,
  })
}

function throwOf(internalId: InternalId, name: string): Row {
  // Donkey Kong carries instead of throwing forward.
  const known = moveByName(internalId, name)?.throw ?? NO_THROW
  const { damage, angle, baseKnockback: base, growth, setKnockback: set } = known
  return rowOf(THROW_ROW, { damage, angle, base, growth, set })
}

function threatsOf(internalId: InternalId): Record<number, Row> {
  const threats: Record<number, Row> = {}
  for (const move of movesOf(internalId)) {
    const frames = activeFrames(move)
    const reach = reachOf(internalId, move, frames)
    if (reach === null) continue
    const row = rowOf(THREAT_ROW, { first: frames[0]!, last: frames.at(-1)!, ...reach })
    for (const action of move.actions) threats[action] ??= row
  }
  return threats
}

/** Half of its width, and its height, as it stands. */
export function standingSize(internalId: InternalId): { width: number; height: number } {
  const words = new Float32Array(CAPSULE_WORDS * MAX_CAPSULES)
  const count = bodyCapsules(internalId, STANDING, words)
  let width = 0
  let height = 0
  for (let at = 0; at < count * CAPSULE_WORDS; at += CAPSULE_WORDS) {
    const radius = words[at + 4]!
    width = Math.max(width, Math.abs(words[at]!) + radius, Math.abs(words[at + 2]!) + radius)
    height = Math.max(height, words[at + 1]! + radius, words[at + 3]! + radius)
  }
  return { width: round(width), height: round(height) }
}
