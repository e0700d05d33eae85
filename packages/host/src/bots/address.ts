/**
 * Which network addresses the arena connects to: the public ones, and where `ARENA_PRIVATE_BOTS` allows it any.
 * Names are looked up here too, so that a test can put another resolver in the place of the real ones.
 */
import { lookup, Resolver as DnsResolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All addresses of a host name. */
export type Resolver = (host: string, signal: AbortSignal) => Promise<readonly string[]>

// The only part of the IPv6 space that is handed out for hosts on the Internet (RFC 4291 section 2.5.4, IANA).
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/**
 * Null for a public address, else the name of what it is: `loopback`, `private`, `uniqueLocal`, `ipv4Mapped` ...
 * IPv6 addresses that wrap an IPv4 one (mapped, NAT64, 6to4, Teredo) are refused whatever is inside: a public bot is
 * reached without them, and what they lead to is for the local network to decide.
 */
export function reasonToRefuse(address: string): string | null {
  if (isIP(address) === 0) return 'not an address'
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range !== 'unicast') return range
  if (parsed.kind() === 'ipv6' && !parsed.match(GLOBAL_UNICAST)) return 'reserved'
  return null
}

/**
 * Asks the DNS servers directly, A and AAAA. Unlike `lookup` it blocks no thread of the pool while a hostile name
 * server holds the answer back, it can be cancelled, and it knows no local hosts file.
 */
export function dnsResolver(servers?: readonly string[]): Resolver {
  return async (host, signal) => {
    // One per question: cancelling is per resolver, and nothing is remembered between two connections.
    const resolver = new DnsResolver({ timeout: 2_000, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    signal.addEventListener('abort', () => resolver.cancel(), { once: true })
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const [first] = answers
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason
    return addresses
  }
}

/** The machine's own resolver with its hosts file and local names: what a bot in the next room needs. */
export const systemResolver: Resolver = async (host) => {
  const answers = await lookup(host, { all: true })
  return answers.map(({ address }) => address)
}
