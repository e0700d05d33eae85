/** What stands beside the stream of an arena's game in its file. */
import type { Metadata } from './envelope.ts'
import { FIRST_FRAME } from './events.ts'

/** What Slippi's metadata says of a game, gathered while it is played. */
export class GameMetadata {
  readonly #names: readonly [string, string]
  /** Frames played by internal character id, by port. */
  readonly #characters: readonly [Map<number, number>, Map<number, number>] = [new Map(), new Map()]
  #lastFrame = FIRST_FRAME - 1

  constructor(names: readonly [string, string]) {
    this.#names = names
  }

  frame(frame: number, character0: number, character1: number): void {
    this.#lastFrame = frame
    count(this.#characters[0], character0)
    count(this.#characters[1], character1)
  }

  /**
   * `startedAt` in Unix milliseconds: when the game, not the match, began. `engine`: the revision of the engine that
   * played it; null where that is not known.
   */
  build(startedAt: number, engine: string | null = null): Metadata & { startAt: string } {
    const player = (port: 0 | 1) => ({
      names: { netplay: this.#names[port], code: '' },
      characters: Object.fromEntries(this.#characters[port]),
    })
    return {
      startAt: new Date(startedAt).toISOString(),
      lastFrame: this.#lastFrame,
      players: { 0: player(0), 1: player(1) },
      // Slippi's word for a stream recorded from the network, one of the few that readers know; who recorded it stands
      // beside it.
      playedOn: 'network',
      consoleNick: 'arena',
      ...(engine !== null && { engine }),
    }
  }
}

function count(frames: Map<number, number>, character: number): void {
  frames.set(character, (frames.get(character) ?? 0) + 1)
}
