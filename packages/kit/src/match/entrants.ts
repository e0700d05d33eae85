/** The bots that one worker of a series plays with. A program is started before its first game, and again before the next one where it ended. */
import type { BotSource } from '../arguments.ts'
import { enterContestant, IDS, namesOf, type Contestant, type Output } from '../contestants.ts'
import type { LocalArena } from '../local-arena.ts'

export interface EntrantsOptions {
  readonly sources: readonly BotSource[]
  readonly arena: LocalArena
  readonly signal: AbortSignal
  readonly note: (line: string) => void
  /** Places whose errors were shown, by the workers that share it. */
  readonly told: Map<string, number>
}

/** Lines of a program's output that are shown when it ends by itself. */
const LAST_LINES = 20

export class Entrants implements AsyncDisposable {
  readonly #options: EntrantsOptions
  readonly #output: Output
  #lastLines: string[] = []
  /** By place in `sources`: those that have been started. */
  readonly #entered = new Map<number, Contestant>()

  constructor(options: EntrantsOptions) {
    this.#options = options
    this.#output = {
      signal: options.signal,
      show: () => {},
      raised: { note: options.note, told: options.told },
      note: (line) => {
        this.#lastLines = [...this.#lastLines, line].slice(-LAST_LINES)
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#entered.values()].map((contestant) => contestant[Symbol.asyncDispose]()))
  }

  /** The bot at a place in `sources`, started where it is not. */
  async enter(place: number): Promise<Contestant> {
    const entered = this.#entered.get(place)
    if (entered !== undefined) return entered
    const { sources, arena } = this.#options
    try {
      const seat = { botId: IDS[0], name: namesOf(sources)[place]! }
      const contestant = await enterContestant(sources[place]!, seat, arena, this.#output)
      this.#entered.set(place, contestant)
      return contestant
    } catch (error) {
      this.#showLastLines()
      throw error
    }
  }

  /** One of these programs has ended: what they printed last may say why. All of them begin anew. */
  async leave(places: readonly number[]): Promise<void> {
    this.#showLastLines()
    for (const place of places) {
      await this.#entered.get(place)?.[Symbol.asyncDispose]()
      this.#entered.delete(place)
    }
  }

  #showLastLines(): void {
    for (const line of this.#lastLines) this.#options.note(line)
    this.#lastLines = []
  }
}
