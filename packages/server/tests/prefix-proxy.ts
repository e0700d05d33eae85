/** A reverse proxy that shows an arena below `/arena` of its host, and nothing else there. */
import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startService } from './http-service.ts'
import type { Service } from './http-service.ts'

export const PREFIX = '/arena'

export interface ProxiedArena extends AsyncDisposable {
  readonly service: Service
  /** Where the proxy listens. */
  readonly origin: string
}

/** `strips`: the proxy takes the prefix off; else it passes the path on as it is. */
export async function startBehindProxy({ strips }: { strips: boolean }): Promise<ProxiedArena> {
  let target: URL
  const proxy = createServer((request, response) => {
    const url = request.url!
    if (url !== PREFIX && !url.startsWith(`${PREFIX}/`)) return void response.writeHead(404).end()
    const path = strips ? url.slice(PREFIX.length) || '/' : url
    const { hostname, port } = target
    const upstream = ask({ hostname, port, path, method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const service = await startService({ ARENA_BASE_URL: `${origin}${PREFIX}/` })
  target = new URL(service.url)
  return {
    service,
    origin,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      proxy.close()
      await service[Symbol.asyncDispose]()
    },
  }
}
