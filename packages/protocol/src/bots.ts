/** Bots: the record, the bodies that register and change one, and the report of the deploy check. */
import { z } from 'zod'
import { BotName } from './bot-name.ts'
import { DeployStepName } from './deploy-steps.ts'
import { BotId, UserId } from './ids.ts'
import { Mode } from './modes.ts'
import { BotStanding } from './standing.ts'
import { Timestamp } from './timestamp.ts'

export const BotStatus = z.enum(['active', 'paused']).meta({
  id: 'BotStatus',
  description: '`active` bots are seated by matchmaking, `paused` ones are not.',
  examples: ['active'],
})
export type BotStatus = z.infer<typeof BotStatus>

/** The characters of RFC 3986; a host in another script is written in Punycode. */
const URI = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/

/** The first character that a URI cannot hold, and what to write in its place. */
function whyNoUri(url: string): string {
  const [, host = ''] = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(url) ?? []
  if (/[^\0-\x7f]/.test(host)) {
    const { data = '' } = z.url({ normalize: true }).safeParse(url)
    const [, punycode = 'xn--...'] = /^[a-z]+:\/\/(?:[^/]*@)?([^/?#]*)/.exec(data) ?? []
    return `Its host holds characters beyond ASCII: write it in Punycode, ${punycode}.`
  }
  const [character = ''] = /(?!%[0-9A-Fa-f]{2})[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]/u.exec(url) ?? []
  const encoded = /\p{Cs}/u.test(character) ? '' : ` as ${encodeURIComponent(character)}`
  const shown =
    character === ' '
      ? 'a space'
      : /^[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]$/u.test(character)
        ? `"${character}"`
        : `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
  return `Holds ${shown}, which a URI must percent-encode${encoded}.`
}

/** Checks what the text alone decides; whether the host is allowed is found out when connecting. */
export const BotUrl = z
  .url({ protocol: /^(https?|wss?)$/, error: 'Not an http(s) or ws(s) URL.' })
  .max(2048, { error: 'At most 2048 characters.' })
  .regex(URI, { error: ({ input }) => whyNoUri(String(input)) })
  .meta({
    id: 'BotUrl',
    format: 'uri',
    description:
      'Where the match WebSocket connects; `/ping` is looked for below its path. In production https (or wss) on a ' +
      'public address. No user name, password or fragment. Never shown to anyone but the owner.',
    examples: ['https://bot.example.org/melee'],
  })
export type BotUrl = z.infer<typeof BotUrl>

export const Bot = z
  .object({
    id: BotId,
    ownerId: UserId,
    name: z.string().meta({ description: 'Shown wherever the bot is; need not be unique.' }),
    mode: Mode,
    url: BotUrl,
    status: BotStatus,
    createdAt: Timestamp,
    standing: BotStanding.optional().meta({ description: 'In answers to `GET` alone.' }),
  })
  .meta({
    id: 'Bot',
    description: 'A registered bot, as its owner sees it.',
    examples: [
      {
        id: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ed',
        ownerId: 'user_01k9y3v8h2e6wbz4m0t7qnd5fa',
        name: 'Waveland',
        mode: 'live',
        url: 'https://bot.example.org/melee',
        status: 'active',
        createdAt: '2026-11-21T11:10:00.000Z',
      },
    ],
  })
export type Bot = z.infer<typeof Bot>

export const RegisterBot = z.strictObject({ name: BotName, mode: Mode, url: BotUrl }).meta({
  id: 'RegisterBot',
  description: 'Body of `POST /bots`.',
  examples: [{ name: 'Waveland', mode: 'live', url: 'https://bot.example.org/melee' }],
})
export type RegisterBot = z.infer<typeof RegisterBot>

export const UpdateBot = z
  .strictObject({ name: BotName.optional(), url: BotUrl.optional(), status: BotStatus.optional() })
  .refine((body) => Object.keys(body).length > 0, { error: 'Nothing to change.' })
  .meta({
    id: 'UpdateBot',
    description: 'Body of `PATCH /bots/{id}`; a new `url` is checked like that of a new bot.',
    examples: [{ status: 'paused' }],
    minProperties: 1,
  })
export type UpdateBot = z.infer<typeof UpdateBot>

export const BotList = z
  .object({ bots: z.array(Bot).meta({ description: 'All bots of the account, oldest first.' }) })
  .meta({
    id: 'BotList',
    description: 'Answer of `GET /bots`: the bots of the account.',
    examples: [{ bots: [] }],
  })
export type BotList = z.infer<typeof BotList>

export const DeployStep = z
  .object({
    name: DeployStepName,
    ok: z.boolean().meta({ description: 'Whether the step succeeded.' }),
    sent: z.string().meta({ description: 'What the arena did.' }),
    received: z.string().meta({ description: 'What was received, or why nothing was; shortened.' }),
    ms: z.number().min(0).meta({ description: 'Milliseconds the step took.' }),
  })
  .meta({
    id: 'DeployStep',
    description: 'One step of the deploy check.',
    examples: [
      { name: 'ping', ok: true, sent: 'GET https://bot.example.org/melee/ping', received: '200 pong', ms: 41.3 },
    ],
  })
export type DeployStep = z.infer<typeof DeployStep>

export const DeployReport = z
  .object({
    ok: z.boolean().meta({ description: 'Whether every step succeeded.' }),
    steps: z
      .array(DeployStep)
      .meta({ description: 'In order; steps after a failed one were not taken and are absent.' }),
  })
  .meta({
    id: 'DeployReport',
    description: 'What the deploy check found.',
    examples: [
      {
        ok: false,
        steps: [
          { name: 'resolve', ok: true, sent: 'look up bot.example.org', received: '203.0.113.7', ms: 12.1 },
          { name: 'address', ok: true, sent: 'check 203.0.113.7', received: 'public', ms: 0.1 },
          {
            name: 'ping',
            ok: false,
            sent: 'GET https://bot.example.org/melee/ping',
            received: '404 Not Found; 200 with the body "pong" is expected',
            ms: 41.3,
          },
        ],
      },
    ],
  })
export type DeployReport = z.infer<typeof DeployReport>
