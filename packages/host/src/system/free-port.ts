/** Free ports of this machine. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

const HOST = '127.0.0.1'

export async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== null
}

export async function freePort(): Promise<number> {
  const port = await listenOnce(0)
  if (port === null) throw new Error('There is no free port')
  return port
}

/** The port that was given, or null when it is taken. */
async function listenOnce(port: number): Promise<number | null> {
  const server = createServer()
  try {
    server.listen(port, HOST)
    await once(server, 'listening')
    const given = (server.address() as AddressInfo).port
    server.close()
    await once(server, 'close')
    return given
  } catch {
    return null
  }
}
