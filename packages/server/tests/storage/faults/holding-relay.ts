/** Stands in front of a PostgreSQL server. While it holds, nothing passes either way and nobody is told, as where packets are dropped. */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

export class HoldingRelay implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isHolding = false

  private constructor({ hostname, port }: URL) {
    this.#server = createServer((client) => {
      const server = connect({ host: hostname, port: Number(port) })
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(one)
        one.on('error', () => {})
        one.on('data', (chunk) => other.write(chunk))
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
        if (this.#isHolding) one.pause()
      }
    })
  }

  static async before(databaseUrl: string): Promise<HoldingRelay> {
    const relay = new HoldingRelay(new URL(databaseUrl))
    relay.#server.listen(0, '127.0.0.1')
    await once(relay.#server, 'listening')
    return relay
  }

  /** The address to use instead of the server's own. */
  urlFor(databaseUrl: string): string {
    const url = new URL(databaseUrl)
    url.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return url.href
  }

  hold(): void {
    this.#isHolding = true
    for (const socket of this.#sockets) socket.pause()
  }

  letGo(): void {
    this.#isHolding = false
    for (const socket of this.#sockets) socket.resume()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
