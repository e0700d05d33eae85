/** The bots of an account: register, list, inspect, change, remove. */
import { Bot, BotId, BotList, DEPLOY_EVENTS_TYPE, DeployEvent, Problem, RegisterBot, UpdateBot } from '@arena/protocol'
import { z } from 'zod'
import type { BotStore } from './store.ts'
import type { Registrar } from './register.ts'
import type { Standings } from './standings.ts'
import type { App } from '../http/app-type.ts'
import { identityOf } from '../http/authentication.ts'
import { answerWithSteps } from './deploy-stream.ts'
import type { LimitByBody } from '../http/rate-limits.ts'

const Params = z.object({ id: BotId.meta({ description: 'The bot, one of the account’s own.' }) })

const tags = ['bots']

const CHECKED_BOT = {
  description:
    'The bot. As `application/x-ndjson`, for a client that prefers it (`Accept`): each step of the deploy check as it is taken, ' +
    'and at the end the bot or a problem, which then no longer changes the status.',
  content: { 'application/json': { schema: Bot }, [DEPLOY_EVENTS_TYPE]: { schema: DeployEvent } },
}

/** Changing a bot's URL counts like registering one: it runs the same check. */
const LIMIT_OF_UPDATE: LimitByBody = {
  classes: ['registrations', 'writes'],
  of: (body) => (typeof body === 'object' && body !== null && 'url' in body ? 'registrations' : 'writes'),
}

interface Parts {
  readonly bots: BotStore
  readonly registrar: Registrar
  readonly standings: Standings
}

export function botRoutes(app: App, { bots, registrar, standings }: Parts): void {
  app.get(
    '/bots',
    {
      config: { scope: 'bots.read' },
      schema: { operationId: 'listBots', summary: 'List bots', tags, response: { 200: BotList } },
    },
    async (request) => ({ bots: await standings.with(await bots.list(identityOf(request).userId)) }),
  )
  app.post(
    '/bots',
    {
      config: { scope: 'bots.write', limit: 'registrations', problems: ['deploy-check-failed'] },
      schema: {
        operationId: 'registerBot',
        summary: 'Register a bot',
        description: 'Runs the deploy check on the URL, at most 10 seconds. The bot is seated from the next tick on.',
        tags,
        body: RegisterBot,
        response: { 200: CHECKED_BOT },
      },
    },
    (request, reply) =>
      answerWithSteps(request, reply, (listener) =>
        registrar.register(identityOf(request).userId, request.body, listener),
      ),
  )
  app.get(
    '/bots/:id',
    {
      config: { scope: 'bots.read' },
      schema: { operationId: 'getBot', summary: 'Inspect a bot', tags, params: Params, response: { 200: Bot } },
    },
    async (request) => {
      const bot = orUnknown(await bots.find(identityOf(request).userId, request.params.id))
      return (await standings.with([bot]))[0]!
    },
  )
  app.patch(
    '/bots/:id',
    {
      config: { scope: 'bots.write', limit: LIMIT_OF_UPDATE, problems: ['bot-disabled', 'deploy-check-failed'] },
      schema: {
        operationId: 'updateBot',
        summary: 'Rename a bot, move it, pause or unpause it',
        description: 'A new `url` must pass the deploy check; the old one stays when it does not.',
        tags,
        params: Params,
        body: UpdateBot,
        response: { 200: CHECKED_BOT },
      },
    },
    (request, reply) =>
      answerWithSteps(request, reply, async (listener) =>
        orUnknown(await registrar.update(identityOf(request).userId, request.params.id, request.body, listener)),
      ),
  )
  app.delete(
    '/bots/:id',
    {
      config: { scope: 'bots.write' },
      schema: {
        operationId: 'removeBot',
        summary: 'Remove a bot',
        description: 'Records of its matches are kept, and a running match continues to its end.',
        tags,
        params: Params,
        response: { 200: Bot },
      },
    },
    async (request) => orUnknown(await bots.remove(identityOf(request).userId, request.params.id)),
  )
}

/** Someone else's bot is as unknown as one that does not exist. */
function orUnknown(bot: Bot | null): Bot {
  if (bot === null) throw new Problem('not-found', { detail: 'The account has no such bot.' })
  return bot
}
