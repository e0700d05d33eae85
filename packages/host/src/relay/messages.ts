/**
 * The binary messages of a connector's socket, both ways: `u8 kind, u32 stream (little-endian), payload`.
 *
 *   kind       payload
 *   0 open     the relay's id in UTF-8; the arena alone sends it
 *   1 data     1 byte to 64 KiB
 *   2 credit   u32, little-endian: the number of bytes that have been passed on
 *   3 end      empty: nothing more comes from this side
 *   4 close    a reason in UTF-8, at most 120 bytes: the stream is over for both
 */
const KIND = { open: 0, data: 1, credit: 2, end: 3, close: 4 } as const
export type Kind = keyof typeof KIND

/** The most that each side may have under way in a stream, in bytes. */
export const WINDOW_BYTES = 256 * 1024
/** The most in one message. */
export const MAX_DATA_BYTES = 64 * 1024
const HEADER_BYTES = 5
/** What a socket has to take. */
export const MAX_RELAY_MESSAGE_BYTES = HEADER_BYTES + MAX_DATA_BYTES
const MAX_REASON_BYTES = 120
const MAX_OPEN_BYTES = 64

/** A message that breaks the rules. It ends the whole socket with 1002; the message is the rule, fit for a close frame. */
export class RelayFault extends Error {
  override readonly name = 'RelayFault'
}

export interface RelayMessage {
  readonly kind: Kind
  readonly stream: number
  /** A view of what came in. */
  readonly payload: Buffer
}

const KINDS = Object.keys(KIND) as readonly Kind[]
const NOTHING = Buffer.alloc(0)

/** Throws `RelayFault` for what no side may send, whatever its streams are. */
export function decodeMessage(bytes: Buffer): RelayMessage {
  if (bytes.length < HEADER_BYTES) throw new RelayFault('a binary message has 5 bytes at least')
  const kind = KINDS[bytes[0]!]
  if (kind === undefined) throw new RelayFault(`a message of the unknown kind ${bytes[0]}`)
  const stream = bytes.readUInt32LE(1)
  const payload = bytes.subarray(HEADER_BYTES)
  const { length } = payload
  if (kind === 'data' && (length === 0 || length > MAX_DATA_BYTES)) {
    throw new RelayFault(`data holds 1 to ${MAX_DATA_BYTES} bytes, not ${length}`)
  }
  if (kind === 'credit' && length !== 4) throw new RelayFault(`credit holds 4 bytes, not ${length}`)
  if (kind === 'end' && length !== 0) throw new RelayFault(`end holds no bytes, not ${length}`)
  if (kind === 'close' && length > MAX_REASON_BYTES) {
    throw new RelayFault(`close holds at most ${MAX_REASON_BYTES} bytes, not ${length}`)
  }
  if (kind === 'open' && length > MAX_OPEN_BYTES) throw new RelayFault(`open holds the id of a relay`)
  return { kind, stream, payload }
}

export function encodeMessage(kind: Kind, stream: number, payload: Uint8Array = NOTHING): Buffer {
  const message = Buffer.allocUnsafe(HEADER_BYTES + payload.length)
  message[0] = KIND[kind]
  message.writeUInt32LE(stream, 1)
  message.set(payload, HEADER_BYTES)
  return message
}

export function encodeCredit(stream: number, bytes: number): Buffer {
  const payload = Buffer.allocUnsafe(4)
  payload.writeUInt32LE(bytes)
  return encodeMessage('credit', stream, payload)
}

/** A text of any length as the reason of a `close`. */
export function encodeClose(stream: number, reason: string): Buffer {
  const bytes = Buffer.from(reason)
  if (bytes.length <= MAX_REASON_BYTES) return encodeMessage('close', stream, bytes)
  // Cut in the middle of a character, the last bytes are left out.
  const cut = new TextDecoder().decode(bytes.subarray(0, MAX_REASON_BYTES)).replace(/\ufffd$/, '')
  return encodeMessage('close', stream, Buffer.from(cut))
}
