/**
 * Decides whether an upgrade comes from the arena (spec: Requests from the service to a bot, recommended procedure), and lets each
 * handshake in once at each path: the arena signs every dial anew.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { DEPLOY_CHECK, HANDSHAKE_TOLERANCE_MS, HEADER, PlatformKey, verifyHandshake } from '@arena/protocol'

/** The platform key itself, or where to fetch it. */
export type TrustedKey = { readonly publicKey: string } | { readonly arenaUrl: string }

const FETCH_MS = 5_000
/** From one question for the key to the next at least: while none is known, and where one is that a handshake does not fit. */
const ASK_AGAIN_MS = { unknown: 1_000, known: 60_000 } as const
/** A timestamp is fresh from so long before it until so long after. */
const REMEMBERED_MS = 2 * HANDSHAKE_TOLERANCE_MS

export class HandshakeGuard {
  /** Null trusts everyone. */
  readonly #trusted: TrustedKey | null
  #keys: readonly string[]
  #asking: Promise<void> | null = null
  #askedAt = -Infinity
  /** When handshakes were used. */
  readonly #used = new Map<string, number>()

  constructor(trusted: TrustedKey | null) {
    this.#trusted = trusted
    this.#keys = trusted !== null && 'publicKey' in trusted ? [trusted.publicKey] : []
  }

  /** Null when the upgrade at `path` may continue, else the status line to refuse it with. */
  async check(headers: IncomingHttpHeaders, path: string): Promise<string | null> {
    if (this.#trusted === null) return null
    let verdict = this.#verdict(headers)
    // The arena may have changed its key since.
    if (verdict === 'bad-signature') {
      await this.#ask(this.#trusted)
      verdict = this.#verdict(headers)
    }
    if (verdict === 'bad-signature' && this.#keys.length === 0) return '503 Service Unavailable'
    return verdict === 'ok' && this.#isFirstUse(headers, path) ? null : '401 Unauthorized'
  }

  #verdict(headers: IncomingHttpHeaders): 'ok' | 'no-handshake' | 'bad-signature' {
    const now = Date.now()
    // Without a key, what else is wrong is still found.
    const verdicts = (this.#keys.length === 0 ? [''] : this.#keys).map((key) => verifyHandshake(key, headers, now))
    if (verdicts.some(({ ok }) => ok)) return 'ok'
    return verdicts.some((verdict) => !verdict.ok && verdict.reason === 'bad-signature')
      ? 'bad-signature'
      : 'no-handshake'
  }

  /** The keys that are known stay until there are others; whoever forges handshakes does not make the bot ask all the time. */
  async #ask(trusted: TrustedKey): Promise<void> {
    if ('publicKey' in trusted) return
    const againMs = this.#keys.length === 0 ? ASK_AGAIN_MS.unknown : ASK_AGAIN_MS.known
    if (this.#asking === null && performance.now() - this.#askedAt >= againMs) {
      this.#askedAt = performance.now()
      this.#asking = this.#fetch(trusted.arenaUrl).finally(() => (this.#asking = null))
    }
    await this.#asking
  }

  async #fetch(arenaUrl: string): Promise<void> {
    try {
      this.#keys = await fetchKeys(arenaUrl)
    } catch {
      // Asked again later.
    }
  }

  /** The handshake names no bot: whoever was dialled for the same match could use it here. */
  #isFirstUse(headers: IncomingHttpHeaders, path: string): boolean {
    const match = headers[HEADER.match]
    if (match === DEPLOY_CHECK) return true
    const now = performance.now()
    for (const [use, at] of this.#used) if (now - at > REMEMBERED_MS) this.#used.delete(use)
    const use = `${path} ${String(headers[HEADER.timestamp])}.${String(match)}`
    if (this.#used.has(use)) return false
    this.#used.set(use, now)
    return true
  }
}

/** Two or three while the arena changes its key. */
async function fetchKeys(arenaUrl: string): Promise<readonly string[]> {
  const response = await fetch(`${arenaUrl.replace(/\/$/, '')}/.well-known/arena.json`, {
    signal: AbortSignal.timeout(FETCH_MS),
  })
  const { publicKey, publicKeys = [] } = PlatformKey.parse(await response.json())
  return [publicKey, ...publicKeys]
}
