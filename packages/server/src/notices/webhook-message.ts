/** The request that carries a notice to a webhook, by the Standard Webhooks specification, or as Discord and Slack take messages. Pure. */
import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookFormat } from '@arena/protocol'
import { wordsOf } from './words.ts'
import type { Told } from './words.ts'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface Target {
  readonly format: WebhookFormat
  /** The newest first; while a former one still counts, it signs too. */
  readonly secrets: readonly string[]
}

export interface WebhookMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Discord takes 2000 characters. */
const MOST_TEXT = 1900

/** `sentAt`: Unix milliseconds of this attempt. */
export function webhookMessage(
  told: Told,
  { format, secrets }: Target,
  origin: string,
  sentAt: number,
): WebhookMessage {
  const body = JSON.stringify(bodyOf(told, format, origin))
  const json = { 'content-type': 'application/json' }
  if (format !== 'standard') return { headers: json, body }
  const timestamp = String(Math.floor(sentAt / 1000))
  const signature = secrets.map((secret) => sign(secret, `${told.id}.${timestamp}.${body}`)).join(' ')
  return {
    headers: {
      ...json,
      'webhook-id': told.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    },
    body,
  }
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

function bodyOf(told: Told, format: WebhookFormat, origin: string): object {
  const { title, says, advice, path } = wordsOf(told)
  const link = origin + path
  switch (format) {
    case 'standard': {
      const { name, ...facts } = told.facts
      const bot = name === undefined ? null : { id: told.botId, name }
      return { type: told.kind, timestamp: told.at.toISOString(), data: { bot, ...facts, title, says, advice, link } }
    }
    case 'discord': {
      const text = [`**${forDiscord(title)}**`, forDiscord(says), forDiscord(advice)].join('\n').slice(0, MOST_TEXT)
      // Names of bots mention nobody.
      return { content: `${text}\n<${link}>`, allowed_mentions: { parse: [] } }
    }
    case 'slack': {
      const text = [`*${forSlack(title)}*`, forSlack(says), forSlack(advice)].join('\n').slice(0, MOST_TEXT)
      return { text: `${text}\n<${link}>` }
    }
  }
}

const forDiscord = (text: string): string => text.replace(/[\\`*_~|<>[\]()#-]/g, '\\$&')
const forSlack = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`]/g, '\u200b$&')
