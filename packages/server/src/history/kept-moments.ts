/**
 * Moments as the table `match_moments` keeps them, some four bytes each, in the order in which they begin:
 *
 *   u8        kind, its place in `MOMENT_KINDS`, times two, and the port
 *   varint    frames since the one before began; the first since `FIRST_FRAME`
 *   varint    frames from its first to its last
 *
 * A varint is LEB128: seven bits a byte, the lowest first, the top bit set where another byte follows.
 */
import { MOMENT_KINDS, type Moment, type MomentKind } from '@arena/engine/moments'
import { FIRST_FRAME } from '@arena/slp'

export type KeptMoment = Omit<Moment, 'text'>

export interface KeptMoments {
  /** Bit by bit, whether there is one of each kind. */
  readonly kinds: number
  readonly packed: Uint8Array
}

/** A bit for each of the kinds. */
export const bitsOf = (kinds: readonly MomentKind[]): number =>
  kinds.reduce((bits, kind) => bits | (1 << MOMENT_KINDS.indexOf(kind)), 0)

export function packMoments(moments: readonly KeptMoment[]): KeptMoments {
  const bytes: number[] = []
  const varint = (value: number): void => {
    let rest = value
    for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
    bytes.push(rest)
  }
  let last = FIRST_FRAME
  for (const { kind, port, startFrame, endFrame } of moments) {
    bytes.push(2 * MOMENT_KINDS.indexOf(kind) + port)
    varint(startFrame - last)
    varint(endFrame - startFrame)
    last = startFrame
  }
  return { kinds: bitsOf(moments.map(({ kind }) => kind)), packed: Uint8Array.from(bytes) }
}

export function unpackMoments(packed: Uint8Array): KeptMoment[] {
  const moments: KeptMoment[] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = packed[at++]!
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  let startFrame: number = FIRST_FRAME
  while (at < packed.length) {
    const first = packed[at++]!
    startFrame += varint()
    moments.push({ kind: MOMENT_KINDS[first >> 1]!, port: first & 1, startFrame, endFrame: startFrame + varint() })
  }
  return moments
}
