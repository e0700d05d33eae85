/** Where bots find the key that the kit signs with, as they find that of an arena. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PlatformKey } from '@arena/protocol'

export class KeyServer implements AsyncDisposable {
  readonly #server: Server

  private constructor(publicKey: string) {
    const document: PlatformKey = { publicKey }
    this.#server = createServer((request, response) => {
      const isKey = request.url === '/.well-known/arena.json'
      response.writeHead(isKey ? 200 : 404, { 'content-type': 'application/json' })
      response.end(isKey ? JSON.stringify(document) : '{}')
    })
  }

  static async open(publicKey: string): Promise<KeyServer> {
    const server = new KeyServer(publicKey)
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  /** For `ARENA_BASE_URL`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
