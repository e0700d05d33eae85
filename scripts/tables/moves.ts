/**
 * Packs the move files. Places of hitboxes that were not recorded are worked out here, so that the engine always has
 * one; the first of these that can be said decides:
 *   1. the sideways place of the third hitbox, often recorded wrongly: half that of the first or second, whichever is
 *      nearer to the fighter (median error 2.3 units on 1037 known ones);
 *   2. a hitbox on bone 0: its offset times the fighter's scale (agrees with every recorded one);
 *   3. the same hitbox on the nearest recorded frame, then another hitbox of that frame;
 *   4. the same hitbox and frame of the fighter whose animations this one shares, by the ratio of their scales;
 *   5. in front of the body: 0.4 of its height forward and 0.5 up.
 */
import {
  CHANGE_TREES,
  changeContextX,
  changeContextY,
  changeContextZ,
  DEPTH_SCALE,
  PLACE_CONTEXT,
} from '../../packages/engine/src/tables/moves.ts'
import { codeScripts, type Coder, type Script } from '../../packages/engine/src/tables/scripts.ts'
import { codedTable, CodedWriter } from './code.ts'
import { readLines, readTable, type Row } from './source.ts'

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

/** Fighters whose animations another one shares. */
const KIN: Readonly<Record<string, string>> = {
  ganondorf: 'falcon',
  drmario: 'mario',
  luigi: 'mario',
  roy: 'marth',
  pichu: 'pikachu',
  falco: 'fox',
  younglink: 'link',
  nana: 'popo',
}

/** Places are in parts of a unit as small as this (bodies are known to half a unit). */
const PLACE_SCALE = 16
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

