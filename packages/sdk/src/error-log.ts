/**
 * What goes wrong while a bot is served. A bot that throws does so on every frame, so an error is printed whole the first time that
 * it comes from its place, and counted from then on; the counts are told when a match has ended. The local kit counts itself
 * (`ARENA_RAISED=1`): it is given a line for each error, and nothing else is printed.
 */
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect, types } from 'node:util'
import { callsOf, RAISED_LIMITS, raisedLine } from '@arena/protocol'
import type { Where } from './session.ts'

/** Places whose errors are printed whole. A bot that is compiled as it runs could have any number. */
const MOST_PLACES = 20
/** What came before the first frame, or from nobody's code. */
const NOWHERE: Where = { hook: null, frame: null }

export interface ErrorLogOptions {
  /** Whether the local kit counts, and is given each error as a line. */
  readonly isForKit: boolean
  /** Takes lines for a person. */
  readonly print: (text: string) => void
  /** Takes a line for the kit, with its end. */
  readonly write: (line: string) => void
}

interface Place {
  readonly error: string
  readonly place: string | null
  /** How often since it was last told. */
  again: number
}

export class ErrorLog {
  readonly #options: ErrorLogOptions
  readonly #places = new Map<string, Place>()
  #elsewhere = 0

  constructor(options: ErrorLogOptions) {
    this.#options = options
  }

  /** `isShown` is false where the bot itself shows it, and the kit is to count it alone. */
  take(thrown: unknown, { hook, frame }: Where = NOWHERE, isShown = true): void {
    const { isForKit, print, write } = this.#options
    const { kind, error, text, place: called } = readingOf(thrown)
    const place = called ?? hook
    // The message may name the frame, or what was seen on it.
    const key = place === null ? error : `${kind} ${place}`
    const known = this.#places.get(key)
    const isNew = known === undefined && this.#places.size < MOST_PLACES
    if (isNew) this.#places.set(key, { error, place, again: 0 })
    if (isForKit) {
      const whole = isNew && isShown ? { text: text().slice(0, RAISED_LIMITS.text) } : {}
      write(`${raisedLine({ frame, in: hook, error, place, ...whole })}\n`)
    } else if (isNew) print(hook === null ? text() : `${headOf(hook, frame)}\n${text()}`)
    else if (known !== undefined) known.again++
    else this.#elsewhere++
  }

  /** Says what has come again since it last did. */
  tell(): void {
    const { print } = this.#options
    for (const place of this.#places.values()) {
      if (place.again > 0) print(`${named(place)}: raised again ${times(place.again)}, same place.`)
      place.again = 0
    }
    if (this.#elsewhere > 0) print(`Errors at other places: raised ${times(this.#elsewhere)}.`)
    this.#elsewhere = 0
  }
}

const headOf = (hook: string, frame: number | null): string =>
  `The bot raised in ${hook}${frame === null ? '' : `, on frame ${frame}`}:`

const named = ({ error, place }: Place): string => (place === null ? error : `${error} (${place})`)

const times = (count: number): string => (count === 1 ? 'once' : `${count.toLocaleString('en')} times`)

interface Reading {
  /** What tells two errors of one place apart. */
  readonly kind: string
  /** Its class and the first line of its message. */
  readonly error: string
  readonly place: string | null
  /** As `console.error` prints it. */
  readonly text: () => string
}

/** Reads whatever a bot throws, also what cannot be read. */
function readingOf(thrown: unknown): Reading {
  const text = (): string => {
    try {
      return typeof thrown === 'string' ? thrown : inspect(thrown)
    } catch {
      return UNREADABLE
    }
  }
  const shortened = (line: string): string => line.split('\n', 1)[0]!.slice(0, RAISED_LIMITS.error)
  try {
    if (!types.isNativeError(thrown)) return { kind: typeof thrown, error: shortened(text()), place: null, text }
    const { name, message, stack } = thrown
    const error = shortened(message === '' ? name : `${name}: ${message}`)
    return { kind: name, error, place: placeOf(stack ?? ''), text }
  } catch {
    return { kind: UNREADABLE, error: UNREADABLE, place: null, text }
  }
}

const UNREADABLE = 'an error that cannot be read'

const OWN_FOLDER = new URL('.', import.meta.url).href
/** Where an author has bundled the SDK with the bot, its folder is the author's. */
const IS_BUNDLED = !/\/sdk\/(?:dist|src)\/$/.test(OWN_FOLDER)

/** The innermost call in the author's code, `bot.js:12:5`, as seen from the working directory; null where there is none. */
function placeOf(stack: string): string | null {
  for (const { file, line, column } of callsOf(stack)) {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    if (isOthers(path)) continue
    const below = relative(process.cwd(), path)
    return `${below.startsWith('..') ? path : below}:${line}:${column}`
  }
  return null
}

const isOthers = (path: string): boolean =>
  path.includes(`${sep}node_modules${sep}`) || (!IS_BUNDLED && path.startsWith(fileURLToPath(OWN_FOLDER)))
