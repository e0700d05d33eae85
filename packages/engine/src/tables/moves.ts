/**
 * Moves of the fighters: hit values, windows, and where each hitbox is. Frames are script frames, which equal the
 * animation counter (on the first record of an action listed under `late` the counter is still 0). Decoded on first
 * use, one fighter at a time.
 */
import { f } from '../math.ts'
import { byFighter } from './by-fighter.ts'
import { CodedReader, sizeClass } from './coded.ts'
import { ELEMENTS, MOVE_NAMES, MOVE_PLACES, MOVE_PLACES_EXPECTED, MOVE_ROWS, MOVE_VALUES } from './generated/moves.ts'
import { PackedReader } from './packed.ts'

export type Element = (typeof ELEMENTS)[number]

export interface Hitbox {
  readonly id: number
  readonly damage: number
  /** Degrees; 361 depends on the knockback. */
  readonly angle: number
  readonly growth: number
  /** Knockback that ignores percent; 0 for none. */
  readonly setKnockback: number
  readonly baseKnockback: number
  readonly element: Element
  readonly shieldDamage: number
  /** World units; where the hitbox is tells the radius of each frame. */
  readonly radius: number
  readonly hitsGround: boolean
  readonly hitsAir: boolean
  /** Bit 0: clanks, bit 1: rebounds. */
  readonly interaction: number
  /** Hitboxes of one group have the same effect; what one hitbox of an attack has hit, none of the others hits again. */
  readonly group: number
}

export interface HitWindow {
  readonly first: number
  readonly last: number
  readonly hitboxes: readonly Hitbox[]
}

export interface Throw {
  readonly damage: number
  readonly angle: number
  readonly growth: number
  readonly setKnockback: number
  readonly baseKnockback: number
  readonly element: number
}

export interface Move {
  readonly name: string
  readonly actions: readonly number[]
  /** Numbers are 0 where the move has none. */
  readonly totalFrames: number
  /** First frame of free interruption. */
  readonly interruptible: number
  /** Landing lag of an aerial, charged when it lands from `cancelBefore` to `cancelAfter`. */
  readonly landingLag: number
  readonly cancelBefore: number
  readonly cancelAfter: number
  /** Frame on which a smash attack holds its charge. */
  readonly chargeFrame: number
  /** A recording contradicts these windows: it shows no hitbox. */
  readonly isDoubtful: boolean
  /** Actions whose script begins on their second state frame. */
  readonly late: readonly number[]
  /** Frames on which an article is made, by the script; and pairs of action and frame as recorded. */
  readonly spawnFrames: readonly number[]
  readonly itemFrames: readonly number[]
  /** Triples of action, first and last frame on which the next step is accepted. */
  readonly followups: readonly number[]
  readonly throw: Throw | undefined
  readonly windows: readonly HitWindow[]
  /** Equal windows follow each other with the same hitboxes: each of them is a swing of its own. */
  readonly isRepeating: boolean
}

/** The game's scripts give radii in so many parts of a unit. */
const RADII_PER_UNIT = 256
const PLACE_SCALE = 16
export const DEPTH_SCALE = 4

function counted(reader: PackedReader): number[] {
  return Array.from({ length: reader.next() }, () => reader.next())
}

/** An optional number, stored one higher. */
function optional(reader: PackedReader): number {
  return Math.max(0, reader.next() - 1)
}

function decodeMove(reader: PackedReader, name: string): Move {
  const move = decodeScript(reader, name)
  return { ...move, isRepeating: areRepeating(move.windows) }
}

/** Fewer alike in a row are one swing whose hitboxes change bones. */
const LEAST_REPEATS = 4

function areRepeating(windows: readonly HitWindow[]): boolean {
  let alike = 1
  for (let i = 1; i < windows.length; i++) {
    const before = windows[i - 1]!
    const { first, last, hitboxes } = windows[i]!
    const isNext = before.last === first - 1 && before.last - before.first === last - first
    alike = isNext && before.hitboxes[0]?.group === hitboxes[0]?.group ? alike + 1 : 1
    if (alike === LEAST_REPEATS) return true
  }
  return false
}