interface Move {
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

function readMoves(key: string): Move[] {
  const moves: Move[] = []
  let frames = new Map<number, Frame>()
  for (const line of readLines(`moves/${key}.txt`)) {
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

interface Fighter {
  readonly key: string
  readonly scale: number
  readonly height: number
  readonly moves: readonly Move[]
}

const fighters = new Map<string, Fighter>()

function fighterOf(row: Row): Fighter {
  const key = row.text('key')
  let fighter = fighters.get(key)
  if (!fighter) {
    fighter = {
      key,
      scale: row.number('modelScaling'),
      height: row.number('approxBodyHeight'),
      moves: readMoves(key),
    }
    fighters.set(key, fighter)
  }
  return fighter
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
  if (hit.bone === 0) {
    const [x, y, z] = hit.offset
    return { x: x * fighter.scale, y: y * fighter.scale, z: z * fighter.scale, radius: hit.radius }
  }
  const nearest = [...(recorded ?? [])]
    .filter(([, places]) => places.has(hit.id))
    .sort(([a], [b]) => Math.abs(a - frame) - Math.abs(b - frame))[0]
  const neighbour = nearest?.[1].get(hit.id) ?? [...(recorded?.get(frame)?.values() ?? [])][0]
  if (neighbour) return { ...neighbour, radius: hit.radius }
  const kinMove = kin?.moves.find((other) => other.name === move.name)
  if (kin && kinMove) {
    const place = placeOf(kin, undefined, kinMove, action, frame, hit)
    const ratio = fighter.scale / kin.scale
    return { x: place.x * ratio, y: place.y * ratio, z: place.z * ratio, radius: hit.radius }
  }
  return { x: fighter.height * 0.4, y: fighter.height * 0.5, z: 0, radius: hit.radius }
}

/** How many frames of an open window are worth a place. */
const OPEN_PLACES = 60

function scriptOf({ head, throwValues, windows }: Move): Script {
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

/**
 * Places of a move: for each action, for each hitbox id that it has, the runs of frames on which it exists; x, y and
 * radius as differences from the frame before. Hitboxes begin alike: `like` is how the one before did; returns how the
 * last one does.
 */
function putPlaces(writer: CodedWriter, fighter: Fighter, kin: Fighter | undefined, move: Move, like: Start): Start {
  const actions = new Set([...numbers(move.head.get('actions')), ...move.places.keys()])
  writer.put(actions.size, PLACE_CONTEXT.actions)
  let start = like
  for (const action of actions) {
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
          put(id, frame, placeOf(fighter, kin, move, action, frame, hitOn(move, frame, id)!))
        }
      }
    }
    for (const [frame, places] of move.places.get(action) ?? []) {
      for (const [id, place] of places) put(id, frame, place)
    }
    writer.put(action, PLACE_CONTEXT.action).put(byId.size, PLACE_CONTEXT.boxes)
    for (const [id, frames] of [...byId].sort(([a], [b]) => a - b)) {
      writer.put(id, PLACE_CONTEXT.id)
      start = putRuns(writer, frames, start)
    }
  }
  return start
}

/** How a hitbox begins: its first place, the frame of its first run, and how many frames it has. */
interface Start extends Place {
  readonly gap: number
  readonly length: number
}

/** Whole numbers of the packed units. */
function packedPlace({ x, y, z, radius }: Place): Place {
  const [px, py, size] = [x, y, radius].map((value) => Math.round(value * PLACE_SCALE))
  return { x: px!, y: py!, z: Math.round(z * DEPTH_SCALE), radius: size! }
}

/** Hitboxes of a move begin alike: `like` is how the one before did; returns this one's. */
function putRuns(writer: CodedWriter, frames: ReadonlyMap<number, Place>, like: Start): Start {
  let start = like
  const runs = runsOf([...frames.keys()].sort((a, b) => a - b))
  const isDeep = [...frames.values()].some((place) => packedPlace(place).z !== 0)
  writer.put(isDeep ? 1 : 0, PLACE_CONTEXT.isDeep)
  writer.put(runs.length, PLACE_CONTEXT.runs)
  let before: Place | undefined
  let [z, dx, dy, dz, end] = [0, 0, 0, 0, 0]
  for (const run of runs) {
    const gap = run[0]! - end
    writer.putSigned(gap - like.gap, PLACE_CONTEXT.gap).putSigned(run.length - like.length, PLACE_CONTEXT.length)
    end = run.at(-1)!
    for (const frame of run) {
      const place = packedPlace(frames.get(frame)!)
      const from = before ?? like
      const resized = place.radius !== from.radius
      writer.put(resized ? 1 : 0, PLACE_CONTEXT.resized)
      if (resized) writer.putSigned(place.radius - from.radius, PLACE_CONTEXT.radius)
      const [toX, toY] = [place.x - from.x, place.y - from.y]
      if (before === undefined) {
        writer.putSigned(toX, PLACE_CONTEXT.firstX).putSigned(toY, PLACE_CONTEXT.firstY)
        start = { ...place, gap, length: run.length }
      } else {
        writer
          .putSigned(toX, changeContextX(dx), CHANGE_TREES.x)
          .putSigned(toY, changeContextY(dy, toX), CHANGE_TREES.y)
        ;[dx, dy] = [toX, toY]
      }
      if (isDeep) {
        writer.putSigned(place.z - z, changeContextZ(dz), CHANGE_TREES.z)
        dz = place.z - z
        z = place.z
      }
      before = place
    }
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

/** Fighters by internal id, each followed by those that share its animations: a browser's decompression looks back no farther. */
function kinNextToEachOther(keys: readonly string[]): number[] {
  const heads = keys.filter((key) => !(key in KIN))
  return heads.flatMap((head) => [head, ...keys.filter((key) => KIN[key] === head)]).map((key) => keys.indexOf(key))
}

export function buildMoves(): string {
  const { rows } = readTable('fighters.csv')
  const byKey = new Map(rows.map((row) => [row.text('key'), fighterOf(row)]))
  const order = kinNextToEachOther([...byKey.keys()])
  const names: string[] = []
  const scripts: CodedWriter[] = []
  const places: CodedWriter[] = []
  for (const fighter of byKey.values()) {
    const kin = byKey.get(KIN[fighter.key] ?? '')
    const placeWriter = new CodedWriter()
    let start: Start = { x: 0, y: 0, z: 0, radius: 0, gap: 0, length: 0 }
    for (const move of fighter.moves) {
      start = putPlaces(placeWriter, fighter, kin, move, start)
    }
    names.push(fighter.moves.map((move) => move.name).join(' '))
    scripts.push(codeMoves(fighter.moves, kin?.moves ?? []))
    places.push(placeWriter)
  }
  return [
    `export const ELEMENTS = ${JSON.stringify(ELEMENTS)} as const`,
    '/** By internal id: where a fighter stands in the tables below. */',
    `export const MOVE_ROWS: readonly number[] = [${names.map((_, internal) => order.indexOf(internal)).join(', ')}]`,
    '/** Names separated by spaces, packed values, coded places; see scripts/tables/moves.ts. */',
    list('MOVE_NAMES', names, order),
    codedTable(
      'MOVE_SCRIPTS',
      order.map((internal) => scripts[internal]!),
    ),
    codedTable(
      'MOVE_PLACES',
      order.map((internal) => places[internal]!),
    ),
  ].join('\n')
}

function list(name: string, texts: readonly string[], order: readonly number[]): string {
  return [
    `export const ${name}: readonly string[] = [`,
    ...order.map((internal) => `  ${JSON.stringify(texts[internal])},`),
    ']',
  ].join('\n')
}
