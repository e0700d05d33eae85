/**
 * Reads the move files. Places of hitboxes that were not recorded are computed here, so that the engine always has one.
 * The first of these that applies decides:
 *   1. the sideways place of the third hitbox, which is often wrong in recordings, where no other source has it
 *      (data/SOURCES.md): half that of the first or second, whichever is nearer to the fighter (median error 2.3 units on
 *      1037 known ones);
 *   2. a hitbox on bone 0 or 1: its offset times the fighter's scale (agrees with every recorded one, except where a jump
 *      lifts bone 1);
 *   3. the same hitbox on the nearest recorded frame, then another hitbox of that frame;
 *   4. the same hitbox and frame of the fighter with the same animations, by the ratio of their scales;
 *   5. for an angled attack the place of the middle one, up or down by 0.27 of its distance forward, half as much at a half
 *      angle (the mean of 36 recorded angled tilts and smashes, which differ by 0.1 to 0.5);
 *   6. in front of the body: 0.4 of its height forward and 0.5 up.
 */
import type { PlaceFigures } from '../../packages/engine/src/tables/figures.ts'
import type { Hitbox, HitWindow, Move as EngineMove, Throw } from '../../packages/engine/src/tables/moves.ts'
import { attributeOf, cloneOf, FIGHTERS, pathOf, readLines, type FighterSource } from './source.ts'

export const ELEMENTS = [
  'normal',
  'fire',
  'electric',
  'slash',
  'coin',
  'ice',
  'sleep_103f',
  'grounded',
  'cape',
  'empty',
  'darkness',
  'grab',
] as const

/** Parts of a unit in which the game's scripts give radii. */
const RADII_PER_UNIT = 256
/** A window without a last frame ends with its action. */
const OPEN = 999

interface Hit {
  readonly id: number
  readonly damage: number
  /** Angle, growth, set knockback, base knockback. */
  readonly knockback: readonly [number, number, number, number]
  readonly element: string
  readonly shieldDamage: number
  readonly radius: number
  readonly targets: string
  readonly interaction: number
  readonly group: number
  readonly bone: number
  readonly offset: readonly [number, number, number]
}

interface Window {
  readonly first: number
  readonly last: number
  readonly hits: Hit[]
}

interface Place {
  readonly x: number
  readonly y: number
  /** Depth. */
  readonly z: number
  readonly radius: number
}

/** Hitbox id to place. */
type Frame = Map<number, Place>

export interface Move {
  readonly name: string
  readonly head: ReadonlyMap<string, string>
  throwValues: readonly number[] | undefined
  readonly windows: Window[]
  /** By action, then by script frame. */
  readonly places: Map<number, Map<number, Frame>>
}

function numberOf(word: string | undefined): number {
  const value = Number(word)
  if (!word || !Number.isFinite(value)) throw new Error(`"${word ?? ''}" is not a number`)
  return value
}

function numbers(text: string | undefined): number[] {
  return text === undefined ? [] : text.split(',').map(numberOf)
}

