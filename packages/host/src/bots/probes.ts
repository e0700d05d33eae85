/**
 * Single connections to a bot, for checks that go beyond the deploy check: a ping at any time, and an upgrade with headers
 * that no arena would send. What goes wrong is an ordinary result.
 */
import type { HandshakeHeaders } from '@arena/protocol'
import { BotConnectionError } from './bot-url.ts'
import type { ConnectOptions } from './connect-options.ts'
import { closePolitely } from './close-politely.ts'
import { pingBot, routeTo, upgradeBot, versionInWords, within, type Route } from './connection.ts'

export interface Probe {
  readonly ok: boolean
  /** What came back, as in a step of the deploy check. */
  readonly received: string
  readonly ms: number
}

/** `url` as `checkBotUrl` gave it. */
export function probePing(url: URL, options: ConnectOptions): Promise<Probe> {
  return probe(url, options, async (route, signal) => {
    return `200 OK with "pong"${versionInWords(await pingBot(route, options, signal))}`
  })
}

/** Opens a WebSocket, and closes it again. */
export function probeUpgrade(url: URL, headers: Partial<HandshakeHeaders>, options: ConnectOptions): Promise<Probe> {
  return probe(url, options, async (route, signal) => {
    const upgraded = await upgradeBot(route, headers, options, signal)
    await closePolitely(upgraded.socket, 'check', signal)
    return `101 Switching Protocols${versionInWords(upgraded)}`
  })
}

async function probe(
  url: URL,
  options: ConnectOptions,
  connect: (route: Route, signal: AbortSignal) => Promise<string>,
): Promise<Probe> {
  const start = performance.now()
  const since = () => Math.round((performance.now() - start) * 10) / 10
  try {
    const received = await within(options, async (signal) => connect(await routeTo(url, options, signal), signal))
    return { ok: true, received, ms: since() }
  } catch (error) {
    if (!(error instanceof BotConnectionError)) throw error
    return { ok: false, received: error.detail, ms: since() }
  }
}
