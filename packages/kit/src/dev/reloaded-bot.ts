/**
 * A bot that is started anew when its files have changed, between two games. One that cannot be started, that has ended by itself or
 * that was given up waits for the next change: its author is at work on it.
 */
import { CommandFailure } from '@arena/host/command-line'
import type { BotSource } from '../arguments.ts'
import { enterContestant, type Contestant, type Output } from '../contestants.ts'
import type { LocalArena } from '../local-arena.ts'

const AGAIN = 'It is tried again when a file of it changes.'

export interface ReloadedBotOptions {
  readonly source: BotSource
  readonly botId: string
  readonly name: string
  readonly arena: LocalArena
  readonly terminal: Output
  /** Whether its files have changed since it was last asked. */
  readonly takeChange: () => boolean
  /** Resolves when it is worth trying again; null where nothing will change. */
  readonly nextTry: (() => Promise<void>) | null
}

export class ReloadedBot implements AsyncDisposable {
  readonly #options: ReloadedBotOptions
  #bot: Contestant | null = null
  /** Why it plays no more as it is. */
  #whyNot: string | null = null

  constructor(options: ReloadedBotOptions) {
    this.#options = options
  }

  /** The bot as its files are now. A `CommandFailure` where it cannot be reached and nothing will change. */
  async current(): Promise<Contestant> {
    const { takeChange, terminal, name, nextTry } = this.#options
    const over = this.#bot?.hasEnded() === true ? `${name} has ended.` : this.#whyNot
    this.#whyNot = null
    if (this.#bot !== null && over === null && !takeChange()) return this.#bot
    if (over !== null && !takeChange() && nextTry !== null) {
      terminal.note(`${over} It is started again when a file of it changes.`)
      await nextTry()
    }
    for (;;) {
      await this[Symbol.asyncDispose]()
      takeChange()
      terminal.signal.throwIfAborted()
      try {
        return await this.#start()
      } catch (error) {
        if (!(error instanceof CommandFailure) || nextTry === null) throw error
        // A file that was saved during the start is newer than the one that failed.
        const hasChanged = takeChange()
        const when = hasChanged ? 'A file of it has changed meanwhile: it is tried again.' : AGAIN
        terminal.note(`${error.message}\n${when}`)
        if (!hasChanged) await nextTry()
      }
    }
  }

  /** It is not to play again as it is; `why` is a sentence. */
  giveUp(why: string): void {
    this.#whyNot = why
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const bot = this.#bot
    this.#bot = null
    await bot?.[Symbol.asyncDispose]()
  }

  async #start(): Promise<Contestant> {
    const { source, botId, name, arena, terminal } = this.#options
    this.#bot = await enterContestant(source, { botId, name }, arena, terminal)
    return this.#bot
  }
}
