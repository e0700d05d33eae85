/** A match that is played, or was last: the frame that it stands at, and what its bots draw. */
import type { MatchOrder } from '@arena/host'
import { FIRST_FRAME } from '@arena/slp'
import { DebugFile } from './debug-file.ts'
import { RunningFrame } from './running-frame.ts'

export class RunningMatch implements Disposable {
  readonly matchId: string
  readonly debug: DebugFile | null
  readonly #frame: RunningFrame

  /** `debugPath` is null where nothing is drawn. */
  constructor({ matchId, bots }: MatchOrder, replayPath: string, debugPath: string | null) {
    this.matchId = matchId
    this.#frame = new RunningFrame(replayPath)
    this.debug = debugPath === null ? null : new DebugFile(debugPath, [bots[0].botId, bots[1].botId])
  }

  /** Null before the first. */
  get frame(): number | null {
    return this.#frame.frame
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
