/**
 * What a bot thought: marks that it draws over frames of a match at home. A bot writes them to its error output, a line for each:
 * `arena-debug {"kind":"text","at":[0,20],"text":"approach"}`. They are kept beside the replay, in a file with a mark on each line
 * (`.debug.jsonl`), and viewers draw them. Such lines come from outside, so every reader checks them here.
 */
import { DEBUG_COLOURS, type DebugColour } from './debug-colours.ts'
import { FIRST_FRAME } from './events.ts'

/** What a line of error output begins with that holds a mark. */
export const DEBUG_PREFIX = 'arena-debug '

export const DEBUG_LIMITS = {
  /** Characters of a text. */
  text: 200,
  /** Marks of one bot on one frame. */
  marksPerFrame: 200,
  /** Marks in a file. */
  marks: 200_000,
  /** Bytes of a line, with its prefix. */
  line: 2_000,
  /** Game units from the origin, and of a radius. */
  distance: 10_000,
  /** The last frame that a mark can be on. */
  frame: 1_000_000,
} as const

/** x and y in game units. */
export type DebugPoint = readonly [x: number, y: number]
/** On the picture instead of in the game: from [0, 0], the top left corner, to [1, 1]. */
export interface DebugScreenPoint {
  readonly screen: readonly [x: number, y: number]
}

/** A mark without its frame, as a bot makes it. */
export type DebugShape =
  | {
      readonly kind: 'text'
      readonly at: DebugPoint | DebugScreenPoint
      readonly text: string
      readonly colour?: DebugColour
    }
  | { readonly kind: 'line'; readonly from: DebugPoint; readonly to: DebugPoint; readonly colour?: DebugColour }
  | {
      readonly kind: 'circle'
      readonly at: DebugPoint
      readonly radius: number
      readonly isFilled?: boolean
      readonly colour?: DebugColour
    }
  | { readonly kind: 'point'; readonly at: DebugPoint; readonly colour?: DebugColour }
  /** A text without a place: it is listed beside the picture. */
  | { readonly kind: 'log'; readonly text: string }
  /** The chance of winning that the bot gives itself, 0 to 1. */
  | { readonly kind: 'chance'; readonly chance: number }

/** A mark on a frame; `port` is the bot's, where it is known. */
export type DebugMark = DebugShape & { readonly frame: number; readonly port?: 0 | 1 }

/** What is wrong with a mark, in a sentence. */
export class DebugMarkError extends Error {
  override readonly name = 'DebugMarkError'
}

/** The mark on a line of error output; null for any other line. `frame` is for a mark that names none. */
export function readDebugLine(line: string, frame: number): DebugMark | null {
  if (!line.startsWith(DEBUG_PREFIX)) return null
  if (line.length > DEBUG_LIMITS.line)
    throw new DebugMarkError(`the line is longer than ${DEBUG_LIMITS.line} characters`)
  return readDebugMark(parsed(line.slice(DEBUG_PREFIX.length)), frame)
}

/** Checks a mark. Members that it does not know are left out. */
export function readDebugMark(value: unknown, frame?: number): DebugMark {
  if (!isRecord(value)) throw new DebugMarkError('a mark is a JSON object')
  return { ...placeOf(value, frame), ...shapeOf(value) }
}

/** A line of error output for a mark. */
export function debugLine(mark: DebugMark): string {
  return DEBUG_PREFIX + JSON.stringify(mark)
}

export interface DebugFile {
  /** By frame, and on a frame in the order of the file. */
  readonly marks: readonly DebugMark[]
  /** Lines that hold no mark, and marks beyond the limits. */
  readonly skipped: number
}

/** Reads a `.debug.jsonl`. A line that holds no mark is skipped, so that one of a later version spoils nothing. */
export function readDebugFile(text: string): DebugFile {
  const marks: DebugMark[] = []
  const counts = new Map<number, number>()
  let skipped = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const mark = markOn(line)
    const place = mark === null ? 0 : mark.frame * 3 + (mark.port ?? 2)
    const count = counts.get(place) ?? 0
    if (mark === null || count === DEBUG_LIMITS.marksPerFrame || marks.length === DEBUG_LIMITS.marks) {
      skipped++
      continue
    }
    counts.set(place, count + 1)
    marks.push(mark)
  }
  return { marks: marks.sort((one, other) => one.frame - other.frame), skipped }
}

