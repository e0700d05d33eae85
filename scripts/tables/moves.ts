/**
 * Packs the move files. Places of hitboxes that were not recorded are worked out here, so that the engine always has
 * one; the first of these that can be said decides:
 *   1. the sideways place of the third hitbox, often recorded wrongly, where nothing else tells it (data/README.md): half that of
 *      the first or second, whichever is nearer to the fighter (median error 2.3 units on 1037 known ones);
 *   2. a hitbox on bone 0 or 1: its offset times the fighter's scale (agrees with every recorded one, but where a jump lifts bone 1);
 *   3. the same hitbox on the nearest recorded frame, then another hitbox of that frame;
 *   4. the same hitbox and frame of the fighter whose animations this one shares, by the ratio of their scales;
 *   5. of an attack at an angle the middle one's, up or down by 0.27 of the way forward, half as much at a half angle (the
 *      mean of 36 recorded tilts and smashes at an angle, which differ by 0.1 to 0.5);
 *   6. in front of the body: 0.4 of its height forward and 0.5 up.
 */
import { CodedReader } from '../../packages/engine/src/tables/coded.ts'
import {
  changeContextX,
  changeContextY,
  changeContextZ,
  DEPTH_SCALE,
  Like,
  LIKE_CHANGES,
  OPEN_PLACES,
  OWN_CHANGES,
  PLACE_CONTEXT,
  PLACE_FLAG,
  PLACE_SCALE,
  readPlaces,
  toldFrames,
  toldOn,
  toldRadii,
  type Likes,
  type Start,
} from '../../packages/engine/src/tables/places.ts'
import { codeScripts, type Coder, type Script } from '../../packages/engine/src/tables/scripts.ts'
import { codedTable, CodedWriter } from './code.ts'
import { attributeOf, cloneOf, FIGHTERS, readLines, type FighterSource } from './source.ts'

/** Elements as the packed tables number them. */
const ELEMENTS = [
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
]

/** The game's scripts give radii in so many parts of a unit. */
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

function numbers(text: string | undefined): number[] {
  return text === undefined ? [] : text.split(',').map(Number)
}

function readMoves(slug: string): Move[] {
  const moves: Move[] = []
  let frames = new Map<number, Frame>()
  for (const line of readLines(`${slug}/moves.txt`)) {
    const [word, ...rest] = line.trim().split(' ')
    const move = moves.at(-1)
    if (word === 'move') {
      const [name, ...fields] = rest
      const head = new Map(fields.map((field) => field.split('=') as [string, string]))
      moves.push({ name: name!, head, throwValues: undefined, windows: [], places: new Map() })
    } else if (word === 'throw') {
      move!.throwValues = rest.map(Number)
    } else if (word === 'window') {
      const [first, last] = rest[0]!.split('-')
      move!.windows.push({ first: Number(first), last: last === '' ? OPEN : Number(last), hits: [] })
    } else if (word === 'hit') {
      move!.windows.at(-1)!.hits.push(readHit(rest))
    } else if (word === 'at') {
      frames = new Map()
      move!.places.set(Number(rest[0]), frames)
    } else if (word === 'depth') {
      putDepths(frames, rest.map(Number))
    } else {
      frames.set(Number(word), readFrame(rest.join(' ')))
    }
  }
  return moves
}

