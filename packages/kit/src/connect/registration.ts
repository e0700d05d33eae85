/** How a bot that plays through a connector comes to be registered: it is found again, moved, or new. */
import { BotUrl, type Bot, type BotStatus } from '@arena/protocol'
import type { ArenaClient } from '@arena/sdk'
import { CommandFailure } from '@arena/host/command-line'
import { checked } from '../account/checked.ts'
import type { Relay } from './connector.ts'

/** The address of a relay, of this arena or of one that it was before. */
const RELAY_PATH = /\/relay\/relay_[0-9a-z]{26}(?:[/?]|$)/

export type Entry =
  | { readonly kind: 'register' }
  /** It is registered, with this URL or one that leads elsewhere. */
  | { readonly kind: 'found'; readonly bot: Bot; readonly isMoved: boolean }
  /** Another bot has the name, and a URL of its own. */
  | { readonly kind: 'taken'; readonly bot: Bot }

/**
 * What is to be done for a bot to play from `url`, an address of its relay. A bot is found by its address, whatever it is called by now, and
 * else by its name. `takesOver`: also where it has a URL of its own.
 */
export function entryOf(bots: readonly Bot[], relay: Relay, url: string, takesOver: boolean): Entry {
  const own = bots.find((bot) => isBelow(bot.url, relay.url))
  if (own !== undefined) return { kind: 'found', bot: own, isMoved: own.url !== url }
  const named = bots.filter(({ name }) => name === relay.name)
  const before = named.find((bot) => RELAY_PATH.test(bot.url)) ?? (takesOver ? named[0] : undefined)
  if (before !== undefined) return { kind: 'found', bot: before, isMoved: true }
  return named[0] === undefined ? { kind: 'register' } : { kind: 'taken', bot: named[0] }
}

const isBelow = (url: string, relay: string): boolean =>
  url === relay || url.startsWith(`${relay}/`) || url.startsWith(`${relay}?`)

/** How a bot came to be seated. */
type Entrance = 'registered' | 'moved' | 'resumed' | 'found'

export interface Entered {
  /** With its standing from before. */
  readonly bot: Bot
  readonly how: Entrance
  /** What its connector calls it. */
  readonly as: string
  /** The address that it played from. */
  readonly before: string
}

export interface EnterOptions {
  readonly relay: Relay
  /** Behind the relay's address: where the bot's server has it. */
  readonly path: string
  readonly takesOver: boolean
  /** Whether it is seated from now on; else it is paused. */
  readonly plays: boolean
}

/** Has the arena know a bot, and seat it or not. A `CommandFailure` where it is not to be, or where the arena does not reach it. */
export async function enter(client: ArenaClient, options: EnterOptions): Promise<Entered> {
  const { relay, path, takesOver, plays } = options
  const { name } = relay
  const status: BotStatus = plays ? 'active' : 'paused'
  const url = BotUrl.parse(relay.url + path)
  const entry = entryOf((await client.listBots()).bots, relay, url, takesOver)
  switch (entry.kind) {
    case 'register': {
      const bot = await checked(name, () => client.registerBot({ name, mode: 'live', url }))
      const known = { how: 'registered', as: name, before: url } as const
      return { bot: plays ? bot : await client.updateBot({ id: bot.id, status }), ...known }
    }
    case 'taken':
      throw new CommandFailure(
        `Your bot ${name} (${entry.bot.id}) has an address of its own, ${entry.bot.url}, and is left as it is. ` +
          'Connect under another name with --name, or with --take-over for it to play from here from now on, with its rating.',
      )
    case 'found': {
      const { bot, isMoved } = entry
      const isOther = bot.status !== status
      const known = { as: name, before: bot.url }
      if (!isMoved && !isOther) return { bot, how: 'found', ...known }
      const change = { id: bot.id, ...(isMoved && { url }), ...(isOther && { status }) }
      const changed = await checked(name, () => client.updateBot(change))
      return { bot: { ...changed, standing: bot.standing }, how: isMoved ? 'moved' : 'resumed', ...known }
    }
  }
}
