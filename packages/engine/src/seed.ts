/**
 * Every draw of a match comes from its 32-byte seed: x(label) = the first four bytes, big-endian, of HMAC-SHA-256(key =
 * seed, message = the label in ASCII). Labels: `ports`, `stage`, `character/0`, `character/1`, and `frame/<n>` for the
 * state of the in-game generator at the start of frame n. Nobody can predict a later draw from earlier ones, and once
 * the seed is public anyone can check them all.
 */
import { CHARACTER_COUNT, STAGE_IDS, type StageId } from '@arena/slp'
import { Hmac } from './hmac.ts'
import { asExternalId, type ExternalId } from './tables/ids.ts'

export { CHARACTER_COUNT, STAGE_IDS, type StageId }

/** Costumes a bot may pick: 0..5. */
export const COSTUME_COUNT = 6

/** Length of a match seed in bytes. */
export const SEED_BYTES = 32

function keyed(seed: Uint8Array): Hmac {
  if (seed.length !== SEED_BYTES) throw new RangeError(`A match seed has ${SEED_BYTES} bytes, not ${seed.length}`)
  return new Hmac(seed)
}

/** The draw of a label, as an unsigned 32-bit number. */
export function draw(seed: Uint8Array, label: string): number {
  const mac = keyed(seed)
  const message = new Uint8Array(label.length)
  for (let i = 0; i < label.length; i++) {
    const code = label.charCodeAt(i)
    if (code > 0x7f) throw new RangeError('A draw label is ASCII')
    message[i] = code
  }
  return mac.firstWord(message, message.length) >>> 0
}

export function drawStage(seed: Uint8Array): StageId {
  return STAGE_IDS[draw(seed, 'stage') % STAGE_IDS.length]!
}

/** The character given to a port whose pick is late or invalid. */
export function drawCharacter(seed: Uint8Array, port: number): ExternalId {
  return asExternalId(draw(seed, `character/${port}`) % CHARACTER_COUNT)
}

/** 0: the bot with the smaller id sits on port 0; 1: on port 1. */
export function drawPorts(seed: Uint8Array): 0 | 1 {
  return draw(seed, 'ports') % 2 === 0 ? 0 : 1
}

/** `frame/` in ASCII. */
const FRAME_LABEL = [0x66, 0x72, 0x61, 0x6d, 0x65, 0x2f]
/** Room for the label and a signed 32-bit number. */
const LABEL_BYTES = FRAME_LABEL.length + 11

/** `draw(seed, 'frame/<n>')` for one frame after the other: nothing is allocated, and the key is hashed once. */
export class FrameSeeds {
  readonly #mac: Hmac
  readonly #label = new Uint8Array(LABEL_BYTES)

  constructor(seed: Uint8Array) {
    this.#mac = keyed(seed)
    this.#label.set(FRAME_LABEL)
  }

  /** The draw of a frame as a signed number, as the state holds it. */
  at(frame: number): number {
    return this.#mac.firstWord(this.#label, this.#write(frame))
  }

  /** Writes the frame number in decimal behind `frame/`; returns the length of the label. */
  #write(frame: number): number {
    const label = this.#label
    let end = FRAME_LABEL.length
    let rest = Math.abs(frame)
    if (frame < 0) label[end++] = 0x2d
    let digits = 1
    for (let power = 10; power <= rest; power *= 10) digits++
    for (let i = end + digits - 1; i >= end; i--) {
      label[i] = 0x30 + (rest % 10)
      rest = Math.floor(rest / 10)
    }
    return end + digits
  }
}