function decodeScript(reader: PackedReader, name: string): Omit<Move, 'isRepeating'> {
  return {
    name,
    actions: counted(reader),
    totalFrames: optional(reader),
    interruptible: optional(reader),
    landingLag: optional(reader),
    cancelBefore: optional(reader),
    cancelAfter: optional(reader),
    chargeFrame: optional(reader),
    isDoubtful: optional(reader) === 1,
    late: counted(reader),
    spawnFrames: counted(reader),
    itemFrames: counted(reader),
    followups: counted(reader),
    throw: reader.next() === 1 ? decodeThrow(reader) : undefined,
    windows: Array.from({ length: reader.next() }, () => decodeWindow(reader)),
  }
}

function decodeThrow(reader: PackedReader): Throw {
  return {
    damage: reader.next(),
    angle: reader.next(),
    growth: reader.next(),
    setKnockback: reader.next(),
    baseKnockback: reader.next(),
    element: reader.next(),
  }
}

function decodeWindow(reader: PackedReader): HitWindow {
  const first = reader.next()
  const last = first + reader.next()
  return { first, last, hitboxes: Array.from({ length: reader.next() }, () => decodeHitbox(reader)) }
}

function decodeHitbox(reader: PackedReader): Hitbox {
  const id = reader.next()
  const damage = reader.next()
  const angle = reader.next()
  const growth = reader.next()
  const setKnockback = reader.next()
  const baseKnockback = reader.next()
  const element = ELEMENTS[reader.next()]!
  const shieldDamage = reader.signed()
  const radius = f(reader.next() / RADII_PER_UNIT)
  const targets = reader.next()
  return {
    id,
    damage,
    angle,
    growth,
    setKnockback,
    baseKnockback,
    element,
    shieldDamage,
    radius,
    hitsGround: (targets & 1) !== 0,
    hitsAir: (targets & 2) !== 0,
    interaction: reader.next(),
    group: reader.next(),
  }
}

/** Where a hitbox is: x, y, depth and radius, four words at `frame * PLACE_WORDS`. */
type Places = Float32Array
const PLACE_WORDS = 4

interface FighterMoves {
  readonly moves: readonly Move[]
  readonly byAction: ReadonlyMap<number, Move>
  /** Keyed by action * 8 + hitbox id. */
  readonly places: ReadonlyMap<number, Places>
}

const HITBOXES = 8
/** Radius on frames on which the hitbox does not exist (a few exist with none at all). */
const ABSENT = -1

/** The contexts of everything but a change of place, and the first of those. */
export const PLACE_CONTEXT = {
  actions: 0,
  action: 1,
  boxes: 2,
  id: 3,
  runs: 4,
  gap: 5,
  length: 6,
  resized: 7,
  radius: 8,
  firstX: 9,
  firstY: 10,
  isDeep: 11,
} as const
const CHANGES_FROM = 12
export const CHANGE_TREES = { x: CHANGES_FROM, y: CHANGES_FROM + 1, z: CHANGES_FROM + 2 } as const
const LARGEST = 7
const SIZES = LARGEST + 1

/** A hitbox goes on as far as it went the frame before, */
export function changeContextX(dxBefore: number): number {
  return CHANGES_FROM + sizeClass(dxBefore, LARGEST)
}

/** and upward by how far it goes forward. */
export function changeContextY(dyBefore: number, dx: number): number {
  return CHANGES_FROM + SIZES * (1 + sizeClass(dx, LARGEST)) + sizeClass(dyBefore, LARGEST)
}

/** Depth where it is known, in fewer parts of a unit. */
export function changeContextZ(dzBefore: number): number {
  return CHANGES_FROM + SIZES * (1 + SIZES) + sizeClass(dzBefore, LARGEST)
}

function decodePlaces(reader: CodedReader, like: Start, places: Map<number, Places>): Start {
  let start = like
  for (let actions = reader.next(PLACE_CONTEXT.actions); actions > 0; actions--) {
    const action = reader.next(PLACE_CONTEXT.action)
    for (let boxes = reader.next(PLACE_CONTEXT.boxes); boxes > 0; boxes--) {
      const id = reader.next(PLACE_CONTEXT.id)
      const words: number[] = []
      start = decodeRuns(reader, start, words)
      places.set(action * HITBOXES + id, Float32Array.from(words))
    }
  }
  return start
}

