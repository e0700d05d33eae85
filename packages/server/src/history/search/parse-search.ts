/**
 * Reads a search over matches. The grammar is that of the replay browser of the Slippi Launcher, with this arena's facts:
 *
 *   search   = { term }                     between spaces; a match fits if it fits all
 *   term     = [ "-" ] ( matchup | key ":" value | comparison duration | name )
 *   matchup  = [ player ] ">" [ player ]    the winner, the loser, or both
 *   player   = characters | "char:" characters | "bot:" name [ "@" versions ] [ "/" characters ]
 *   key      = "bot" "winner" "loser"       a name, with its versions and characters as above
 *            | "char" "stage" "end"         a list
 *            | "version"                    versions: of either player, or see `withVersionsOfBot`
 *            | "duration"                   [ comparison ] duration; without one: at least
 *            | "date"                       [ comparison ] date; without one: within
 *            | "after" "since" "before" "until"   a date: the same as date: with > >= < <=
 *            | "moment"                     moments
 *            | "sort"                       "margin": the order of the list, not of a match
 *   moments  = list { space ( "then:" list [ "/" duration ] | "by:" player ) }   within 3 s; who the first is of
 *   list     = word { "," word }
 *   versions = version { "," version }      what a bot says of itself
 *   name     = what a bot is named, or its id; in quotes if it holds a space or one of " > / , @
 *   duration = [ n "h" ] [ n "m" ] [ n "s" ] [ n "f" ]   f: frames
 *   date     = year [ "-" month [ "-" day ] ], in UTC
 *
 * A part that cannot be read is a fault with its place, never an exception.
 */
import { versionIn, VERSIONS_ARE } from '@arena/protocol'
import { STAGE_IDS } from '@arena/slp'
import { printName } from './print-search.ts'
import { MOMENT_KINDS, type Following } from '@arena/engine/moments'
import {
  ENDINGS,
  ORDERS,
  FRAMES_PER_SECOND,
  MOST_FOLLOWING,
  MOST_FRAMES,
  MOST_HOURS,
  MOST_TERMS,
  periodOf,
  USUAL_FOLLOWING,
} from './search.ts'
import type { Comparison, Ending, Fact, Order, Player, Search, Term } from './search.ts'
import { CHARACTER_IDS, characterOf, characterWord, momentOf, stageOf, stageWord } from './words.ts'

/** Where a search cannot be read, from `start` to before `end` of its text, and why. */
interface Fault {
  readonly start: number
  readonly end: number
  readonly message: string
}

export interface ParsedSearch {
  /** The terms that could be read. */
  readonly search: Search
  readonly faults: readonly Fault[]
}

export function parseSearch(text: string): ParsedSearch {
  const scanner = new Scanner(text)
  const search: Term[] = []
  const faults: Fault[] = []
  while (scanner.skipSpace()) {
    if (search.length === MOST_TERMS) {
      faults.push({ start: scanner.at, end: text.length, message: `A search has at most ${MOST_TERMS} parts.` })
      break
    }
    try {
      search.push(parseTerm(scanner))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      scanner.skipTerm()
      const start = Math.min(error.start, text.length - 1)
      faults.push({ start, end: Math.max(scanner.at, start + 1), message: error.message })
    }
  }
  return { search, faults }
}

/** Ends the reading of one term. */
class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly start: number

  constructor(message: string, start: number) {
    super(message)
    this.start = start
  }
}

const KEYS =
  'bot:name, winner:name, loser:name, version:1.4, char:fox, stage:bf, end:time, date:2026-11, after:, since:, before:, until:, duration:4m, moment:kill and sort:margin'

function parseTerm(scanner: Scanner): Term {
  const start = scanner.at
  const isNegated = scanner.eat('-')
  const fact = parseFact(scanner)
  if (isNegated && fact.kind === 'sort') throw new Refusal('An order cannot be excluded.', start)
  if (!scanner.isAtEnd) throw new Refusal('A space is missing here.', scanner.at)
  return { ...fact, isNegated }
}

