/**
 * The result note: what the arena signs of a match, also of one that was forfeited without a game or aborted. Its text is
 * the entry of the match in the public log. It holds ids, never names. One result has one spelling: what is read is
 * written again, and has to be the same text.
 */
import { EndReason } from '../matches.ts'
import { DATE, DECIMAL, HEX, LineReader, ORIGIN, TIME, WHOLE, WORD, type Words } from './lines.ts'
import { NoteError } from './note-error.ts'

type Pair<T> = readonly [T, T]

/** A rating of the ladder. */
export interface NotedRating {
  readonly mu: number
  readonly sigma: number
}

export interface NotedPort {
  readonly botId: string
  /** Null where no game was played. */
  readonly character: number | null
  readonly costume: number | null
  /** Null where none are known. */
  readonly pads: { readonly landed: number; readonly sha256: string } | null
}

export interface NotedResult {
  /** Null is a draw. */
  readonly winner: 0 | 1 | null
  readonly frames: number
  readonly stocks: Pair<number>
  readonly percent: Pair<number>
  readonly score: Pair<number>
  readonly placement: Pair<number>
}

export interface ResultNote {
  /** The origin of the log that holds it. */
  readonly log: string
  readonly matchId: string
  /** The day of the match, and its number in seating order, from 1. */
  readonly day: string
  readonly number: number
  readonly startedAt: string
  readonly endedAt: string
  /** The build of the arena. */
  readonly build: string
  /** The revision of the engine; null where no game was played, or where it is not known. */
  readonly engine: string | null
  /** In hexadecimal. */
  readonly seed: string
  readonly stage: number | null
  /** By port. */
  readonly ports: Pair<NotedPort>
  readonly replay: { readonly bytes: number; readonly sha256: string } | null
  readonly end:
    | { readonly status: 'completed'; readonly reason: EndReason }
    | { readonly status: 'aborted'; readonly cause: string }
  /** Null of an aborted match. */
  readonly result: NotedResult | null
  /** By port; `after` is null where the match was not rated. */
  readonly ratings: Pair<{ readonly before: NotedRating; readonly after: NotedRating | null }>
}

const MATCH = { name: 'the id of a match', form: /^match_[0-9a-z]+$/ }
const BOT = { name: 'the id of a bot', form: /^bot_[0-9a-z]+$/ }
const CAUSE = { name: 'a cause', form: /^[a-z]+(?:-[a-z]+)*$/ }
const PORTS = [0, 1] as const

/** Throws NoteError for a result that could not be read again. */
export function resultText(result: ResultNote): string {
  const text = write(result)
  read(text)
  return text
}

/** Throws NoteError. */
export function readResult(text: string): ResultNote {
  const result = read(text)
  if (write(result) !== text) throw new NoteError('The text says a result in another spelling than the arena writes.')
  return result
}

function write(note: ResultNote): string {
  const { end, result, replay } = note
  const pairs = (name: 'stocks' | 'percent' | 'score' | 'placement') =>
    `${name} ${result![name].map(decimal).join(' ')}`
  const lines = [
    'arena result v1',
    `log ${note.log}`,
    `match ${note.matchId}`,
    `number ${note.day} ${note.number}`,
    `started ${note.startedAt}`,
    `ended ${note.endedAt}`,
    `build ${note.build}`,
    `engine ${note.engine ?? '-'}`,
    `seed ${note.seed}`,
    `stage ${note.stage ?? '-'}`,
    ...PORTS.map((port) => {
      const { botId, character, costume, pads } = note.ports[port]
      const landed = pads === null ? '-' : `${pads.landed} ${pads.sha256}`
      return `port ${port} ${botId} character ${character ?? '-'} costume ${costume ?? '-'} pads ${landed}`
    }),
    `replay ${replay === null ? '-' : `${replay.bytes} ${replay.sha256}`}`,
    `end ${end.status} ${end.status === 'completed' ? end.reason : end.cause}`,
    result === null
      ? 'result -'
      : `result winner ${result.winner ?? '-'} frames ${result.frames} ${pairs('stocks')} ${pairs('percent')} ${pairs('score')} ${pairs('placement')}`,
    ...PORTS.map((port) => {
      const { before, after } = note.ratings[port]
      return `rating ${port} ${rating(before)} ${after === null ? '-' : rating(after)}`
    }),
  ]
  return `${lines.join('\n')}\n`
}