function markOn(line: string): DebugMark | null {
  if (line.length > DEBUG_LIMITS.line) return null
  try {
    return readDebugMark(parsed(line))
  } catch {
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DebugMarkError('what follows the prefix is not JSON')
  }
}

type Members = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function placeOf({ frame: named, port }: Members, frame?: number): { frame: number; port?: 0 | 1 } {
  const at = named ?? frame
  if (typeof at !== 'number' || !Number.isInteger(at) || at < FIRST_FRAME || at > DEBUG_LIMITS.frame)
    throw new DebugMarkError(`"frame" is a whole number from ${FIRST_FRAME} to ${DEBUG_LIMITS.frame}`)
  if (port === undefined) return { frame: at }
  if (port !== 0 && port !== 1) throw new DebugMarkError('"port" is 0 or 1')
  return { frame: at, port }
}

function shapeOf(mark: Members): DebugShape {
  const { kind } = mark
  switch (kind) {
    case 'text':
      return { kind, at: textPlace(mark['at']), text: textOf(mark['text']), ...colourOf(mark['colour']) }
    case 'line':
      return { kind, from: point('from', mark['from']), to: point('to', mark['to']), ...colourOf(mark['colour']) }
    case 'circle':
      return {
        kind,
        at: point('at', mark['at']),
        radius: radiusOf(mark['radius']),
        ...(mark['isFilled'] === true && { isFilled: true }),
        ...colourOf(mark['colour']),
      }
    case 'point':
      return { kind, at: point('at', mark['at']), ...colourOf(mark['colour']) }
    case 'log':
      return { kind, text: textOf(mark['text']) }
    case 'chance':
      return { kind, chance: chanceOf(mark['chance']) }
    default:
      throw new DebugMarkError('"kind" is text, line, circle, point, log or chance')
  }
}

function pairOf(value: unknown, least: number, most: number): readonly [number, number] | null {
  if (!Array.isArray(value) || value.length !== 2) return null
  const [x, y] = value as readonly unknown[]
  const isWithin = (each: unknown): each is number => typeof each === 'number' && each >= least && each <= most
  return isWithin(x) && isWithin(y) ? [x, y] : null
}

function point(name: string, value: unknown): DebugPoint {
  const { distance } = DEBUG_LIMITS
  const pair = pairOf(value, -distance, distance)
  if (pair === null) throw new DebugMarkError(`"${name}" is [x, y] in game units, from -${distance} to ${distance}`)
  return pair
}

function textPlace(value: unknown): DebugPoint | DebugScreenPoint {
  if (!isRecord(value)) return point('at', value)
  const screen = pairOf(value['screen'], 0, 1)
  if (screen === null) throw new DebugMarkError('"screen" is [x, y] from 0 to 1')
  return { screen }
}

function radiusOf(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= DEBUG_LIMITS.distance) return value
  throw new DebugMarkError(`"radius" is a number from 0 to ${DEBUG_LIMITS.distance}`)
}

function chanceOf(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  throw new DebugMarkError('"chance" is a number from 0 to 1')
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new DebugMarkError('"text" is a text')
  return value.length > DEBUG_LIMITS.text ? `${value.slice(0, DEBUG_LIMITS.text - 1)}…` : value
}

function colourOf(value: unknown): { colour?: DebugColour } {
  if (value === undefined) return {}
  const isKnown =
    typeof value === 'string' && (Object.hasOwn(DEBUG_COLOURS, value) || /^#(?:[\da-f]{3}){1,2}$/i.test(value))
  if (isKnown) return { colour: value as DebugColour }
  throw new DebugMarkError(`"colour" is one of ${Object.keys(DEBUG_COLOURS).join(', ')}, or #rrggbb`)
}
