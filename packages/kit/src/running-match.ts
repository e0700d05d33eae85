/** A match that is played, or was last: the frame that it stands at, what its bots draw, and what they raise. */
import type { MatchOrder, Pair } from '@arena/host'
import { FIRST_FRAME } from '@arena/slp'
import { DebugFile } from './debug-file.ts'
import { RaisedErrors } from './raised/raised-errors.ts'
import { RunningFrame } from './running-frame.ts'

export class RunningMatch implements Disposable {
  readonly matchId: string
  readonly debug: DebugFile | null
  /** By port. */
  readonly raised: Pair<RaisedErrors> = [new RaisedErrors(), new RaisedErrors()]
  readonly #frame: RunningFrame
  readonly #firstUrl: string

  /** `debugPath` is null where nothing is drawn. */
  constructor({ matchId, bots }: MatchOrder, replayPath: string, debugPath: string | null) {
    this.matchId = matchId
    this.#firstUrl = bots[0].url
    this.#frame = new RunningFrame(replayPath)
    this.debug = debugPath === null ? null : new DebugFile(debugPath, [bots[0].botId, bots[1].botId])
  }

  /** Null before the first. */
  get frame(): number | null {
    return this.#frame.frame
  }

  /** The port of the bot at a URL. */
  portOf(url: string): 0 | 1 {
    return url === this.#firstUrl ? 0 : 1
  }

  /** Keeps the mark on a line of a bot; gives what is wrong with it, or null. */
  draw(botId: string, line: string): string | null {
    return this.debug?.add(botId, line, this.frame ?? FIRST_FRAME) ?? null
  }

  [Symbol.dispose](): void {
    this.#frame[Symbol.dispose]()
    this.debug?.[Symbol.dispose]()
  }
}
