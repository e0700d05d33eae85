/**
 * The deploy check (spec: Deploy check): reaches a bot as a match would, step by step, and says what it sent and what
 * came back. A failed check is an ordinary result; nothing is thrown for it.
 */
import { DEPLOY_CHECK } from '@arena/protocol'
import type { DeployReport, DeployStep, DeployStepName, KeyPair } from '@arena/protocol'
import { closePolitely } from './close-politely.ts'
import { checkAddresses, pingBot, pingUrl, relayRoute, resolveBot, signed } from './connection.ts'
import { upgradeBot, versionInWords, within } from './connection.ts'
import type { Route } from './connection.ts'
import { BotConnectionError } from './bot-url.ts'
import type { ConnectOptions } from './connect-options.ts'

/** A name may have thousands. */
const MAX_ADDRESSES_TOLD = 8
const OWN_RELAY = "the arena's own relay"

export interface DeployCheckOptions extends ConnectOptions {
  /** As `checkBotUrl` gave it. */
  readonly url: URL
  readonly platformKey: KeyPair
  /** Learns of each step as soon as it has been taken. */
  readonly onStep?: (step: DeployStep) => void
}

/** Checks a bot within `timeoutMs` in all (10 s by default). */
export async function deployCheck(options: DeployCheckOptions): Promise<DeployReport> {
  const { url, policy, platformKey, onStep } = options
  const steps: DeployStep[] = []

  /** Takes one step and notes it; `received` puts what came back into words. */
  async function take<T>(
    name: DeployStepName,
    sent: string,
    run: () => Promise<T> | T,
    received: (value: T) => string,
  ) {
    const start = performance.now()
    const note = (ok: boolean, text: string) => {
      const step = { name, ok, sent, received: text, ms: Math.round((performance.now() - start) * 10) / 10 }
      steps.push(step)
      onStep?.(step)
    }
    try {
      const value = await run()
      note(true, received(value))
      return value
    } catch (error) {
      if (error instanceof BotConnectionError) note(false, error.detail)
      throw error
    }
  }

  async function findRoute(signal: AbortSignal): Promise<Route> {
    const relayed = relayRoute(url, options)
    const addresses = await take(
      'resolve',
      `look up ${url.hostname}`,
      () => (relayed === null ? resolveBot(url, options, signal) : []),
      ({ length }) => (relayed !== null ? OWN_RELAY : length === 1 ? '1 address' : `${length} addresses`),
    )
    await take(
      'address',
      `check ${addresses.length > 1 ? 'each' : 'it'}`,
      () => checkAddresses(addresses, policy),
      () => (relayed === null ? told(addresses) : OWN_RELAY),
    )
    return relayed ?? { url, addresses }
  }

  try {
    await within(options, async (signal) => {
      const route = await findRoute(signal)
      await take(
        'ping',
        `GET ${pingUrl(url).href}`,
        () => pingBot(route, options, signal),
        (pong) => `200 OK with "pong"${versionInWords(pong)}`,
      )
      const { socket } = await take(
        'upgrade',
        `upgrade to a WebSocket at ${url.href} with x-arena-match: ${DEPLOY_CHECK}`,
        () => upgradeBot(route, signed({ matchId: DEPLOY_CHECK, platformKey }), options, signal),
        (upgraded) => `101 Switching Protocols${versionInWords(upgraded)}`,
      )
      await closePolitely(socket, 'deploy check passed', signal)
    })
    return { ok: true, steps }
  } catch (error) {
    if (!(error instanceof BotConnectionError)) throw error
    return { ok: false, steps }
  }
}

function told(addresses: readonly string[]): string {
  return addresses.slice(0, MAX_ADDRESSES_TOLD).join(', ') + (addresses.length > MAX_ADDRESSES_TOLD ? ', ...' : '')
}