function parseFact(scanner: Scanner): Fact {
  const start = scanner.at
  const is = scanner.comparison(true)
  if (is !== null) return { kind: 'duration', is, frames: parseDuration(scanner) }
  if (scanner.eat('>')) return matchup(null, scanner)
  const key = scanner.key()
  switch (key) {
    case null:
      return nameOrMatchup(scanner)
    case 'bot':
    case 'char':
    case 'character': {
      const player = key === 'bot' ? parseBot(scanner) : anyBot(parseCharacters(scanner))
      return scanner.eat('>') ? matchup(player, scanner) : { kind: 'player', player }
    }
    case 'winner':
      return { kind: 'matchup', winner: parseBot(scanner), loser: null }
    case 'loser':
      return { kind: 'matchup', winner: null, loser: parseBot(scanner) }
    case 'version':
      return { kind: 'version', versions: parseVersions(scanner) }
    case 'stage':
      return { kind: 'stage', stages: parseList(scanner, stageOf, 'stage', STAGE_IDS.map(stageWord)) }
    case 'end':
      return { kind: 'end', endings: parseList(scanner, endingOf, 'end', ENDINGS) }
    case 'duration':
      return { kind: 'duration', is: scanner.comparison() ?? '>=', frames: parseDuration(scanner) }
    case 'date':
      return { kind: 'date', is: scanner.comparison() ?? '=', date: parseDate(scanner) }
    case 'after':
      return { kind: 'date', is: '>', date: parseDate(scanner) }
    case 'since':
      return { kind: 'date', is: '>=', date: parseDate(scanner) }
    case 'before':
      return { kind: 'date', is: '<', date: parseDate(scanner) }
    case 'until':
      return { kind: 'date', is: '<=', date: parseDate(scanner) }
    case 'moment':
      return parseMoments(scanner)
    case 'then':
    case 'by':
      throw new Refusal(`${key}: stands after a moment, as in moment:grab by:fox then:kill/5s.`, start)
    case 'sort': {
      const [by] = parseList(scanner, orderOf, 'order', ORDERS)
      return { kind: 'sort', by: by! }
    }
    default:
      throw new Refusal(`“${key}:” is not known. There are ${KEYS}.`, start)
  }
}

const anyBot = (characters: readonly number[]): Player => ({ bot: null, characters, versions: [] })
const orderOf = (word: string): Order | undefined => ORDERS.find((order) => order === word.toLowerCase())
const endingOf = (word: string): Ending | undefined => ENDINGS.find((ending) => ending === word.toLowerCase())

/** Words without a key: characters where `>` follows, otherwise the name of a bot. */
function nameOrMatchup(scanner: Scanner): Fact {
  const start = scanner.at
  const words = scanner.words()
  if (scanner.eat('>')) return matchup(anyBot(charactersIn(words)), scanner)
  const [name, ...others] = words
  if (name === undefined) throw new Refusal(`Here is neither a name nor one of ${KEYS}.`, start)
  if (others.length > 0) {
    throw new Refusal('Several words need a key, as in char:fox,falco or stage:bf,fd.', start)
  }
  return { kind: 'player', player: { bot: name.text, characters: [], versions: versionsOfBot(scanner) } }
}

function matchup(winner: Player | null, scanner: Scanner): Fact {
  const at = scanner.at
  const loser = scanner.isAtEnd ? null : parsePlayer(scanner, 'loser')
  if (winner === null && loser === null) {
    throw new Refusal('Winner or loser is missing: write fox>marth, fox> or >marth.', at - 1)
  }
  return { kind: 'matchup', winner, loser }
}

function parsePlayer(scanner: Scanner, who: 'loser' | 'by'): Player {
  const start = scanner.at
  const key = scanner.key()
  if (key === 'bot') return parseBot(scanner)
  if (key !== null && !key.startsWith('char')) {
    const subject = who === 'by' ? 'The player of a moment' : 'A winner or a loser'
    throw new Refusal(`${subject} is a character, or a bot as in bot:name or bot:name/fox.`, start)
  }
  if (key !== null) return anyBot(parseCharacters(scanner))
  const words = scanner.words()
  if (words.length === 0) throw new Refusal(who === 'by' ? 'The player is missing.' : 'The loser is missing.', start)
  return anyBot(charactersIn(words))
}

function parseBot(scanner: Scanner): Player {
  const at = scanner.at
  const bot = scanner.word()
  if (bot === null || bot === '') throw new Refusal('The name of a bot is missing.', at - 1)
  const versions = versionsOfBot(scanner)
  return { bot, characters: scanner.eat('/') ? parseCharacters(scanner) : [], versions }
}

const versionsOfBot = (scanner: Scanner): string[] => (scanner.eat('@') ? parseVersions(scanner) : [])

function parseVersions(scanner: Scanner): string[] {
  const start = scanner.at
  const words = scanner.words()
  if (words.length === 0) throw new Refusal('A version is missing.', start - 1)
  for (const { text, at } of words) {
    if (versionIn(text) === null) throw new Refusal(`“${text}” is no version: that is ${VERSIONS_ARE}.`, at)
  }
  return [...new Set(words.map(({ text }) => text))]
}

const CHARACTER_WORDS = CHARACTER_IDS.map(characterWord).toSorted()

const parseCharacters = (scanner: Scanner): number[] => parseList(scanner, characterOf, 'character', CHARACTER_WORDS)

/** The characters in words that have no key, which may be meant as bots. */
function charactersIn(words: readonly Word[]): number[] {
  const found = words.map(({ text, at }) => {
    const character = characterOf(text)
    if (character !== undefined) return character
    throw new Refusal(
      `“${text}” is not a character. If it is a bot, write bot:${printName(text)}. ${listed('character', CHARACTER_WORDS)}`,
      at,
    )
  })
  return [...new Set(found)]
}

/** Each of a list once, in the order in which they are written. */
function parseList<T>(
  scanner: Scanner,
  find: (word: string) => T | undefined,
  what: string,
  known: readonly string[],
): T[] {
  const start = scanner.at
  const words = scanner.words()
  if (words.length === 0) throw new Refusal(`A word is missing. ${listed(what, known)}`, start - 1)
  const found = words.map(({ text, at }) => {
    const value = find(text)
    if (value === undefined) throw new Refusal(`“${text}” is not known. ${listed(what, known)}`, at)
    return value
  })
  return [...new Set(found)]
}

