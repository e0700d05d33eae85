/**
 * What the entries of a public log prove of a day, and what contradicts them: numbers without gaps, seeds of the secret that
 * was committed to beforehand, ratings that follow from one another, keys that are not back-dated. Pure.
 */
import { commitmentOf, readEntry, seedOf, type Entry, type ResultNote } from '@arena/protocol/public-log'
import { rate, type Outcome, type Rating } from '@arena/ratings'

interface Fault {
  readonly name: 'entry' | 'key' | 'secret' | 'number' | 'seed' | 'rating' | 'chain'
  readonly matchId: string | null
  readonly text: string
}

export interface DayAudit {
  /** In the order of the log. */
  readonly results: readonly ResultNote[]
  /** Whether the day's secret is public, so that its seeds are checked. */
  readonly isRevealed: boolean
  readonly faults: readonly Fault[]
}

/** Ratings are computed alike on every machine, except for the last digits of the exponential function. */
const TOLERANCE = 1e-9
const PORTS = [0, 1] as const

/** `texts`: all entries of the log from its first on. */
export function auditDay(texts: readonly string[], origin: string, day: string): DayAudit {
  const faults: Fault[] = []
  const fault = (name: Fault['name'], matchId: string | null, text: string): void =>
    void faults.push({ name, matchId, text })
  const entries = texts.map((text, index): Entry | null => {
    try {
      const entry = readEntry(text)
      if (entry.log === origin) return entry
      fault('entry', null, `Entry ${index} is of another log, ${entry.log}.`)
    } catch (error) {
      fault('entry', null, `Entry ${index} is none that an arena writes: ${(error as Error).message}`)
    }
    return null
  })
  const commitments = entries.flatMap((entry, index) =>
    entry?.kind === 'day' && entry.day === day ? [{ index, entry }] : [],
  )
  const secrets = entries.flatMap((entry) => (entry?.kind === 'secret' && entry.day === day ? [entry.secret] : []))
  const played = entries.flatMap((entry, index) =>
    entry?.kind === 'result' && entry.result.day === day ? [{ index, result: entry.result }] : [],
  )
  const results = played.map(({ result }) => result)
  const [first] = commitments
  if (commitments.length > 1) {
    fault(
      'secret',
      null,
      `The log commits to ${commitments.length} secrets of ${day}: seeds could be chosen among them.`,
    )
  }
  if (played.length > 0 && (first === undefined || first.index > played[0]!.index)) {
    fault('secret', null, `The log holds a match of ${day} before it commits to the secret of that day.`)
  }
  const [secret] = secrets
  if (secret !== undefined && first !== undefined && commitmentOf(secret) !== first.entry.commitment) {
    fault('secret', null, `The secret of ${day} is another than the log has committed to.`)
  }
  if (first !== undefined && first.entry.first !== 1 && entries[0]?.kind !== 'restored') {
    const text = `The log begins ${day} with match ${first.entry.first}, and follows no other log that could hold those before.`
    fault('number', null, text)
  }
  auditKeys(entries, fault)
  auditNumbers(results, { isRevealed: secret !== undefined, first: first?.entry.first ?? 1, day }, fault)
  if (secret !== undefined) {
    for (const { matchId, number, seed } of results) {
      if (number > 0 && Buffer.from(seedOf(secret, number)).toString('hex') !== seed) {
        fault('seed', matchId, `Another seed: it is not the one that the secret of ${day} gives match ${number}.`)
      }
    }
  }
  auditRatings(entries, day, fault)
  return { results, isRevealed: secret !== undefined, faults }
}

type Report = (name: Fault['name'], matchId: string | null, text: string) => void

/** A key is entered when it comes into use: what the log held before it has older times. */
function auditKeys(entries: readonly (Entry | null)[], fault: Report): void {
  let newest = ''
  for (const entry of entries) {
    if (entry?.kind === 'result' && entry.result.endedAt > newest) newest = entry.result.endedAt
    if (entry?.kind !== 'key') continue
    if (entry.since < newest) {
      fault(
        'key',
        null,
        `A key is back-dated: it says ${entry.since}, and the log before it holds a match of ${newest}.`,
      )
    }
    newest = entry.since > newest ? entry.since : newest
  }
}

interface Numbering {
  readonly day: string
  /** All matches of the day have ended. */
  readonly isRevealed: boolean
  /** The number of the day's first match in this log, by its commitment. */
  readonly first: number
}

function auditNumbers(results: readonly ResultNote[], { day, isRevealed, first }: Numbering, fault: Report): void {
  const byNumber = new Map<number, string>()
  for (const { number, matchId } of results) {
    const other = byNumber.get(number)
    if (other !== undefined)
      fault('number', matchId, `Match ${number} of ${day} is in the log twice, also as ${other}.`)
    byNumber.set(number, matchId)
  }
  // While the day runs, a missing number may be a match that has not ended.
  if (!isRevealed) return
  const numbers = [...byNumber.keys()].toSorted((a, b) => a - b)
  let expected = first
  for (const number of numbers) {
    if (number > expected) {
      const gap = number - 1 === expected ? `Match ${expected}` : `Matches ${expected} to ${number - 1}`
      fault(
        'number',
        null,
        `${gap} of ${day} ${number - 1 === expected ? 'is' : 'are'} missing from the log: a result was dropped.`,
      )
    }
    expected = number + 1
  }
}

function auditRatings(entries: readonly (Entry | null)[], day: string, fault: Report): void {
  const standing = new Map<string, { readonly rating: Rating; readonly matchId: string }>()
  for (const entry of entries) {
    if (entry?.kind !== 'result') continue
    const { result } = entry
    const { matchId, ports, ratings } = result
    const isOfDay = result.day === day
    for (const port of PORTS) {
      const { botId } = ports[port]
      const { before, after } = ratings[port]
      const last = standing.get(botId)
      if (isOfDay && last !== undefined && !isNear(last.rating, before)) {
        const text = `The ratings of ${botId} do not join: ${shown(last.rating)} after ${last.matchId}, and ${shown(before)} before this match, so that a match between them is missing or a rating was changed.`
        fault('chain', matchId, text)
      }
      standing.set(botId, { rating: after ?? before, matchId })
    }
    if (isOfDay) auditRating(result, fault)
  }
}

function auditRating({ matchId, result, ratings }: ResultNote, fault: Report): void {
  const rated = PORTS.filter((port) => ratings[port].after !== null)
  if (result === null) {
    if (rated.length > 0) fault('rating', matchId, 'The match was aborted, and yet a rating changed.')
    return
  }
  // Both or neither.
  if (rated.length === 0) return
  const outcome: Outcome = result.winner === null ? 'draw' : result.winner === 0 ? 'win' : 'loss'
  const expected = rate(ratings[0].before, ratings[1].before, outcome)
  for (const port of PORTS) {
    const { after } = ratings[port]
    if (after === null || !isNear(after, expected[port])) {
      const found = after === null ? 'none' : shown(after)
      fault(
        'rating',
        matchId,
        `Another rating of port ${port}: ${shown(expected[port])} follows from those before, and the note has ${found}.`,
      )
    }
  }
}

const isNear = (one: Rating, other: Rating): boolean =>
  Math.abs(one.mu - other.mu) <= TOLERANCE && Math.abs(one.sigma - other.sigma) <= TOLERANCE

const shown = ({ mu, sigma }: Rating): string => `mu ${mu.toFixed(3)} sigma ${sigma.toFixed(3)}`
