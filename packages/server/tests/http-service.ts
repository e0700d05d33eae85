/** A running HTTP service on a free loopback port with a database and a data folder of its own, and a bot to register. */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import type { KeyScope } from '@arena/protocol'
import { pino } from 'pino'
import { WebSocketServer } from 'ws'
import { readConfig } from '../src/config.ts'
import type { Environment } from '../src/config.ts'
import { openServing } from '../src/machine/serving.ts'
import type { ServingParts } from '../src/machine/serving.ts'
import { buildApp } from '../src/app.ts'
import type { App } from '../src/http/app-type.ts'
import { createDataFolder } from './data-folder.ts'

export interface Service extends AsyncDisposable {
  readonly context: ServingParts
  readonly app: App
  readonly url: string
  /** Everything that was logged, as written. */
  readonly logged: () => string
  /** From here on the service is on its way down. */
  readonly drain: () => void
  /** A bearer secret of the account of that e-mail address. */
  readonly bearer: (email: string, scopes: readonly KeyScope[]) => Promise<string>
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
}

/** `replace` gives parts of the service that take the place of its own; `port` is any free one by default. */
export async function startService(
  env: Environment = {},
  replace: (context: ServingParts) => Partial<ServingParts> = () => ({}),
  port = 0,
): Promise<Service> {
  const folder = await createDataFolder('arena-http-')
  let written = ''
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString()
      done()
    },
  })
  // Tests ask faster than anyone may, but for those of the limits themselves.
  const config = readConfig({ ARENA_DATA_DIR: folder, ARENA_RATE_LIMITS: 'off', ...env })
  const own = await openServing(config, pino({ level: 'debug' }, sink))
  const context = { ...own, ...replace(own) }
  const app = await buildApp(context)
  const url = await app.listen({ port, host: '127.0.0.1' })
  return {
    context,
    app,
    url,
    logged: () => written,
    drain: () => void context.lifetimes.drain(),
    async bearer(email, scopes) {
      const user = await context.accounts.findOrCreate(email)
      const key = await context.keys.create(user.id, { kind: 'bearer', name: 'test', scopes })
      if (key === 'key-limit-reached') throw new Error('the test made too many keys')
      return key.secret!
    },
    fetch: (path, init) => fetch(url + path, init),
    async [Symbol.asyncDispose]() {
      await app.close()
      await context.lifetimes.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A request with a JSON body and a bearer key. */
export function jsonRequest(secret: string, body: unknown, method = 'POST') {
  return {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

export interface TestBot extends AsyncDisposable {
  readonly url: string
}

/** A bot that answers the ping with `answer` and takes any upgrade. */
export async function startBot({ answer = 'pong' } = {}): Promise<TestBot> {
  const server = createServer((_request, response) => response.end(answer))
  const sockets = new WebSocketServer({ server })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bot`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
