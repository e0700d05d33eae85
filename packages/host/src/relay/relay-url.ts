/**
 * URLs of the arena's own, behind which a bot is reached through its connector: `{base_url}/relay/{id}`, and a path and query
 * of the bot's own server behind it.
 */
import { RelayId } from '@arena/protocol'

/** Where an arena's relays are. */
export interface RelayPlace {
  /** The origin of the arena; null in development, where it may be any. */
  readonly origin: string | null
  /** `/relay/`, below the path of the arena. */
  readonly path: string
}

/** How a process of an arena reaches its relays. */
export interface RelayDoor extends RelayPlace {
  /** The port of this machine at which the arena's own programs are let through. */
  readonly port: number
  readonly token: string
}

export interface RelayTarget {
  readonly id: string
  /** What is asked for there: the bot's own path and query. */
  readonly url: URL
}

export function relayPlace(baseUrl: string | null): RelayPlace {
  if (baseUrl === null) return { origin: null, path: '/relay/' }
  const { origin, pathname } = new URL(baseUrl)
  return { origin, path: `${pathname.replace(/\/$/, '')}/relay/` }
}

/** Null for a URL that leads elsewhere, `unknown` for one that is the arena's and leads to no relay. */
export function relayTarget(url: URL, { origin, path }: RelayPlace): RelayTarget | 'unknown' | null {
  if (origin !== null && url.origin !== origin) return null
  if (!url.pathname.startsWith(path)) return null
  const [, id = '', rest = ''] = /^([^/]*)(.*)$/.exec(url.pathname.slice(path.length)) ?? []
  // Without an origin it may be the path of anybody's server.
  if (!RelayId.safeParse(id).success) return origin === null ? null : 'unknown'
  return { id, url: new URL((rest || '/') + url.search, `http://${url.host}`) }
}

/** What goes before the first byte of a connection through the door. */
export function relayPreamble(token: string, id: string): string {
  return `relay ${token} ${id}\n`
}

/** The header of an answer that comes from the arena and not from the bot: why there is no connection, in words. */
export const RELAY_HEADER = 'x-arena-relay'
