/** Where connectors dial in. */
import { MAX_RELAY_MESSAGE_BYTES } from '@arena/host/relay'
import { Problem, RELAY_SUBPROTOCOL } from '@arena/protocol'
import type { FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { App } from '../http/app-type.ts'
import { identityOf, keyRequired } from '../http/authentication.ts'
import { Upgrades } from '../http/upgrades.ts'
import { CONNECTORS_OF_ACCOUNT } from './connectors.ts'
import { pathOfRelay } from './relays.ts'
import type { Relays } from './relays.ts'

/** A message of this protocol has no reason to come in pieces. */
const MAX_FRAGMENTS = 16

const OPEN = {
  description:
    'The socket is open. The connector sends `RelayBots` as a text, the arena answers with `Relays`, and the rest are binary ' +
    'messages, described in [relays](/docs/relays).',
  content: { 'application/octet-stream': { schema: z.any().meta({ description: 'Messages of `arena-relay.1`.' }) } },
}

interface Parts {
  readonly config: Pick<Config, 'baseUrl' | 'basePath'>
  readonly relays: Relays
}

export function relayRoutes(app: App, { config, relays }: Parts): void {
  const { connectors } = relays
  const upgrades = new Upgrades(app, '/relay', config.basePath)
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_RELAY_MESSAGE_BYTES,
    maxFragments: MAX_FRAGMENTS,
    handleProtocols: () => RELAY_SUBPROTOCOL,
  })
  // While the server still takes their goodbye.
  app.addHook('preClose', () => connectors.close())
  app.get(
    '/relay',
    {
      config: {
        scope: 'bots.write',
        // It writes down where the relays are: who is cut off again and again may not keep the database busy.
        limit: 'writes',
        problems: ['upgrade-required'],
      },
      schema: {
        operationId: 'openRelay',
        summary: 'Connect bots that have no address of their own',
        description:
          `A WebSocket upgrade with the subprotocol \`${RELAY_SUBPROTOCOL}\`, by a program beside the bots: a connector. The arena’s ` +
          'connections to these bots come through the socket. Needs a key: a session does not open one. An account may have ' +
          `${CONNECTORS_OF_ACCOUNT} connectors on a machine.`,
        tags: ['bots'],
        response: { 101: OPEN },
      },
    },
    async (request, reply) => {
      const { userId, keyId } = identityOf(request)
      // A cookie is sent by whatever page a browser shows.
      if (keyId === null) throw keyRequired('A connector needs an API key; a session opens no socket.')
      const upgrade = protocolsOf(request).includes(RELAY_SUBPROTOCOL) ? upgrades.take(request, reply) : null
      if (upgrade === null) {
        throw new Problem('upgrade-required', {
          detail: `Upgrade to a WebSocket of the subprotocol ${RELAY_SUBPROTOCOL}.`,
          headers: { upgrade: 'websocket', connection: 'upgrade' },
        })
      }
      const urlOf = (id: string) => baseOf(request, config) + pathOfRelay(id)
      const { socket, head } = upgrade
      sockets.handleUpgrade(request.raw, socket, head, (opened) =>
        connectors.take(opened, socket, { userId, keyId }, urlOf),
      )
    },
  )
}

function protocolsOf({ headers }: FastifyRequest): string[] {
  return headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? []
}

/** As the connector has reached it, where the arena does not say. */
function baseOf({ headers }: FastifyRequest, { baseUrl }: Parts['config']): string {
  return baseUrl ?? `http://${headers.host}`
}
