/**
 * The deploy check (spec: Deploy check): reaches a bot as a match would, step by step, and says what it sent and what
 * came back. A failed check is an ordinary result; nothing is thrown for it.
 */
import { DEPLOY_CHECK } from '@arena/protocol'
import type { DeployReport, DeployStep, DeployStepName, KeyPair } from '@arena/protocol'
import { closePolitely } from './close-politely.ts'
import { checkAddresses, pingBot, pingUrl, resolveBot, signed, upgradeBot, within } from './connection.ts'
import { BotConnectionError } from './bot-url.ts'
import type { ConnectOptions } from './connect-options.ts'

/** A name may have thousands. */
const MAX_ADDRESSES_TOLD = 8

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

  try {
    await within(options, async (signal) => {
      const addresses = await take(
        'resolve',
        `look up ${url.hostname}`,
        () => resolveBot(url, options, signal),
        ({ length }) => (length === 1 ? '1 address' : `${length} addresses`),
      )
      await take(
        'address',
        `check ${addresses.length === 1 ? 'it' : 'each'}`,
        () => checkAddresses(addresses, policy),
        () =>
          addresses.slice(0, MAX_ADDRESSES_TOLD).join(', ') + (addresses.length > MAX_ADDRESSES_TOLD ? ', ...' : ''),
      )
      const route = { url, addresses }
      await take(
        'ping',
        `GET ${pingUrl(url).href}`,
        () => pingBot(route, options, signal),
        () => '200 OK with "pong"',
      )
      const socket = await take(
        'upgrade',
        `upgrade to a WebSocket at ${url.href} with x-arena-match: ${DEPLOY_CHECK}`,
        () => upgradeBot(route, signed({ matchId: DEPLOY_CHECK, platformKey }), options, signal),
        () => '101 Switching Protocols',
      )
      await closePolitely(socket, 'deploy check passed', signal)
    })
    return { ok: true, steps }
  } catch (error) {
    if (!(error instanceof BotConnectionError)) throw error
    return { ok: false, steps }
  }
}
