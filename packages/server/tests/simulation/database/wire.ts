/**
 * PostgreSQL's messages of which a run has ten thousand, written and read without objects in between. All values are text. The others are
 * left to the library.
 */
import { protocol } from '@electric-sql/pglite'

/** What follows the values of a statement: results as text, execute, and the end of the exchange. */
const AFTERWARDS = Buffer.from([0, 0, 0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4])
const NULL_LENGTH = -1
const CODE = { bind: 0x42, dataRow: 0x44, commandComplete: 0x43, notification: 0x41, error: 0x45 } as const

/** What came back. */
export interface Received {
  /** By column. */
  readonly rows: (string | null)[][]
  /** What was done, and to how many rows. */
  readonly tag: string
  /** Payloads; the simulation listens on one channel. */
  readonly notifications: readonly string[]
  readonly error: Error | null
}

/** Binds values to a prepared statement and executes it. The next call writes over what it gives. */
export class BindWriter {
  #bytes = Buffer.allocUnsafe(4096)

  write(statement: string, values: readonly (string | null)[]): Uint8Array {
    let most = statement.length + AFTERWARDS.length + 16
    for (const value of values) most += 4 + 3 * (value?.length ?? 0)
    if (most > this.#bytes.length) this.#bytes = Buffer.allocUnsafe(2 * most)
    const bytes = this.#bytes
    bytes[0] = CODE.bind
    // The portal has no name.
    bytes[5] = 0
    let at = 6 + bytes.write(statement, 6)
    bytes[at++] = 0
    at = bytes.writeInt16BE(0, at)
    at = bytes.writeInt16BE(values.length, at)
    for (const value of values) {
      const length = value === null ? NULL_LENGTH : bytes.write(value, at + 4)
      bytes.writeInt32BE(length, at)
      at += 4 + Math.max(0, length)
    }
    bytes.writeInt32BE(at + 1, 1)
    bytes.set(AFTERWARDS, at)
    return bytes.subarray(0, at + AFTERWARDS.length)
  }
}

/** Whole messages. */
export function read(bytes: Buffer): Received {
  const rows: (string | null)[][] = []
  const notifications: string[] = []
  let tag = ''
  let error: Error | null = null
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const code = bytes[at]
    const body = at + 5
    if (code === CODE.dataRow) rows.push(rowAt(bytes, body))
    else if (code === CODE.commandComplete) tag = textAt(bytes, body)
    else if (code === CODE.notification) {
      const channel = body + 4
      notifications.push(textAt(bytes, bytes.indexOf(0, channel) + 1))
    } else if (code === CODE.error) error ??= errorAt(bytes, at)
  }
  return { rows, tag, notifications, error }
}

function rowAt(bytes: Buffer, body: number): (string | null)[] {
  const count = bytes.readInt16BE(body)
  const row: (string | null)[] = []
  for (let column = 0, at = body + 2; column < count; column++) {
    const length = bytes.readInt32BE(at)
    at += 4
    row.push(length === NULL_LENGTH ? null : bytes.toString('utf8', at, at + length))
    at += Math.max(0, length)
  }
  return row
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.toString('utf8', at, bytes.indexOf(0, at))
}

function errorAt(bytes: Buffer, at: number): Error {
  const [error] = messagesOf(bytes.subarray(at, at + 1 + bytes.readInt32BE(at + 1)))
  return error as unknown as Error
}

type Message = Parameters<Parameters<protocol.Parser['parse']>[1]>[0]

export function messagesOf(bytes: Uint8Array): Message[] {
  const messages: Message[] = []
  new protocol.Parser().parse(bytes, (message) => messages.push(message))
  return messages
}
