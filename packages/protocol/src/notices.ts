/** Notices: what an arena tells the owner of bots without being asked, the ways it can go, and the owner's webhook. */
import { z } from 'zod'
import { NoticeId } from './ids.ts'
import { Timestamp } from './timestamp.ts'

/** In the order in which the account page lists them. `means` is for the owner; the defaults hold until the owner chooses. */
export const NOTICE_KINDS = {
  pausing: {
    means: 'A bot has joined no match for six days. After a week the arena pauses it.',
    defaults: { mail: true, webhook: false },
    isPublic: false,
  },
  paused: {
    means: 'A bot has joined no match for a week, so the arena has paused it.',
    defaults: { mail: true, webhook: false },
    isPublic: true,
  },
  reduced: {
    means: 'A bot has missed ten matches in a row, so it is offered a seat only every three hours.',
    defaults: { mail: true, webhook: false },
    isPublic: true,
  },
  missed: {
    means: 'A bot has missed its third match in a row.',
    defaults: { mail: false, webhook: false },
    isPublic: true,
  },
  forfeit: {
    means: 'A bot has lost by forfeit: it did not connect, or sent no pads for too long.',
    defaults: { mail: false, webhook: false },
    isPublic: false,
  },
  'deploy-check-failed': {
    means: 'The deploy check has refused a URL that was given for a bot. What was registered before plays on.',
    defaults: { mail: false, webhook: false },
    isPublic: false,
  },
  maintenance: {
    means: 'A maintenance is announced, in which no matches begin. For owners of active bots.',
    defaults: { mail: false, webhook: false },
    isPublic: true,
  },
} as const

export const NoticeKind = z
  .enum(Object.keys(NOTICE_KINDS) as [keyof typeof NOTICE_KINDS, ...(keyof typeof NOTICE_KINDS)[]])
  .meta({ id: 'NoticeKind', description: 'What a notice is about.', examples: ['paused'] })
export type NoticeKind = z.infer<typeof NoticeKind>

/** Two more kinds, which owners cannot configure: `webhook-disabled` is always mailed, `test` goes to the webhook under test. */
export const AnyNoticeKind = z.enum([...NoticeKind.options, 'webhook-disabled', 'test']).meta({
  id: 'AnyNoticeKind',
  description:
    'What a notice is about. Owners cannot configure two kinds: `webhook-disabled` is always mailed, `test` goes to the webhook.',
  examples: ['test'],
})
export type AnyNoticeKind = z.infer<typeof AnyNoticeKind>

export const NoticeWays = z
  .strictObject({
    mail: z.boolean().meta({ description: 'To the e-mail address of the account.' }),
    webhook: z.boolean().meta({ description: 'To the account’s webhook, once it has one.' }),
  })
  .meta({ id: 'NoticeWays', description: 'How a notice goes.', examples: [{ mail: true, webhook: false }] })
export type NoticeWays = z.infer<typeof NoticeWays>

const CHOICE = { kind: 'paused', means: NOTICE_KINDS.paused.means, mail: true, webhook: false }

export const NoticeChoice = z
  .object({
    kind: NoticeKind,
    means: z.string().meta({ description: 'The kind in a sentence.' }),
    mail: NoticeWays.shape.mail,
    webhook: NoticeWays.shape.webhook,
  })
  .meta({
    id: 'NoticeChoice',
    description: 'How the account is told of one kind.',
    examples: [CHOICE],
  })
export type NoticeChoice = z.infer<typeof NoticeChoice>

export const WebhookFormat = z.enum(['standard', 'discord', 'slack']).meta({
  id: 'WebhookFormat',
  description:
    '`standard`: JSON signed by the Standard Webhooks specification. `discord` and `slack`: a message for a webhook of theirs.',
  examples: ['standard'],
})
export type WebhookFormat = z.infer<typeof WebhookFormat>

const MOST_URL = 2048

export const WebhookUrl = z
  .url({ protocol: /^https?$/, error: 'Not an http(s) URL.' })
  .max(MOST_URL, { error: `At most ${MOST_URL} characters.` })
  .regex(/^[\x21-\x7e]+$/, { error: 'Percent-encode what is not printable ASCII.' })
  .meta({
    id: 'WebhookUrl',
    format: 'uri',
    description:
      'Where notices are sent to: in production https, on a public address. No user name, password or fragment.',
    examples: ['https://hooks.example.org/arena'],
  })
