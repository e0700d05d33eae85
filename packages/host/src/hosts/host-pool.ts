/**
 * The arena's side of its hosts: starts one process for each, gives a match to the host with the fewest, passes on what
 * they report, and replaces a host that crashed, stopped answering or could not be started: at once if it had run for
 * long, otherwise after growing delays. A dead host's matches end as `host-lost`, with the replay completed as far as
 * it was written.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { STOCKS, type GameSummary } from '@arena/protocol'
import { wordsOf } from '@arena/protocol/words-of'
import { Backoff } from '../system/backoff.ts'
import { startProcess } from '../system/start-process.ts'
import { Watchdog } from '../system/watchdog.ts'
import { ENTRY_ENVIRONMENT, ENTRY_OPTIONS, entryPath } from '../system/entry.ts'
import type { HostInit } from './host-main.ts'
import type {
  EndCause,
  HostCommand,
  HostEvent,
  HostLoad,
  MatchOrder,
  MatchProgress,
  MatchResult,
  MatchStarted,
} from '../order.ts'
import { recoverReplay } from '../match/replay-file.ts'
import { standingOf } from '../match/standing.ts'

/** A host reports its load every ten seconds; one that says nothing for this long is stuck. */
const SILENT_MS = 60_000
const LOOKS = 12
/** From one start of a host to the next at least; longer after each host that did not live for `STEADY_MS`. */
const FIRST_RESTART_MS = 1000
const LONGEST_RESTART_MS = 30_000
const STEADY_MS = 60_000
/** How long hosts have to break off their matches. */
const STOP_MS = 10_000

/** Objects of a host live for a frame: a young generation that fits a processor's cache is enough. */
const HOST_OPTIONS = ['--max-semi-space-size=2']

export interface HostListener {
  started(match: MatchStarted): void
  progress(matches: readonly MatchProgress[]): void
  finished(result: MatchResult): void
  /** A match was behind its clock for too long, and continues all the same. */
  forgiven(matchId: string, host: number): void
  load(load: HostLoad, host: number): void
  /** A host process died, with the number of matches that were lost. */
  died(host: number, how: string, matches: number): void
  /** A host process could not be started, and when the next attempt is. */
  notStarted(host: number, why: string, againInMs: number): void
}

/** A listener that passes on what it hears, but for what `own` takes up itself. */
export function passingOn(listener: HostListener, own: Partial<HostListener>): HostListener {
  return {
    started: (match) => listener.started(match),
    progress: (matches) => listener.progress(matches),
    finished: (result) => listener.finished(result),
    forgiven: (matchId, host) => listener.forgiven(matchId, host),
    load: (load, host) => listener.load(load, host),
    died: (host, how, matches) => listener.died(host, how, matches),
    notStarted: (host, why, againInMs) => listener.notStarted(host, why, againInMs),
    ...own,
  }
}

type Defaulted = 'loadMs' | 'markDir'

export interface HostPoolOptions {
  readonly hosts: number
  readonly init: Omit<HostInit, 'index' | 'count' | Defaulted> & Partial<Pick<HostInit, Defaulted>>
  readonly listener: HostListener
  /** How long a host that is ready may say nothing; by default a minute, as while it starts. */
  readonly silentMs?: number
}

/** A match on a host, and what was reported of it. */
interface Assigned {
  readonly order: MatchOrder
  started: MatchStarted | null
  progress: MatchProgress | null
}

interface Slot {
  readonly index: number
  readonly matches: Map<string, Assigned>
  child: ChildProcess | null
  isReady: boolean
  isOverloaded: boolean
  readonly restarts: Backoff
  startedAt: number
  readonly silence: Watchdog
  /** Set while the next start is waited for. */
  restart: NodeJS.Timeout | null
}

export class HostPool {
  readonly #options: HostPoolOptions
  readonly #slots: readonly Slot[]
  readonly #ready: Promise<void>
  readonly #watch: NodeJS.Timeout
  /** Results of lost matches that are being put together. */
  readonly #losses = new Set<Promise<void>>()
  #idle: (() => void)[] = []
  #stopping = false

