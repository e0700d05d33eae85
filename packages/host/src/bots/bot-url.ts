import type { DeployStepName } from '@arena/protocol'
import type { BotPolicy } from './connect-options.ts'

/** Where a connection failed and why. The detail is short, of printable ASCII, and fit for the bot's owner to read. */
export class BotConnectionError extends Error {
  override readonly name = 'BotConnectionError'
  /** `url` when the URL itself is not acceptable, before anything was tried. */
  readonly step: DeployStepName | 'url' | 'post'
  readonly detail: string
  /**
   * The bot has answered, and failed in the handshake of TLS. A certificate may have been looked at, which can
   * cost a quarter of a second of processor time, so this is nothing to repeat at once.
   */
  readonly inTls: boolean

  constructor(step: DeployStepName | 'url' | 'post', detail: string, cause?: unknown, inTls = false) {
    super(`${step}: ${detail}`, cause === undefined ? undefined : { cause })
    this.step = step
    this.detail = detail
    this.inTls = inTls
  }
}

/** The URL of a bot as the arena uses it: ws(s) written http(s). Throws `BotConnectionError` of step `url`. */
export function checkBotUrl(text: string, policy: BotPolicy): URL {
  const url = URL.canParse(text) ? new URL(text.replace(/^\s*ws(s?):/i, 'http$1:')) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new BotConnectionError('url', 'is not an http(s) or ws(s) URL')
  }
  if (url.protocol === 'http:' && !policy.allowPrivate) throw new BotConnectionError('url', 'must be https (or wss)')
  if (url.username !== '' || url.password !== '') {
    throw new BotConnectionError('url', 'must not hold a user name or password')
  }
  if (url.href.includes('#')) throw new BotConnectionError('url', 'must not hold a fragment')
  return url
}
