/**
 * A bot on this machine that plays through a connector: a program, which is started again where it ends by itself, or a server that runs
 * already.
 */
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkBotUrl, probePing } from '@arena/host'
import { carry } from '@arena/host/relay'
import { Backoff } from '@arena/host/system'
import { CommandFailure } from '@arena/host/command-line'
import { wordsOf } from '@arena/protocol/words-of'
import { adviceFor } from '../advice.ts'
import type { ProgramSource, UrlSource } from '../arguments.ts'
import { BotOutput } from '../bot-output.ts'
import { startBotProgram, type BotProgram } from '../bot-program.ts'
import type { Terminal } from '../terminal.ts'
import { describeAbsent } from './words.ts'

/** The server runs where its author has it run. */
const POLICY = { allowPrivate: true } as const
const FIRST_RESTART_MS = 250
const LONGEST_RESTART_MS = 8_000
/** From one look for a server that does not listen yet to the next. */
const LOOK_MS = 500
/** How a dial fails where nothing listens. */
const REFUSED = 'connection refused'
/** Starts in a row that come to nothing: then the bot is given up. */
const MOST_FAILED_STARTS = 4

export interface LocalBotOptions {
  readonly source: ProgramSource | UrlSource
  readonly name: string
  /** What a program is to say of its version. */
  readonly version?: string | undefined
  /** The arena, where the bot finds the key that connections are signed with. */
  readonly address: string
  readonly terminal: Terminal
  /** It cannot be started any more; why, in a sentence. */
  readonly onGivenUp: (why: string) => void
}

class LocalBot implements AsyncDisposable {
  readonly name: string
  readonly #options: LocalBotOptions
  readonly #leaving = new AbortController()
  #program: BotProgram | null = null
  #keeping: Promise<void> | null = null
  /** The line that says so is printed once for each time that it is away. */
  #isAway = false

  private constructor(options: LocalBotOptions) {
    this.#options = options
    this.name = options.name
  }

  /** A `CommandFailure` where a program does not come to listen, or what listens at a URL is no bot. */
  static async start(options: LocalBotOptions): Promise<LocalBot> {
    const bot = new LocalBot(options)
    const { source, terminal } = options
    if (source.kind === 'program') {
      bot.#program = await bot.#startProgram(terminal.signal)
      bot.#keeping = bot.#keep(bot.#program)
    } else await bot.#found(source)
    return bot
  }

  /** What the arena's address of it ends with: the path of a server that serves several bots. */
  get path(): string {
    const { source } = this.#options
    if (source.kind === 'program') return ''
    const { pathname, search } = urlOf(source)
    return pathname.replace(/\/$/, '') + search
  }

