/**
 * Scripts of moves as numbers. Most of a hitbox is that of another one, the one before it in the window, the same in the window
 * before, or, for a clone, its model's. One function says how they are coded; it serves for reading and for writing.
 */
import type { CodedReader } from './coded.ts'

export interface ScriptWindow {
  readonly first: number
  /** How many frames follow the first. */
  readonly more: number
  readonly hits: readonly Hit[]
}

/** Id, damage, angle, growth, set and base knockback, element, shield damage, radius, targets, interaction, group. */
export type Hit = readonly number[]

export interface Script {
  readonly actions: readonly number[]
  /** Total, interruptible, landing lag, cancelled before and after, charge, doubtful; one higher, 0 for none. */
  readonly options: readonly number[]
  readonly late: readonly number[]
  readonly spawns: readonly number[]
  readonly items: readonly number[]
  readonly followups: readonly number[]
  /** Damage, angle, growth, set and base knockback, element; nothing of what is no throw. */
  readonly thrown: readonly number[]
  readonly windows: readonly ScriptWindow[]
}

/** Reads, or writes what is known; answers what was read or written. All is told under a context. */
export interface Coder {
  readonly number: (context: number, known: number) => number
  /** A number near another. */
  readonly near: (context: number, other: number, known: number) => number
  /** Whether a number is another. */
  readonly isEqual: (context: number, other: number, known: number) => boolean
}

export function readingCoder(reader: CodedReader): Coder {
  return {
    number: (context) => reader.next(context),
    near: (context, other) => other + reader.signed(context),
    isEqual: (context) => reader.flag(context),
  }
}

const NO_SCRIPT: Script = {
  actions: [],
  options: [],
  late: [],
  spawns: [],
  items: [],
  followups: [],
  thrown: [],
  windows: [],
}
const NO_WINDOW: ScriptWindow = { first: 0, more: 0, hits: [] }
const NO_HIT: Hit = []

const OPTIONS = 7
const INTERRUPTIBLE = 1
const CANCEL_AFTER = 4
const THROW_WORDS = 6
const HIT_WORDS = 12
export const ID = 0
export const RADIUS = 8
const GROUP = 11
/** What hitboxes mostly have: no element, all targets. */
const USUAL_HIT = [0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0]
/** Most radii are whole hundreds. */
const ROUND_RADIUS = 100

/** Contexts of numbers; a list has four. */
const ACTIONS = 0
const LATE = 4
const SPAWNS = 8
const ITEMS = 12
const FOLLOWUPS = 16
const OPTION = 20
const THROWN = OPTION + OPTIONS
const COUNT = THROWN + THROW_WORDS
const LIKE_COUNT = COUNT + 1
/** Two each: of the first window, and of others where it is another number than before. */
const GAP = COUNT + 2
const MORE = GAP + 2
const HITS = MORE + 2
const IDS = HITS + 2
const GROUPS = IDS + 1
const WORDS = GROUPS + 4
const ROUND = WORDS + HIT_WORDS

/** Contexts of whether numbers are equal, beside those of windows. */
const SAME_WINDOW = HITS + 2
const NO_THROW = SAME_WINDOW + 1
const SAME_THROWN = NO_THROW + 1
const NO_OPTION = SAME_THROWN + 1
const SAME_OPTION = NO_OPTION + OPTIONS
const SAME_HIT = SAME_OPTION + OPTIONS
/** Which others there are, how many words before were not the first other's, which other is asked about. */
const SOURCES = 8
const SAME_WORD = SAME_HIT + SOURCES
const MOST_APART = 2
const MOST_LIKE = 3

/** The scripts of a fighter; `known` of those to be written, `modelOf` the model's of a move. */
export function codeScripts(
  coder: Coder,
  count: number,
  likeOf: (move: number) => Script | undefined,
  known: readonly Script[] = [],
): Script[] {
  const scripts: Script[] = []
  let action = 0
  let hit: Hit = USUAL_HIT
  for (let i = 0; i < count; i++) {
    const script = codeScript(coder, known[i] ?? NO_SCRIPT, likeOf(i), action, hit)
    scripts.push(script)
    action = script.actions.at(-1) ?? action
    hit = script.windows.at(-1)?.hits.at(-1) ?? hit
  }
  return scripts
}

function codeScript(
  coder: Coder,
  known: Script,
  like: Script | undefined,
  actionBefore: number,
  hitBefore: Hit,
): Script {
  const actions = codeList(coder, ACTIONS, known.actions, 1, actionBefore)
  const action = actions[0] ?? actionBefore
  return {
    actions,
    options: codeOptions(coder, known.options, like?.options),
    late: codeList(coder, LATE, known.late, 1, action),
    spawns: codeList(coder, SPAWNS, known.spawns, 1, 0),
    items: codeList(coder, ITEMS, known.items, 2, action),
    followups: codeList(coder, FOLLOWUPS, known.followups, 3, action),
    thrown: codeThrown(coder, known.thrown, like?.thrown),
    windows: codeWindows(coder, known.windows, like?.windows, hitBefore),
  }
}

