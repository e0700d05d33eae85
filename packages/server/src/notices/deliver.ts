/**
 * The way out to webhooks: the guarded one of all connections to what others have named (checked and pinned addresses, no redirects, a
 * limit to time and bytes), and what is made of an answer.
 */
import { BotConnectionError, checkBotUrl, checkReach, post } from '@arena/host'
import type { ConnectOptions } from '@arena/host'
import { Problem, WebhookUrl } from '@arena/protocol'
import type { WebhookRow } from './store.ts'
import { webhookMessage } from './webhook-message.ts'
import type { Told } from './words.ts'

const SEND_MS = 10_000
/** Statuses with which a receiver says that it wants no more. */
const GONE = 410
const SHOWN = 1_000

export interface Outcome {
  readonly isTaken: boolean
  /** The receiver wants nothing more. */
  readonly isGone: boolean
  /** The sender was ended while it waited: it says nothing of the receiver. */
  readonly isCutShort: boolean
  readonly status: number | null
  readonly answer: string
  readonly ms: number
}

export type Reach = Pick<ConnectOptions, 'policy' | 'resolve' | 'ca'>

export interface Delivery {
  readonly told: Told
  readonly webhook: Pick<WebhookRow, 'url' | 'format' | 'secret' | 'former_secret' | 'former_until'>
  readonly origin: string
}

/** Sends a notice once, now. */
export async function deliver(
  { told, webhook, origin }: Delivery,
  reach: Reach,
  now: number,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { url, format, secret, former_secret: former, former_until: until } = webhook
  const secrets = [secret, ...(former !== null && until !== null && until.getTime() > now ? [former] : [])]
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  try {
    const options = { ...reach, timeoutMs: SEND_MS, ...(signal && { signal }) }
    const { status, text } = await post(
      checkBotUrl(url, reach.policy),
      webhookMessage(told, { format, secrets }, origin, now),
      options,
    )
    const isTaken = status >= 200 && status < 300
    return { isTaken, isGone: status === GONE, isCutShort: false, status, answer: shown(text), ms: took() }
  } catch (error) {
    if (!(error instanceof BotConnectionError)) throw error
    const isCutShort = signal?.aborted === true
    return {
      isTaken: false,
      isGone: false,
      isCutShort,
      status: null,
      answer: `It was not reached: ${error.detail}.`,
      ms: took(),
    }
  }
}

/** Throws the problem that a URL is none for a webhook: by how it is written, or by where its name leads. */
export async function checkWebhookUrl(text: string, reach: Reach): Promise<string> {
  try {
    const url = checkBotUrl(text, reach.policy)
    await checkReach(url, { ...reach, timeoutMs: SEND_MS })
    const stored = WebhookUrl.safeParse(url.href)
    if (!stored.success) throw new BotConnectionError('url', 'is too long as it would be stored')
    return stored.data
  } catch (cause) {
    if (!(cause instanceof BotConnectionError)) throw cause
    const message = cause.step === 'url' ? cause.detail : `cannot be used: ${cause.detail}`
    throw new Problem('invalid-request', {
      detail: `The webhook URL ${message}.`,
      errors: [{ path: 'url', message }],
      cause,
    })
  }
}

/** What a database can hold and a page can show. */
function shown(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffd]/g, '?').slice(0, SHOWN)
}
