/** Whom a limit counts when nobody has signed in: the address a request comes from. */
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv4 address as it is; of an IPv6 address the /64 network, which is what one customer of a provider holds. */
export function clientOf(ip: string): string {
  // Most are, and parsing costs more than all the rest of counting a request.
  if (isIPv4(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const bytes = address.toByteArray()
  return `${ipaddr.fromByteArray([...bytes.slice(0, 8), ...bytes.slice(8).fill(0)]).toString()}/64`
}