  /** Passes a connection of the arena on to it. */
  take(stream: Duplex): void {
    const url = this.#url
    if (url === null) {
      stream.on('error', () => {})
      stream.destroy(new Error('the bot has ended, and is started again'))
      return
    }
    const socket = connect({
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port || 80),
      allowHalfOpen: true,
      noDelay: true,
    })
    const refuse = (error: NodeJS.ErrnoException): void => {
      const why = error.code === 'ECONNREFUSED' ? REFUSED : wordsOf(error)
      stream.destroy(new Error(why))
      this.#refused(url, why)
    }
    // Before `carry`, which would pass on the error as it is.
    socket.once('error', refuse)
    socket.once('connect', () => {
      socket.off('error', refuse)
      this.#isAway = false
    })
    carry(stream, socket)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leaving.abort()
    await this.#program?.end()
    await this.#keeping
  }

  /** Waits for a server that is still to be started. A `CommandFailure` where what answers is no bot. */
  async #found(source: UrlSource): Promise<void> {
    const { signal } = this.#options.terminal
    for (let isTold = false; ; isTold = true) {
      const { ok, received } = await probePing(urlOf(source), { policy: POLICY, signal })
      signal.throwIfAborted()
      if (ok) return
      if (!received.includes(REFUSED))
        throw new CommandFailure(`There is no bot at ${source.url}: ${received}. ${adviceFor('ping', received)}`)
      if (!isTold) this.#tellAbsent(source)
      await sleep(LOOK_MS, null, { signal }).catch(() => {})
    }
  }

  #tellAbsent({ url }: UrlSource): void {
    const { name, terminal } = this.#options
    terminal.data({ event: 'absent', name, url })
    terminal.print(`waits     ${describeAbsent(name, url)}`)
  }

  get #url(): URL | null {
    const { source } = this.#options
    if (source.kind === 'url') return urlOf(source)
    return this.#program === null || this.#program.hasEnded() ? null : new URL(this.#program.url)
  }

  #refused(url: URL, why: string): void {
    if (this.#isAway) return
    this.#isAway = true
    this.#options.terminal.note(
      `${this.name} cannot be reached at ${url.href}: ${why}. The arena hears that; start the server again.`,
    )
  }

  async #startProgram(signal: AbortSignal): Promise<BotProgram> {
    const { source, name, version, address, terminal } = this.#options
    if (source.kind !== 'program') throw new TypeError('no program')
    const { path, command } = source
    const print = (line: string): void => terminal.note(line)
    const printed = new BotOutput({ name, frame: () => null, print, draw: () => null, raised: () => {} })
    const output = (line: string, from: 'stdout' | 'stderr'): void => printed.line(line, from)
    const how = { isDrawn: false, isFast: false }
    try {
      const program = await startBotProgram({
        path,
        ...(command && { command }),
        name,
        version,
        ...how,
        arenaUrl: address,
        output,
        print,
        signal,
      })
      void program.exited.then(() => printed.end())
      return program
    } catch (error) {
      printed.end()
      throw error
    }
  }

  /** Starts the program again whenever it ends by itself. */
  async #keep(first: BotProgram): Promise<void> {
    for (let program: BotProgram | null = first; program !== null; program = await this.#startAgain()) {
      this.#program = program
      if (this.#leaving.signal.aborted) return program.end()
      if (program !== first) this.#options.terminal.note(`${this.name} is started again.`)
      await program.exited
      // Ends what it has left behind.
      await program.end()
    }
  }

  /** Null where it is not wanted any more, or cannot be started. */
  async #startAgain(): Promise<BotProgram | null> {
    const { terminal, onGivenUp } = this.#options
    const { signal } = this.#leaving
    const pause = new Backoff(FIRST_RESTART_MS, LONGEST_RESTART_MS)
    for (let left = MOST_FAILED_STARTS; !signal.aborted; left--) {
      await sleep(pause.take(), null, { signal }).catch(() => {})
      try {
        return await this.#startProgram(signal)
      } catch (error) {
        if (signal.aborted) return null
        if (!(error instanceof CommandFailure) || left <= 1) {
          onGivenUp(wordsOf(error))
          return null
        }
        terminal.note(wordsOf(error))
      }
    }
    return null
  }
}

const urlOf = ({ url }: UrlSource): URL => checkBotUrl(url, POLICY)

/** The bots of one connector, by name. */
export class LocalBots implements AsyncDisposable {
  readonly #bots: readonly LocalBot[]

  private constructor(bots: readonly LocalBot[]) {
    this.#bots = bots
  }

  /** Fails as the first that cannot be started, and leaves none running then. */
  static async start(options: readonly LocalBotOptions[]): Promise<LocalBots> {
    // Each program has one listener for the end of the kit.
    process.setMaxListeners(process.getMaxListeners() + options.length)
    const starts = await Promise.allSettled(options.map((each) => LocalBot.start(each)))
    const bots = new LocalBots(starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : [])))
    const failed = starts.find((start) => start.status === 'rejected')
    if (failed === undefined) return bots
    await bots[Symbol.asyncDispose]()
    throw failed.reason
  }

  named(name: string): LocalBot {
    return this.#bots.find((bot) => bot.name === name)!
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#bots.map((bot) => bot[Symbol.asyncDispose]()))
  }
}
