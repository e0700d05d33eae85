/**
 * Writes down what the hosts report of their matches: Game Start and results in the database, progress in the list of
 * live matches, all of it in the log. Writing a result is repeated until the database accepts it. A result that the
 * database refuses would be repeated for ever, so it is written as an aborted match instead.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { HostListener, HostLoad, MatchProgress, MatchResult, MatchStarted } from '@arena/host'
import { MODES, ReceiptFacts } from '@arena/protocol'
import { isRefusal } from '../../db/refusal.ts'
import type { Database } from '../../db/schema.ts'
import type { Logger } from '../../log.ts'
import { completeMatch, CUT_SHORT } from '../ending/completion.ts'
import type { Holder } from '../taking/holder.ts'
import type { GameStart } from './game-start.ts'
import { startGame } from './game-start.ts'

const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 10_000
/** How long the arena's end waits for a database that is away. */
const PATIENCE_MS = 10_000
/** Polls a frame late cost bots their time to answer: the machine has too much to do. */
const LATE_MS = MODES.live.frameMs
const REPORTS_TO_WARN = 3

/** The list of live matches. */
interface Live {
  started(match: MatchStarted): void
  progress(reports: readonly MatchProgress[]): void
  finished(matchId: string): void
}

interface Records {
  /** The replay of a match that was aborted without one. False where no record lacks it. */
  keepReplay(id: string, bytes: number, game: GameStart | null): Promise<boolean>
}

export interface RecorderParts {
  readonly db: Database
  readonly replayRecords: Records
  readonly live: Live
  readonly log: Logger
  /** The machine whose matches these are, where others share the database. */
  readonly machineId?: string
  readonly now?: () => number
  readonly firstRetryMs?: number
}

export class Recorder implements HostListener {
  readonly #parts: RecorderParts
  readonly #pending = new Set<Promise<void>>()
  readonly #givenUp = new AbortController()
  /** Reports in a row in which a host polled late. */
  readonly #lateReports = new Map<number, number>()
  /** Under which attempts matches were taken whose results are not on record yet. */
  readonly #attempts = new Map<string, number>()

  constructor(parts: RecorderParts) {
    this.#parts = parts
  }

  /** From now on, what is written of the match counts only while it is this machine's, under this attempt. */
  took(matchId: string, attempt: number): void {
    this.#attempts.set(matchId, attempt)
  }

  started(match: MatchStarted): void {
    const { db, live, log } = this.#parts
    live.started(match)
    log.info({ matchId: match.matchId, stage: match.stage, picks: match.picks }, 'game started')
    // The result repeats all of this, so nothing is lost for good.
    this.#track(startGame(db, match, this.#holder(match.matchId)), 'the start of a game was not written')
  }

  progress(reports: readonly MatchProgress[]): void {
    this.#parts.live.progress(reports)
  }

  finished(result: MatchResult): void {
    this.#track(this.#complete(result), 'a result was not written')
  }

  forgiven(matchId: string, host: number): void {
    this.#parts.log.warn({ matchId, host }, 'a match fell behind its clock; in development it continues')
  }

