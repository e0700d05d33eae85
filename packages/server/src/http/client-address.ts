/** The subject of limits for requests without credentials: the address that a request comes from. */
import { isIPv4 } from 'node:net'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * An IPv4 address itself; for IPv6 the /64 network, which is what one customer of a provider holds. Where a proxy is
 * trusted the address is what it wrote, and some write a port, brackets, a zone, or `unknown`; what names no address
 * counts as the other end of the connection.
 */
export function clientOf({
  ip,
  socket,
}: {
  readonly ip: string
  readonly socket: Pick<Socket, 'remoteAddress'>
}): string {
  // Most are, and parsing costs more than all the rest of counting a request.
  if (isIPv4(ip)) return ip
  return networkOf(ip) ?? networkOf(socket.remoteAddress ?? '') ?? 'unknown'
}

function networkOf(text: string): string | null {
  const bare = withoutPort(text.trim()).replace(/%.*$/, '')
  if (!ipaddr.isValid(bare)) return null
  const address = ipaddr.process(bare)
  if (address.kind() === 'ipv4') return address.toString()
  const bytes = address.toByteArray()
  return `${ipaddr.fromByteArray([...bytes.slice(0, 8), ...bytes.slice(8).fill(0)]).toString()}/64`
}

/** `[2001:db8::1]:443`, `[2001:db8::1]` and `192.0.2.1:443` name an address with something around it. */
function withoutPort(text: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}