const PLURALS: Readonly<Record<string, string>> = {
  character: 'Characters',
  stage: 'Stages',
  end: 'Ends',
  order: 'Orders',
  moment: 'Moments',
}
const listed = (what: string, known: readonly string[]): string => `${PLURALS[what]} are ${known.join(', ')}.`

const parseKinds = (scanner: Scanner) => parseList(scanner, momentOf, 'moment', MOMENT_KINDS)

/** A moment, and what is said of it in the parts that follow. */
function parseMoments(scanner: Scanner): Fact {
  const first = parseKinds(scanner)
  const followedBy: Following[] = []
  let by: Player | null = null
  for (;;) {
    const at = scanner.at
    const key = scanner.nextKey(['then', 'by'])
    if (key === null) return { kind: 'moments', first, by, followedBy }
    if (key === 'by') {
      if (by !== null) throw new Refusal('A moment is of one player.', at)
      by = parsePlayer(scanner, 'by')
    } else {
      if (followedBy.length === MOST_FOLLOWING)
        throw new Refusal(`At most ${MOST_FOLLOWING} moments follow another.`, at)
      const kinds = parseKinds(scanner)
      followedBy.push({ kinds, withinFrames: scanner.eat('/') ? parseDuration(scanner) : USUAL_FOLLOWING })
    }
  }
}

const DURATION = /^(?=\d)(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?(?:(\d{1,6})f)?$/i

function parseDuration(scanner: Scanner): number {
  const at = scanner.at
  const match = DURATION.exec(scanner.word() ?? '')
  if (match === null) throw new Refusal('A duration is written as 30s, 4m, 1m30s or 600f (frames).', at)
  const [hours, minutes, seconds, frames] = match.slice(1).map((digits) => Number(digits ?? 0))
  const duration = FRAMES_PER_SECOND * (3600 * hours! + 60 * minutes! + seconds!) + frames!
  if (duration > MOST_FRAMES) throw new Refusal(`A duration is at most ${MOST_HOURS}h.`, at)
  return duration
}

function parseDate(scanner: Scanner): string {
  const at = scanner.at
  const date = scanner.word() ?? ''
  if (periodOf(date) === null) throw new Refusal('A date is written as 2026, 2026-11 or 2026-11-25.', at)
  return date
}

interface Word {
  readonly text: string
  readonly at: number
}

/** Reads from left to right, one thing at a time. */
class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get at(): number {
    return this.#at
  }

  /** Whether the term ends here. */
  get isAtEnd(): boolean {
    return this.#at >= this.#text.length || /\s/.test(this.#text[this.#at]!)
  }

  /** Whether anything follows. */
  skipSpace(): boolean {
    this.#match(/\s*/y)
    return this.#at < this.#text.length
  }

  skipTerm(): void {
    this.#match(/(?:"[^"]*"?|[^\s"])*/y)
  }

  eat(character: string): boolean {
    const isThere = this.#text[this.#at] === character
    if (isThere) this.#at++
    return isThere
  }

  /** `before a number`: else `>` has a winner and a loser. */
  comparison(isBeforeNumber = false): Comparison | null {
    const found = this.#match(isBeforeNumber ? /(?:[<>]=|<|>(?=\d))/y : /[<>]=?/y)
    return found as Comparison | null
  }

  /** What stands before a colon. */
  key(): string | null {
    return (
      this.#match(/[a-z]+:/iy)
        ?.slice(0, -1)
        .toLowerCase() ?? null
    )
  }

  /** One of these keys, in the next part; null where another follows. */
  nextKey<Key extends string>(keys: readonly Key[]): Key | null {
    const at = this.#at
    if (this.isAtEnd && this.skipSpace()) {
      const key = this.key()
      const found = keys.find((each) => each === key)
      if (found !== undefined) return found
    }
    this.#at = at
    return null
  }

  /** A word in quotes, or one up to a space or to what divides words. Null where there is none. */
  word(): string | null {
    const at = this.#at
    const quoted = this.#match(/"(?:[^"]|"")*("|$)/y)
    if (quoted === null) return this.#match(/[^\s">/,@]+/y)
    if (!/^"(?:[^"]|"")*"$/.test(quoted)) throw new Refusal('This quote is not closed.', at)
    return quoted.slice(1, -1).replaceAll('""', '"')
  }

  /** Words with commas between them. */
  words(): Word[] {
    const found = []
    do {
      const at = this.#at
      const text = this.word()
      if (text === null || text === '') {
        if (found.length === 0 && text === null) return []
        throw new Refusal('A word is missing here.', at)
      }
      found.push({ text, at })
    } while (this.eat(','))
    return found
  }

  /** What a sticky expression finds here. */
  #match(expression: RegExp): string | null {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)
    if (found === null) return null
    this.#at += found[0].length
    return found[0]
  }
}