  /** Told when it has lasted for some reports, and when it is over; a moment's stall is no news. */
  load({ latenessMs, matches }: HostLoad, host: number): void {
    const { log } = this.#parts
    const p99Ms = Math.round(latenessMs.p99)
    const lateReports = p99Ms > LATE_MS ? (this.#lateReports.get(host) ?? 0) + 1 : 0
    const wasLate = (this.#lateReports.get(host) ?? 0) >= REPORTS_TO_WARN
    this.#lateReports.set(host, lateReports)
    if (lateReports === REPORTS_TO_WARN) {
      log.warn({ host, p99Ms, matches }, 'a host polls late: the machine has too much to do')
    } else if (wasLate && lateReports === 0) {
      log.info({ host, p99Ms, matches }, 'a host polls in time again')
    }
  }

  died(host: number, how: string, matches: number): void {
    this.#parts.log.error({ host, how, matches }, 'a host process died; another takes its place')
  }

  notStarted(host: number, why: string, againInMs: number): void {
    this.#parts.log.error({ host, why, againInMs }, 'a host process could not be started; it is tried again')
  }

  /** Resolves when everything reported so far is written. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  /** The same, but not for ever: of a result given up, the match is aborted at the next start. */
  async close(patienceMs = PATIENCE_MS): Promise<void> {
    const timer = setTimeout(() => this.#givenUp.abort(), patienceMs)
    await this.settled()
    clearTimeout(timer)
  }

  /** A receipt is worth less than its result: one that could not be read again is left out. */
  #withSoundReceipts(result: MatchResult): MatchResult {
    const { receipts, ...rest } = result
    if (receipts === undefined) return result
    const faults = receipts.flatMap((facts) => ReceiptFacts.safeParse(facts).error ?? [])
    if (faults.length === 0) return result
    this.#parts.log.error({ err: faults[0], matchId: result.matchId }, 'a receipt was not valid and is left out')
    return rest
  }

  #holder(matchId: string): Holder | undefined {
    const { machineId } = this.#parts
    const attempt = this.#attempts.get(matchId)
    return machineId === undefined || attempt === undefined ? undefined : { machineId, attempt }
  }

  #track(work: Promise<unknown>, complaint: string): void {
    const { log } = this.#parts
    const tracked = work
      .catch((error: unknown) => log.error({ err: error }, complaint))
      .then(() => void this.#pending.delete(tracked))
    this.#pending.add(tracked)
  }

  async #complete(reported: MatchResult): Promise<void> {
    const { db, replayRecords, live, log, now = Date.now, firstRetryMs = FIRST_RETRY_MS } = this.#parts
    const { matchId } = reported
    const told = this.#withSoundReceipts(reported)
    let result = told
    let isFirst = false
    const endedAt = now()
    for (let waitMs = firstRetryMs; ; waitMs = Math.min(2 * waitMs, LONGEST_RETRY_MS)) {
      try {
        isFirst = await completeMatch(db, result, endedAt, this.#holder(matchId))
        // It was ended while this machine said nothing; its replay is there all the same.
        if (!isFirst && result.replayBytes !== null) {
          await replayRecords.keepReplay(matchId, result.replayBytes, result.played ? result.summary : null)
        }
        break
      } catch (error) {
        if (result === told && isRefusal(error)) {
          log.error({ err: error, matchId }, 'the database refused a result; its match is aborted')
          result = withoutRefused(told)
          continue
        }
        log.error({ err: error, matchId }, 'a result could not be written; it is tried again')
        await sleep(waitMs, undefined, { signal: this.#givenUp.signal }).catch(() => {})
        const { status, cause } = result
        if (this.#givenUp.signal.aborted) return log.error({ matchId, status, cause }, 'a result was given up')
      }
    }
    const { status, cause, detail, summary, replayBytes, fault } = result
    this.#attempts.delete(matchId)
    live.finished(matchId)
    if (!isFirst) log.warn({ matchId, status, cause }, 'a match was over on record before its result came')
    const fields = { matchId, status, cause, detail, winner: summary?.winner ?? null, replayBytes, fault }
    log[CUT_SHORT.has(cause) && cause !== 'shutdown' ? 'warn' : 'info'](fields, 'match ended')
  }
}

/** What remains of a result whose words or figures the database refused: that the match is over, and unrated. */
function withoutRefused(refused: MatchResult): MatchResult {
  const { receipts: _receipts, landed: _landed, ...result } = refused
  return {
    ...result,
    status: 'aborted',
    cause: CUT_SHORT.has(result.cause) ? result.cause : 'arena-fault',
    detail: 'The result could not be recorded: the database refused what it holds.',
    summary: null,
  }
}
