/**
 * What the entries of a public log prove of a day, and what contradicts them: numbers without gaps, seeds of the secret that
 * was committed to beforehand, ratings that follow from one another, keys that are not back-dated. Pure.
 */
import { commitmentOf, seedOf, type Entry, type ResultNote } from '@arena/protocol/public-log'
import { rate, type Outcome, type Rating } from '@arena/ratings'
import type { LoggedEntry } from './public-log.ts'

interface Fault {
  readonly about: 'log' | 'seed' | 'ratings'
  /** The match that it is about; null where it is about the day or the log. */
  readonly matchId: string | null
  readonly text: string
}

export interface DayAudit {
  /** In the order of the log. */
  readonly results: readonly ResultNote[]
  /** Whether the log commits to a secret of the day. */
  readonly isCommitted: boolean
  /** The number of the day's first match in this log, by its commitment. */
  readonly first: number
  /** Whether the day's secret is public, so that its seeds are checked. */
  readonly isRevealed: boolean
  readonly faults: readonly Fault[]
}

interface Audited {
  readonly day: string
  /** The origin and the number of the log, and the key that has signed its checkpoint. */
  readonly origin: string
  readonly number: number
  readonly signer: string | null
}

/** Ratings are computed alike on every machine, except for the last digits of the exponential function. */
const TOLERANCE = 1e-9
const PORTS = [0, 1] as const

/** `logged`: the entries from the day before on, up to the secret of the day. */
export function auditDay(logged: readonly LoggedEntry[], { day, origin, number, signer }: Audited): DayAudit {
  const faults: Fault[] = []
  const fault: Report = (about, matchId, text) => void faults.push({ about, matchId, text })
  const entries = logged.map(({ index, entry, problem }): Entry | null => {
    if (entry === null) fault('log', null, `Entry ${index} is none that an arena writes: ${problem}`)
    else if (entry.log !== origin) fault('log', null, `Entry ${index} is of another log, ${entry.log}.`)
    else return entry
    return null
  })
  const commitments = entries.flatMap((entry, index) =>
    entry?.kind === 'day' && entry.day === day ? [{ index, entry }] : [],
  )
  const secrets = entries.flatMap((entry, index) =>
    entry?.kind === 'secret' && entry.day === day ? [{ index, secret: entry.secret }] : [],
  )
  const played = entries.flatMap((entry, index) =>
    entry?.kind === 'result' && entry.result.day === day ? [{ index, result: entry.result }] : [],
  )
  const results = played.map(({ result }) => result)
  const [first] = commitments
  const [revealed] = secrets
  if (commitments.length > 1) {
    fault('seed', null, `The log commits to ${commitments.length} secrets of ${day}: seeds could be chosen among them.`)
  }
  if (played.length > 0 && (first === undefined || first.index > played[0]!.index)) {
    fault('seed', null, `The log holds a match of ${day} before it commits to the secret of that day.`)
  }
  if (revealed !== undefined && first !== undefined && commitmentOf(revealed.secret) !== first.entry.commitment) {
    fault('seed', null, `The secret of ${day} is another than the log has committed to.`)
  }
  if (first !== undefined && first.entry.first !== 1 && number === 1) {
    const text = `The log begins ${day} with match ${first.entry.first}, and there is no log before it that could hold the others.`
    fault('log', null, text)
  }
  auditKeys(entries, signer, fault)
  auditNumbers(results, { isRevealed: revealed !== undefined, first: first?.entry.first ?? 1, day }, fault)
  if (revealed !== undefined) {
    for (const { index, result } of played) {
      const expected = result.number > 0 ? seedOf(revealed.secret, result.number) : new Uint8Array(0)
      if (Buffer.from(expected).toString('hex') !== result.seed) {
        const text = `Another seed: it is not the one that the secret of ${day} gives match ${result.number}.`
        fault('seed', result.matchId, text)
      }
      if (index > revealed.index) {
        fault(
          'seed',
          result.matchId,
          `The match was entered after the secret of ${day}, when its seed was known to everybody.`,
        )
      }
    }
  }
  auditRatings(entries, day, fault)
  return {
    results,
    isCommitted: first !== undefined,
    first: first?.entry.first ?? 1,
    isRevealed: revealed !== undefined,
    faults,
  }
}

type Report = (about: Fault['about'], matchId: string | null, text: string) => void

/** A key is entered when it comes into use: what the log held before it has older times. */
function auditKeys(entries: readonly (Entry | null)[], signer: string | null, fault: Report): void {
  const last = entries.findLast((entry) => entry?.kind === 'key')
  if (last?.kind === 'key' && signer !== null && last.publicKey !== signer) {
    fault('log', null, `The checkpoint is signed by an older key than the one that counts since ${last.since}.`)
  }
  let newest = ''
  for (const entry of entries) {
    if (entry?.kind === 'result' && entry.result.endedAt > newest) newest = entry.result.endedAt
    if (entry?.kind !== 'key') continue
    if (entry.since < newest) {
      fault(
        'log',
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
    if (other !== undefined) fault('log', matchId, `Match ${number} of ${day} is in the log twice, also as ${other}.`)
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
        'log',
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
        fault('ratings', matchId, text)
      }
      standing.set(botId, { rating: after ?? before, matchId })
    }
    if (isOfDay) auditRating(result, fault)
  }
}

function auditRating({ matchId, result, ratings }: ResultNote, fault: Report): void {
  const rated = PORTS.filter((port) => ratings[port].after !== null)
  if (result === null) {
    if (rated.length > 0) fault('ratings', matchId, 'The match was aborted, and yet a rating changed.')
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
        'ratings',
        matchId,
        `Another rating of port ${port}: ${shown(expected[port])} follows from those before, and the note has ${found}.`,
      )
    }
  }
}

const isNear = (one: Rating, other: Rating): boolean =>
  Math.abs(one.mu - other.mu) <= TOLERANCE && Math.abs(one.sigma - other.sigma) <= TOLERANCE

const shown = ({ mu, sigma }: Rating): string => `mu ${mu.toFixed(3)} sigma ${sigma.toFixed(3)}`
