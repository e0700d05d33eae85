/**
 * A throw-away game, played as fast as it goes before the first request is read: the host starts the process while the
 * bots are still asked for their picks. Code that ran a few thousand times is compiled and code that did not is several
 * times dearer; at 60 frames a second it would take the first minute of the match to get there, in which the
 * compiler's pauses make frames late. The game proper knows nothing of it: all state is the game's own.
 */
import { Game } from '@arena/engine'
import type { PolledPad } from './engine-protocol.ts'

/** On a machine that starts too much at once, a match must not wait longer for this. */
const MOST_MS = 3000
/** Two of the commonest fighters, who do all that the common action states hold. */
const PLAYERS = [
  { character: 2, costume: 0, name: '' },
  { character: 20, costume: 0, name: '' },
] as const
const STICK = [0, 0, 48, 128, 128, 128, 208, 255]
/** Mostly nothing, else A, B, X, L, R or Z. */
const BUTTONS = [0, 0, 0, 0, 0x0400, 0x0100, 0x0100, 0x0200, 0x0400, 0x0040, 0x0020, 0x0010]

/** Plays so many frames, and hands the events of each to `take`, so that this is warm too. */
export function warmUp(frames: number, take: (game: Game, events: Uint8Array) => void): void {
  const pads = [new WildPad(1), new WildPad(2)] as const
  const until = performance.now() + MOST_MS
  let game: Game | null = null
  for (let played = 0; played < frames && performance.now() < until; played++) {
    if (game === null || game.ending) {
      game = new Game({ seed: new Uint8Array(32), stage: 31, players: PLAYERS })
      take(game, game.start())
    }
    take(game, game.step(pads[0].next(), pads[1].next()))
  }
}

/** Held for a while, flicked, pressed together: what makes fighters do many things. */
class WildPad {
  #state: number
  readonly #pad: PolledPad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }

  constructor(seed: number) {
    this.#state = seed
  }

  #pick(values: readonly number[]): number {
    this.#state = (Math.imul(this.#state, 214013) + 2531011) | 0
    return values[(this.#state >>> 16) % values.length]!
  }

  next(): PolledPad {
    const pad = this.#pad
    if (this.#pick(STICK) === 48) {
      pad.stickX = this.#pick(STICK)
      pad.stickY = this.#pick(STICK)
    }
    if (this.#pick(STICK) === 48) pad.buttons = this.#pick(BUTTONS)
    if (this.#pick(BUTTONS) === 0x10) {
      pad.cstickX = this.#pick(STICK)
      pad.cstickY = this.#pick(STICK)
      pad.l = this.#pick(STICK)
    }
    return pad
  }
}
