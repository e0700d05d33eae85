/**
 * The one way a bot URL gets into the arena: at registration and when it is changed, by the API and for house bots
 * alike. Nothing is stored unless the bot passed the deploy check.
 */
import { BotConnectionError, checkBotUrl, deployCheck } from '@arena/host'
import type { BotPolicy, Resolver } from '@arena/host'
import type { RelayDoor } from '@arena/host/relay'
import { BotUrl, Problem } from '@arena/protocol'
import type { Bot, DeployStep, KeyPair, RegisterBot, UpdateBot } from '@arena/protocol'
import type { Checked } from './deploy-checks.ts'
import type { BotStore } from './store.ts'

export interface RegistrarOptions {
  readonly bots: Pick<BotStore, 'register' | 'find' | 'update' | 'noteFailedCheck' | 'noteRefusal'>
  readonly policy: BotPolicy
  readonly platformKey: KeyPair
  readonly relays: {
    /** The way to bots behind connectors. */
    readonly door: RelayDoor
    /** Why an account may not have a URL for its bots; null where it may. */
    whyNot(ownerId: string, url: URL): Promise<string | null>
  }
  readonly resolve?: Resolver
  readonly timeoutMs?: number
}

export interface CheckListener {
  readonly onStep?: (step: DeployStep) => void
  /** Ends the check. */
  readonly signal?: AbortSignal
}

interface FailureListener {
  readonly onFailure?: (failed: Checked) => Promise<void>
}

export class Registrar {
  readonly #options: RegistrarOptions

  constructor(options: RegistrarOptions) {
    this.#options = options
  }

  /** Registers a bot, or throws the problem `invalid-request` or `deploy-check-failed`. */
  async register(ownerId: string, body: RegisterBot, listener: CheckListener = {}): Promise<Bot> {
    const { bots } = this.#options
    const { url, report } = await this.#admit(ownerId, body.url, {
      ...listener,
      onFailure: (failed) => bots.noteRefusal(ownerId, body.name, failed),
    })
    return bots.register(ownerId, { ...body, url }, report)
  }

  /** Changes a bot; null when the account has no such bot. When a new URL is not admitted, nothing changes. */
  async update(ownerId: string, id: string, body: UpdateBot, listener: CheckListener = {}): Promise<Bot | null> {
    const { bots } = this.#options
    if (body.url === undefined) return bots.update(ownerId, id, body)
    const bot = await bots.find(ownerId, id)
    if (bot === null) return null
    if (body.url === bot.url) return bots.update(ownerId, id, body)
    const { url, report } = await this.#admit(ownerId, body.url, {
      ...listener,
      onFailure: (failed) => bots.noteFailedCheck(id, failed),
    })
    return bots.update(ownerId, id, { ...body, url }, report)
  }

  /** The URL to store for the one given, once the bot behind it passed the deploy check. */
  async #admit(
    ownerId: string,
    text: string,
    { onFailure, ...listener }: CheckListener & FailureListener,
  ): Promise<Checked> {
    const { relays, policy } = this.#options
    const { parsed, url } = parse(text, policy)
    const whyNot = await relays.whyNot(ownerId, parsed)
    if (whyNot !== null) throw refused(whyNot)
    const report = await deployCheck({ ...this.#options, ...listener, url: parsed, relay: relays.door })
    const failed = report.steps.find(({ ok }) => !ok)
    if (failed === undefined) return { url, report }
    await onFailure?.({ url, report })
    throw new Problem('deploy-check-failed', { detail: `Step ${failed.name}: ${failed.received}.`, report })
  }
}

/** A URL to connect to, and as it is stored. */
function parse(text: string, policy: BotPolicy): { readonly parsed: URL; readonly url: string } {
  const parsed = accepted(text, policy)
  // The canonical spelling, but a bare host is not given a slash that its owner did not write.
  const stored = BotUrl.safeParse(parsed.href === `${text}/` ? text : parsed.href)
  if (stored.success) return { parsed, url: stored.data }
  // It may be longer than what was given. No answer could hold the bot then.
  const errors = stored.error.issues.map(({ message }) => ({ path: 'url', message }))
  throw new Problem('invalid-request', { detail: 'The bot URL is not valid as it would be stored.', errors })
}

function accepted(text: string, policy: BotPolicy): URL {
  try {
    return checkBotUrl(text, policy)
  } catch (cause) {
    if (!(cause instanceof BotConnectionError)) throw cause
    throw refused(cause.detail, cause)
  }
}

function refused(message: string, cause?: unknown): Problem {
  const errors = [{ path: 'url', message }]
  return new Problem('invalid-request', { detail: `The bot URL ${message}.`, errors, cause })
}