function readHit(words: readonly string[]): Hit {
  const [id, damage, angle, growth, set, base, element, shieldDamage, radius, targets, ...last] = words
  const [interaction, group, bone, x, y, z] = last.map(Number)
  return {
    id: Number(id),
    damage: Number(damage),
    knockback: [Number(angle), Number(growth), Number(set), Number(base)],
    element: element!,
    shieldDamage: Number(shieldDamage),
    radius: Number(radius),
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
    const [id, x, y, radius] = part.split(' ').map((word) => (word === '?' ? NaN : Number(word)))
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

export interface Fighter {
  readonly slug: string
  readonly scale: number
  readonly height: number
  readonly moves: readonly Move[]
}

function fighterOf(source: FighterSource): Fighter {
  const [scale, height] = [attributeOf(source, 'modelScaling'), attributeOf(source, 'approxBodyHeight')]
  return { slug: source.slug, scale, height, moves: readMoves(source.slug) }
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

/** By the angle of an attack: how far up it goes for each unit forward. */
const RISES: Readonly<Record<string, number>> = { h: 0.27, mh: 0.135, ml: -0.135, l: -0.27 }

export function scriptOf({ head, throwValues, windows }: Move): Script {
  const field = (name: string) => head.get(name)
  const listOf = (name: string, separators: RegExp) =>
    (field(name)?.split(',') ?? []).flatMap((item) => item.split(separators).map(Number))
  const options = ['total', 'iasa', 'landing', 'cancelBefore', 'cancelAfter', 'charge', 'doubtful']
  return {
    actions: numbers(field('actions')),
    options: options.map((name) => (field(name) === undefined ? 0 : Number(field(name)) + 1)),
    late: numbers(field('late')),
    spawns: numbers(field('spawn')),
    items: listOf('items', /:/),
    followups: listOf('followup', /[:-]/),
    thrown: throwValues ?? [],
    windows: windows.map(({ first, last, hits }) => ({ first, more: last - first, hits: hits.map(wordsOf) })),
  }
}

function wordsOf(hit: Hit): number[] {
  return [
    hit.id,
    hit.damage,
    ...hit.knockback,
    ELEMENTS.indexOf(hit.element),
    Math.round(hit.shieldDamage),
    Math.round(hit.radius * RADII_PER_UNIT),
    (hit.targets.includes('g') ? 1 : 0) + (hit.targets.includes('a') ? 2 : 0),
    hit.interaction,
    hit.group,
  ]
}

export function writingCoder(writer: CodedWriter): Coder {
  return {
    number(context, known) {
      writer.put(known, context)
      return known
    },
    near(context, other, known) {
      writer.putSigned(known - other, context)
      return known
    },
    isEqual(context, other, known) {
      writer.putFlag(known === other, context)
      return known === other
    },
  }
}

function codeMoves(moves: readonly Move[], likes: readonly Move[]): CodedWriter {
  const writer = new CodedWriter()
  const likeOf = (move: number): Script | undefined => {
    const like = likes.find(({ name }) => name === moves[move]!.name)
    return like && scriptOf(like)
  }
  codeScripts(writingCoder(writer), moves.length, likeOf, moves.map(scriptOf))
  return writer
}

/** Places of a move: for each action, for each hitbox id that it has, by frame. Returns how the last hitbox begins. */
function putPlaces(writer: CodedWriter, fighter: Fighter, kin: Kin | undefined, move: Move, before: Start): Start {
  const script = scriptOf(move)
  const told = toldRadii(script)
  const actions = new Set([...script.actions, ...move.places.keys()])
  writer.putSigned(actions.size - script.actions.length, PLACE_CONTEXT.actions)
  let start = before
  let actionBefore = 0
  for (const [i, action] of [...actions].entries()) {
    const byId = new Map<number, Map<number, Place>>()
    const put = (id: number, frame: number, place: Place) => {
      const frames = byId.get(id) ?? new Map<number, Place>()
      frames.set(frame, place)
      byId.set(id, frames)
    }
    for (const { first, last, hits } of move.windows) {
      const end = last === OPEN ? Math.max(first + OPEN_PLACES, ...(move.places.get(action)?.keys() ?? [])) : last
      for (let frame = first; frame <= end; frame++) {
        for (const { id } of hits) {
          put(id, frame, placeOf(fighter, kin?.fighter, move, action, frame, hitOn(move, frame, id)!))
        }
      }
    }
    for (const [frame, places] of move.places.get(action) ?? []) {
      for (const [id, place] of places) put(id, frame, place)
    }
    writer.putSigned(action - (script.actions[i] ?? actionBefore), PLACE_CONTEXT.action)
    actionBefore = action
    const boxes = Array.from({ length: Math.max(-1, ...byId.keys()) + 1 }, (_, id) =>
      [...(byId.get(id)?.keys() ?? [])].sort((a, b) => a - b),
    )
    const isTold = JSON.stringify(boxes) === JSON.stringify(told.map(toldFrames))
    writer.putFlag(isTold, PLACE_FLAG.isTold)
    if (!isTold) putFrames(writer, boxes)
    for (const [id, frames] of boxes.entries()) {
      if (frames.length === 0) continue
      const places = frames.map((frame) => ({ frame, ...packedPlace(byId.get(id)!.get(frame)!) }))
      start = putBox(writer, places, told[id] ?? [], new Like(kin, action, id), start)
    }
  }
  return start
}

/** The fighter whose animations another one shares, and the places as they are packed. */
export interface Kin extends Likes {
  readonly fighter: Fighter
}

function putFrames(writer: CodedWriter, boxes: readonly (readonly number[])[]): void {
  writer.put(boxes.length, PLACE_CONTEXT.boxes)
  for (const frames of boxes) {
    const runs = runsOf(frames)
    writer.put(runs.length, PLACE_CONTEXT.runs)
    let end = 0
    for (const run of runs) {
      writer.put(run[0]! - end, PLACE_CONTEXT.gap).put(run.length, PLACE_CONTEXT.length)
      end = run.at(-1)! + 1
    }
  }
}

/** Whole numbers of the packed units. */
function packedPlace({ x, y, z, radius }: Place): Place {
  const [px, py, size] = [x, y, radius].map((value) => Math.round(value * PLACE_SCALE))
  return { x: px!, y: py!, z: Math.round(z * DEPTH_SCALE), radius: size! }
}

interface PackedPlace extends Place {
  readonly frame: number
}

/** Hitboxes of a move begin alike: `before` is how the one before did; returns this one's. */
function putBox(
  writer: CodedWriter,
  places: readonly PackedPlace[],
  radii: readonly number[],
  like: Like,
  before: Start,
): Start {
  let start = before
  let [dx, dy, dz, told] = [0, 0, 0, 0]
  let larger = before.larger
  let changes = OWN_CHANGES
  let last: PackedPlace | undefined
  const isDeep = places.some(({ z }) => z !== 0)
  writer.putFlag(isDeep, PLACE_FLAG.isDeep)
  for (const place of places) {
    const { frame, x, y, z } = place
    told = toldOn(radii, frame, told)
    const resizes = place.radius - told - larger
    writer.putFlag(resizes !== 0, last ? PLACE_FLAG.resizes : PLACE_FLAG.begins)
    if (resizes !== 0) writer.putSigned(resizes, PLACE_CONTEXT.radius)
    larger += resizes
    const isLike = like.has(frame)
    const goesLike = isLike && last !== undefined && like.has(last.frame)
    const now = goesLike ? LIKE_CHANGES : OWN_CHANGES
    if (now !== changes) [dx, dy, dz] = [0, 0, 0]
    changes = now
    if (last === undefined) {
      writer.putSigned(x - (isLike ? like.x(frame) : start.x), isLike ? PLACE_CONTEXT.likeFirstX : PLACE_CONTEXT.firstX)
      writer.putSigned(y - (isLike ? like.y(frame) : start.y), isLike ? PLACE_CONTEXT.likeFirstY : PLACE_CONTEXT.firstY)
      start = { x, y, larger }
    } else {
      const toX = x - last.x - (goesLike ? like.x(frame) - like.x(last.frame) : 0)
      const toY = y - last.y - (goesLike ? like.y(frame) - like.y(last.frame) : 0)
      writer.putSigned(toX, changeContextX(changes, dx), changes.trees)
      writer.putSigned(toY, changeContextY(changes, dy, toX), changes.trees + 1)
      ;[dx, dy] = [toX, toY]
    }
    if (isDeep) {
      const toZ = z - (last?.z ?? 0) - (goesLike ? like.z(frame) - like.z(last!.frame) : 0)
      writer.putSigned(toZ, changeContextZ(changes, dz), changes.trees + 2)
      dz = toZ
    }
    last = place
  }
  return start
}

function runsOf(frames: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const frame of frames) {
    const run = runs.at(-1)
    if (run && run.at(-1)! + 1 === frame) run.push(frame)
    else runs.push([frame])
  }
  return runs
}

export function codePlaces(fighter: Fighter, kin: Kin | undefined): CodedWriter {
  const writer = new CodedWriter()
  let start: Start = { x: 0, y: 0, larger: 0 }
  for (const move of fighter.moves) start = putPlaces(writer, fighter, kin, move, start)
  return writer
}

/** A fighter as the kin of its clone. */
export function kinOf(fighter: Fighter, ratio: number): Kin {
  const reader = new CodedReader(codePlaces(fighter, undefined).toString())
  return { fighter, ratio, places: readPlaces(reader, fighter.moves.map(scriptOf), undefined) }
}

export function buildMoves(): string {
  const fighters = FIGHTERS.map(fighterOf)
  const kin = FIGHTERS.map(({ slug }) => {
    const model = cloneOf(slug, 'animations')
    return model && kinOf(fighters[model.of.internalId]!, model.scale)
  })
  return [
    `export const ELEMENTS = ${JSON.stringify(ELEMENTS)} as const`,
    '/** By internal id: names separated by spaces; coded, see tables/scripts.ts and tables/places.ts. */',
    'export const MOVE_NAMES: readonly string[] = [',
    ...fighters.map(({ moves }) => `  ${JSON.stringify(moves.map(({ name }) => name).join(' '))},`),
    ']',
    codedTable(
      'MOVE_SCRIPTS',
      fighters.map(({ moves }, internal) => codeMoves(moves, kin[internal]?.fighter.moves ?? [])),
    ),
    codedTable(
      'MOVE_PLACES',
      fighters.map((fighter, internal) => codePlaces(fighter, kin[internal])),
    ),
  ].join('\n')
}
