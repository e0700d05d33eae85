/**
 * A machine that plays measures how far its region is from each active bot: soon after the bot is registered or its URL has
 * changed, and once a day. The database gives each bot to one machine of a region (round-trips.ts).
 */
import { measureRoundTrip } from '@arena/host'
import type { RoundTripOptions } from '@arena/host'
import type { RelayDoor } from '@arena/host/relay'
import type { Database } from '../../db/schema.ts'
import type { Config } from '../../config.ts'
import type { BotPolicy } from '@arena/host'
import type { Logger } from '../../log.ts'
import { Rounds } from '../../rounds.ts'
import { RoundTripStore } from './round-trips.ts'

const ROUND_MS = 5_000
/** The most bots of a round, so that pings do not hold each other up. */
const MOST_BOTS = 8
const TIMEOUT_MS = 5_000

interface Parts {
  readonly db: Database
  readonly config: Pick<Config, 'region'>
  readonly botPolicy: BotPolicy
  readonly relay: RelayDoor
  readonly log: Logger
  readonly draining: AbortSignal
}

export function keepMeasured(
  { db, config, botPolicy, relay, log, draining }: Parts,
  resolve?: RoundTripOptions['resolve'],
): Rounds {
  const { region } = config
  const store = new RoundTripStore(db)
  const options = { policy: botPolicy, relay, timeoutMs: TIMEOUT_MS, signal: draining, ...(resolve && { resolve }) }
  return new Rounds({
    failure: 'the round trips of bots could not be measured',
    everyMs: ROUND_MS,
    log,
    async work() {
      if (draining.aborted) return
      const bots = await store.claim(region, MOST_BOTS)
      await Promise.all(
        bots.map(async (bot) => {
          const ms = await measureRoundTrip({ ...options, url: bot.url })
          // A ping that the arena itself broke off says nothing about the bot.
          if (!draining.aborted) await store.note(bot, region, ms)
        }),
      )
      if (bots.length > 0) log.debug({ bots: bots.length, region }, 'round trips of bots were measured')
    },
  })
}
