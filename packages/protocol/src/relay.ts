/**
 * The socket that a connector holds to the arena, so that the arena reaches bots without an address of their own: the two
 * texts with which it begins, and the codes with which it closes. The binary messages after these carry connections
 * (`@arena/host/relay`).
 */
import { z } from 'zod'
import { BotName } from './bot-name.ts'
import { RelayId } from './ids.ts'

/** `Sec-WebSocket-Protocol` of the upgrade at `/relay`. */
export const RELAY_SUBPROTOCOL = 'arena-relay.1'
export const MAX_RELAYED_BOTS = 16

export const RelayBots = z
  .strictObject({
    kind: z.literal('bots'),
    names: z
      .array(BotName)
      .min(1)
      .max(MAX_RELAYED_BOTS)
      .refine((names) => new Set(names).size === names.length, { error: 'Each name once.' })
      .meta({ uniqueItems: true, description: 'The names of the bots that the connector passes connections on to.' }),
  })
  .meta({
    id: 'RelayBots',
    description: 'The first message of a connector, a text, within 10 seconds of the upgrade.',
    examples: [{ kind: 'bots', names: ['Waveland'] }],
  })
export type RelayBots = z.infer<typeof RelayBots>

const RELAY = 'relay_01k9y3x5q7f0ktn2b8s4v6w9ed'

export const Relays = z
  .object({
    kind: z.literal('relays'),
    relays: z
      .array(
        z.object({
          name: z.string().meta({ description: 'As the connector gave it.' }),
          id: RelayId,
          url: z.string().meta({
            description:
              'To register for the bot; the path and query of the bot’s own server, where it has one, are appended.',
          }),
        }),
      )
      .meta({ description: 'In the order of the names.' }),
  })
  .meta({
    id: 'Relays',
    description: 'The answer of the arena, a text: from here on its connections come as binary messages.',
    examples: [
      { kind: 'relays', relays: [{ name: 'Waveland', id: RELAY, url: `https://arena.example.org/relay/${RELAY}` }] },
    ],
  })
export type Relays = z.infer<typeof Relays>

/** The codes with which the arena closes a connector's socket; the reason says more. */
export const RELAY_CLOSE = {
  /** A message that breaks the protocol. */
  protocol: 1002,
  /** Over a limit. */
  limit: 1008,
  /** The machine goes down: dial again at once. */
  restart: 1012,
  /** The key is revoked, or the account disabled or deleted. */
  revoked: 4401,
  /** A newer connector has one of the bots. */
  replaced: 4409,
} as const
