/**
 * The one way a bot URL gets into the arena: at registration and when it is changed, by the API and for house bots
 * alike. Nothing is stored unless the bot passed the deploy check.
 */
import { BotConnectionError, checkBotUrl, deployCheck } from '@arena/host'
import type { BotPolicy, Resolver } from '@arena/host'
import { Problem } from '@arena/protocol'
import type { Bot, KeyPair, RegisterBot, UpdateBot } from '@arena/protocol'
import type { BotStore } from './store.ts'

export interface RegistrarOptions {
  readonly bots: Pick<BotStore, 'register' | 'find' | 'update'>
  readonly policy: BotPolicy
  readonly platformKey: KeyPair
  readonly resolve?: Resolver
  readonly timeoutMs?: number
}

export class Registrar {
  readonly #options: RegistrarOptions

  constructor(options: RegistrarOptions) {
    this.#options = options
  }

  /** Registers a bot, or throws the problem `invalid-request` or `deploy-check-failed`. */
  async register(ownerId: string, body: RegisterBot, signal?: AbortSignal): Promise<Bot> {
    const url = await this.#admit(body.url, signal)
    return this.#options.bots.register(ownerId, { ...body, url })
  }

  /** Changes a bot; null when the account has no such bot. When a new URL is not admitted, nothing changes. */
  async update(ownerId: string, id: string, body: UpdateBot, signal?: AbortSignal): Promise<Bot | null> {
    const { bots } = this.#options
    if (body.url === undefined) return bots.update(ownerId, id, body)
    const bot = await bots.find(ownerId, id)
    if (bot === null) return null
    const url = body.url === bot.url ? bot.url : await this.#admit(body.url, signal)
    return bots.update(ownerId, id, { ...body, url })
  }

  /** The URL to store for the one given, once the bot behind it passed the deploy check. */
  async #admit(text: string, signal: AbortSignal | undefined): Promise<string> {
    const { policy } = this.#options
    const url = parse(text, policy)
    const report = await deployCheck({ ...this.#options, url, ...(signal === undefined ? {} : { signal }) })
    const failed = report.steps.find(({ ok }) => !ok)
    if (failed !== undefined) {
      throw new Problem('deploy-check-failed', { detail: `Step ${failed.name}: ${failed.received}.`, report })
    }
    // The canonical spelling, but a bare host is not given a slash that its owner did not write.
    return url.href === `${text}/` ? text : url.href
  }
}

function parse(text: string, policy: BotPolicy): URL {
  try {
    return checkBotUrl(text, policy)
  } catch (cause) {
    if (!(cause instanceof BotConnectionError)) throw cause
    const errors = [{ path: 'url', message: cause.detail }]
    throw new Problem('invalid-request', { detail: `The bot URL ${cause.detail}.`, errors, cause })
  }
}
