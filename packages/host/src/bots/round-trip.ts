/** How far away a bot is, in time. Reached as by every other connection to a bot, with the same checks. */
import { BotConnectionError, checkBotUrl } from './bot-url.ts'
import type { ConnectOptions } from './connect-options.ts'
import { pingBot, routeTo, within } from './connection.ts'

/** One after another; the least is closest to what the network takes. */
const PINGS = 4

export interface RoundTripOptions extends ConnectOptions {
  /** As registered. */
  readonly url: string
}

/** The shortest of a few pings in milliseconds, within `timeoutMs` in all; null where the bot does not answer each. */
export async function measureRoundTrip(options: RoundTripOptions): Promise<number | null> {
  try {
    const url = checkBotUrl(options.url, options.policy)
    return await within(options, async (signal) => {
      let least = Infinity
      for (let i = 0; i < PINGS; i++) {
        const { ms } = await pingBot(await routeTo(url, options, signal), options, signal)
        least = Math.min(least, ms)
      }
      return least
    })
  } catch (error) {
    if (!(error instanceof BotConnectionError)) throw error
    return null
  }
}
