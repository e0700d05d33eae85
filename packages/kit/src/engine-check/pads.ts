/** What the fighters of a check are made to do: a script gives the two pads of each frame, 8 bytes each. */
import { POLLED_PAD_BYTES, WildPad, type Pair, type Standing } from '@arena/host'
import { FIRST_FRAME } from '@arena/slp'

/** `standing` is that after the frame before. */
export type PadScript = (frame: number, standing: Standing) => Pair<Uint8Array>

export const NEUTRAL_PAD: Uint8Array = Uint8Array.of(0, 0, 128, 128, 128, 128, 0, 0)
/** An emulator may take the first state of a controller for its centre. */
const QUIET_FRAMES = 60
/** The stick is let go for a moment now and then: a fighter that has just landed would walk slowly otherwise. */
const FLICK = { every: 40, frames: 2 }

/** Both press much; the port that `stands` does so until play begins only. A script is for one game: it goes on where it was. */
export function wild(seed: number, stands: 0 | 1 | null = null): PadScript {
  const pads = [new Uint8Array(POLLED_PAD_BYTES), new Uint8Array(POLLED_PAD_BYTES)] as const
  const hands = [new WildPad(pads[0], 2 * seed), new WildPad(pads[1], 2 * seed + 1)] as const
  return (frame) => {
    if (frame < FIRST_FRAME + QUIET_FRAMES) return [NEUTRAL_PAD, NEUTRAL_PAD]
    for (const hand of hands) hand.move()
    if (stands === null || frame < 0) return pads
    return stands === 0 ? [NEUTRAL_PAD, pads[1]] : [pads[0], NEUTRAL_PAD]
  }
}

/** Port 0 runs off the stage to its left, until it has lost so many stocks. */
export function leaves(stocks: number): PadScript {
  const left = NEUTRAL_PAD.with(2, 1)
  return (frame, { players }) => {
    const runs = players[0].stocks > 4 - stocks && frame % FLICK.every >= FLICK.frames
    return [frame >= 0 && runs ? left : NEUTRAL_PAD, NEUTRAL_PAD]
  }
}
