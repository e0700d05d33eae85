import type { RelayDoor } from '../relay/relay-url.ts'
import type { Resolver } from './address.ts'

/** What bot URLs may be. */
export interface BotPolicy {
  /** `ARENA_PRIVATE_BOTS`: http, and private and loopback addresses, are fine. */
  readonly allowPrivate: boolean
}

export interface ConnectOptions {
  readonly policy: BotPolicy
  readonly signal?: AbortSignal
  /** Time for the whole connection, resolving included. */
  readonly timeoutMs?: number
  /** For matches that follow the bots and not the time, in which bots send as fast as they can. */
  readonly maxReadsPerSecond?: number
  /** In the place of the DNS, or of the machine's own resolver where private bots are allowed. */
  readonly resolve?: Resolver
  /** Certificate authorities in the place of the well-known ones. */
  readonly ca?: string
  /**
   * By origin (`https://bot.example.org`): a port of this machine that match sockets go to instead, of a program that passes
   * on what it gets. What is sent stays as it is: `Host`, the name in TLS and the name that a certificate has to have.
   */
  readonly detours?: Readonly<Record<string, number>>
  /** The way to bots whose URL is one of the arena's own: to a connector, past the DNS and TLS. */
  readonly relay?: RelayDoor | undefined
}
