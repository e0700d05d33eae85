/** Where a server listens, as a program on this machine reaches it. */
import type { Server } from 'node:http'

export function localUrl(server: Server): string {
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('The server does not listen yet')
  const { address, port, family } = place
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`
}
