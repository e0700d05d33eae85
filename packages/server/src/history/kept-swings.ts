/**
 * Swings as the table `match_moments` keeps them, eight bytes each, little-endian: those against port 0 by frame, then those against port 1.
 *
 *   u16  the first frame, from `FIRST_FRAME` on
 *   u16  frames to the last one, times two, and the port
 *   u16  the chance before, in parts of 65,535
 *   u16  the chance after
 */
import type { Swing as FoundSwing } from '@arena/engine/chance'
import type { MomentKind } from '@arena/engine/moments'
import type { Swing } from '@arena/protocol'
import { FIRST_FRAME } from '@arena/slp'
import { unpackMoments } from './kept-moments.ts'
import type { KeptMoment } from './kept-moments.ts'

const BYTES = 8
const WHOLE = 0xffff

export type SwingsByPort = readonly [Swing[], Swing[]]

export function packSwings(swings: readonly [readonly FoundSwing[], readonly FoundSwing[]]): Uint8Array {
  const all = swings.flatMap((own, port) => own.map((swing) => ({ ...swing, port })))
  const view = new DataView(new ArrayBuffer(BYTES * all.length))
  for (const [i, { startFrame, endFrame, before, after, port }] of all.entries()) {
    const words = [startFrame - FIRST_FRAME, 2 * (endFrame - startFrame) + port, before * WHOLE, after * WHOLE]
    for (const [at, word] of words.entries()) view.setUint16(BYTES * i + 2 * at, Math.round(word), true)
  }
  return new Uint8Array(view.buffer)
}

/** Both columns of a row of `match_moments`; null where swings were never looked for. */
export function unpackSwings(packed: Uint8Array | null, moments: Uint8Array): SwingsByPort | null {
  if (packed === null) return null
  const known = unpackMoments(moments)
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const found: [Swing[], Swing[]] = [[], []]
  for (let at = 0; at < packed.length; at += BYTES) {
    const startFrame = view.getUint16(at, true) + FIRST_FRAME
    const length = view.getUint16(at + 2, true)
    const endFrame = startFrame + (length >> 1)
    const chance = (offset: number): number => Math.round((1000 * view.getUint16(at + offset, true)) / WHOLE) / 1000
    const port = (length & 1) as 0 | 1
    const moment = momentAgainst(port, known, startFrame, endFrame)
    found[port].push({ startFrame, endFrame, before: chance(4), after: chance(6), moment })
  }
  return found
}

/** What says most of a swing comes first. Moments of other kinds say nothing of who is winning. */
const TELLING: readonly MomentKind[] = [
  'self-destruct',
  'edge-guard',
  'kill',
  'shield-break',
  'combo',
  'grab',
  'missed-tech',
]

/** Those of the one who suffers them; any other is of the one who gains by it. */
const SUFFERED: readonly MomentKind[] = ['self-destruct', 'shield-break', 'missed-tech']

function momentAgainst(
  victim: 0 | 1,
  moments: readonly KeptMoment[],
  startFrame: number,
  endFrame: number,
): Swing['moment'] {
  const inIt = moments.filter((moment) => moment.startFrame <= endFrame && moment.endFrame >= startFrame)
  for (const kind of TELLING) {
    const isOwn = SUFFERED.includes(kind)
    const moment = inIt.find((each) => each.kind === kind && (each.port === victim) === isOwn)
    if (moment !== undefined) return { kind, port: moment.port as 0 | 1 }
  }
  return null
}
