/**
 * Where a fighter holds its victim, by frame of the holder's animation, for grabs and throws. Only the holder's pose
 * decides; the victim hangs by its hip, so that its own place differs by a constant of its build. Decoded on first use.
 */
import { f } from '../math.ts'
import { HELD_BODIES, HOLDS } from './generated/holds.ts'
import { PackedReader } from './packed.ts'

/** Path of a victim along an animation: counters in order, and the place at each, ahead of the holder and above it. */
export interface Hold {
  readonly frames: Float32Array
  readonly ahead: Float32Array
  readonly above: Float32Array
}

/** By how much the place of a victim differs from that of the fighter the paths were measured with. */
export interface HeldBody {
  readonly heldAhead: number
  readonly heldAbove: number
  readonly thrownAhead: number
  readonly thrownAbove: number
  /** A hand higher than this above its holder takes the victim off its feet. */
  readonly lift: number
}

const STRIDE = 1024
const PER_FRAME = 1000
const PER_UNIT = 10_000

let holds: Map<number, Hold> | undefined

function decode(): Map<number, Hold> {
  const decoded = new Map<number, Hold>()
  for (const reader = new PackedReader(HOLDS); !reader.done;) {
    const at = reader.next() * STRIDE + reader.next()
    const count = reader.next()
    const series = [PER_FRAME, PER_UNIT, PER_UNIT].map((unit) => seriesOf(reader, count, unit))
    decoded.set(at, { frames: series[0]!, ahead: series[1]!, above: series[2]! })
  }
  return decoded
}

function seriesOf(reader: PackedReader, count: number, unit: number): Float32Array {
  const values = new Float32Array(count)
  let scaled = 0
  for (let i = 0; i < count; i++) {
    scaled += reader.signed()
    values[i] = scaled / unit
  }
  return values
}

/** The path of a grab or a throw; undefined where no replay shows one. */
export function holdOf(internalId: number, action: number): Hold | undefined {
  holds ??= decode()
  return holds.get(internalId * STRIDE + action)
}

/** A value of a path between its counters; before the first and after the last, theirs. */
export function alongHold({ frames }: Hold, values: Float32Array, frame: number): number {
  const last = frames.length - 1
  if (frame <= frames[0]!) return values[0]!
  if (frame >= frames[last]!) return values[last]!
  let i = 1
  while (frames[i]! < frame) i++
  const share = (frame - frames[i - 1]!) / (frames[i]! - frames[i - 1]!)
  return f(values[i - 1]! + (values[i]! - values[i - 1]!) * share)
}

export function heldBodyOf(internalId: number): HeldBody {
  const [heldAhead, heldAbove, thrownAhead, thrownAbove, lift] = HELD_BODIES[internalId]!
  return { heldAhead, heldAbove, thrownAhead, thrownAbove, lift }
}