/** A list of so many numbers each, told by those before; the very first by `first`. */
function codeList(coder: Coder, context: number, known: readonly number[], each: number, first: number): number[] {
  const list: number[] = []
  const count = coder.number(context, known.length)
  for (let i = 0; i < count; i++) {
    const before = i < each ? (i === 0 ? first : 0) : list[i - each]!
    list.push(coder.near(context + 1 + (i % each), before, known[i]!))
  }
  return list
}

/** Those that end near the end are told from there. */
function codeOptions(coder: Coder, known: readonly number[], like: readonly number[] | undefined): number[] {
  const options: number[] = []
  for (let i = 0; i < OPTIONS; i++) {
    const value = known[i]!
    const end = i === INTERRUPTIBLE || i === CANCEL_AFTER ? options[0]! : 0
    options.push(
      like && coder.isEqual(SAME_OPTION + i, like[i]!, value)
        ? like[i]!
        : coder.isEqual(NO_OPTION + i, 0, value)
          ? 0
          : coder.near(OPTION + i, end, value),
    )
  }
  return options
}

function codeThrown(coder: Coder, known: readonly number[], like: readonly number[] = []): number[] {
  if (coder.isEqual(NO_THROW, 0, known.length)) return []
  return Array.from({ length: THROW_WORDS }, (_, i) => {
    const isLike = i < like.length && coder.isEqual(SAME_THROWN, like[i]!, known[i]!)
    return isLike ? like[i]! : coder.number(THROWN + i, known[i]!)
  })
}

function codeWindows(
  coder: Coder,
  known: readonly ScriptWindow[],
  like: readonly ScriptWindow[] | undefined,
  hitBefore: Hit,
): ScriptWindow[] {
  const windows: ScriptWindow[] = []
  const count = coder.near(like ? LIKE_COUNT : COUNT, like?.length ?? 0, known.length)
  let end = 0
  let gap: number | undefined
  let before = hitBefore
  for (let i = 0; i < count; i++) {
    const window = known[i] ?? NO_WINDOW
    const above = windows[i - 1]
    const model = like?.[i]
    const apart =
      window.first !== model?.first || window.more !== model.more || window.hits.length !== model.hits.length
    const other = model && coder.isEqual(SAME_WINDOW, 0, Number(apart)) ? model : undefined
    const first = other?.first ?? end + codeAgain(coder, GAP, gap, window.first - end)
    const more = other?.more ?? codeAgain(coder, MORE, above?.more, window.more)
    const length = other?.hits.length ?? codeAgain(coder, HITS, above?.hits.length, window.hits.length)
    const hits: Hit[] = []
    for (let n = 0; n < length; n++) {
      before = codeHit(coder, window.hits[n] ?? NO_HIT, model?.hits[n], above?.hits[n], hits[n - 1], before)
      hits.push(before)
    }
    windows.push({ first, more, hits })
    gap = first - end
    end = first + more
  }
  return windows
}

/** A number that is often the same as in the window before. */
function codeAgain(coder: Coder, context: number, before: number | undefined, known: number): number {
  if (before === undefined) return coder.near(context, 0, known)
  return coder.isEqual(context, before, known) ? before : coder.near(context + 1, 0, known)
}

/** `before` stands in for a hitbox that has no other beside or above it. */
function codeHit(
  coder: Coder,
  known: Hit,
  model: Hit | undefined,
  above: Hit | undefined,
  beside: Hit | undefined,
  before: Hit,
): Hit {
  const first = model ?? above ?? beside ?? before
  const second = model ? (above ?? beside) : above && beside
  const third = model && above && beside
  const source = (model ? 4 : 0) + (above ? 2 : 0) + (beside ? 1 : 0)
  const hit = [...first]
  hit[ID] = coder.near(IDS, beside ? beside[ID]! + 1 : 0, known[ID]!)
  hit[GROUP] = coder.near(GROUPS + (source & 3), (beside ?? above)?.[GROUP] ?? 0, known[GROUP]!)
  if (coder.isEqual(SAME_HIT + source, 0, countApart(known, first))) return hit
  let apart = 0
  for (let word = ID + 1; word < GROUP; word++) {
    const value = known[word]!
    const context = SAME_WORD + ((word * SOURCES + source) * (MOST_APART + 1) + Math.min(MOST_APART, apart)) * MOST_LIKE
    if (coder.isEqual(context, first[word]!, value)) continue
    apart++
    hit[word] =
      second && second[word] !== first[word] && coder.isEqual(context + 1, second[word]!, value)
        ? second[word]!
        : third &&
            third[word] !== first[word] &&
            third[word] !== second![word] &&
            coder.isEqual(context + 2, third[word]!, value)
          ? third[word]!
          : codeWord(coder, word, value)
  }
  return hit
}

/** How many words are others, but for the id and the group. */
function countApart(hit: Hit, other: Hit): number {
  let apart = 0
  for (let word = ID + 1; word < GROUP; word++) if (hit[word] !== other[word]) apart++
  return apart
}

function codeWord(coder: Coder, word: number, known: number): number {
  if (word !== RADIUS) return coder.number(WORDS + word, known)
  const hundreds = coder.number(WORDS + word, Math.floor(known / ROUND_RADIUS))
  return hundreds * ROUND_RADIUS + coder.number(ROUND, known % ROUND_RADIUS)
}
