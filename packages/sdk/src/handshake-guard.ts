/** Decides whether an upgrade comes from the arena (spec: Requests from the service to a bot, recommended procedure). */
import type { IncomingHttpHeaders } from 'node:http'
import { PlatformKey, verifyHandshake } from '@arena/protocol'

/** The platform key itself, or where to fetch it. */
export type TrustedKey = { readonly publicKey: string } | { readonly arenaUrl: string }

const FETCH_MS = 5_000
/** From one question for the key to the next at least, where a handshake does not fit the key that is known. */
const ASK_AGAIN_MS = 60_000

export class HandshakeGuard {
  readonly #trusted: TrustedKey | null
  #fetched: Promise<readonly string[]> | null = null
  #fetchedAt = -Infinity

  /** Null trusts everyone. */
  constructor(trusted: TrustedKey | null) {
    this.#trusted = trusted
  }

  /** Null when the upgrade may continue, else the status line to refuse it with. */
  async check(headers: IncomingHttpHeaders): Promise<string | null> {
    if (this.#trusted === null) return null
    const known = await this.#publicKeys(this.#trusted)
    if (known === null) return '503 Service Unavailable'
    if (holds(known, headers)) return null
    // The arena may have changed its key since; whoever forges handshakes does not make the bot ask all the time.
    if (!this.#mayAskAgain()) return '401 Unauthorized'
    this.#fetched = null
    const now = await this.#publicKeys(this.#trusted)
    return now !== null && holds(now, headers) ? null : '401 Unauthorized'
  }

  #mayAskAgain(): boolean {
    if (this.#trusted === null || 'publicKey' in this.#trusted) return false
    return performance.now() - this.#fetchedAt >= ASK_AGAIN_MS
  }

  /** Fetched once and kept; a fetch that fails is tried again at the next upgrade. */
  async #publicKeys(trusted: TrustedKey): Promise<readonly string[] | null> {
    if ('publicKey' in trusted) return [trusted.publicKey]
    if (this.#fetched === null) {
      this.#fetched = fetchKeys(trusted.arenaUrl)
      this.#fetchedAt = performance.now()
    }
    try {
      return await this.#fetched
    } catch {
      this.#fetched = null
      return null
    }
  }
}

function holds(keys: readonly string[], headers: IncomingHttpHeaders): boolean {
  return keys.some((key) => verifyHandshake(key, headers, Date.now()).ok)
}

/** Two or three while the arena changes its key. */
async function fetchKeys(arenaUrl: string): Promise<readonly string[]> {
  const response = await fetch(`${arenaUrl.replace(/\/$/, '')}/.well-known/arena.json`, {
    signal: AbortSignal.timeout(FETCH_MS),
  })
  const { publicKey, publicKeys = [] } = PlatformKey.parse(await response.json())
  return [publicKey, ...publicKeys]
}
