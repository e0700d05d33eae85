/** Rehearsals of the account's bots: ask for one, follow it, call it off, and read its replay. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { BotId, Problem, Rehearsal } from '@arena/protocol'
import { z } from 'zod'
import type { App } from '../http/app-type.ts'
import { identityOf } from '../http/authentication.ts'
import { ATTACHMENT, REPLAY_FILE } from '../replays/routes.ts'
import type { RehearsalStore } from './store.ts'

const Params = z.object({ id: BotId.meta({ description: 'The bot, one of the account’s own.' }) })

const OF_REHEARSAL = { tags: ['rehearsals'], params: Params, response: { 200: Rehearsal } }

interface Parts {
  readonly rehearsals: RehearsalStore
}

export function rehearsalRoutes(app: App, { rehearsals }: Parts): void {
  app.post(
    '/bots/:id/rehearsal',
    {
      config: { scope: 'bots.write', problems: ['bot-disabled', 'bot-not-paused', 'rehearsal-open'] },
      schema: {
        operationId: 'rehearseBot',
        summary: 'Rehearse with a paused bot',
        description:
          'A whole game of the bot against a house bot on the arena’s machines, over the same connections and by the same ' +
          'rules as a match, in room that the ladder leaves. It is unrated and in no list. It takes the place of the ' +
          'bot’s last rehearsal. An account has one at a time that has not ended.',
        ...OF_REHEARSAL,
      },
    },
    async (request) => {
      const rehearsal = await rehearsals.request(identityOf(request).userId, request.params.id)
      if (rehearsal === null) throw new Problem('not-found', { detail: 'The account has no such bot.' })
      return rehearsal
    },
  )
  app.get(
    '/bots/:id/rehearsal',
    {
      config: { scope: 'bots.read' },
      schema: {
        operationId: 'getRehearsal',
        summary: 'The last rehearsal of a bot',
        description: 'Until a day after its end.',
        ...OF_REHEARSAL,
      },
    },
    async (request) => orNone(await rehearsals.find(identityOf(request).userId, request.params.id)),
  )
  app.delete(
    '/bots/:id/rehearsal',
    {
      config: { scope: 'bots.write' },
      schema: {
        operationId: 'callOffRehearsal',
        summary: 'Call a rehearsal off',
        description: 'One that waits or runs ends as aborted; one that has ended stays as it is.',
        ...OF_REHEARSAL,
      },
    },
    async (request) => orNone(await rehearsals.callOff(identityOf(request).userId, request.params.id)),
  )
  app.get(
    '/bots/:id/rehearsal/replay.slp',
    {
      config: { scope: 'bots.read', limit: 'match-reads', problems: ['replay-not-available'], headers: ATTACHMENT },
      schema: {
        operationId: 'getRehearsalReplay',
        summary: 'The replay of a bot’s last rehearsal',
        description: 'There as long as `replayBytes` says so.',
        ...OF_REHEARSAL,
        response: { 200: REPLAY_FILE },
      },
    },
    async (request, reply) => {
      const owner = identityOf(request).userId
      const { id: botId } = request.params
      const replay = await rehearsals.replay(owner, botId)
      if (replay === null) {
        orNone(await rehearsals.find(owner, botId))
        throw new Problem('replay-not-available', {
          detail: 'The rehearsal has not ended, no game was played, or its replay was lost.',
        })
      }
      reply.header('content-disposition', `attachment; filename="${replay.id}.slp"`).type('application/octet-stream')
      return reply.send(await promisify(gunzip)(replay.packed))
    },
  )
}

function orNone(rehearsal: Rehearsal | null): Rehearsal {
  if (rehearsal !== null) return rehearsal
  throw new Problem('not-found', {
    detail: 'The account has no such bot, or the bot no rehearsal: it is kept for a day after its end.',
  })
}