const rating = ({ mu, sigma }: NotedRating): string => `${decimal(mu)} ${decimal(sigma)}`

/** Without an exponent: numbers below a millionth have 20 digits after the point. */
function decimal(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}

function read(text: string): ResultNote {
  const lines = new LineReader(text)
  /** What `from` reads of the next line, which is nothing more. */
  const line = <Value>(name: string, from: (words: Words) => Value): Value => {
    const words = lines.line(name)
    const value = from(words)
    words.end()
    return value
  }
  line('arena', (words) => [words.one('result'), words.one('v1')])
  const note: ResultNote = {
    log: line('log', (words) => words.text(ORIGIN)),
    matchId: line('match', (words) => words.text(MATCH)),
    ...line('number', (words) => ({ day: words.text(DATE), number: words.number(WHOLE) })),
    startedAt: line('started', (words) => words.text(TIME)),
    endedAt: line('ended', (words) => words.text(TIME)),
    build: line('build', (words) => words.text(WORD)),
    engine: line('engine', (words) => words.maybe(() => words.text(WORD))),
    seed: line('seed', (words) => words.text(HEX)),
    stage: line('stage', (words) => words.maybe(() => words.number(WHOLE))),
    ports: [line('port', (words) => readPort(words, 0)), line('port', (words) => readPort(words, 1))],
    replay: line('replay', (words) => words.maybe(() => ({ bytes: words.number(WHOLE), sha256: words.text(HEX) }))),
    end: line('end', readEnd),
    result: line('result', (words) => words.maybe(readOutcome)),
    ratings: [line('rating', (words) => readRating(words, 0)), line('rating', (words) => readRating(words, 1))],
  }
  lines.end()
  return note
}

function readPort(words: Words, port: 0 | 1): NotedPort {
  words.one(`${port}`)
  return {
    botId: words.text(BOT),
    ...named(words, 'character', () => ({ character: words.maybe(() => words.number(WHOLE)) })),
    ...named(words, 'costume', () => ({ costume: words.maybe(() => words.number(WHOLE)) })),
    pads: named(words, 'pads', () => words.maybe(() => ({ landed: words.number(WHOLE), sha256: words.text(HEX) }))),
  }
}

function readEnd(words: Words): ResultNote['end'] {
  const status = words.one('completed', 'aborted')
  return status === 'completed'
    ? { status, reason: words.one(...EndReason.options) }
    : { status, cause: words.text(CAUSE) }
}

function readOutcome(words: Words): NotedResult {
  const winner = named(words, 'winner', () => words.maybe(() => Number(words.one('0', '1')) as 0 | 1))
  const frames = named(words, 'frames', () => words.number(WHOLE))
  const pair = (name: string, form = WHOLE): Pair<number> =>
    named(words, name, () => [words.number(form), words.number(form)])
  return {
    winner,
    frames,
    stocks: pair('stocks'),
    percent: pair('percent', DECIMAL),
    score: pair('score'),
    placement: pair('placement', { name: '1 or 2', form: /^[12]$/ }),
  }
}

function readRating(words: Words, port: 0 | 1): ResultNote['ratings'][0] {
  words.one(`${port}`)
  const two = (): NotedRating => ({ mu: words.number(DECIMAL), sigma: words.number(DECIMAL) })
  return { before: two(), after: words.maybe(two) }
}

/** What follows a word that names it. */
function named<Value>(words: Words, name: string, from: () => Value): Value {
  words.one(name)
  return from()
}
