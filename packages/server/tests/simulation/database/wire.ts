/** PostgreSQL's messages to and from a session whose statements are prepared. All values are text. */
import { protocol } from '@electric-sql/pglite'

const { bind, execute, sync } = protocol.serialize
const { DatabaseError, CommandCompleteMessage, DataRowMessage, NotificationResponseMessage } = protocol.messages

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

/** Binds values to a prepared statement and executes it. */
export function boundTo(statement: string, values: (string | null)[]): Buffer {
  return Buffer.concat([bind({ statement, values }), execute({}), sync()])
}

/** Whole messages. */
export function read(bytes: Buffer): Received {
  const rows: (string | null)[][] = []
  const notifications: string[] = []
  let tag = ''
  let error: Error | null = null
  for (const message of messagesOf(bytes)) {
    if (message instanceof DataRowMessage) rows.push(message.fields)
    else if (message instanceof CommandCompleteMessage) tag = message.text
    else if (message instanceof NotificationResponseMessage) notifications.push(message.payload)
    else if (message instanceof DatabaseError) error ??= message
  }
  return { rows, tag, notifications, error }
}

type Message = Parameters<Parameters<protocol.Parser['parse']>[1]>[0]

export function messagesOf(bytes: Uint8Array): Message[] {
  const messages: Message[] = []
  new protocol.Parser().parse(bytes, (message) => messages.push(message))
  return messages
}