/** The moves of a move file; an error names the line. */
export function readMoves(file: string, lines: readonly string[]): Move[] {
  const moves: Move[] = []
  let frames = new Map<number, Frame>()
  for (const line of lines) {
    try {
      readLine(line.trim().split(' '))
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}, in "${line.trim()}"`, { cause: error })
    }
  }
  return moves

  function readLine([word, ...rest]: readonly string[]): void {
    const move = moves.at(-1)
    if (word === 'move') {
      const [name, ...fields] = rest
      const head = new Map(fields.map((field) => field.split('=') as [string, string]))
      moves.push({ name: name!, head, throwValues: undefined, windows: [], places: new Map() })
    } else if (word === 'throw') {
      move!.throwValues = rest.map(numberOf)
    } else if (word === 'window') {
      const [first, last] = rest[0]!.split('-')
      move!.windows.push({ first: numberOf(first), last: last === '' ? OPEN : numberOf(last), hits: [] })
    } else if (word === 'hit') {
      move!.windows.at(-1)!.hits.push(readHit(rest))
    } else if (word === 'at') {
      frames = new Map()
      move!.places.set(numberOf(rest[0]), frames)
    } else if (word === 'depth') {
      putDepths(frames, rest.map(numberOf))
    } else {
      frames.set(numberOf(word), readFrame(rest.join(' ')))
    }
  }
}

function readHit(words: readonly string[]): Hit {
  const [id, damage, angle, growth, set, base, element, shieldDamage, radius, targets, ...last] = words
  const [interaction, group, bone, x, y, z] = Array.from({ length: 6 }, (_, i) => numberOf(last[i]))
  if (!ELEMENTS.some((known) => known === element)) throw new Error(`"${element}" is no element`)
  return {
    id: numberOf(id),
    damage: numberOf(damage),
    knockback: [numberOf(angle), numberOf(growth), numberOf(set), numberOf(base)],
    element: element!,
    shieldDamage: numberOf(shieldDamage),
    radius: numberOf(radius),
    targets: targets!,
    interaction: interaction!,
    group: group!,
    bone: bone!,
    offset: [x!, y!, z!],
  }
}

function readFrame(text: string): Frame {
  const frame: Frame = new Map()
  for (const part of text.split('; ')) {
    const [id, x, y, radius] = part.split(' ').map((word) => (word === '?' ? NaN : numberOf(word)))
    frame.set(id!, { x: x!, y: y!, z: 0, radius: radius! })
  }
  const near = [0, 1]
    .map((id) => frame.get(id)?.x ?? NaN)
    .filter((x) => !Number.isNaN(x))
    .sort((a, b) => Math.abs(a) - Math.abs(b))[0]
  for (const [id, place] of frame) {
    if (Number.isNaN(place.x)) frame.set(id, { ...place, x: (near ?? 0) / 2 })
  }
  return frame
}

/** The depth of one hitbox on frames one after the other. */
function putDepths(frames: Map<number, Frame>, [id, first, ...depths]: readonly number[]): void {
  for (const [i, z] of depths.entries()) {
    const frame = frames.get(first! + i)
    const place = frame?.get(id!)
    if (!place) throw new Error(`A depth without a place: hitbox ${id} on frame ${first! + i}`)
    frame!.set(id!, { ...place, z })
  }
}

interface Fighter {
  readonly slug: string
  readonly scale: number
  readonly height: number
  readonly moves: readonly Move[]
}

function movesOf(slug: string): Move[] {
  const file = pathOf(slug, 'moves.txt')
  return readMoves(file, readLines(file))
}

function fighterOf(source: FighterSource): Fighter {
  const [scale, height] = [attributeOf(source, 'modelScaling'), attributeOf(source, 'approxBodyHeight')]
  return { slug: source.slug, scale, height, moves: movesOf(source.slug) }
}

/** Windows overlap in time when a later one replaces some hitboxes only; the last that names a hitbox holds it. */
function hitOn(move: Move, frame: number, id: number): Hit | undefined {
  let found: Hit | undefined
  for (const window of move.windows) {
    if (frame < window.first || frame > window.last) continue
    found = window.hits.find((hit) => hit.id === id) ?? found
  }
  return found
}

function placeOf(
  fighter: Fighter,
  kin: Fighter | undefined,
  move: Move,
  action: number,
  frame: number,
  hit: Hit,
): Place {
  const recorded = move.places.get(action) ?? [...move.places.values()][0]
  const exact = recorded?.get(frame)?.get(hit.id)
  if (exact) return exact
  if (hit.bone <= 1 && hit.bone >= 0) {
    const [x, y, z] = hit.offset
    return { x: x * fighter.scale, y: y * fighter.scale, z: z * fighter.scale, radius: hit.radius }
  }
  const nearest = [...(recorded ?? [])]
    .filter(([, places]) => places.has(hit.id))
    .sort(([a], [b]) => Math.abs(a - frame) - Math.abs(b - frame))[0]
  const neighbour = nearest?.[1].get(hit.id) ?? [...(recorded?.get(frame)?.values() ?? [])][0]
  if (neighbour) return { ...neighbour, radius: hit.radius }
  const kinMove = kin?.moves.find((other) => other.name === move.name)
  if (kin && kinMove && kinMove.places.size > 0) {
    const place = placeOf(kin, undefined, kinMove, action, frame, hit)
    const ratio = fighter.scale / kin.scale
    return { x: place.x * ratio, y: place.y * ratio, z: place.z * ratio, radius: hit.radius }
  }
  const [name, angle] = move.name.split('_')
  const middle = fighter.moves.find((other) => other.name === `${name}_m`)
  const rise = RISES[angle ?? '']
  if (middle && middle !== move && rise !== undefined) {
    const { x, y, z } = placeOf(fighter, undefined, middle, middle.places.keys().next().value ?? 0, frame, hit)
    return { x, y: y + rise * x, z, radius: hit.radius }
  }
  return { x: fighter.height * 0.4, y: fighter.height * 0.5, z: 0, radius: hit.radius }
}

/** By the angle of an attack: how far up it points for each unit forward. */
const RISES: Readonly<Record<string, number>> = { h: 0.27, mh: 0.135, ml: -0.135, l: -0.27 }

/** Fewer equal adjoining windows are one swing whose hitboxes change bones. */
const LEAST_REPEATS = 4

/** Whether adjoining windows are equal and have the same hitboxes; each of them is then a swing of its own. */
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

function hitboxOf(hit: Hit): Hitbox {
  const [angle, growth, setKnockback, baseKnockback] = hit.knockback
  return {
    id: hit.id,
    damage: hit.damage,
    angle,
    growth,
    setKnockback,
    baseKnockback,
    element: ELEMENTS.find((element) => element === hit.element)!,
    shieldDamage: Math.round(hit.shieldDamage),
    radius: Math.round(hit.radius * RADII_PER_UNIT) / RADII_PER_UNIT,
    hitsGround: hit.targets.includes('g'),
    hitsAir: hit.targets.includes('a'),
    interaction: hit.interaction,
    group: hit.group,
  }
}

function throwOf(words: readonly number[] | undefined): Throw | undefined {
  if (words === undefined) return undefined
  const [damage, angle, growth, setKnockback, baseKnockback, element] = words as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return { damage, angle, growth, setKnockback, baseKnockback, element }
}

function moveOf({ name, head, throwValues, windows }: Move): EngineMove {
  const field = (key: string) => head.get(key)
  const number = (key: string): number => numberOf(field(key) ?? '0')
  const listOf = (key: string, separators: RegExp) =>
    (field(key)?.split(',') ?? []).flatMap((item) => item.split(separators).map(numberOf))
  const hitWindows = windows.map(({ first, last, hits }) => ({ first, last, hitboxes: hits.map(hitboxOf) }))
  return {
    name,
    actions: numbers(field('actions')),
    totalFrames: number('total'),
    interruptible: number('iasa'),
    landingLag: number('landing'),
    cancelBefore: number('cancelBefore'),
    cancelAfter: number('cancelAfter'),
    chargeFrame: number('charge'),
    isDoubtful: number('doubtful') === 1,
    late: numbers(field('late')),
    spawnFrames: numbers(field('spawn')),
    itemFrames: listOf('items', /:/),
    followups: listOf('followup', /[:-]/),
    throw: throwOf(throwValues),
    windows: hitWindows,
    isRepeating: areRepeating(hitWindows),
  }
}

/** Number of frames of an open window that have places, unless more are recorded. */
const OPEN_PLACES = 60
/** Resolution of places and radii, and of depths, in parts of a unit. */
const PLACE_SCALE = 16
const DEPTH_SCALE = 4
/** Radius on frames on which a hitbox does not exist. */
const ABSENT = -1

type Path = Map<number, Place>

/** Where each hitbox of a move is in an action, by id, then by frame. */
function pathsOf(fighter: Fighter, kin: Fighter | undefined, move: Move, action: number): Map<number, Path> {
  const paths = new Map<number, Path>()
  const put = (id: number, frame: number, place: Place) => {
    const path = paths.get(id) ?? new Map<number, Place>()
    paths.set(id, path.set(frame, place))
  }
  for (const { first, last, hits } of move.windows) {
    const end = last === OPEN ? Math.max(first + OPEN_PLACES, ...(move.places.get(action)?.keys() ?? [])) : last
    for (let frame = first; frame <= end; frame++) {
      for (const { id } of hits) put(id, frame, placeOf(fighter, kin, move, action, frame, hitOn(move, frame, id)!))
    }
  }
  for (const [frame, places] of move.places.get(action) ?? []) {
    for (const [id, place] of places) put(id, frame, place)
  }
  return paths
}

function wordsOf(path: Path): Pick<PlaceFigures, 'first' | 'values'> {
  const frames = [...path.keys()].sort((a, b) => a - b)
  const first = frames[0]!
  const words: number[] = []
  for (let frame = first; frame <= frames.at(-1)!; frame++) {
    const place = path.get(frame)
    if (!place) words.push(0, 0, 0, ABSENT)
    else {
      const [x, y, radius] = [place.x, place.y, place.radius].map((value) => Math.round(value * PLACE_SCALE))
      words.push(x!, y!, Math.round(place.z * DEPTH_SCALE), radius!)
    }
  }
  return { first, values: Int16Array.from(words) }
}

function placesOf(fighter: Fighter, kin: Fighter | undefined): PlaceFigures[] {
  const places = new Map<string, PlaceFigures>()
  for (const move of fighter.moves) {
    for (const action of new Set([...numbers(move.head.get('actions')), ...move.places.keys()])) {
      for (const [id, path] of pathsOf(fighter, kin, move, action)) {
        places.set(`${action} ${id}`, { action, id, ...wordsOf(path) })
      }
    }
  }
  return [...places.values()]
}

const fighters: readonly Fighter[] = FIGHTERS.map(fighterOf)

export const moveFigures = ({ internalId }: FighterSource): EngineMove[] => fighters[internalId]!.moves.map(moveOf)

export function placeFigures({ slug, internalId }: FighterSource): PlaceFigures[] {
  const model = cloneOf(slug, 'animations')
  return placesOf(fighters[internalId]!, model && fighters[model.of.internalId])
}