/** How a hitbox begins: its first place, the frame of its first run, and how many frames it has. */
interface Start {
  x: number
  y: number
  radius: number
  gap: number
  length: number
}

/** Hitboxes of a move begin alike: `like` is how the one before did; returns this one's. */
function decodeRuns(reader: CodedReader, like: Start, words: number[]): Start {
  let start = like
  let { x, y, radius } = like
  let [z, dx, dy, dz, frame] = [0, 0, 0, 0, 0]
  const isDeep = reader.next(PLACE_CONTEXT.isDeep) === 1
  for (let runs = reader.next(PLACE_CONTEXT.runs); runs > 0; runs--) {
    const gap = like.gap + reader.signed(PLACE_CONTEXT.gap)
    const length = like.length + reader.signed(PLACE_CONTEXT.length)
    frame += gap
    for (const end = frame + length; frame < end; frame++) {
      if (reader.next(PLACE_CONTEXT.resized) === 1) radius += reader.signed(PLACE_CONTEXT.radius)
      if (words.length === 0) {
        x += reader.signed(PLACE_CONTEXT.firstX)
        y += reader.signed(PLACE_CONTEXT.firstY)
        start = { x, y, radius, gap, length }
      } else {
        dx = reader.signed(changeContextX(dx), CHANGE_TREES.x)
        dy = reader.signed(changeContextY(dy, dx), CHANGE_TREES.y)
        x += dx
        y += dy
      }
      if (isDeep) {
        dz = reader.signed(changeContextZ(dz), CHANGE_TREES.z)
        z += dz
      }
      while (words.length < frame * PLACE_WORDS) words.push(0, 0, 0, ABSENT)
      words.push(x / PLACE_SCALE, y / PLACE_SCALE, z / DEPTH_SCALE, radius / PLACE_SCALE)
    }
    frame--
  }
  return start
}

const fighterMoves = byFighter((internalId): FighterMoves => {
  const row = MOVE_ROWS[internalId]!
  const values = new PackedReader(MOVE_VALUES[row]!)
  const placeReader = new CodedReader(MOVE_PLACES[row]!, MOVE_PLACES_EXPECTED)
  const places = new Map<number, Places>()
  let start: Start = { x: 0, y: 0, radius: 0, gap: 0, length: 0 }
  const moves = MOVE_NAMES[row]!.split(' ').map((name) => {
    start = decodePlaces(placeReader, start, places)
    return decodeMove(values, name)
  })
  const byAction = new Map<number, Move>()
  for (const move of moves) {
    for (const action of move.actions) if (!byAction.has(action)) byAction.set(action, move)
  }
  return { moves, byAction, places }
})

/** All moves of a fighter, by internal id. */
export function movesOf(internalId: number): readonly Move[] {
  return fighterMoves(internalId).moves
}

/** The move that an action state performs. */
export function moveOf(internalId: number, action: number): Move | undefined {
  return fighterMoves(internalId).byAction.get(action)
}

export function moveByName(internalId: number, name: string): Move | undefined {
  return fighterMoves(internalId).moves.find((move) => move.name === name)
}

export interface Circle {
  x: number
  y: number
  radius: number
}

export interface Place extends Circle {
  /** Depth; 0 where it is not known. */
  z: number
}

export function emptyPlace(): Place {
  return { x: 0, y: 0, z: 0, radius: 0 }
}

/**
 * Where a hitbox is on a script frame, relative to the fighter's position, x forward of the facing at the start of the
 * action; the other way round, its depth is on the other side. False while it does not exist.
 */
export function hitboxPlace(internalId: number, action: number, id: number, frame: number, out: Place): boolean {
  const words = fighterMoves(internalId).places.get(action * HITBOXES + id)
  const at = frame * PLACE_WORDS
  if (!words || frame < 0 || at >= words.length || words[at + 3] === ABSENT) return false
  out.x = words[at]!
  out.y = words[at + 1]!
  out.z = words[at + 2]!
  out.radius = words[at + 3]!
  return true
}