export type WebhookUrl = z.infer<typeof WebhookUrl>

export const Webhook = z
  .object({
    url: WebhookUrl,
    format: WebhookFormat,
    createdAt: Timestamp,
    disabledAt: Timestamp.nullable().meta({ description: 'Null while notices are sent to it.' }),
    disabledWhy: z.string().nullable().meta({ description: 'In a sentence; null while notices are sent to it.' }),
  })
  .meta({
    id: 'Webhook',
    description: 'Where an account has notices sent to. Setting it again enables it again.',
    examples: [
      {
        url: 'https://hooks.example.org/arena',
        format: 'standard',
        createdAt: '2026-11-21T11:10:00.000Z',
        disabledAt: null,
        disabledWhy: null,
      },
    ],
  })
export type Webhook = z.infer<typeof Webhook>

export const SetWebhook = z.strictObject({ url: WebhookUrl, format: WebhookFormat.default('standard') }).meta({
  id: 'SetWebhook',
  description: 'Body of `POST /me/webhook`.',
  examples: [{ url: 'https://hooks.example.org/arena', format: 'standard' }],
})
export type SetWebhook = z.infer<typeof SetWebhook>

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().optional().meta({
    description:
      'What the signatures of the format `standard` are made with, `whsec_` and base64. Shown where it was made by this request, and never again.',
  }),
}).meta({
  id: 'WebhookWithSecret',
  description: 'Answer of `POST /me/webhook` and `POST /me/webhook/secret`.',
  examples: [
    {
      url: 'https://hooks.example.org/arena',
      format: 'standard',
      createdAt: '2026-11-21T11:10:00.000Z',
      disabledAt: null,
      disabledWhy: null,
      secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    },
  ],
})
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

export const NoticeDelivery = z
  .object({
    id: NoticeId.meta({ description: 'Of the notice, and `webhook-id` of each attempt.' }),
    kind: AnyNoticeKind,
    at: Timestamp,
    state: z.enum(['waiting', 'sent', 'dropped']).meta({ description: '`waiting` until it was taken or given up.' }),
    attempts: z.int().min(0).meta({ description: 'How often it was sent.' }),
    lastAt: Timestamp.nullable().meta({ description: 'When it was last sent.' }),
    status: z.int().nullable().meta({ description: 'HTTP status of the last answer; null where there was none.' }),
    answer: z.string().nullable().meta({
      description: 'The first kilobyte of the last answer, or why there was none.',
    }),
    ms: z.int().min(0).nullable().meta({ description: 'How long the last attempt took.' }),
  })
  .meta({
    id: 'NoticeDelivery',
    description: 'What became of a notice that was to go to the webhook; `at` is when it happened.',
    examples: [
      {
        id: 'notice_01k9y40r6yes3v1c5hzq8p2n7t',
        kind: 'test',
        at: '2026-11-21T11:10:00.000Z',
        state: 'sent',
        attempts: 1,
        lastAt: '2026-11-21T11:10:00.120Z',
        status: 200,
        answer: 'ok',
        ms: 48,
      },
    ],
  })
export type NoticeDelivery = z.infer<typeof NoticeDelivery>

export const NoticeSettings = z
  .object({
    choices: z.array(NoticeChoice).meta({ description: 'Every kind once.' }),
    webhook: Webhook.nullable().meta({ description: 'Null where the account has none.' }),
    deliveries: z.array(NoticeDelivery).meta({ description: 'The last 20 to webhooks of the account, newest first.' }),
  })
  .meta({
    id: 'NoticeSettings',
    description: 'How an account is told of what happens to its bots.',
    examples: [{ choices: [CHOICE], webhook: null, deliveries: [] }],
  })
export type NoticeSettings = z.infer<typeof NoticeSettings>

export const ChooseNotices = z
  .strictObject({
    choices: z
      .partialRecord(NoticeKind, NoticeWays.partial())
      .meta({ description: 'By kind; what is left out stays as it is.' }),
  })
  .meta({
    id: 'ChooseNotices',
    description: 'Body of `PATCH /me/notices`: what is left out stays as it is.',
    examples: [{ choices: { forfeit: { webhook: true } } }],
  })
export type ChooseNotices = z.infer<typeof ChooseNotices>