  constructor(options: HostPoolOptions) {
    this.#options = options
    const lookMs = (options.silentMs ?? SILENT_MS) / LOOKS
    this.#slots = Array.from({ length: options.hosts }, (_, index) => ({
      index,
      matches: new Map(),
      child: null,
      isReady: false,
      isOverloaded: false,
      restarts: new Backoff(FIRST_RESTART_MS, LONGEST_RESTART_MS),
      startedAt: 0,
      silence: new Watchdog(lookMs, performance.now()),
      restart: null,
    }))
    this.#ready = Promise.all(this.#slots.map((slot) => this.#start(slot))).then(() => {})
    this.#watch = setInterval(() => this.#killSilent(), lookMs)
    this.#watch.unref()
  }

  /** Resolves when every host has said that it is ready, has died trying, or could not be started. */
  ready(): Promise<void> {
    return this.#ready
  }

  /** Matches given to a host whose result has not come yet. */
  get running(): number {
    let running = this.#losses.size
    for (const slot of this.#slots) running += slot.matches.size
    return running
  }

  /** Process ids of the hosts that are up. */
  get pids(): readonly number[] {
    return this.#slots.flatMap(({ child }) => child?.pid ?? [])
  }

  /** Whether there is a host that a match could be given to. */
  get isUp(): boolean {
    return !this.#stopping && this.#slots.some(({ child }) => child !== null)
  }

  /** Whether a host has more matches than it can play in time. */
  get isOverloaded(): boolean {
    return this.#slots.some(({ child, isOverloaded }) => child !== null && isOverloaded)
  }

  /** Whether a further match would find a host that plays those it has in time. */
  get hasRoom(): boolean {
    return this.isUp && this.#slots.some(({ child, isOverloaded }) => child !== null && !isOverloaded)
  }

  /**
   * Gives a match that began `ranMs` ago to the host with the fewest, one that keeps up if there is any. Throws when no host is
   * up.
   */
  play(order: MatchOrder, ranMs = 0): void {
    const up = this.#slots.filter(({ child }) => child !== null)
    if (up.length === 0 || this.#stopping) throw new Error('No host is up')
    const keepingUp = up.filter(({ isOverloaded }) => !isOverloaded)
    const slot = (keepingUp.length > 0 ? keepingUp : up).reduce((best, other) =>
      other.matches.size < best.matches.size ? other : best,
    )
    slot.matches.set(order.matchId, { order, started: null, progress: null })
    slot.child!.send({ type: 'play', order, ranMs } satisfies HostCommand)
  }

  /** Breaks a match off. */
  abort(matchId: string, cause: EndCause): void {
    const slot = this.#slots.find(({ matches }) => matches.has(matchId))
    slot?.child?.send({ type: 'abort', matchId, cause })
  }

  /** Resolves when no match runs any more; the caller seats no new ones. */
  async drain(): Promise<void> {
    while (this.running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  /** Breaks off what still runs and ends every host; all results have been reported when it resolves. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#watch)
    await Promise.all(
      this.#slots.map(async ({ child, restart }) => {
        if (restart !== null) clearTimeout(restart)
        if (child === null) return
        const gone = new Promise((resolve) => child.once('exit', resolve))
        child.send({ type: 'stop' })
        const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
        await gone
        clearTimeout(timer)
      }),
    )
    await Promise.all(this.#losses)
  }

  /** Resolves when the host is ready, dead, or could not be started. */
  #start(slot: Slot): Promise<void> {
    const { init, hosts } = this.#options
    slot.startedAt = performance.now()
    slot.silence.heard(slot.startedAt)
    slot.isReady = slot.isOverloaded = false
    return new Promise((resolve) => {
      const child = startProcess(forkHost, (error) => {
        this.#notStarted(slot, error)
        resolve()
      })
      slot.child = child
      if (child === null) return
      child.on('message', (event: HostEvent) => {
        slot.silence.heard(performance.now())
        if (event.type !== 'ready') return this.#take(slot, event)
        slot.isReady = true
        resolve()
      })
      // After the last message of the host, unlike `exit`.
      child.once('disconnect', () => {
        if (child.exitCode === null && child.signalCode === null) child.once('exit', () => this.#lost(slot, child))
        else this.#lost(slot, child)
        resolve()
      })
      // Sending to a host that is just dying; `disconnect` says so.
      child.on('error', () => {})
      child.send({ loadMs: 10_000, markDir: null, ...init, index: slot.index, count: hosts } satisfies HostInit)
    })
  }

  #take(slot: Slot, event: HostEvent): void {
    const { listener } = this.#options
    switch (event.type) {
      case 'started': {
        const assigned = slot.matches.get(event.match.matchId)
        if (assigned !== undefined) assigned.started = event.match
        return listener.started(event.match)
      }
      case 'progress':
        for (const progress of event.matches) {
          const assigned = slot.matches.get(progress.matchId)
          if (assigned !== undefined) assigned.progress = progress
        }
        return listener.progress(event.matches)
      case 'finished':
        slot.matches.delete(event.result.matchId)
        this.#finished(event.result)
        return
      case 'forgiven':
        return listener.forgiven(event.matchId, slot.index)
      case 'load':
        return listener.load(event.load, slot.index)
      case 'overload':
        slot.isOverloaded = event.isOverloaded
        return
      case 'ready':
    }
  }

  #finished(result: MatchResult): void {
    this.#options.listener.finished(result)
    if (this.running === 0) for (const wake of this.#idle.splice(0)) wake()
  }

  /** The process is gone: its matches are lost, and another takes its place. */
  #lost(slot: Slot, child: ChildProcess): void {
    if (slot.child !== child) return
    slot.child = null
    const lost = [...slot.matches.values()]
    slot.matches.clear()
    for (const assigned of lost) {
      const loss = this.#lose(assigned)
      this.#losses.add(loss)
      void loss.then(() => {
        this.#losses.delete(loss)
        if (this.running === 0) for (const wake of this.#idle.splice(0)) wake()
      })
    }
    if (this.#stopping) return
    this.#options.listener.died(slot.index, child.signalCode ?? `code ${child.exitCode}`, lost.length)
    this.#startAgain(slot)
  }

  #notStarted(slot: Slot, error: Error): void {
    if (this.#stopping) return
    this.#options.listener.notStarted(slot.index, error.message, this.#startAgain(slot))
  }

  /** Gives how long that will take. */
  #startAgain(slot: Slot): number {
    const livedMs = performance.now() - slot.startedAt
    if (livedMs >= STEADY_MS) slot.restarts.reset()
    const waitMs = Math.max(0, slot.restarts.take() - livedMs)
    slot.restart = setTimeout(() => {
      slot.restart = null
      void this.#start(slot)
    }, waitMs)
    return Math.round(waitMs)
  }

  async #lose({ order, started, progress }: Assigned): Promise<void> {
    let detail = 'The process that played the match died.'
    let replayBytes: number | null = null
    let summary = started === null ? null : summaryAsItStood(started, progress)
    try {
      const { replayDir } = this.#options.init
      replayBytes = await recoverReplay(replayDir, order.matchId)
      // It is ahead of what was reported: by some frames, or by the whole beginning of a game.
      if (replayBytes !== null) summary = standingOf(await readFile(join(replayDir, `${order.matchId}.slp`))) ?? summary
    } catch (error) {
      detail += ` ${wordsOf(error)}`
    }
    this.#finished({
      matchId: order.matchId,
      status: 'aborted',
      // One that does not end in time when the arena stops is killed.
      cause: this.#stopping ? 'shutdown' : 'host-lost',
      detail,
      summary: summary && withMissed(summary, progress),
      played: summary !== null,
      // Without a report nobody knows whether a bot answered: its streak of misses stays as it is.
      answered: progress?.answered ?? [false, false],
      replayBytes,
    })
  }

  #killSilent(): void {
    const { silentMs = SILENT_MS } = this.#options
    const isSilent = ({ silence, isReady }: Slot) =>
      silence.silentMs(performance.now()) > (isReady ? silentMs : SILENT_MS)
    for (const slot of this.#slots) {
      if (!isSilent(slot)) continue
      setImmediate(() => {
        if (isSilent(slot)) slot.child?.kill('SIGKILL')
      })
    }
  }
}

function forkHost(): ChildProcess {
  return fork(entryPath('host-main'), [], {
    execArgv: [...HOST_OPTIONS, ...ENTRY_OPTIONS],
    env: { ...ENTRY_ENVIRONMENT, ...process.env },
    serialization: 'advanced',
  })
}

function summaryAsItStood({ stage, picks }: MatchStarted, progress: MatchProgress | null): GameSummary {
  const player = (port: 0 | 1) => ({
    ...picks[port],
    stocks: progress?.players[port].stocks ?? STOCKS,
    percent: progress?.players[port].percent ?? 0,
    missed: 0,
  })
  return {
    stage,
    players: [player(0), player(1)],
    frames: Math.max(0, (progress?.frame ?? -1) + 1),
    endReason: 'engine',
    winner: null,
  }
}

/** Missed polls are in no replay: the counts are those that were reported last. */
function withMissed(summary: GameSummary, progress: MatchProgress | null): GameSummary {
  const player = (port: 0 | 1) => ({ ...summary.players[port], missed: progress?.missed[port] ?? 0 })
  return { ...summary, players: [player(0), player(1)] }
}
