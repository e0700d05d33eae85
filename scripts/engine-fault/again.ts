/** Plays a game again that its engine broke: with the seed, the picks and the pads that it had. */
import { Game, loadFighters, type Pad } from '@arena/engine'
import { NEUTRAL } from '@arena/protocol'
import { FIRST_FRAME, readReplay, type PreFrame, type SlpEvent } from '@arena/slp'
import type { EngineFault } from '../../packages/host/src/engine/engine-fault.ts'

export interface Again {
  /** The last frame asked for. */
  readonly frame: number
  /** The first frame whose events are not those of the replay; null when all are. */
  readonly differsFrom: number | null
  /** What the engine said as it broke; null when it played all frames. */
  readonly fault: string | null
}

/** `replay` is the file that was kept beside the fault. */
export async function playAgain(
  { seed, stage, players, frame: last, pads }: EngineFault,
  replay: Uint8Array,
): Promise<Again> {
  const { raw, events: recorded } = readReplay(replay)
  const polled = padsOf(recorded)
  await loadFighters(players.map(({ character }) => character))
  const game = new Game({ seed: new Uint8Array(Buffer.from(seed, 'hex')), stage, players })
  let at = game.start().length
  let differsFrom: number | null = null
  let frame = FIRST_FRAME
  try {
    for (; frame <= last; frame++) {
      const [first, second] = polled.get(frame) ?? (frame === last ? pads : [NEUTRAL, NEUTRAL])
      const events = game.step(first ?? NEUTRAL, second ?? NEUTRAL)
      if (polled.has(frame)) {
        const isSame = Buffer.compare(raw.subarray(at, at + events.length), events) === 0
        if (!isSame) differsFrom ??= frame
        at += events.length
      }
    }
  } catch (error) {
    return { frame, differsFrom, fault: (error as Error).message }
  }
  return { frame: last, differsFrom, fault: null }
}

/** Pads by frame and port, as each Pre-Frame Update shows what was polled. */
function padsOf(events: readonly SlpEvent[]): Map<number, [Pad?, Pad?]> {
  const polled = new Map<number, [Pad?, Pad?]>()
  for (const { name, record } of events) {
    if (name === 'frameStart') polled.set(record.frame, [])
    else if (name === 'preFrame' && record.isFollower === 0)
      polled.get(record.frame)![record.playerIndex] = padOf(record)
  }
  return polled
}

const CENTRE = 128
/** What the game reads of a trigger ends here. */
const TRIGGER_RANGE = 140

function padOf(pre: PreFrame): Pad {
  return {
    buttons: pre.physicalButtons,
    stickX: pre.rawJoystickX + CENTRE,
    stickY: pre.rawJoystickY + CENTRE,
    cstickX: pre.rawCStickX + CENTRE,
    cstickY: pre.rawCStickY + CENTRE,
    l: Math.round(pre.physicalLTrigger * TRIGGER_RANGE),
    r: Math.round(pre.physicalRTrigger * TRIGGER_RANGE),
  }
}
