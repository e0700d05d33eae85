/** How the account is told of what happens to its bots: what goes which way, and its webhook. */
import {
  ChooseNotices,
  NoticeDelivery,
  NoticeSettings,
  Problem,
  SetWebhook,
  Webhook,
  WebhookWithSecret,
} from '@arena/protocol'
import type { Config } from '../config.ts'
import type { App } from '../http/app-type.ts'
import { identityOf } from '../http/authentication.ts'
import { localUrl } from '../http/local-url.ts'
import { checkWebhookUrl, deliver } from './deliver.ts'
import type { Reach } from './deliver.ts'
import type { NoticeStore } from './store.ts'

const tags = ['notices']
/** These look a name up, or connect to what somebody else has named. */
const limit = 'registrations'

export interface NoticeParts {
  readonly config: Pick<Config, 'baseUrl'>
  readonly notices: NoticeStore
  readonly webhookReach: Reach
  readonly clock: { now(): number }
}

export function noticeRoutes(app: App, { config, notices, webhookReach, clock }: NoticeParts): void {
  app.get(
    '/me/notices',
    {
      config: { scope: 'account.read' },
      schema: {
        operationId: 'getNotices',
        summary: 'How the account is told of things',
        description: 'What it has chosen for each kind of notice, its webhook, and the last notices that went there.',
        tags,
        response: { 200: NoticeSettings },
      },
    },
    (request) => notices.settings(identityOf(request).userId),
  )
  app.patch(
    '/me/notices',
    {
      config: { scope: 'account.write' },
      schema: {
        operationId: 'chooseNotices',
        summary: 'Choose how kinds of notices go',
        description: 'By mail, to the webhook, both ways or not at all. What is left out stays as it is.',
        tags,
        body: ChooseNotices,
        response: { 200: NoticeSettings },
      },
    },
    (request) => notices.choose(identityOf(request).userId, request.body),
  )
  app.post(
    '/me/webhook',
    {
      config: { scope: 'account.write', limit },
      schema: {
        operationId: 'setWebhook',
        summary: 'Set the webhook of the account',
        description:
          'An account has one. Where it has one already, this takes its place and keeps its secret; one that was disabled is ' +
          'enabled again. Nothing is sent to it until a kind of notice is chosen to go there.',
        tags,
        body: SetWebhook,
        response: { 200: WebhookWithSecret },
      },
    },
    async (request) => {
      const { url, format } = request.body
      const checked = await checkWebhookUrl(url, webhookReach)
      return notices.setWebhook(identityOf(request).userId, { url: checked, format })
    },
  )
  app.post(
    '/me/webhook/secret',
    {
      config: { scope: 'account.write', problems: ['not-found'] },
      schema: {
        operationId: 'renewWebhookSecret',
        summary: 'Make a new secret for the webhook',
        description: 'For a day, messages carry a signature by the former secret as well.',
        tags,
        response: { 200: WebhookWithSecret },
      },
    },
    async (request) => orNone(await notices.renewSecret(identityOf(request).userId)),
  )
  app.post(
    '/me/webhook/test',
    {
      config: { scope: 'account.write', limit, problems: ['not-found'] },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test to the webhook',
        description:
          'At once, and once, also to a webhook that is disabled. Answers with what came back, after 10 seconds at most.',
        tags,
        response: { 200: NoticeDelivery },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const webhook = orNone(await notices.webhook(userId))
      const told = notices.newTest()
      const origin = config.baseUrl ?? localUrl(app.server)
      return notices.noteTest(userId, told, await deliver({ told, webhook, origin }, webhookReach, clock.now()))
    },
  )
  app.delete(
    '/me/webhook',
    {
      config: { scope: 'account.write', problems: ['not-found'] },
      schema: {
        operationId: 'removeWebhook',
        summary: 'Remove the webhook of the account',
        description: 'What waits for it is not sent.',
        tags,
        response: { 200: Webhook },
      },
    },
    async (request) => orNone(await notices.removeWebhook(identityOf(request).userId)),
  )
}

function orNone<T>(webhook: T | null): T {
  if (webhook === null) throw new Problem('not-found', { detail: 'The account has no webhook.' })
  return webhook
}
