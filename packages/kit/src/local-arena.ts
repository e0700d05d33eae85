/**
 * An arena for one match after the other, without database, accounts and ratings: the same host process, engine process,
 * clock and sockets as in a real one, signed with a key of its own that bots can fetch as from a real one.
 */
import { rmSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtInEngine, checkBotUrl, deployCheck, HostPool, matchTiming } from '@arena/host'
import type { MatchOrder, MatchProgress, MatchResult, MatchStarted, Pair } from '@arena/host'
import { createKeyPair, type DeployReport, type KeyPair, type Raised } from '@arena/protocol'
import { wordsOf } from '@arena/protocol/words-of'
import { CommandFailure } from '@arena/host/command-line'
import { KeyServer } from './key-server.ts'
import { RaisedErrors } from './raised/raised-errors.ts'
import { RunningMatch } from './running-match.ts'

const POLICY = { allowPrivate: true } as const
const SETTLE_MS = 20

export interface LocalArenaOptions {
  readonly isFast: boolean
  /** Processes that play matches; one unless given. Each may play several at once. */
  readonly hosts?: number
  /** By default a new one. */
  readonly platformKey?: KeyPair
  /** By origin of a bot: the port of this machine that its matches go through. */
  readonly detours?: Readonly<Record<string, number>>
  /** Whether a match goes on that a busy machine is late with, as in an arena in development; else it is aborted. */
  readonly forgivesLag?: boolean
  /** Whether bots are asked to draw, and what they draw is kept; not unless given. */
  readonly isDrawn?: boolean
  readonly onStarted: (match: MatchStarted) => void
  readonly onProgress: (progress: MatchProgress) => void
  /** Called for each error of a bot that was started here, with the match and all errors of that bot's in it. */
  readonly onRaised?: (matchId: string, url: string, errors: RaisedErrors) => void
  /** Breaks off what is being played. */
  readonly signal: AbortSignal
}

export class LocalArena implements AsyncDisposable {
  readonly #platformKey: KeyPair
  readonly #keys: KeyServer
  readonly #options: LocalArenaOptions
  readonly #dir: string
  readonly #removeDir = (): void => rmSync(this.#dir, { recursive: true, force: true, maxRetries: 3 })
  readonly #pool: HostPool
  /** The match that each bot plays, or played last, by the bot's URL. */
  readonly #matches = new Map<string, RunningMatch>()
  #notStarted: string | null = null
  /** The callers that wait for a result, by match. */
  readonly #waiting = new Map<string, (result: MatchResult) => void>()

  private constructor(dir: string, platformKey: KeyPair, keys: KeyServer, options: LocalArenaOptions) {
    this.#dir = dir
    // The folder goes also where the kit does not wait until everything has ended.
    process.once('exit', this.#removeDir)
    this.#platformKey = platformKey
    this.#keys = keys
    this.#options = options
    this.#pool = new HostPool({
      hosts: options.hosts ?? 1,
      init: {
        platformKey: this.#platformKey,
        policy: POLICY,
        detours: options.detours ?? {},
        engine: builtInEngine(options.isFast ? 'fast' : 'live'),
        replayDir: dir,
        faultDir: join(dir, 'engine-faults'),
        timing: { ...matchTiming(), ...(options.forgivesLag === true && { whenBehind: 'forgive' }) },
        clock: options.isFast ? 'fast' : 'live',
      },
      listener: {
        started: (match) => this.#options.onStarted(match),
        progress: ([progress]) => this.#options.onProgress(progress!),
        finished: (result) => this.#finished(result),
        forgiven: () => {},
        load: () => {},
        died: () => {},
        notStarted: (_host, why) => (this.#notStarted = why),
      },
    })
  }

