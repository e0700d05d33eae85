/**
 * A TCP proxy in front of PostgreSQL, which goes away in the ways a network or a server does: connections are reset,
 * new ones are refused, or everything falls silent while the connections stay open.
 */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

export class DatabaseProxy {
  readonly #server: Server
  readonly #target: URL
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #isSilent = false

  private constructor(server: Server, target: URL) {
    this.#server = server
    this.#target = target
  }

  static async before(databaseUrl: string): Promise<DatabaseProxy> {
    const server = createServer()
    const proxy = new DatabaseProxy(server, new URL(databaseUrl))
    server.on('connection', (socket) => proxy.#join(socket))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return proxy
  }

  /** The database as the arena reaches it. */
  get url(): string {
    const url = new URL(this.#target)
    url.host = `127.0.0.1:${this.#port}`
    return url.href
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Ends every connection with a reset, as a server that is killed does. */
  reset(): void {
    for (const pair of this.#pairs) for (const socket of pair) reset(socket)
  }

  /** Ends every connection and refuses new ones until `restart`. */
  async stop(): Promise<() => Promise<void>> {
    const port = this.#port
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.reset()
    await closed
    return async () => {
      this.#server.listen(port, '127.0.0.1')
      await once(this.#server, 'listening')
    }
  }

  /** No byte passes, in neither direction, until it is ended: as behind a network that drops everything. */
  silence(): () => void {
    this.#isSilent = true
    for (const pair of this.#pairs) for (const socket of pair) socket.pause()
    return () => {
      this.#isSilent = false
      for (const pair of this.#pairs) for (const socket of pair) socket.resume()
    }
  }

  async close(): Promise<void> {
    this.#server.close()
    this.reset()
  }

  #join(near: Socket): void {
    const far = connect(Number(this.#target.port || 5432), this.#target.hostname)
    const pair = [near, far] as const
    this.#pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (chunk) => to.write(chunk))
      from.on('end', () => to.end())
      from.on('error', () => {})
      from.on('close', () => {
        to.destroy()
        this.#pairs.delete(pair)
      })
      if (this.#isSilent) from.pause()
    }
  }
}

/** A socket that is shutting down cannot be reset: Node 20 would keep its handle, and wait for it for ever when the process ends. */
function reset(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy()
  else socket.resetAndDestroy()
}
