/**
 * Moves of the fighters: hit values, windows, and where each hitbox is. Frames are script frames, which equal the
 * animation counter (on the first record of an action listed under `late` the counter is still 0). Decoded on first
 * use, one fighter at a time.
 */
import { f } from '../math.ts'
import { byFighter } from './by-fighter.ts'
import { modelOf } from './clones.ts'
import { CodedReader } from './coded.ts'
import {
  ELEMENTS,
  MOVE_NAMES,
  MOVE_PLACES,
  MOVE_PLACES_EXPECTED,
  MOVE_SCRIPTS,
  MOVE_SCRIPTS_EXPECTED,
} from './generated/moves.ts'
import { ABSENT, HITBOXES, PLACE_WORDS, readPlaces, type Places } from './places.ts'
import { codeScripts, readingCoder, type Hit, type Script, type ScriptWindow } from './scripts.ts'

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

const namesOf = (internalId: number): readonly string[] => MOVE_NAMES[internalId]!.split(' ')

/** The scripts of a fighter's moves, in the order of their names. */
function scriptsOf(internalId: number): readonly Script[] {
  const model = modelOf(internalId)?.internalId
  const likeNames = model === undefined ? [] : namesOf(model)
  const likes = model === undefined ? [] : scriptsOf(model)
  const names = namesOf(internalId)
  const reader = new CodedReader(MOVE_SCRIPTS[internalId]!, MOVE_SCRIPTS_EXPECTED)
  return codeScripts(readingCoder(reader), names.length, (move) => likes[likeNames.indexOf(names[move]!)])
}

/** Of an optional number. */
function value(option: number): number {
  return Math.max(0, option - 1)
}

function decodeMove(name: string, script: Script): Move {
  const { options } = script
  const windows = script.windows.map(decodeWindow)
  return {
    name,
    actions: script.actions,
    totalFrames: value(options[0]!),
    interruptible: value(options[1]!),
    landingLag: value(options[2]!),
    cancelBefore: value(options[3]!),
    cancelAfter: value(options[4]!),
    chargeFrame: value(options[5]!),
    isDoubtful: value(options[6]!) === 1,
    late: script.late,
    spawnFrames: script.spawns,
    itemFrames: script.items,
    followups: script.followups,
    throw: script.thrown.length > 0 ? decodeThrow(script.thrown) : undefined,
    windows,
    isRepeating: areRepeating(windows),
  }
}

function decodeThrow(words: readonly number[]): Throw {
  return {
    damage: words[0]!,
    angle: words[1]!,
    growth: words[2]!,
    setKnockback: words[3]!,
    baseKnockback: words[4]!,
    element: words[5]!,
  }
}

function decodeWindow({ first, more, hits }: ScriptWindow): HitWindow {
  return { first, last: first + more, hitboxes: hits.map(decodeHitbox) }
}

function decodeHitbox(words: Hit): Hitbox {
  const targets = words[9]!
  return {
    id: words[0]!,
    damage: words[1]!,
    angle: words[2]!,
    growth: words[3]!,
    setKnockback: words[4]!,
    baseKnockback: words[5]!,
    element: ELEMENTS[words[6]!]!,
    shieldDamage: words[7]!,
    radius: f(words[8]! / RADII_PER_UNIT),
    hitsGround: (targets & 1) !== 0,
    hitsAir: (targets & 2) !== 0,
    interaction: words[10]!,
    group: words[11]!,
  }
}

interface FighterMoves {
  readonly moves: readonly Move[]
  readonly byAction: ReadonlyMap<number, Move>
  /** By action * HITBOXES + hitbox id. */
  readonly places: ReadonlyMap<number, Places>
}

function placesOf(internalId: number, scripts: readonly Script[]): ReadonlyMap<number, Places> {
  const model = modelOf(internalId)
  const likes = model && { places: placesOf(model.internalId, scriptsOf(model.internalId)), ratio: model.ratio }
  return readPlaces(new CodedReader(MOVE_PLACES[internalId]!, MOVE_PLACES_EXPECTED), scripts, likes)
}

const fighterMoves = byFighter((internalId): FighterMoves => {
  const names = namesOf(internalId)
  const scripts = scriptsOf(internalId)
  const moves = scripts.map((script, i) => decodeMove(names[i]!, script))
  const byAction = new Map<number, Move>()
  for (const move of moves) {
    for (const action of move.actions) if (!byAction.has(action)) byAction.set(action, move)
  }
  return { moves, byAction, places: placesOf(internalId, scripts) }
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