  static async open(options: LocalArenaOptions): Promise<LocalArena> {
    const { platformKey = createKeyPair() } = options
    const dir = await mkdtemp(join(tmpdir(), 'arena-kit-'))
    const arena = new LocalArena(dir, platformKey, await KeyServer.open(platformKey.publicKey), options)
    await arena.#pool.ready()
    options.signal.addEventListener('abort', () => void arena.#pool.stop(), { once: true })
    if (arena.#pool.isUp) return arena
    await arena[Symbol.asyncDispose]()
    throw new CommandFailure(
      `The process that plays matches could not be started: ${arena.#notStarted ?? 'it ended at once'}`,
    )
  }

  get publicKey(): string {
    return this.#platformKey.publicKey
  }

  /** Where bots find the key, as they do at an arena. */
  get url(): string {
    return this.#keys.url
  }

  check(url: string): Promise<DeployReport> {
    const { signal } = this.#options
    return deployCheck({ url: checkBotUrl(url, POLICY), platformKey: this.#platformKey, policy: POLICY, signal })
  }

  /** Whether what bots draw is kept. */
  get isDrawn(): boolean {
    return this.#options.isDrawn === true
  }

  /** Whether frames follow the answers of the bots, and not time. */
  get isFast(): boolean {
    return this.#options.isFast
  }

  /** The match that the bot at a URL plays, or played last. */
  matchOf(url: string): RunningMatch | null {
    return this.#matches.get(url) ?? null
  }

  /** An error of the bot at a URL, in the match that it plays or played last. */
  raised(url: string, error: Raised): void {
    const match = this.matchOf(url)
    if (match === null) return
    const errors = match.raised[match.portOf(url)]
    errors.take(error)
    this.#options.onRaised?.(match.matchId, url, errors)
  }

  /** What the bots of a match that is over have raised, by port. */
  async raisedIn(matchId: string): Promise<Pair<RaisedErrors>> {
    // Lines that a bot has printed before its last pad may not have been read yet.
    await sleep(SETTLE_MS)
    const match = [...this.#matches.values()].find((each) => each.matchId === matchId)
    return match?.raised ?? [new RaisedErrors(), new RaisedErrors()]
  }

  /** Several may be played at once, each with an id of its own. */
  play(order: MatchOrder): Promise<MatchResult> {
    this.#options.signal.throwIfAborted()
    const { matchId, bots } = order
    const { replay, debug } = this.filesOf(matchId)
    const match = new RunningMatch(order, replay, this.isDrawn ? debug : null)
    for (const { url } of bots) {
      this.#matches.get(url)?.[Symbol.dispose]()
      this.#matches.set(url, match)
    }
    return new Promise((resolve) => {
      this.#waiting.set(matchId, resolve)
      this.#pool.play(order)
    })
  }

  #finished(result: MatchResult): void {
    const resolve = this.#waiting.get(result.matchId)
    this.#waiting.delete(result.matchId)
    resolve?.(result)
  }

  /** Ends a match that is played, with its replay. */
  breakOff(matchId: string): void {
    this.#pool.abort(matchId, 'shutdown')
  }

  /** Where a match has its complete replay, and what its bots drew. */
  filesOf(matchId: string): { readonly replay: string; readonly debug: string } {
    return { replay: join(this.#dir, `${matchId}.slp`), debug: join(this.#dir, `${matchId}.debug.jsonl`) }
  }

  async keepReplay(matchId: string, path: string): Promise<void> {
    try {
      await copyFile(this.filesOf(matchId).replay, path)
    } catch (error) {
      throw new CommandFailure(`The replay could not be written: ${wordsOf(error)}`)
    }
  }

  /** Keeps what was drawn; gives how much of it was left out, by port, or null where nothing was drawn. */
  async keepDebug(matchId: string, path: string): Promise<Pair<number> | null> {
    // Lines that a bot has printed before its last pad may not have been read yet.
    await sleep(SETTLE_MS)
    const debug = [...this.#matches.values()].find((match) => match.matchId === matchId)?.debug
    if (!debug || debug.isEmpty) return null
    try {
      await copyFile(this.filesOf(matchId).debug, path)
    } catch (error) {
      throw new CommandFailure(`What the bots drew could not be written: ${wordsOf(error)}`)
    }
    return debug.left
  }

  /** Forgets a replay that nobody keeps: of hundreds of games they would fill the disk. */
  async dropReplay(matchId: string): Promise<void> {
    const { replay, debug } = this.filesOf(matchId)
    await Promise.all([rm(replay, { force: true }), rm(debug, { force: true })])
  }

  /** What a game that the engine broke can be played again from. */
  async keepFault(fault: string, path: string): Promise<void> {
    try {
      await copyFile(fault, path)
    } catch (error) {
      throw new CommandFailure(`What the engine broke could not be written: ${wordsOf(error)}`)
    }
  }

  /** Breaks off what is being played. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.stop()
    await this.#keys[Symbol.asyncDispose]()
    for (const match of this.#matches.values()) match[Symbol.dispose]()
    await rm(this.#dir, { recursive: true, force: true })
    process.off('exit', this.#removeDir)
  }
}
