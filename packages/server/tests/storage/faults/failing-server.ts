/**
 * Stands in front of a PostgreSQL server and fails the connection that sends a chosen query. Reads just enough of the
 * protocol, in both directions, to know where a query ends: a simple query, or a Sync after an extended one; and where its
 * answer does: ReadyForQuery.
 */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ConnectionFault {
  /** Before the server has the query; after it has answered, with the answer lost; or right after the answer. */
  readonly moment: 'before' | 'after' | 'between'
  /**
   * The connection is closed, reset, closed with a word as by an administrator, or falls silent at both ends. `late`: nothing fails,
   * but the query takes its time.
   */
  readonly manner: 'ended' | 'reset' | 'terminated' | 'silent' | 'late'
}

const LATE_MS = 20
const LENGTH_BYTES = 4
const READY_FOR_QUERY = 'Z'
/** Parse, Bind, Describe, Execute. */
const QUERY_PARTS: ReadonlySet<string> = new Set(['P', 'B', 'D', 'E'])
const QUERY_ENDS: ReadonlySet<string> = new Set(['Q', 'S'])

export class FailingServer implements AsyncDisposable {
  /** Queries since `arm`. */
  queries = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** Connections of the server whose other end is lost to it. */
  readonly #lost = new Set<Socket>()
  readonly #to: { readonly host: string; readonly port: number }
  #at = Number.POSITIVE_INFINITY
  #fault: ConnectionFault | null = null
  #isArmed = false

  private constructor(url: URL) {
    this.#to = { host: url.hostname, port: Number(url.port) }
    this.#server = createServer((client) => this.#relay(client))
  }

  static async before(databaseUrl: string): Promise<FailingServer> {
    const server = new FailingServer(new URL(databaseUrl))
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  /** The address to use instead of the server's own. */
  urlFor(databaseUrl: string): string {
    const url = new URL(databaseUrl)
    url.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return url.href
  }

  /** Names the query that fails, and how, once this is armed; none where none is named. */
  plan(at = Number.POSITIVE_INFINITY, fault: ConnectionFault | null = null): void {
    for (const socket of this.#lost) socket.destroy()
    this.#lost.clear()
    this.#at = at
    this.#fault = fault
  }

  arm(): void {
    this.queries = 0
    this.#isArmed = true
  }

  disarm(): void {
    this.#isArmed = false
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #relay(client: Socket): void {
    const server = connect(this.#to)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one)
      one.setNoDelay()
      one.on('error', () => {})
      one.on('close', () => {
        this.#sockets.delete(one)
        if (!isSilent) other.destroy()
      })
    }
    let isSilent = false
    /** What happens when the next answer is complete. */
    let answered: ConnectionFault | null = null
    const fail = (manner: ConnectionFault['manner']) => {
      isSilent = manner === 'silent'
      if (isSilent) return void this.#lost.add(server)
      if (manner === 'terminated') client.end(TERMINATED)
      else if (manner === 'reset') client.resetAndDestroy()
      else client.end()
      server.resetAndDestroy()
    }

    // The first message of a client has no type.
    const queries = new Messages(false)
    let sending = Promise.resolve()
    /** The messages of a query go on together, once it is whole. */
    let query: Buffer[] = []
    client.on('data', (chunk) => {
      sending = sending.then(async () => {
        for (const { type, bytes } of queries.push(chunk)) {
          if (isSilent) return
          query.push(bytes)
          if (QUERY_PARTS.has(type)) continue
          const fault = QUERY_ENDS.has(type) ? this.#next() : null
          if (fault?.manner === 'late') await sleep(LATE_MS)
          else if (fault?.moment === 'before') return fail(fault.manner)
          else if (fault !== null) answered = fault
          server.write(Buffer.concat(query))
          query = []
        }
      })
    })
    const answers = new Messages(true)
    server.on('data', (chunk) => {
      // A fault that follows an answer at once arrives with it.
      client.cork()
      for (const { type, bytes } of answers.push(chunk)) {
        if (isSilent) break
        if (answered?.moment !== 'after') client.write(bytes)
        if (answered !== null && type === READY_FOR_QUERY) {
          fail(answered.manner)
          break
        }
      }
      client.uncork()
    })
  }

  #next(): ConnectionFault | null {
    return this.#isArmed && ++this.queries === this.#at ? this.#fault : null
  }
}

/** What a server says to a connection that an administrator ends. */
const TERMINATED = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const head = Buffer.alloc(1 + LENGTH_BYTES)
  head.write('E')
  head.writeInt32BE(LENGTH_BYTES + fields.length, 1)
  return Buffer.concat([head, fields])
})()

interface Message {
  readonly type: string
  readonly bytes: Buffer
}

/** Cuts one direction of a connection into its messages. */
class Messages {
  #rest = Buffer.alloc(0)
  #isTyped: boolean

  constructor(isTyped: boolean) {
    this.#isTyped = isTyped
  }

  *push(chunk: Buffer): Iterable<Message> {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const at = Number(this.#isTyped)
      if (this.#rest.length < at + LENGTH_BYTES) return
      const length = at + this.#rest.readInt32BE(at)
      if (this.#rest.length < length) return
      const bytes = this.#rest.subarray(0, length)
      this.#rest = this.#rest.subarray(length)
      yield { type: this.#isTyped ? String.fromCharCode(bytes[0]!) : '', bytes }
      this.#isTyped = true
    }
  }
}
